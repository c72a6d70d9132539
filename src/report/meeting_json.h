// What two players did against each other, as JSON: an item of "meetings" in report/1, and of
// "opponents" in player/1.
#ifndef AGON_REPORT_MEETING_JSON_H
#define AGON_REPORT_MEETING_JSON_H

#include "base/text.h"
#include "contest/crosstable.h"
#include "contest/statistics.h"

// Appends the object. The names are those of `a` and of `b`.
void meeting_json(struct text *out, const struct meeting *m, const char *a, const char *b);

// Append a key with its value, and the comma before it. An estimate that is not known is null.
void meeting_json_games(struct text *out, const char *key, const struct counts *games);
void meeting_json_share(struct text *out, const char *key, struct estimate share);

#endif

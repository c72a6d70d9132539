// The line below a fault that says how to look at it.
#ifndef AGON_CLI_FAULT_HINT_H
#define AGON_CLI_FAULT_HINT_H

#include "archive/archive.h"

// "see it:  agon replay games/2.jsonl --verdict". `number` is that of the record in the folder.
void fault_hint_record(struct text *out, const char *folder, int64_t number);
// The same for a game of a contest: "agon replay cup.yaml 17 --verdict".
void fault_hint_contest(struct text *out, const char *file, int64_t number);
// For a game of which no record is kept: how to keep one.
void fault_hint_unkept(struct text *out);
// For the last fault of a stored contest; nothing if there was none. `file` is what was typed.
bool fault_hint_last(struct text *out, const struct archive *a, const char *file, struct error *e);

#endif

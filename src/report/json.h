// What the JSON of all commands has in common. docs/json.md describes it.
#ifndef AGON_REPORT_JSON_H
#define AGON_REPORT_JSON_H

#include "base/text.h"
#include "contest/statistics.h"

// The last key of every document, after a comma: the name and version of its schema, such as
// "game/1". docs/json/NAME.schema.json is that schema. The version grows when a key goes or changes
// its meaning, and not when a key is added.
void json_schema(struct text *out, const char *schema);

// KEY with this text, after a comma.
void json_key_text(struct text *out, const char *key, const char *value);
// KEY and KEY_error, each after a comma; null where the estimate is not known.
void json_estimate(struct text *out, const char *key, struct estimate x);
// KEY with this time in UTC, in seconds since 1970, after a comma; null for 0: not said.
void json_key_utc(struct text *out, const char *key, int64_t unix_s);
// "rate", games a second, after a comma; null where it is negative: not known. A game in a day is
// told from none.
void json_rate(struct text *out, double per_second);
// "pairs", the five counts from LL to WW, after a comma.
void json_pairs(struct text *out, const struct counts *pairs);

#endif

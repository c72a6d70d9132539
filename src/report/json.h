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
// "pairs", the five counts from LL to WW, after a comma.
void json_pairs(struct text *out, const struct counts *pairs);

#endif

// The standings of a contest as a table for people, and as JSON for programs.
#ifndef AGON_REPORT_STANDINGS_TABLE_H
#define AGON_REPORT_STANDINGS_TABLE_H

#include "archive/definition.h"
#include "archive/results.h"
#include "report/text_table.h"

// --- For people ---

// "12 of 60 games played; 1 of them counts when its pair is complete."
void standings_progress(struct text *out, const struct results *r);
// What has happened to a player, in a few words: "dropped", "added at game 61, version 2"; or
// nothing.
enum { STANDINGS_NOTE_BYTES = 128 };
void standings_note(struct text *out, const struct standings *s, const struct definition *d,
    const struct standing *row);
// The table. To be destroyed by the caller.
struct text_table standings_table(const struct standings *s, const struct definition *d);
// Progress, table, fingerprint and head. False: out of memory.
bool standings_text(
    struct text *out, const struct results *r, const struct definition *d, struct error *e);

// --- For programs ---

// One row of the table as a JSON object, without its last brace.
void standings_row_json(struct text *out, const struct standings *s, const struct definition *d,
    const struct standing *row);
// Games that wait for suspended players, as a key with the comma before it; nothing if there are
// none.
void standings_waiting_json(struct text *out, const struct results *r);
// docs/json/standings.schema.json describes the object. It ends with a newline.
void standings_json(struct text *out, const struct results *r, const struct definition *d);

#endif

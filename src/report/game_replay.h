// The record of a game (docs/record.md) made into what the page of a game shows: its lines, each
// with what a page would otherwise have to know the rules for. It may be fed while the game goes
// on. The document is replay/1: docs/json/replay.schema.json.
//
// A record comes from a file, so nothing in it is believed: every line must have the form of one
// that agon writes, every move must be legal where it stands, and all of it is bounded.
#ifndef AGON_REPORT_GAME_REPLAY_H
#define AGON_REPORT_GAME_REPLAY_H

#include "base/error.h"
#include "base/text.h"

#include <stdint.h>

enum { GAME_REPLAY_MOST_BYTES = 4 * 1024 * 1024 }; // of one record, as in the store

struct game_replay;

// What bots write to stderr, and the commands that start them, belong to their authors: without
// `shows_stderr` both are left out. Returns NULL if there is no memory.
struct game_replay *game_replay_create(bool shows_stderr);
void game_replay_destroy(struct game_replay *r); // may be NULL

// Takes the next bytes of the record. Appends one JSON object to `lines` for each line that is
// whole now, with "\n" behind it; the header gives none. False: `e` names the line that cannot be
// read, and nothing more will be.
bool game_replay_feed(
    struct game_replay *r, const char *bytes, size_t length, struct text *lines, struct error *e);

bool game_replay_has_begun(const struct game_replay *r); // the header has been read
bool game_replay_is_over(const struct game_replay *r);   // the end has been read

// Where the game stands among others.
struct game_replay_place {
    const char *slug, *name; // of the contest; slug NULL: there is none
    int64_t number;
    int64_t previous, next; // the numbers of the games beside it; 0: there is none
    bool live;              // more lines will come
    // Why there are only moves, in a sentence; NULL: this is the record.
    const char *without_record;
};

// Appends the document, with the lines that were gathered so far. False, and nothing appended: the
// header has not been read yet.
bool game_replay_document(const struct game_replay *r, const struct game_replay_place *place,
    const struct text *lines, struct text *out);

// Appends the record as everybody may have it who must not see what belongs to the authors of bots:
// without the lines "stderr", and without the commands in the header. What is not a whole line is
// left out.
void game_replay_public_record(const char *bytes, size_t length, struct text *out);

#endif

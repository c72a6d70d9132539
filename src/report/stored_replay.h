// The page of a game of a stored contest: replay/1, from its record; or, where no record is kept,
// from its moves, which are always stored.
#ifndef AGON_REPORT_STORED_REPLAY_H
#define AGON_REPORT_STORED_REPLAY_H

#include "archive/archive.h"
#include "report/game_replay.h"

// Appends the document of one game, which a walk over the games of `a` has given. `place` is
// completed with what is known of the record. False: `e` says why it cannot be read.
bool stored_replay_write(const struct archive *a, const struct store_game *g,
    const struct game_replay_place *place, struct text *out, struct error *e);

// The same by the number of the game in the schedule, with the games beside it. `slug` is the
// contest's.
bool stored_replay_find(
    const struct archive *a, int64_t number, const char *slug, struct text *out, struct error *e);

// Appends the record of the game with this number (docs/record.md). Where none can be had, it is
// one of nothing but header, moves and end, made from what is always stored, and `without` says why
// in a sentence; NULL: it is the record itself.
bool stored_replay_record(const struct archive *a, int64_t number, struct text *out,
    const char **without, struct error *e);

#endif

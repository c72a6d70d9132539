// A recorded game as text: for people, move by move; and as PGN, which programs read too.
#ifndef AGON_REPORT_REPLAY_TEXT_H
#define AGON_REPORT_REPLAY_TEXT_H

#include "referee/recorded_game.h"

// Who played, every move with what it does and the time that was charged for it, and how it ended.
// `without` says why there are only moves; it may be NULL.
void replay_text_write(
    struct text *out, const struct recorded_game *g, int64_t number, const char *without);

// Tags, moves with their times as comments, the result (docs/replaying.md).
void replay_text_pgn(struct text *out, const struct recorded_game *g, int64_t number);

#endif

// A table: two players sit down and play one game after the other. It brings together the seats,
// the referee and the record of each game, on one runner.
#ifndef AGON_REFEREE_TABLE_H
#define AGON_REFEREE_TABLE_H

#include "referee/table/state.h"

void table_init(struct table *t, struct runner *r, const struct player *players[SEATS],
    const struct table_events *events, void *user);
// Puts a bot there that has already connected and said its name, before table_play; the seat stays
// the caller's. After `finished` it is still there, to be taken away again, or it has left and is
// no longer used: then this returns NULL.
void table_put_session(struct table *t, int player, struct session *session);
struct session *table_take_session(struct table *t, int player);
// Why a participant that has left did so, in words; "" if it was not for a reason.
const char *table_why_gone(const struct table *t, int player);

// The table must outlive this call, even if it is closed from inside `finished`.
void table_play(struct table *t, const struct fixture *f);
// Answers the question of that number; MOVE_NONE gives up. On the thread of the runner's loop.
// Returns false and does nothing if the question is not open: it was answered, or its game is over.
bool table_answer(struct table *t, int64_t question, move m);
// Stops a running game, which stays without a result; says goodbye to both. `closed` will come,
// possibly from inside this call.
void table_close(struct table *t, bool at_once);

// From inside `finished`: the whole record of the game, for the caller to destroy. Empty: it was
// not kept.
struct text table_take_record(struct table *t);

// The player at a seat of the running game.
const struct player *table_player(const struct table *t, int seat);

#endif

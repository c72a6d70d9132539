// A table: two players who play one game after the other. It brings together their sessions, the
// referee and the record of each game, on one runner. All functions must be called on the thread of
// the runner's loop.
#ifndef AGON_REFEREE_TABLE_H
#define AGON_REFEREE_TABLE_H

#include "referee/table/state.h"
#include "referee/table_events.h"

// The runner, the players, the events and the table itself must stay where they are until `closed`.
void table_init(struct table *t, struct runner *r, const struct player *players[SEATS],
    const struct table_events *events, void *user);

// A player (0 or 1 in the order of table_init) that is started from now on may use these cores,
// which live as long as the table.
static inline void table_set_cores(struct table *t, int player, const cpu_set_t *cores)
{
    t->participants[player].cores = cores;
}

// The process in which the bot at a seat of the running game runs; 0: there is none.
static inline pid_t table_process(struct table *t, int seat)
{
    const struct session *s = table_participant(t, seat)->session;
    return s && s->link ? link_pid(s->link) : 0;
}

// Gives a player a session that has already said its name. Call
// it before table_play. The session still belongs to the caller.
void table_put_session(struct table *t, int player, struct session *session);
// Takes the session back after `finished`. Returns NULL if the bot has left: then the session is
// closed, and table_why_gone says why.
struct session *table_take_session(struct table *t, int player);
// Why a player has left, in words; "" if there is no reason to tell.
const char *table_why_gone(const struct table *t, int player);

// Plays a game. `finished` comes at its end, possibly from inside this call; the table must not be
// freed before this call returns, even if `finished` closes it.
void table_play(struct table *t, const struct fixture *f);
// Answers the question of that number with a move, or with MOVE_NONE to give up. Returns false and
// does nothing if the question is not open: it was answered before, or its game is over.
bool table_answer(struct table *t, int64_t question, move m);
// Ends a running game without a result, and closes the sessions: politely, or `at_once`. `closed`
// comes when both players have left, possibly from inside this call.
void table_close(struct table *t, bool at_once);

// Call it from inside `finished`, holding the fixture's record_lock if there is one. Returns the
// whole record of the game, which the caller destroys. It is empty if the fixture did not ask to
// keep it.
struct text table_take_record(struct table *t);

// From any thread that holds the fixture's record_lock, while a game is played or `finished` is
// told: record_length and record_copy of its record.
static inline size_t table_record_length(const struct table *t)
{
    return record_length(&t->record);
}

static inline size_t table_copy_record(const struct table *t, size_t from, char *bytes, size_t most)
{
    return record_copy(&t->record, from, bytes, most);
}

// The player at a seat of the running game.
const struct player *table_player(const struct table *t, int seat);

#endif

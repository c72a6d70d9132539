// A table as its own files know it. The functions for the outside are in table.h.
//
// participant.c        one of the two players: its seat, what it owes, why it left
// game_record.c  the record of the game from its header to its end
// ops.c          what the referee wants of its table
#ifndef AGON_REFEREE_TABLE_STATE_H
#define AGON_REFEREE_TABLE_STATE_H

#include "referee/event.h"
#include "referee/fixture.h"
#include "referee/player_spec.h"
#include "referee/record.h"
#include "referee/referee.h"
#include "referee/runner.h"
#include "referee/table/participant.h"

struct table;

// A player that is asked by an event (see struct player) is to choose a move.
struct table_question {
    int64_t number; // from 1, for all games of the table
    int seat;       // who is asked
    const position *position;
};

struct table_events {
    // Everything that happens in a game, see referee.h. May be NULL.
    void (*happened)(void *user, struct table *t, const struct referee_event *event);
    // The question stays open until table_answer or the end of the game. May come from inside any
    // function of this header but table_init; must not call one. NULL: no player is asked this way.
    void (*asked)(void *user, struct table *t, const struct table_question *question);
    // The game is over, its bots are gone (or wait for the next game), its record is written.
    // The next game may be started from inside.
    void (*finished)(void *user, struct table *t, const struct result *result);
    // After table_close: nothing is left, and the table may be freed.
    void (*closed)(void *user, struct table *t);
};

struct table {
    struct runner *runner;
    const struct table_events *events;
    void *user;
    struct participant participants[SEATS]; // by player, not by seat
    struct fixture fixture;
    struct referee referee;
    struct record record;
    bool watched;      // its clocks want to know when the core stands still
    bool recorded;     // the file of the game's record is ours
    bool playing;      // a game is on, or its end is being written
    bool decided;      // the referee is done
    bool closing;      // table_close was called
    bool inside;       // table_play is running
    bool has_next;     // and is to start a game
    int asked_seat;    // a player without a wire that is to be asked after this step, or NOBODY
    int64_t questions; // asked by `asked` so far, and
    int open_question; // the seat that has not answered the last one, or NOBODY
    struct runner_task task; // what the runner calls
};

// Who sits at a seat of the running game, and where: `seat` is 0 or 1.
static inline struct participant *table_participant(struct table *t, int seat)
{
    return &t->participants[seat == 0 ? t->fixture.first : 1 - t->fixture.first];
}

static inline struct moment table_now(struct table *t)
{
    return runner_moment(t->runner, clock_now_ns());
}

#endif

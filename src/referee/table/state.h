// A table as its own files see it. The functions for others are in table.h.
//
// participant.c  one of the two players: its session, what it has to acknowledge, why it left
// game_record.c  the record of the game from its first line to its last
// ops.c          what the referee wants from its table
#ifndef AGON_REFEREE_TABLE_STATE_H
#define AGON_REFEREE_TABLE_STATE_H

#include "referee/fixture.h"
#include "referee/player_spec.h"
#include "referee/record.h"
#include "referee/referee.h"
#include "referee/runner.h"
#include "referee/table/participant.h"
#include "referee/table_events.h"

struct table {
    struct runner *runner;
    const struct table_events *events;
    void *user;
    struct participant participants[SEATS]; // in the order of table_init, not by seat
    struct fixture fixture;
    struct referee referee;
    struct record record;
    bool watched;      // its clocks want to know when the core stands still
    bool recorded;     // the file of the game's record is open, and ours
    bool playing;      // a game is under way, or its end is being written
    bool decided;      // the referee is done
    bool closing;      // table_close was called
    bool inside;       // table_play is running,
    bool has_next;     // and is to start a game
    int asked_seat;    // a seat without a wire that is to be asked after this step, or NOBODY
    int64_t questions; // the number of the last question that `asked` told, and
    int open_question; // the seat that has not answered it yet, or NOBODY
    struct runner_task task;
};

// The participant at a seat of the running game.
static inline struct participant *table_participant(struct table *t, int seat)
{
    return &t->participants[seat == 0 ? t->fixture.first : 1 - t->fixture.first];
}

static inline struct moment table_now(struct table *t)
{
    return runner_moment(t->runner, clock_now_ns());
}

#endif

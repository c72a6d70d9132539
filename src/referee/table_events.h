// What a table tells whoever plays games at it.
#ifndef AGON_REFEREE_TABLE_EVENTS_H
#define AGON_REFEREE_TABLE_EVENTS_H

#include "games/game.h"
#include "referee/event.h"
#include "referee/result.h"

#include <stdint.h>

struct table;

// The question to a player that is asked by an event (`by_event` of struct player).
struct table_question {
    int64_t number; // of all questions of this table, from 1; for table_answer
    int seat;       // who is asked
    const position *position;
};

// All are called on the thread of the runner's loop. `user` is that of table_init.
struct table_events {
    // Something has happened in the game. May be NULL.
    void (*happened)(void *user, struct table *t, const struct referee_event *event);
    // A player is asked for its move. The question stays open until table_answer, or until the game
    // is over. Must not call a function of table.h: it may be called from inside one. May be NULL
    // if no player is asked by events.
    void (*asked)(void *user, struct table *t, const struct table_question *question);
    // The game is over, its record is written, and its bots have left or wait for the next game.
    // May call table_play or table_close.
    void (*finished)(void *user, struct table *t, const struct result *result);
    // After table_close: nothing is left of the table, and its memory may be freed.
    void (*closed)(void *user, struct table *t);
};

#endif

// One game that is to be played: what it is, who sits where, with how much time, and where its
// record goes.
#ifndef AGON_REFEREE_FIXTURE_H
#define AGON_REFEREE_FIXTURE_H

#include "games/game.h"
#include "referee/seat_clock.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

struct fixture {
    const struct game *game;
    position start;
    int64_t index;                       // the number of the game in its run, from 1
    uint64_t seed;                       // of this game
    int first;                           // which of the table's two players has seat 0
    int coin;                            // 0 or 1, see struct wire_game
    const struct budget *budgets[SEATS]; // by seat
    const char *record_path;             // NULL: there is no file for the record
    bool record_claimed; // the caller has created the file of the record for this game, empty
    bool record_kept;    // the record is kept in memory, too, for table_take_record
    // The table holds it whenever it changes the record, so that other threads can copy what the
    // record has so far (table_copy_record). NULL: nobody looks at it before it is over.
    pthread_mutex_t *record_lock;
    const char *host; // for the record: the machine, in words
};

#endif

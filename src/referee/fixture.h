// One game that is to be played: what it is, who sits where, with how much time, and where its
// record goes.
#ifndef AGON_REFEREE_FIXTURE_H
#define AGON_REFEREE_FIXTURE_H

#include "games/game.h"
#include "referee/seat_clock.h"

#include <stdbool.h>
#include <stdint.h>

struct fixture {
    const struct game *game;
    position start;
    int64_t index;                       // in its run, from 1
    uint64_t seed;                       // of this game
    int first;                           // which of the table's players has seat 0
    int coin;                            // 0 or 1, see struct wire_game
    const struct budget *budgets[SEATS]; // by seat
    const char *record_path;             // NULL: no file for its record
    bool record_claimed;                 // its file was made for this game, and is empty
    bool record_kept;                    // also in memory, for table_take_record
    const char *host;                    // for the record: the machine, in words
};

#endif

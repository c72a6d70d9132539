// When a player takes part in a contest. Players may come late, leave, rest and return
// (contest/change.h).
//
// Times are counted from 0: in rounds or, in a fixed schedule (one that is known from the start),
// in pairs. A span from `from` to `until` contains `from` and does not contain `until`.
#ifndef AGON_CONTEST_PRESENCE_H
#define AGON_CONTEST_PRESENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A span of rounds in which a player does not take part.
struct absence {
    int64_t from, until;
};

// The span in which a player takes part, and the absences in it.
struct presence {
    int64_t from, until;
    // In between. A fixed schedule has none.
    const struct absence *absences;
    size_t absence_count;
    // In a fixed schedule: the player may return. Its pairs from `until` on wait; they are not left
    // out for ever.
    bool resting;
};

// A pair that a player does not play, although the player was there when the pair was drawn.
struct withdrawal {
    int64_t pair; // its index
    int player;
};

#endif

// What is made hard for a bot in one round of `agon harden`: drawn from the seed of the run and the
// number of the round, so that a round can be repeated. Pure.
#ifndef AGON_AUTHOR_HARDEN_PLAN_H
#define AGON_AUTHOR_HARDEN_PLAN_H

#include "author/odd_player.h"
#include "base/text.h"
#include "link/link.h"
#include "referee/seat_clock.h"

enum harden_fault {
    HARDEN_PLAIN,   // nothing but the opponent
    HARDEN_BYTES,   // what the bot is sent comes one byte at a time
    HARDEN_PIECES,  // it comes in pieces of a few bytes
    HARDEN_GLUED,   // messages come together
    HARDEN_TIGHT,   // there is little time for an answer
    HARDEN_BUSY,    // all cores are busy with something else
    HARDEN_RESTART, // the bot is killed in the middle of a game before it plays
    HARDEN_FAULTS
};

enum {
    HARDEN_TIGHT_PART = 4, // what is left of the time for a request in HARDEN_TIGHT: 1 / so much
    HARDEN_GAMES = 2,      // of a round: each seat once
    HARDEN_WAY_MS = 1000,  // added to the time of a bot whose messages take longer on their way
};

struct harden_plan {
    int64_t number; // of the round, from 1
    uint64_t seed;  // of its games
    bool faults[HARDEN_FAULTS];
    enum odd_style opponent;
    struct link_shape shape;
    int broken_after; // HARDEN_RESTART: how many moves
};

// The first rounds have one fault each, in the order of the enum; later ones have two.
struct harden_plan harden_plan_draw(uint64_t seed, int64_t round);
// The budget of the bot in that round.
struct budget harden_plan_budget(const struct harden_plan *plan, const struct budget *usual);

const char *harden_fault_id(enum harden_fault fault); // "bytes"
// "one byte at a time, all cores busy, against mirror"
void harden_plan_words(const struct harden_plan *plan, struct text *out);

#endif

// Where games are played: which cores a runner has, and which the bots of its games have. Pure, but
// for placement_available.
//
// Usually a runner has a core for itself and all its bots. If bots are to have cores of their own,
// each game has a runner of its own, and the runner and the two bots have cores that nobody else
// uses.
#ifndef AGON_ARENA_PLACEMENT_H
#define AGON_ARENA_PLACEMENT_H

#include "base/text.h"
#include "games/game.h"
#include "referee/seat_clock.h"

#include <sched.h>
#include <stdbool.h>
#include <stdint.h>

enum { PLACEMENT_CORES_MOST = 64, PLACEMENT_RUNNERS_MOST = 256, PLACEMENT_RUNNER = SEATS };

// What is asked for.
struct placement_wish {
    int cores;           // for each bot; 0: bots share the core of their runner
    int64_t concurrency; // games at once
    bool one_runner;     // all games are played by one runner
};

struct placement {
    int cores;       // that each bot has for itself; 0: it shares the core of its runner
    int64_t games;   // at once
    int64_t runners; // that play them
    bool homeless;   // the bots have cores of their own, and the runner shares them
};

// How many cores this process may use.
int placement_available(cpu_set_t *allowed);

struct placement placement_plan(const struct placement_wish *wish, int available);
// Appends what is not as it was asked for, and what happens instead. Returns false if there is
// nothing to say.
bool placement_words(const struct placement_wish *wish, int available, struct text *out);

// Fills in the cores of one bot of the game in slot `slot` (`who` is 0 or 1), or of the runner
// (PLACEMENT_RUNNER). Only for a placement with cores of their own.
void placement_cores(
    const struct placement *p, const cpu_set_t *allowed, int64_t slot, int who, cpu_set_t *cores);

// How many of the allowed cores the games have, with their bots and runners: the first ones.
int placement_taken(const struct placement *p);

// Sets the cores of a budget to what bots get here if they are to have `wanted` cores each.
// `wanted` 0 changes nothing.
void placement_budget(struct budget *b, int64_t wanted);

#endif

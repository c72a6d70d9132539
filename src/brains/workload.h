// The searches by which speed is measured: positions of a game that are drawn by lot, the same on
// every machine, and a player that thinks about them on one core, in CPU time.
#ifndef AGON_BRAINS_WORKLOAD_H
#define AGON_BRAINS_WORKLOAD_H

#include "brains/brain.h"

enum { WORKLOAD_POSITIONS = 12 }; // of each kind

struct workload {
    const struct game *game;
    struct brain_benchmark suite;
    position start;
    position midgame[WORKLOAD_POSITIONS]; // from the first two thirds of games
    position endgame[WORKLOAD_POSITIONS];
};

// The game must be one that brain_plays. Returns false if memory runs out.
bool workload_draw(struct workload *w, const struct game *game, struct error *e);

// Lets the strongest player think about the position, with a new memory. `out->time_ns` is the CPU
// time of this thread. Returns false if memory runs out.
bool workload_think(const struct workload *w, const position *p, const struct limits *limits,
    struct thought *out, struct error *e);

#endif

// One game of a lease, as the coordinator asks for it and a worker plays it: a line of JSON. The
// players are numbers; who they are, and their times, follow from the contest. Pure.
#ifndef AGON_FLEET_ASSIGNMENT_H
#define AGON_FLEET_ASSIGNMENT_H

#include "base/error.h"
#include "base/text.h"
#include "games/game.h"

struct assignment {
    int64_t number; // in its contest, from 1
    int players[SEATS];
    position start;
    uint64_t seed;
    int coin; // 0 or 1
};

// Appends {"number":1,"players":[0,3],"seed":"17","coin":0,"start":"..."} and a newline.
void assignment_print(struct text *out, const struct assignment *job, const struct game *game);
// Reads one line, without its newline. `players` is how many the contest has.
bool assignment_read(struct assignment *job, const char *line, size_t length,
    const struct game *game, size_t players, struct error *e);

#endif

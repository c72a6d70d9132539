// The points of a player in a match: how often it won, drew and lost, and how many games it lost by
// a fault.
#ifndef AGON_REPORT_SCORE_H
#define AGON_REPORT_SCORE_H

#include "referee/result.h"

struct score {
    int64_t wins, draws, losses, faults;
};

// Adds a result to the scores of the two seats. A void game changes nothing.
void score_count(struct score *scores[SEATS], const struct result *r);

// Appends the keys "wins", "draws", "losses" and "faults" of a JSON object. Each is an object with
// one number for each player.
void score_json(
    struct text *out, const char *const *names, const struct score *const *scores, size_t count);

#endif

// How many games end in a second: over the last minute or the last 60 games, whichever takes
// longer. So games that take seconds and games that take hours both have a steady rate.
#ifndef AGON_ARENA_GAME_RATE_H
#define AGON_ARENA_GAME_RATE_H

#include <stddef.h>
#include <stdint.h>

enum { GAME_RATE_SAMPLES = 61 }; // at most one a second, and one for each game

// How many games had ended at some time.
struct game_rate_sample {
    int64_t at_ns, games;
};

struct game_rate { // all zeros: nothing has been noted
    struct game_rate_sample samples[GAME_RATE_SAMPLES];
    size_t count; // all that were taken
    struct game_rate_sample last;
};

// So many games have ended by now. The first call says when counting begins.
void game_rate_note(struct game_rate *r, int64_t games, int64_t now_ns);
// 0: not known yet. Between two games it stays the same, unless the next one is overdue.
double game_rate_per_second(const struct game_rate *r, int64_t now_ns);

#endif

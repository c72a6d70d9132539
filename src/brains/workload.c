#include "brains/workload.h"

#include "base/clock.h"
#include "base/random.h"

#include <stdlib.h>
#include <time.h>

enum {
    WORKLOAD_PLIES_MOST = 1000,
    WORKLOAD_MEMORY_BYTES = 8 << 20, // small: its first use takes time, which is not to be measured
};

// --- Positions ---

// Plays random moves to the end of a game and keeps its positions. Returns how many moves there
// were.
static int workload_draw_game(
    const struct game *game, uint64_t seed, position line[WORKLOAD_PLIES_MOST])
{
    struct random lot = random_seeded(seed);
    int count = 0;
    game->start(&line[0], NULL, NULL);
    for (;;) {
        move moves[MOVES_MAX];
        int choices = game->moves(&line[count], moves);
        if (choices == 0 || count + 1 == WORKLOAD_PLIES_MOST)
            return count;
        line[count + 1] = line[count];
        game->apply(&line[count + 1], moves[random_below(&lot, (uint32_t)choices)]);
        count++;
    }
}

bool workload_draw(struct workload *w, const struct game *game, struct error *e)
{
    *w = (struct workload){.game = game, .suite = brain_benchmark(game)};
    position *line = calloc(WORKLOAD_PLIES_MOST, sizeof *line);
    if (!line)
        return error_set(e, "out of memory");
    for (int i = 0; i < WORKLOAD_POSITIONS; i++) {
        int length = workload_draw_game(game, (uint64_t)i, line);
        int late = length > w->suite.late ? length - w->suite.late : 0;
        w->start = line[0];
        w->midgame[i] = line[length * 2 * i / (3 * WORKLOAD_POSITIONS)];
        w->endgame[i] = line[late];
    }
    free(line);
    return true;
}

// --- Thinking ---

static int64_t workload_cpu_now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return t.tv_sec * NS_PER_SECOND + t.tv_nsec;
}

bool workload_think(const struct workload *w, const position *p, const struct limits *limits,
    struct thought *out, struct error *e)
{
    struct mind *m = mind_create(brain_find("@max", NULL), w->game, WORKLOAD_MEMORY_BYTES);
    if (!m)
        return error_set(e, "out of memory");
    int64_t before_ns = workload_cpu_now_ns();
    mind_think(m, p, limits, 1, NULL, out);
    out->time_ns = workload_cpu_now_ns() - before_ns;
    mind_destroy(m);
    return out->best != MOVE_NONE || error_set(e, "out of memory");
}

// What libagon costs beside the rules it is made of, for one move: legal moves, a choice, apply.
// The same random games are played by the functions of the rules, by the calls for one position,
// and by those for many. bench/library.py goes on with the same games from Python.
#include "base/random.h"
#include "games/game.h"

#include <agon.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { PLAYED = 3000, ROUNDS = 5, TOGETHER = 500 };

struct bench_library_run {
    uint64_t plies;
    int64_t time_ns;
};

// CPU time, so that others who use the machine are not measured.
static int64_t bench_library_now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static void bench_library_bare(const struct game *game, struct bench_library_run *run)
{
    const int64_t begin_ns = bench_library_now_ns();
    for (uint64_t n = 0; n < PLAYED; n++) {
        position p;
        move moves[MOVES_MAX];
        game->start(&p, NULL, NULL);
        for (uint64_t ply = 0;; ply++) {
            const int count = game->moves(&p, moves);
            if (count == 0)
                break;
            struct random lot = random_seeded(random_derive(n, ply));
            game->apply(&p, moves[random_below(&lot, (uint32_t)count)]);
            run->plies++;
        }
    }
    run->time_ns += bench_library_now_ns() - begin_ns;
}

static void bench_library_single(int game, struct bench_library_run *run)
{
    const int64_t begin_ns = bench_library_now_ns();
    for (uint64_t n = 0; n < PLAYED; n++) {
        struct agon_position p;
        int32_t actions[AGON_LEGAL_MOST];
        agon_start(&p, game, NULL, NULL);
        for (uint64_t ply = 0;; ply++) {
            const int count = agon_legal(&p, actions, AGON_LEGAL_MOST);
            if (count == 0)
                break;
            struct random lot = random_seeded(random_derive(n, ply));
            if (agon_apply(&p, actions[random_below(&lot, (uint32_t)count)]) != AGON_OK)
                exit(1);
            run->plies++;
        }
    }
    run->time_ns += bench_library_now_ns() - begin_ns;
}

static void bench_library_batch(int game, struct bench_library_run *run)
{
    static struct agon_position p[TOGETHER];
    static int32_t actions[TOGETHER], status[TOGETHER];
    const int64_t begin_ns = bench_library_now_ns();
    for (uint64_t n = 0; n < PLAYED / TOGETHER; n++) {
        for (int i = 0; i < TOGETHER; i++)
            agon_start(&p[i], game, NULL, NULL);
        for (uint64_t ply = 0;; ply++) {
            agon_batch_random(p, TOGETHER, agon_seed(n, ply), actions);
            const int64_t played = agon_batch_apply(p, TOGETHER, actions, status);
            if (played == 0)
                break;
            run->plies += (uint64_t)played;
        }
    }
    run->time_ns += bench_library_now_ns() - begin_ns;
}

static void bench_library_playouts(int game, struct bench_library_run *run)
{
    struct agon_position p;
    uint64_t counts[3] = {0};
    const int64_t begin_ns = bench_library_now_ns();
    agon_start(&p, game, NULL, NULL);
    agon_playouts(&p, PLAYED, 1, counts, &run->plies);
    run->time_ns += bench_library_now_ns() - begin_ns;
}

// The best of the rounds, in nanoseconds a move: other programs can only add to the time.
struct bench_library_best {
    double bare_ns, single_ns, batch_ns, playouts_ns;
};

static void bench_library_keep(double *best, const struct bench_library_run *run)
{
    const double ns = (double)run->time_ns / (double)run->plies;
    if (*best == 0 || ns < *best)
        *best = ns;
}

int main(void)
{
    printf("libagon, nanoseconds of CPU time a move of random games (best of %d; %d games each)\n",
        ROUNDS, PLAYED);
    printf("%-12s %12s %12s %12s %12s\n", "", "bare rules", "one by one", "batch", "playouts");
    for (int g = 0; games[g]; g++) {
        struct bench_library_best best = {0};
        for (int round = 0; round < ROUNDS; round++) {
            struct bench_library_run runs[4] = {0};
            bench_library_bare(games[g], &runs[0]);
            bench_library_single(agon_game_find(games[g]->name), &runs[1]);
            bench_library_batch(agon_game_find(games[g]->name), &runs[2]);
            bench_library_playouts(agon_game_find(games[g]->name), &runs[3]);
            if (runs[0].plies != runs[1].plies)
                return 1;
            bench_library_keep(&best.bare_ns, &runs[0]);
            bench_library_keep(&best.single_ns, &runs[1]);
            bench_library_keep(&best.batch_ns, &runs[2]);
            bench_library_keep(&best.playouts_ns, &runs[3]);
        }
        printf("%-12s %12.0f %12.0f %12.0f %12.0f\n", games[g]->name, best.bare_ns, best.single_ns,
            best.batch_ns, best.playouts_ns);
    }
    return 0;
}

// Speed of the rules: the deeper known counts, on one core, at every instruction-set level, and the
// slow implementations of the test suite beside them, so that the ratio is seen in one run.
// A count that is wrong fails the benchmark; a speed never does.
#include "base/clock.h"
#include "base/cpu.h"
#include "games/game.h"
#include "games/known_counts.h"
#include "games/slow.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { REPEATS = 3, DEPTHS = sizeof known_counts[0].nodes / sizeof(uint64_t) };

#define NODES_LEAST UINT64_C(15000000)
#define NODES_OFTEN_MOST UINT64_C(4000000000) // above: one run, at the best level only
#define SLOW_NODES_MOST UINT64_C(6000000)

static struct {
    const char *game;
    struct slow_count (*perft)(const char *position, int depth);
} const slow_games[] = {
    {"reversi", slow_reversi_perft},
    {"santorini", slow_santorini_perft},
    {"stones", slow_stones_perft},
};

// Keeps this thread on the core it is on now; the bench says which.
static int pin(void)
{
    int core = sched_getcpu();
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(core < 0 ? 0 : core, &set);
    return sched_setaffinity(0, sizeof set, &set) == 0 ? core : -1;
}

// What this thread has had of its core: on a shared machine, wall time measures the others.
static int64_t core_time_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return t.tv_sec * NS_PER_SECOND + t.tv_nsec;
}

static void print_row(const struct known_counts *known, int depth, const char *who, uint64_t nodes,
    double seconds, double slow_rate)
{
    double rate = (double)nodes / seconds / 1e6;
    printf("%-10s %-24s %5d  %-6s %14llu  %8.3f s  %8.1f", known->game, known->label, depth, who,
        (unsigned long long)nodes, seconds, rate);
    if (slow_rate > 0)
        printf("  %7.0f x slow", rate / slow_rate);
    printf("\n");
    fflush(stdout);
}

static bool start(const struct known_counts *known, const struct game **game, position *p)
{
    *game = game_find(known->game, NULL);
    return *game &&
        (known->position ? (*game)->parse(p, known->position, NULL)
                         : (*game)->start(p, NULL, NULL));
}

// The best of a few runs: on a shared machine the others only ever add time.
static bool run_fast(const struct known_counts *known, int depth, double slow_rate)
{
    const struct game *game;
    position p;
    if (!start(known, &game, &p))
        return false;
    bool often = known->nodes[depth] <= NODES_OFTEN_MOST;
    cpu_limit(CPU_LEVELS - 1);
    int best_level = (int)cpu_level();
    for (int level = best_level; level >= (often ? 0 : best_level); level--) {
        cpu_limit((enum cpu_level)level);
        struct perft_count count = {0};
        int64_t best = INT64_MAX;
        for (int i = 0; i < (often ? REPEATS : 1); i++) {
            count = (struct perft_count){0};
            int64_t begin = core_time_ns();
            game->perft(&p, depth, &count);
            int64_t took = core_time_ns() - begin;
            best = took < best ? took : best;
        }
        if (count.nodes != known->nodes[depth]) {
            printf("%s, %s, depth %d: %llu nodes instead of %llu\n", known->game, known->label,
                depth, (unsigned long long)count.nodes, (unsigned long long)known->nodes[depth]);
            return false;
        }
        print_row(known, depth, cpu_level_name(cpu_level()), count.nodes,
            (double)best / NS_PER_SECOND, slow_rate);
    }
    return true;
}

// Nodes in millions a second of the slow implementation, or 0 when the count is wrong.
static double run_slow(const struct known_counts *known)
{
    const struct game *game;
    position p;
    if (!start(known, &game, &p))
        return 0;
    char bytes[POSITION_TEXT_BYTES];
    struct text text = TEXT_IN(bytes);
    game->print(&p, &text);
    int depth = 1;
    while (depth + 1 < DEPTHS && known->nodes[depth + 1] != 0 &&
        known->nodes[depth + 1] <= SLOW_NODES_MOST)
        depth++;
    for (size_t i = 0; i < sizeof slow_games / sizeof *slow_games; i++) {
        if (strcmp(slow_games[i].game, known->game) != 0)
            continue;
        int64_t begin = core_time_ns();
        struct slow_count count = slow_games[i].perft(bytes, depth);
        double seconds = (double)(core_time_ns() - begin) / NS_PER_SECOND;
        if (count.nodes != known->nodes[depth])
            return 0;
        print_row(known, depth, "slow", count.nodes, seconds, 0);
        return (double)count.nodes / seconds / 1e6;
    }
    printf("%s has no slow implementation in this program's table\n", known->game);
    return 0;
}

// Deep enough to be timed; a small game has only its deepest count.
static bool is_timed(const struct known_counts *known, int depth)
{
    bool deepest = depth + 1 == DEPTHS || known->nodes[depth + 1] == 0;
    return known->nodes[depth] > NODES_LEAST || (known->nodes[depth] > 0 && deepest);
}

int main(void)
{
    int core = pin();
    printf(
        "perft on one core (%d, pinned), its own time, best of %d; leaves in millions a second\n\n",
        core, REPEATS);
    printf("%-10s %-24s %5s  %-6s %14s  %10s  %8s\n", "game", "position", "depth", "level", "nodes",
        "time", "rate");
    for (int i = 0; i < KNOWN_COUNTS; i++) {
        const struct known_counts *known = &known_counts[i];
        double slow_rate = run_slow(known);
        bool well = slow_rate > 0;
        for (int depth = 1; depth < DEPTHS && well; depth++) {
            if (is_timed(known, depth))
                well = run_fast(known, depth, slow_rate);
        }
        if (!well) {
            printf("%s, %s: a count is wrong\n", known->game, known->label);
            return EXIT_FAILURE;
        }
    }
    return EXIT_SUCCESS;
}

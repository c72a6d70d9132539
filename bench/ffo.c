// Speed of the Reversi solver: exact solves of problems from a file, on one core, and the rate of
// its nodes beside that of perft in the same run.
//
// A line of the file: number, board (a1 to h8; X, O, -), side to move, score, empty squares.
// A score that is wrong fails the benchmark; a speed never does.
#include "base/clock.h"
#include "brains/brain.h"
#include "games/reversi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    PERFT_DEPTH = 10,
    REPEATS = 3,
    MEMORY_BYTES = 256 * 1024 * 1024,
    LINE_BYTES = 256,
    WARM_NODES = 1000000
};

// What Edax 4.6, the reference in this field, needs for the same.
static const struct {
    int first, last;
    double edax_millions, bar_millions;
} groups[] = {{20, 39, 131, 170}, {40, 44, 153, 200}, {40, 49, 944, 1200}};

enum { GROUPS = sizeof groups / sizeof *groups, PROBLEMS_MOST = 100 };

#define RATE_BAR 0.083 // of the rate of perft

struct problem {
    int number, score, empties;
    position position;
};

struct sum {
    uint64_t nodes;
    double seconds;
};

// What this thread has had of its core: on a shared machine, wall time measures the others.
static double core_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / NS_PER_SECOND;
}

static bool read_problem(const char *line, struct problem *p)
{
    char board[65], side;
    if (sscanf(line, "%d %64s %c %d %d", &p->number, board, &side, &p->score, &p->empties) != 5 ||
        strlen(board) != 64)
        return false;
    struct reversi r = {.size = REVERSI_LENGTH, .turn = side == 'O'};
    for (int at = 0; at < 64; at++) {
        if (board[at] != '-')
            r.stones[board[at] == 'O'] |= UINT64_C(1) << at;
    }
    p->position = reversi_store(&r);
    return true;
}

static double perft_rate(void)
{
    position p;
    game_reversi.start(&p, NULL, NULL);
    double best = 0;
    for (int i = 0; i < REPEATS; i++) {
        struct perft_count count = {0};
        double begin = core_seconds();
        game_reversi.perft(&p, PERFT_DEPTH, &count);
        double rate = (double)count.nodes / (core_seconds() - begin);
        best = rate > best ? rate : best;
    }
    return best;
}

// Has the system hand out the memory of the table, which would be measured with the first problem.
static void warm_up(struct mind *mind)
{
    position p;
    struct thought t;
    game_reversi.start(&p, NULL, NULL);
    mind_think(mind, &p, &(struct limits){.nodes = WARM_NODES}, 1, NULL, &t);
}

static bool solve(
    struct mind *mind, const struct problem *p, struct sum sums[GROUPS], struct sum *all)
{
    struct thought t;
    double begin = core_seconds();
    mind_think(mind, &p->position, &(struct limits){0}, 1, NULL, &t);
    double seconds = core_seconds() - begin;
    all->nodes += t.nodes;
    all->seconds += seconds;
    for (int i = 0; i < GROUPS; i++) {
        if (p->number >= groups[i].first && p->number <= groups[i].last) {
            sums[i].nodes += t.nodes;
            sums[i].seconds += seconds;
        }
    }
    char bytes[MOVE_TEXT_BYTES];
    struct text text = TEXT_IN(bytes);
    game_reversi.print_move(&p->position, t.best, &text);
    bool right = t.exact && t.score == p->score * SCORE_STONE;
    printf("%5d %8d %+6d  %-4s %14llu %9.3f s %8.1f%s\n", p->number, p->empties,
        t.score / SCORE_STONE, bytes, (unsigned long long)t.nodes, seconds,
        (double)t.nodes / seconds / 1e6, right ? "" : "  wrong");
    fflush(stdout);
    return right;
}

int main(int argc, char **argv)
{
    FILE *file = argc == 4 ? fopen(argv[1], "r") : NULL;
    if (!file) {
        fprintf(stderr, "usage: bench_ffo FILE FIRST LAST\n");
        return EXIT_FAILURE;
    }
    // One for all problems: what it remembers of the others is of no use to it.
    struct mind *mind = mind_create(brain_find("@max", NULL), &game_reversi, MEMORY_BYTES);
    if (!mind)
        return EXIT_FAILURE;
    int first = atoi(argv[2]), last = atoi(argv[3]), wrong = 0;
    double perft = perft_rate();
    warm_up(mind);
    struct sum sums[GROUPS] = {{0}}, all = {0};
    printf("perft: %.0f million leaves a second\n\n", perft / 1e6);
    printf("%5s %8s %6s  %-4s %14s %11s %8s\n", "FFO", "empties", "score", "move", "nodes", "time",
        "M/s");
    char line[LINE_BYTES];
    while (fgets(line, sizeof line, file)) {
        struct problem p;
        if (read_problem(line, &p) && p.number >= first && p.number <= last)
            wrong += !solve(mind, &p, sums, &all);
    }
    fclose(file);
    mind_destroy(mind);
    for (int i = 0; i < GROUPS; i++) {
        if (sums[i].nodes > 0)
            printf("\n%d to %d: %.1f million nodes in %.2f s (bar %.0f, Edax 4.6 %.0f)",
                groups[i].first, groups[i].last, (double)sums[i].nodes / 1e6, sums[i].seconds,
                groups[i].bar_millions, groups[i].edax_millions);
    }
    if (all.nodes > 0)
        printf("\nrate: %.1f million nodes a second, %.3f of perft's (bar %.3f)\n",
            (double)all.nodes / all.seconds / 1e6, (double)all.nodes / all.seconds / perft,
            RATE_BAR);
    return wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

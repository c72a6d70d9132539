// How well a shallow search of Reversi forecasts a deeper one: the errors that multi-probcut lives
// by (probe_error in src/brains/reversi/probe_cut.h).
//
//     reversi_errors FILE [COUNT [DEPTH [SOLVE]]]
//
// Takes COUNT positions of a file of tools/reversi_games, spread over it, searches each to every
// depth up to DEPTH and, with at most SOLVE empty squares, to the end, leaving nothing out. Prints
// the root of the mean square of the differences, in stones, by depths and empty squares.
#include "base/clock.h"
#include "brains/search.h"
#include "reversi_sample.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { DEPTHS_MOST = 16, BANDS = 6, BAND_SQUARES = 10, MEMORY_BYTES = 16 << 20 };

struct sum {
    double squares;
    int count;
};

// By band of empty squares, deeper and shallower depth.
static struct sum sums[BANDS][DEPTHS_MOST][DEPTHS_MOST], ends[64][DEPTHS_MOST];

static void add(struct sum *s, int difference)
{
    double stones = (double)difference / SCORE_STONE;
    s->squares += stones * stones;
    s->count++;
}

static double error_of(const struct sum *s)
{
    return s->count > 0 ? sqrt(s->squares / s->count) : 0;
}

static void measure(
    struct tt *tt, void *state, const struct reversi_sample *sample, int depth_most, int solve)
{
    struct reversi r = {.stones = {sample->mine, sample->theirs}, .size = REVERSI_LENGTH};
    int empties = 64 - __builtin_popcountll(sample->mine | sample->theirs);
    position p = reversi_store(&r);
    struct search search = {.look_at = UINT64_MAX};
    struct root root = {.position = &p, .tt = tt, .search = &search, .whole = true};
    int scores[DEPTHS_MOST] = {0}, deepest = 0;
    tt_grow_old(tt);
    engine_reversi.begin(state, &root);
    for (int step = 1;; step++) {
        struct thought t;
        engine_reversi.deepen(state, step, &t);
        if (t.exact) {
            for (int depth = 1; depth <= deepest; depth++)
                add(&ends[empties][depth], t.score - scores[depth]);
            return;
        }
        if (t.depth < DEPTHS_MOST)
            scores[deepest = t.depth] = t.score;
        for (int shallow = 1; shallow < t.depth && t.depth < DEPTHS_MOST; shallow++)
            add(&sums[empties / BAND_SQUARES][t.depth][shallow], t.score - scores[shallow]);
        if (empties > solve && t.depth >= depth_most)
            return;
    }
}

static void print_results(int depth_most)
{
    printf("empties  depth  error of a search of depth 1, 2, ...\n");
    for (int band = 0; band < BANDS; band++) {
        for (int depth = 2; depth <= depth_most; depth++) {
            if (sums[band][depth][1].count == 0)
                continue;
            printf("%2d..%2d %8d ", band * BAND_SQUARES, band * BAND_SQUARES + 9, depth);
            for (int shallow = 1; shallow < depth; shallow++)
                printf(" %5.2f", error_of(&sums[band][depth][shallow]));
            printf("   %d\n", sums[band][depth][1].count);
        }
    }
    for (int empties = 0; empties < 64; empties++) {
        if (ends[empties][1].count == 0)
            continue;
        printf("%6d      end ", empties);
        for (int shallow = 1; shallow < DEPTHS_MOST && ends[empties][shallow].count; shallow++)
            printf(" %5.2f", error_of(&ends[empties][shallow]));
        printf("   %d\n", ends[empties][1].count);
    }
}

int main(int argc, char **argv)
{
    FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
    long wanted = argc > 2 ? atol(argv[2]) : 1000;
    int depth = argc > 3 ? atoi(argv[3]) : 8, solve = argc > 4 ? atoi(argv[4]) : 16;
    struct tt tt;
    void *state = engine_state_create(&engine_reversi);
    if (!file || !state || !tt_init(&tt, MEMORY_BYTES) || wanted < 1 || depth >= DEPTHS_MOST) {
        fprintf(stderr, "usage: reversi_errors FILE [COUNT [DEPTH [SOLVE]]]\n");
        return EXIT_FAILURE;
    }
    fseek(file, 0, SEEK_END);
    long count = ftell(file) / (long)sizeof(struct reversi_sample);
    wanted = wanted < count ? wanted : count;
    for (long i = 0; i < wanted; i++) {
        struct reversi_sample sample;
        fseek(file, i * (count / wanted) * (long)sizeof sample, SEEK_SET);
        if (fread(&sample, sizeof sample, 1, file) == 1)
            measure(&tt, state, &sample, depth, solve);
    }
    print_results(depth);
    tt_destroy(&tt);
    free(state);
    fclose(file);
    return EXIT_SUCCESS;
}

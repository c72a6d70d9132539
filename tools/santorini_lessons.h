// What tools/santorini_fit learns from: the samples of self-play as lists of the network's
// features, each with the chance to win that it should come to.
#ifndef AGON_TOOLS_SANTORINI_LESSONS_H
#define AGON_TOOLS_SANTORINI_LESSONS_H

#include "brains/santorini/board.h"
#include "brains/santorini/net.h"
#include "sample.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    BLOCK = 1024, // samples that are kept for validation, or not, together
    BLOCKS_KEPT_ONE_OF = 32,
    ACTIVE_MOST = SANTORINI_DOME * NET_SQUARES + SEATS * SANTORINI_WORKERS + NET_ROUND,
};

// The features of a lesson begin at `first`; the next one's begin where they end.
struct lesson {
    uint64_t first;
    float aim;
};

struct lessons {
    struct lesson *all;
    uint64_t count, room;
    uint16_t *features;
    uint64_t feature_count, feature_room;
};

struct course {
    int size;    // of the board
    float trust; // in what the search said, against the result
    struct lessons learned, kept;
};

static inline uint64_t lesson_end(const struct lessons *l, uint64_t i)
{
    return i + 1 < l->count ? l->all[i + 1].first : l->feature_count;
}

static inline double chance_of(double logit)
{
    return 1 / (1 + exp(-logit));
}

static inline double loss_of(double chance, double aim)
{
    const double least = 1e-9;
    return -aim * log(chance + least) - (1 - aim) * log(1 - chance + least);
}

static void *lessons_grow(void *memory, uint64_t count, uint64_t *room, size_t bytes)
{
    if (count <= *room)
        return memory;
    *room = count * 2;
    memory = realloc(memory, *room * bytes);
    if (!memory) {
        fprintf(stderr, "santorini_fit: out of memory\n");
        exit(EXIT_FAILURE);
    }
    return memory;
}

// The features of a position in the eyes of the side to move; returns how many.
static int list_features(
    const struct santorini_net *net, const struct santorini *s, uint16_t out[ACTIVE_MOST])
{
    int count = 0;
    for (int level = 1; level <= SANTORINI_DOME; level++) {
        for (bitboard left = s->at_least[level]; left != 0;)
            out[count++] = (uint16_t)net_level(level, santorini_pop(&left));
    }
    const bitboard free = s->at_least[0] & ~s->at_least[SANTORINI_DOME] & ~santorini_occupied(s);
    for (int i = 0; i < SEATS * SANTORINI_WORKERS; i++) {
        const bool theirs = i / SANTORINI_WORKERS != s->turn;
        const int square = s->workers[i / SANTORINI_WORKERS][i % SANTORINI_WORKERS];
        if (square == SANTORINI_OFF)
            continue;
        out[count++] = (uint16_t)net_worker(theirs, net_stand(s, square), square);
        int around[NET_NEIGHBOURS];
        net_around(net, s, free, square, around);
        for (int k = 0; k < NET_NEIGHBOURS; k++)
            out[count++] = (uint16_t)(around[k] + (theirs ? NET_AROUND_SIDE : 0));
    }
    return count;
}

// The search never judges a position that is won or threatened.
static bool is_judged(const struct santorini *s)
{
    if (s->won)
        return false;
    if (santorini_placing(s))
        return true;
    const struct glance g = board_glance(s);
    return g.wins == 0 && g.threats == 0;
}

static void add_lesson(struct lessons *to, const struct santorini *s, float aim)
{
    to->all = lessons_grow(to->all, to->count + 1, &to->room, sizeof *to->all);
    to->features = lessons_grow(
        to->features, to->feature_count + ACTIVE_MOST, &to->feature_room, sizeof *to->features);
    to->all[to->count++] = (struct lesson){.first = to->feature_count, .aim = aim};
    to->feature_count +=
        (uint64_t)list_features(santorini_net(s->size), s, to->features + to->feature_count);
}

// The score at which the odds are e to 1, as the results have it.
static double fit_scale(const struct sample *samples, uint64_t count)
{
    double best = 0, best_loss = INFINITY;
    for (double scale = 20; scale < 1000; scale *= 1.05) {
        double loss = 0;
        for (uint64_t i = 0; i < count; i += 7) {
            if (!samples[i].exact)
                loss += loss_of(chance_of(samples[i].score / scale), samples[i].points > 0);
        }
        if (loss < best_loss) {
            best_loss = loss;
            best = scale;
        }
    }
    return best;
}

static void learn_from(struct course *c, const struct sample *samples, uint64_t count)
{
    const double scale = fit_scale(samples, count);
    for (uint64_t i = 0; i < count; i++) {
        const struct sample *from = &samples[i];
        const struct santorini s = santorini_load(&from->position);
        if (s.size != c->size || !is_judged(&s))
            continue;
        const double result = from->points > 0, thought = chance_of(from->score / scale);
        const double aim = from->exact ? result : c->trust * thought + (1 - c->trust) * result;
        const bool kept = i / BLOCK % BLOCKS_KEPT_ONE_OF == 0;
        add_lesson(kept ? &c->kept : &c->learned, &s, (float)aim);
    }
    printf("%llu samples, score scale %.0f\n", (unsigned long long)count, scale);
}

// False: the file cannot be read, as has been said on stderr.
static bool read_samples(struct course *c, const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0) {
        perror(path);
        return false;
    }
    const long bytes = ftell(file);
    rewind(file);
    const uint64_t count = (uint64_t)bytes / sizeof(struct sample);
    struct sample *samples = malloc(count * sizeof *samples + 1);
    const bool well = samples && fread(samples, sizeof *samples, count, file) == count;
    fclose(file);
    if (well)
        learn_from(c, samples, count);
    else
        fprintf(stderr, "santorini_fit: %s cannot be read\n", path);
    free(samples);
    return well;
}

#endif

// Fits the weights of Reversi's evaluation to positions with known scores: for each phase of the
// game a linear least-squares problem, solved by conjugate gradients.
//
//     reversi_fit WEIGHTS [FILE...] [--rounds N] [--threads N] [--damping N] [--width N]
//
// A phase learns from its own positions and, so that neighbours agree, from those of --width more
// stones on either side. One position in 64 is kept aside to measure with. Weights that are seen
// rarely are held near 0 by --damping: it counts like so many observations of 0. Without a FILE all
// weights are 0, to begin from.
#include "brains/reversi/patterns.h"
#include "reversi_sample.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS_LIMIT = 64, TEST_ONE_IN = 64, STONES = 64 };

struct settings {
    uint64_t rounds, threads, damping, width;
    struct reversi_sample *samples;
    size_t count;
    struct pattern_tables *tables;
    int32_t *shared;
    int different;    // weights of a phase
    int16_t *weights; // [PHASES][different]
    pthread_mutex_t lock;
    int next; // phase that nobody works on yet
};

// One phase: the samples as lists of the weights that they add up.
struct problem {
    const struct settings *settings;
    int phase;
    size_t rows, tests;
    uint32_t (*features)[LANES_USED]; // the tests come last
    float *targets;
    double *weights, *residual, *direction, *image, *scale;
};

static void number_lanes(
    const struct settings *s, const struct reversi_sample *sample, uint32_t features[LANES_USED])
{
    for (int lane = 0; lane < LANES_USED; lane++) {
        const struct lane_squares *l = &s->tables->lanes[lane];
        int number = s->tables->middle[lane];
        for (int i = 0; i < l->length; i++) {
            int at = l->squares[i];
            int digit = (int)(sample->mine >> at & 1) - (int)(sample->theirs >> at & 1);
            number += digit * s->tables->steps[at].at[lane];
        }
        features[lane] = (uint32_t)s->shared[number];
    }
}

static int stones_of(const struct reversi_sample *sample)
{
    return __builtin_popcountll(sample->mine | sample->theirs);
}

static bool belongs(const struct problem *p, int stones)
{
    int low = p->phase * PHASE_STONES + 5, width = (int)p->settings->width;
    if (p->phase == 0)
        low = 4;
    return stones >= low - width && stones < p->phase * PHASE_STONES + 5 + PHASE_STONES + width;
}

static void collect(struct problem *p)
{
    const struct settings *s = p->settings;
    for (int tests = 0; tests < 2; tests++) {
        for (size_t i = 0; i < s->count; i++) {
            int stones = stones_of(&s->samples[i]);
            bool test = i / 64 % TEST_ONE_IN == 0; // whole games, more or less
            if (test != (tests == 1) || !belongs(p, stones) ||
                (test && pattern_phase(stones) != p->phase))
                continue;
            size_t row = p->rows + p->tests;
            number_lanes(s, &s->samples[i], p->features[row]);
            p->targets[row] = (float)s->samples[i].score / EVAL_STONE;
            p->rows += !test;
            p->tests += test;
        }
    }
}

static bool make_room(struct problem *p)
{
    const struct settings *s = p->settings;
    size_t most = 0, different = (size_t)s->different;
    for (size_t i = 0; i < s->count; i++)
        most += belongs(p, stones_of(&s->samples[i]));
    p->features = malloc((most + 1) * sizeof *p->features);
    p->targets = malloc((most + 1) * sizeof *p->targets);
    double **vectors[] = {&p->weights, &p->residual, &p->direction, &p->image, &p->scale};
    bool well = p->features && p->targets;
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        *vectors[i] = calloc(different, sizeof(double));
        well = well && *vectors[i];
    }
    return well;
}

static double sum_of(const double *weights, const uint32_t features[LANES_USED])
{
    double sum = 0;
    for (int i = 0; i < LANES_USED; i++)
        sum += weights[features[i]];
    return sum;
}

// The root of the mean square of what is wrong, in stones.
static double error_of(const struct problem *p, size_t first, size_t count)
{
    double sum = 0;
    for (size_t i = first; i < first + count; i++) {
        double miss = p->targets[i] - sum_of(p->weights, p->features[i]);
        sum += miss * miss;
    }
    return count > 0 ? sqrt(sum / (double)count) : 0;
}

// image = (A'A + damping) direction
static void multiply(struct problem *p)
{
    int different = p->settings->different;
    double damping = (double)p->settings->damping;
    for (int i = 0; i < different; i++)
        p->image[i] = damping * p->direction[i];
    for (size_t row = 0; row < p->rows; row++) {
        double sum = sum_of(p->direction, p->features[row]);
        for (int i = 0; i < LANES_USED; i++)
            p->image[p->features[row][i]] += sum;
    }
}

// Conjugate gradients on the normal equations, each weight scaled by how often it is seen.
static void fit(struct problem *p)
{
    int different = p->settings->different;
    for (int i = 0; i < different; i++)
        p->scale[i] = (double)p->settings->damping + 1e-9;
    for (size_t row = 0; row < p->rows; row++) {
        for (int i = 0; i < LANES_USED; i++) {
            p->residual[p->features[row][i]] += p->targets[row];
            p->scale[p->features[row][i]] += 1;
        }
    }
    double old = 0;
    for (int i = 0; i < different; i++) {
        p->direction[i] = p->residual[i] / p->scale[i];
        old += p->residual[i] * p->direction[i];
    }
    for (uint64_t round = 0; round < p->settings->rounds && old > 0; round++) {
        multiply(p);
        double along = 0, new = 0;
        for (int i = 0; i < different; i++)
            along += p->direction[i] * p->image[i];
        double step = old / along;
        for (int i = 0; i < different; i++) {
            p->weights[i] += step * p->direction[i];
            p->residual[i] -= step * p->image[i];
            new += p->residual[i] * p->residual[i] / p->scale[i];
        }
        for (int i = 0; i < different; i++)
            p->direction[i] = p->residual[i] / p->scale[i] + new / old * p->direction[i];
        old = new;
    }
}

static void finish(struct problem *p)
{
    const struct settings *s = p->settings;
    for (int i = 0; i < s->different; i++) {
        double weight = round(p->weights[i] * EVAL_STONE);
        weight = fmin(fmax(weight, INT16_MIN), INT16_MAX);
        s->weights[p->phase * s->different + i] = (int16_t)weight;
    }
    printf("phase %2d: %8zu positions, error %.3f stones, of %6zu others %.3f\n", p->phase, p->rows,
        error_of(p, 0, p->rows), p->tests, error_of(p, p->rows, p->tests));
    fflush(stdout);
}

static void release(struct problem *p)
{
    free(p->features);
    free(p->targets);
    free(p->weights);
    free(p->residual);
    free(p->direction);
    free(p->image);
    free(p->scale);
}

static void *work(void *argument)
{
    struct settings *s = argument;
    for (;;) {
        pthread_mutex_lock(&s->lock);
        struct problem p = {.settings = s, .phase = s->next++};
        pthread_mutex_unlock(&s->lock);
        if (p.phase >= PHASES)
            return NULL;
        if (!make_room(&p)) {
            fprintf(stderr, "reversi_fit: out of memory in phase %d\n", p.phase);
            exit(EXIT_FAILURE);
        }
        collect(&p);
        fit(&p);
        finish(&p);
        release(&p);
    }
}

// --- Files ---

static bool read_samples(struct settings *s, const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    fseek(file, 0, SEEK_END);
    size_t more = (size_t)ftell(file) / sizeof *s->samples;
    rewind(file);
    struct reversi_sample *all = realloc(s->samples, (s->count + more) * sizeof *all);
    bool well = all != NULL;
    if (well) {
        s->samples = all;
        well = fread(all + s->count, sizeof *all, more, file) == more;
        s->count += more;
    }
    fclose(file);
    return well;
}

static bool write_weights(const struct settings *s, const char *path)
{
    FILE *file = fopen(path, "wb");
    if (!file)
        return false;
    size_t count = (size_t)s->different * PHASES;
    int16_t *all = calloc(count + STONES + 1, sizeof *all); // with a bias of 0
    bool well = all != NULL;
    if (well) {
        memcpy(all, s->weights, count * sizeof *all);
        well = patterns_pack(file, all, count + STONES + 1);
    }
    free(all);
    return fclose(file) == 0 && well;
}

int main(int argc, char **argv)
{
    struct settings s = {.rounds = 40, .threads = 1, .damping = 8, .width = 2};
    const struct {
        const char *name;
        uint64_t *target;
    } numbers[] = {{"--rounds", &s.rounds}, {"--threads", &s.threads}, {"--damping", &s.damping},
        {"--width", &s.width}};
    for (int i = 2; i < argc; i++) {
        size_t n = 0;
        while (n < sizeof numbers / sizeof *numbers && strcmp(numbers[n].name, argv[i]) != 0)
            n++;
        if (n < sizeof numbers / sizeof *numbers && i + 1 < argc) {
            *numbers[n].target = strtoull(argv[++i], NULL, 10);
        } else if (!read_samples(&s, argv[i])) {
            perror(argv[i]);
            return EXIT_FAILURE;
        }
    }
    s.tables = calloc(1, sizeof *s.tables);
    s.shared = calloc(WEIGHTS, sizeof *s.shared);
    s.weights = calloc((size_t)PHASES * WEIGHTS, sizeof *s.weights);
    if (argc < 2 || !s.tables || !s.shared || !s.weights) {
        fprintf(stderr, "usage: reversi_fit WEIGHTS [FILE...] [--rounds N] [--threads N] ...\n");
        return EXIT_FAILURE;
    }
    patterns_fill(s.tables);
    s.different = patterns_share(s.tables, s.shared);
    printf("%zu positions, %d weights a phase\n", s.count, s.different);
    pthread_mutex_init(&s.lock, NULL);
    pthread_t threads[THREADS_LIMIT];
    uint64_t started = 0;
    while (started < s.threads && started < THREADS_LIMIT &&
        pthread_create(&threads[started], NULL, work, &s) == 0)
        started++;
    for (uint64_t i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    bool well = write_weights(&s, argv[1]);
    if (!well)
        perror(argv[1]);
    free(s.samples);
    free(s.tables);
    free(s.shared);
    free(s.weights);
    return well ? EXIT_SUCCESS : EXIT_FAILURE;
}

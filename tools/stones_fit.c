// Fits the weights of Game of Stones to samples of self-play: logistic regression, by gradient
// descent on all samples at once (Adam), on several threads.
//
//     stones_fit OUT FILE... [--from FILE] [--rounds N] [--result PERCENT] [--rate N] [--decay N]
//                [--threads N]
//
// What is fitted for each position is --result percent of how the game ended, the rest of what the
// search thought of it. Every tenth game or so is kept apart to tell the true loss. --rate is in
// units of weight and --decay in millionths per round. The answer depends on nothing but the
// arguments and the samples.
#include "base/random.h"
#include "brains/stones_weights.h"
#include "games/stones_bits.h"
#include "sample.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    WEIGHTS = STONES_STAGES * STONES_TERMS,
    THREADS_AT_ONCE = 64,
    HELD_BACK_OF = 10, // one of so many games
    RUN_SAMPLES = 40,  // samples that are held back together: about a game
    WEIGHT_MOST = 8000,
    TELL_EVERY = 50,
};

struct row {
    uint32_t first; // of its features
    uint16_t count;
    uint16_t stacks;
    float target;
    bool held_back;
};

struct data {
    struct row *rows;
    size_t count, room;
    struct stones_feature *features;
    size_t feature_count, feature_room;
};

struct part {
    const struct data *data;
    const double *weights;
    size_t from, to;
    double gradient[WEIGHTS];
    double loss, held_loss;
    size_t fitted, held;
};

struct settings {
    const char *out, *from;
    int rounds, result, rate, decay, threads;
};

static void fail(const char *words)
{
    fprintf(stderr, "stones_fit: %s\n", words);
    exit(EXIT_FAILURE);
}

static void *grow(void *memory, size_t *room, size_t needed, size_t bytes)
{
    if (needed <= *room)
        return memory;
    *room = *room * 2 > needed ? *room * 2 : needed;
    memory = realloc(memory, *room * bytes);
    if (!memory)
        fail("out of memory");
    return memory;
}

// --- Samples ---

// The side to move takes a last stack: the search sees that without any evaluation.
static bool wins_at_once(const position *p)
{
    const struct stones s = stones_load(p);
    move moves[MOVES_MAX];
    const int count = game_stones.moves(p, moves);
    for (int i = 0; i < count; i++) {
        position next = *p;
        game_stones.apply(&next, moves[i]);
        const struct stones after = stones_load(&next);
        for (int k = 0; k < STONES_KINDS; k++) {
            if (!(after.side[!s.turn] & after.kind[k]))
                return true;
        }
    }
    return false;
}

static void add_sample(struct data *d, const struct sample *s, size_t number, int result_percent)
{
    if (game_stones.outcome(&s->position).over || wins_at_once(&s->position))
        return;
    d->rows = grow(d->rows, &d->room, d->count + 1, sizeof *d->rows);
    d->features = grow(d->features, &d->feature_room, d->feature_count + STONES_FEATURES_MOST,
        sizeof *d->features);
    const double thought = 1 / (1 + exp(-(double)s->score / STONES_UNIT));
    const double result = (s->points + 1) / 2.0, part = result_percent / 100.0;
    struct row *row = &d->rows[d->count++];
    *row = (struct row){.first = (uint32_t)d->feature_count,
        .stacks = (uint16_t)stones_stacks(&s->position),
        .target = (float)(result * part + thought * (1 - part)),
        .held_back = random_mix(number / RUN_SAMPLES) % HELD_BACK_OF == 0};
    row->count = (uint16_t)stones_features(&s->position, &d->features[d->feature_count]);
    d->feature_count += row->count;
}

static void read_file(struct data *d, const char *path, int result_percent)
{
    FILE *f = fopen(path, "rb");
    if (!f) {
        perror(path);
        exit(EXIT_FAILURE);
    }
    struct sample s;
    for (size_t number = 0; fread(&s, sizeof s, 1, f) == 1; number++)
        add_sample(d, &s, number, result_percent);
    fclose(f);
}

// --- Descent ---

static double value_of(const struct part *p, const struct row *row)
{
    const struct stones_feature *features = &p->data->features[row->first];
    double start = 0, end = 0;
    for (int i = 0; i < row->count; i++) {
        start += p->weights[features[i].term] * features[i].times;
        end += p->weights[STONES_TERMS + features[i].term] * features[i].times;
    }
    return (start * row->stacks + end * (STONES_FULL - row->stacks)) / STONES_FULL;
}

static void *descend(void *argument)
{
    struct part *p = argument;
    for (int i = 0; i < WEIGHTS; i++)
        p->gradient[i] = 0;
    p->loss = p->held_loss = 0;
    p->fitted = p->held = 0;
    for (size_t r = p->from; r < p->to; r++) {
        const struct row *row = &p->data->rows[r];
        const double odds = value_of(p, row) / STONES_UNIT, chance = 1 / (1 + exp(-odds));
        const double safe = chance < 1e-9 ? 1e-9 : chance > 1 - 1e-9 ? 1 - 1e-9 : chance;
        const double target = (double)row->target;
        const double loss = -(target * log(safe) + (1 - target) * log(1 - safe));
        if (row->held_back) {
            p->held_loss += loss;
            p->held++;
            continue;
        }
        p->loss += loss;
        p->fitted++;
        const struct stones_feature *features = &p->data->features[row->first];
        const double pull = chance - target, start = pull * row->stacks / STONES_FULL;
        for (int i = 0; i < row->count; i++) {
            p->gradient[features[i].term] += start * features[i].times;
            p->gradient[STONES_TERMS + features[i].term] += (pull - start) * features[i].times;
        }
    }
    return NULL;
}

// One look at all samples: sums up into parts[0].
static void run_parts(struct part *parts, int count)
{
    pthread_t threads[THREADS_AT_ONCE];
    for (int i = 1; i < count; i++) {
        if (pthread_create(&threads[i], NULL, descend, &parts[i]) != 0)
            fail("no thread");
    }
    descend(&parts[0]);
    for (int i = 1; i < count; i++) {
        pthread_join(threads[i], NULL);
        for (int k = 0; k < WEIGHTS; k++)
            parts[0].gradient[k] += parts[i].gradient[k];
        parts[0].loss += parts[i].loss;
        parts[0].held_loss += parts[i].held_loss;
        parts[0].fitted += parts[i].fitted;
        parts[0].held += parts[i].held;
    }
}

static void fit(const struct data *d, double weights[WEIGHTS], const struct settings *s)
{
    static double mean[WEIGHTS], square[WEIGHTS];
    const double keep_mean = 0.9, keep_square = 0.999;
    struct part *parts = calloc((size_t)s->threads, sizeof *parts);
    if (!parts)
        fail("out of memory");
    for (int i = 0; i < s->threads; i++)
        parts[i] = (struct part){.data = d,
            .weights = weights,
            .from = d->count * (size_t)i / (size_t)s->threads,
            .to = d->count * ((size_t)i + 1) / (size_t)s->threads};
    for (int round = 1; round <= s->rounds; round++) {
        run_parts(parts, s->threads);
        // Falls to a tenth: the last rounds settle.
        const double rate = s->rate * pow(0.1, (double)round / s->rounds);
        for (int k = 0; k < WEIGHTS; k++) {
            const double g = parts[0].gradient[k] / (double)parts[0].fitted;
            mean[k] = keep_mean * mean[k] + (1 - keep_mean) * g;
            square[k] = keep_square * square[k] + (1 - keep_square) * g * g;
            const double m = mean[k] / (1 - pow(keep_mean, round));
            const double v = square[k] / (1 - pow(keep_square, round));
            weights[k] -= rate * (m / (sqrt(v) + 1e-9)) + s->decay * 1e-6 * weights[k];
        }
        if (round % TELL_EVERY == 0 || round == s->rounds)
            fprintf(stderr, "round %d: loss %.5f, held back %.5f\n", round,
                parts[0].loss / (double)parts[0].fitted,
                parts[0].held_loss / (double)parts[0].held);
    }
    free(parts);
}

// --- Weights ---

static void read_weights(const char *path, double weights[WEIGHTS])
{
    int16_t raw[WEIGHTS];
    FILE *f = fopen(path, "rb");
    if (!f || fread(raw, sizeof raw, 1, f) != 1)
        fail("no weights to begin from");
    fclose(f);
    for (int i = 0; i < WEIGHTS; i++)
        weights[i] = raw[i];
}

static void write_weights(const char *path, const double weights[WEIGHTS])
{
    int16_t raw[WEIGHTS];
    for (int i = 0; i < WEIGHTS; i++)
        raw[i] = (int16_t)lround(fmax(-WEIGHT_MOST, fmin(WEIGHT_MOST, weights[i])));
    FILE *f = fopen(path, "wb");
    if (!f || fwrite(raw, sizeof raw, 1, f) != 1 || fclose(f) != 0)
        fail("the weights could not be written");
}

int main(int argc, char **argv)
{
    struct settings s = {.rounds = 500, .result = 50, .rate = 8, .decay = 20, .threads = 1};
    static struct data d;
    static double weights[WEIGHTS];
    if (argc < 3)
        fail("usage: stones_fit OUT FILE... [--from FILE] [--rounds N] ...");
    const struct {
        const char *name;
        int *target;
    } numbers[] = {{"--rounds", &s.rounds}, {"--result", &s.result}, {"--rate", &s.rate},
        {"--decay", &s.decay}, {"--threads", &s.threads}};
    int files = 2;
    while (files < argc && argv[files][0] != '-')
        files++;
    for (int i = files; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--from") == 0)
            s.from = argv[i + 1];
        for (size_t n = 0; n < sizeof numbers / sizeof *numbers; n++) {
            if (strcmp(argv[i], numbers[n].name) == 0)
                *numbers[n].target = atoi(argv[i + 1]);
        }
    }
    if (s.threads < 1 || s.threads > THREADS_AT_ONCE)
        fail("1 to 64 threads");
    for (int i = 2; i < files; i++)
        read_file(&d, argv[i], s.result);
    fprintf(stderr, "%zu samples\n", d.count);
    if (d.count == 0)
        fail("no samples");
    if (s.from)
        read_weights(s.from, weights);
    fit(&d, weights, &s);
    write_weights(argv[1], weights);
    return EXIT_SUCCESS;
}

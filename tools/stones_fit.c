// Fits the weights of Game of Stones to samples of self-play: logistic regression, by gradient
// descent on small batches of samples (Adam).
//
//     stones_fit OUT FILE... [--from FILE] [--epochs N] [--result PERCENT] [--seed N]
//
// What is fitted for each position is --result percent of how the game ended, the rest of what the
// search thought of it. Every tenth game or so is kept apart to tell the true loss. The answer
// depends on nothing but the arguments and the samples. A million samples take a third of a
// gigabyte of memory.
#include "base/random.h"
#include "brains/stones/features.h"
#include "games/stones_bits.h"
#include "sample.h"
#include "series.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    WEIGHTS = STONES_STAGES * STONES_TERMS,
    BATCH = 4096,
    HELD_BACK_OF = 10, // one of so many games
    RUN_SAMPLES = 40,  // samples that are held back together: about a game
    WEIGHT_MOST = 8000,
};

static const double first_rate = 0.5;  // in units of weight, for each batch; it falls as half a
static const double last_share = 0.02; // cosine, to this share of it: the last batches settle

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

// What some samples say about the weights.
struct advice {
    double gradient[WEIGHTS];
    double loss;
};

struct fit {
    struct data data;
    double weights[WEIGHTS], mean[WEIGHTS], square[WEIGHTS];
    uint64_t steps, steps_in_all;
    struct random lot; // for the order of the samples
};

struct settings {
    const char *from;
    uint64_t epochs, result, seed;
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

static double value_of(const struct fit *f, const struct row *row)
{
    const struct stones_feature *features = &f->data.features[row->first];
    double start = 0, end = 0;
    for (int i = 0; i < row->count; i++) {
        start += f->weights[features[i].term] * features[i].times;
        end += f->weights[STONES_TERMS + features[i].term] * features[i].times;
    }
    return (start * row->stacks + end * (STONES_FULL - row->stacks)) / STONES_FULL;
}

static double chance_of(double odds)
{
    return 1 / (1 + exp(-odds));
}

static double loss_of(double chance, double target)
{
    const double least = 1e-9;
    return -target * log(chance + least) - (1 - target) * log(1 - chance + least);
}

static void take_advice(const struct fit *f, const struct row *row, struct advice *a)
{
    const double chance = chance_of(value_of(f, row) / STONES_UNIT), target = (double)row->target;
    const double pull = chance - target, start = pull * row->stacks / STONES_FULL;
    const struct stones_feature *features = &f->data.features[row->first];
    for (int i = 0; i < row->count; i++) {
        a->gradient[features[i].term] += start * features[i].times;
        a->gradient[STONES_TERMS + features[i].term] += (pull - start) * features[i].times;
    }
    a->loss += loss_of(chance, target);
}

static void step(struct fit *f, const struct advice *a, size_t samples)
{
    const double keep_mean = 0.9, keep_square = 0.999, tiny = 1e-9;
    const double done = (double)f->steps++ / (double)f->steps_in_all;
    const double rate =
        first_rate * (last_share + (1 - last_share) * (1 + cos(acos(-1) * done)) / 2);
    const double mean_share = 1 - pow(keep_mean, (double)f->steps);
    const double square_share = 1 - pow(keep_square, (double)f->steps);
    for (int k = 0; k < WEIGHTS; k++) {
        const double g = a->gradient[k] / (double)samples;
        f->mean[k] = keep_mean * f->mean[k] + (1 - keep_mean) * g;
        f->square[k] = keep_square * f->square[k] + (1 - keep_square) * g * g;
        f->weights[k] -=
            rate * (f->mean[k] / mean_share) / (sqrt(f->square[k] / square_share) + tiny);
    }
}

static void shuffle(struct random *lot, uint32_t *order, size_t count)
{
    for (size_t i = count; i > 1; i--) {
        const size_t other = random_below(lot, (uint32_t)i);
        const uint32_t moved = order[i - 1];
        order[i - 1] = order[other];
        order[other] = moved;
    }
}

// Once through all samples in a new order; the mean loss on the way. What is less than a batch in
// the end waits for the next time.
static double run_epoch(struct fit *f, uint32_t *order, size_t count, size_t batch)
{
    double loss = 0;
    shuffle(&f->lot, order, count);
    for (size_t first = 0; first + batch <= count; first += batch) {
        struct advice a = {.loss = 0};
        for (size_t i = 0; i < batch; i++)
            take_advice(f, &f->data.rows[order[first + i]], &a);
        step(f, &a, batch);
        loss += a.loss;
    }
    return loss / (double)(count - count % batch);
}

static double held_back_loss(const struct fit *f)
{
    double loss = 0;
    size_t count = 0;
    for (size_t i = 0; i < f->data.count; i++) {
        const struct row *row = &f->data.rows[i];
        if (!row->held_back)
            continue;
        loss += loss_of(chance_of(value_of(f, row) / STONES_UNIT), (double)row->target);
        count++;
    }
    return loss / (double)count;
}

static void learn(struct fit *f, uint64_t epochs)
{
    uint32_t *order = malloc(f->data.count * sizeof *order);
    size_t count = 0;
    if (!order)
        fail("out of memory");
    for (size_t i = 0; i < f->data.count; i++) {
        if (!f->data.rows[i].held_back)
            order[count++] = (uint32_t)i;
    }
    if (count == 0)
        fail("no samples");
    const size_t batch = count < BATCH ? count : BATCH;
    f->steps_in_all = epochs * (count / batch);
    fprintf(stderr, "%zu samples, held back %.5f\n", f->data.count, held_back_loss(f));
    for (uint64_t epoch = 1; epoch <= epochs; epoch++) {
        const double loss = run_epoch(f, order, count, batch);
        fprintf(
            stderr, "epoch %d: loss %.5f, held back %.5f\n", (int)epoch, loss, held_back_loss(f));
    }
    free(order);
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
    struct settings s = {.epochs = 3, .result = 40, .seed = 1};
    static struct fit f;
    const struct option options[] = {{"--from", .text = &s.from}, {"--epochs", .number = &s.epochs},
        {"--result", .number = &s.result}, {"--seed", .number = &s.seed}};
    int files = 2;
    while (files < argc && argv[files][0] != '-')
        files++;
    if (files < 3 ||
        !options_read(options, sizeof options / sizeof *options, argc - files, argv + files))
        fail("usage: stones_fit OUT FILE... [--from FILE] [--epochs N] ...");
    for (int i = 2; i < files; i++)
        read_file(&f.data, argv[i], (int)s.result);
    if (s.from)
        read_weights(s.from, f.weights);
    f.lot = random_seeded(s.seed);
    learn(&f, s.epochs);
    write_weights(argv[1], f.weights);
    return EXIT_SUCCESS;
}

// Fits the network of Santorini (src/brains/santorini_net.h) to samples of self-play.
//
//     santorini_fit SIZE WEIGHTS [--epochs N] [--threads N] [--seed N] [--trust PERCENT] FILE...
//
// Writes the part of the file WEIGHTS that belongs to boards of that size (5 or 6) and leaves the
// other part as it is. A sample's aim is the result of its game, mixed with --trust percent of what
// the search thought; its score is turned into a chance by the scale that fits the results best.
//
// Logistic loss, Adam, a rate that falls as half a cosine. Every 32nd block of samples is kept for
// validation. The answer depends on the samples and the seed, not on the number of threads: a batch
// is cut into the same shards always, and their sums are added in the same order.
#include "base/clock.h"
#include "base/random.h"
#include "brains/santorini_board.h"
#include "brains/santorini_net.h"
#include "sample.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    BATCH = 4096,
    SHARDS = 16,
    THREADS_MOST = 64,
    BLOCK = 1024, // samples that are kept for validation, or not, together
    BLOCKS_KEPT_ONE_OF = 32,
    ACTIVE_MOST = SANTORINI_DOME * NET_SQUARES + SEATS * SANTORINI_WORKERS + NET_ROUND,
};

// The weights to be learned, and the same for all images of the filters.
struct small {
    float rows[NET_FEATURES][NET_FILTERS];
    float bias[NET_FILTERS];
    float out[SEATS][NET_FILTERS];
    float out_bias;
};

enum { WEIGHTS = sizeof(struct small) / sizeof(float) };

struct large {
    float rows[NET_FEATURES][NET_UNITS];
    float bias[NET_UNITS];
    float out[SEATS][NET_UNITS];
    float out_bias;
    double loss;
};

// The features of a sample begin at `first`; the next sample's begin where they end.
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

struct fit {
    int size, epochs, threads;
    float trust;
    uint64_t seed;
    struct lessons learned, kept;
    struct small weights, slope, first_moment, second_moment;
    struct large net;
    struct large *shards; // SHARDS of them; the first ends up as the sum of all
    int16_t images[NET_SYMMETRIES][NET_FEATURES];
    const struct lessons *source; // of the batch
    const uint32_t *batch;
    uint64_t batch_size;
    bool over, learns;
    pthread_barrier_t barrier;
};

// --- Samples ---

static void *grow(void *memory, uint64_t count, uint64_t *room, size_t bytes)
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
    to->all = grow(to->all, to->count + 1, &to->room, sizeof *to->all);
    to->features = grow(
        to->features, to->feature_count + ACTIVE_MOST, &to->feature_room, sizeof *to->features);
    to->all[to->count++] = (struct lesson){.first = to->feature_count, .aim = aim};
    to->feature_count +=
        (uint64_t)list_features(santorini_net(s->size), s, to->features + to->feature_count);
}

static double chance_of(double logit)
{
    return 1 / (1 + exp(-logit));
}

static double loss_of(double chance, double aim)
{
    const double least = 1e-9;
    return -aim * log(chance + least) - (1 - aim) * log(1 - chance + least);
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

static void learn_from(struct fit *f, const struct sample *samples, uint64_t count)
{
    const double scale = fit_scale(samples, count);
    for (uint64_t i = 0; i < count; i++) {
        const struct sample *from = &samples[i];
        const struct santorini s = santorini_load(&from->position);
        if (s.size != f->size || !is_judged(&s))
            continue;
        const double result = from->points > 0, thought = chance_of(from->score / scale);
        const double aim = from->exact ? result : f->trust * thought + (1 - f->trust) * result;
        const bool kept = i / BLOCK % BLOCKS_KEPT_ONE_OF == 0;
        add_lesson(kept ? &f->kept : &f->learned, &s, (float)aim);
    }
    printf("%llu samples, score scale %.0f\n", (unsigned long long)count, scale);
}

static bool read_samples(struct fit *f, const char *path)
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
        learn_from(f, samples, count);
    free(samples);
    return well;
}

static uint64_t lesson_end(const struct lessons *l, uint64_t i)
{
    return i + 1 < l->count ? l->all[i + 1].first : l->feature_count;
}

// --- One batch ---

// Forwards and, when it learns, backwards; adds to the sums of the shard.
static void take_lesson(const struct fit *f, uint64_t i, struct large *shard)
{
    const struct large *net = &f->net;
    const uint64_t first = f->source->all[i].first, end = lesson_end(f->source, i);
    float units[SEATS][NET_UNITS], logit = net->out_bias;
    memcpy(units[0], net->bias, sizeof net->bias);
    memcpy(units[1], net->bias, sizeof net->bias);
    for (uint64_t k = first; k < end; k++) {
        const float *mine = net->rows[f->source->features[k]];
        const float *theirs = net->rows[net_feature_theirs(f->source->features[k])];
        for (int u = 0; u < NET_UNITS; u++) {
            units[0][u] += mine[u];
            units[1][u] += theirs[u];
        }
    }
    for (int view = 0; view < SEATS; view++) {
        float sum = 0;
        for (int u = 0; u < NET_UNITS; u++) {
            float x = units[view][u];
            x = x < 0 ? 0 : x > 1 ? 1 : x;
            sum += x * x * net->out[view][u];
        }
        logit += sum;
    }
    const double chance = chance_of((double)logit);
    shard->loss += loss_of(chance, (double)f->source->all[i].aim);
    if (!f->learns)
        return;
    const float slope = (float)chance - f->source->all[i].aim;
    shard->out_bias += slope;
    for (int view = 0; view < SEATS; view++) {
        for (int u = 0; u < NET_UNITS; u++) {
            const float x = units[view][u], inside = x > 0 && x < 1 ? x : 0;
            const float cut = x < 0 ? 0 : x > 1 ? 1 : x;
            shard->out[view][u] += slope * cut * cut;
            units[view][u] = slope * 2 * inside * net->out[view][u];
            shard->bias[u] += units[view][u];
        }
    }
    for (uint64_t k = first; k < end; k++) {
        float *mine = shard->rows[f->source->features[k]];
        float *theirs = shard->rows[net_feature_theirs(f->source->features[k])];
        for (int u = 0; u < NET_UNITS; u++)
            mine[u] += units[0][u];
        for (int u = 0; u < NET_UNITS; u++)
            theirs[u] += units[1][u];
    }
}

static void work_shards(struct fit *f, int thread)
{
    for (int s = thread; s < SHARDS; s += f->threads) {
        struct large *shard = &f->shards[s];
        memset(shard, 0, sizeof *shard);
        for (uint64_t i = (uint64_t)s; i < f->batch_size; i += SHARDS)
            take_lesson(f, f->batch ? f->batch[i] : i, shard);
    }
}

// Adds up the rows of all shards; each thread has some of them.
static void work_sums(struct fit *f, int thread)
{
    for (int row = thread; row < NET_FEATURES; row += f->threads) {
        float *sum = f->shards[0].rows[row];
        for (int s = 1; s < SHARDS; s++) {
            for (int u = 0; u < NET_UNITS; u++)
                sum[u] += f->shards[s].rows[row][u];
        }
    }
}

struct worker {
    struct fit *fit;
    int number;
};

static void *work(void *argument)
{
    const struct worker *w = argument;
    for (;;) {
        pthread_barrier_wait(&w->fit->barrier);
        if (w->fit->over)
            return NULL;
        work_shards(w->fit, w->number);
        pthread_barrier_wait(&w->fit->barrier);
        if (w->fit->learns)
            work_sums(w->fit, w->number);
        pthread_barrier_wait(&w->fit->barrier);
    }
}

// Every image of a filter has the filter's weights.
static void unfold(struct fit *f)
{
    for (int k = 0; k < NET_SYMMETRIES; k++) {
        const int first = k * NET_FILTERS;
        for (int row = 0; row < NET_FEATURES; row++)
            memcpy(&f->net.rows[row][first], f->weights.rows[f->images[k][row]],
                sizeof f->weights.rows[0]);
        memcpy(&f->net.bias[first], f->weights.bias, sizeof f->weights.bias);
        for (int view = 0; view < SEATS; view++)
            memcpy(&f->net.out[view][first], f->weights.out[view], sizeof f->weights.out[view]);
    }
    f->net.out_bias = f->weights.out_bias;
}

static void add_filters(float *to, const float *from)
{
    for (int i = 0; i < NET_FILTERS; i++)
        to[i] += from[i];
}

// What all images ask of a weight is asked of the filter's.
static void fold(struct fit *f)
{
    struct large *sum = &f->shards[0];
    for (int s = 1; s < SHARDS; s++) {
        for (int u = 0; u < NET_UNITS; u++) {
            sum->bias[u] += f->shards[s].bias[u];
            sum->out[0][u] += f->shards[s].out[0][u];
            sum->out[1][u] += f->shards[s].out[1][u];
        }
        sum->out_bias += f->shards[s].out_bias;
    }
    memset(&f->slope, 0, sizeof f->slope);
    for (int k = 0; k < NET_SYMMETRIES; k++) {
        const int first = k * NET_FILTERS;
        for (int row = 0; row < NET_FEATURES; row++)
            add_filters(f->slope.rows[f->images[k][row]], &sum->rows[row][first]);
        add_filters(f->slope.bias, &sum->bias[first]);
        for (int view = 0; view < SEATS; view++)
            add_filters(f->slope.out[view], &sum->out[view][first]);
    }
    f->slope.out_bias = sum->out_bias;
}

// Returns the loss of the lessons; `batch` NULL: all of the source.
static double run_batch(struct fit *f, const uint32_t *batch, uint64_t size, bool learns)
{
    f->batch = batch;
    f->batch_size = size;
    f->learns = learns;
    unfold(f);
    pthread_barrier_wait(&f->barrier);
    pthread_barrier_wait(&f->barrier);
    pthread_barrier_wait(&f->barrier);
    double loss = 0;
    for (int s = 0; s < SHARDS; s++)
        loss += f->shards[s].loss;
    return loss;
}

// --- Learning ---

// What whole numbers can hold.
static float limit_of(size_t weight)
{
    const size_t out = offsetof(struct small, out) / sizeof(float);
    return weight >= out && weight < out + (size_t)SEATS * NET_FILTERS ? 127.0f / NET_ONE_OUT
        : weight < out                                                 ? 1.98f
                                                                       : 100.0f;
}

static void step(struct fit *f, uint64_t number, double rate, uint64_t lessons)
{
    const double keep_first = 0.9, keep_second = 0.999, tiny = 1e-8;
    const double first_fix = 1 - pow(keep_first, (double)number);
    const double second_fix = 1 - pow(keep_second, (double)number);
    float *weights = (float *)&f->weights, *slope = (float *)&f->slope;
    float *first = (float *)&f->first_moment, *second = (float *)&f->second_moment;
    for (size_t i = 0; i < WEIGHTS; i++) {
        const double g = (double)slope[i] / (double)lessons;
        first[i] = (float)(keep_first * (double)first[i] + (1 - keep_first) * g);
        second[i] = (float)(keep_second * (double)second[i] + (1 - keep_second) * g * g);
        const double by =
            rate * (double)first[i] / first_fix / (sqrt((double)second[i] / second_fix) + tiny);
        const float moved = weights[i] - (float)by, limit = limit_of(i);
        weights[i] = moved > limit ? limit : moved < -limit ? -limit : moved;
    }
}

static float draw(struct random *lot, float most)
{
    return most * ((float)random_below(lot, 2000001) / 1e6f - 1);
}

static void begin(struct fit *f)
{
    struct random lot = random_seeded(f->seed);
    for (int row = 0; row < NET_FEATURES; row++) {
        for (int i = 0; i < NET_FILTERS; i++)
            f->weights.rows[row][i] = draw(&lot, 0.1f);
        for (int k = 0; k < NET_SYMMETRIES; k++)
            f->images[k][row] = (int16_t)net_feature_image(row, k, f->size);
    }
    for (int i = 0; i < NET_FILTERS; i++) {
        f->weights.bias[i] = 0.3f;
        f->weights.out[0][i] = draw(&lot, 0.2f);
        f->weights.out[1][i] = draw(&lot, 0.2f);
    }
}

static void shuffle(uint32_t *order, uint64_t count, struct random *lot)
{
    for (uint64_t i = count - 1; i > 0; i--) {
        const uint64_t k = random_below(lot, (uint32_t)(i + 1));
        const uint32_t swap = order[i];
        order[i] = order[k];
        order[k] = swap;
    }
}

static void run_epochs(struct fit *f, uint32_t *order)
{
    const double rate_most = 0.004, rate_least = 0.00002, half_turn = 3.14159265358979;
    const uint64_t count = f->learned.count, batches = (count + BATCH - 1) / BATCH;
    const uint64_t steps = batches * (uint64_t)f->epochs;
    const int64_t started_ns = clock_now_ns();
    struct random lot = random_seeded(random_derive(f->seed, 1));
    uint64_t number = 0;
    for (int epoch = 1; epoch <= f->epochs; epoch++) {
        double loss = 0;
        shuffle(order, count, &lot);
        f->source = &f->learned;
        for (uint64_t at = 0; at < count; at += BATCH) {
            const uint64_t size = count - at < BATCH ? count - at : BATCH;
            const double way = (double)number / (double)steps;
            loss += run_batch(f, order + at, size, true);
            fold(f);
            step(f, ++number,
                rate_least + (rate_most - rate_least) * (1 + cos(half_turn * way)) / 2, size);
        }
        f->source = &f->kept;
        const double kept = run_batch(f, NULL, f->kept.count, false);
        printf("epoch %d, loss %.5f, validation %.5f, %lld s\n", epoch, loss / (double)count,
            kept / (double)f->kept.count,
            (long long)((clock_now_ns() - started_ns) / NS_PER_SECOND));
        fflush(stdout);
    }
}

static bool run(struct fit *f)
{
    pthread_t threads[THREADS_MOST];
    struct worker workers[THREADS_MOST];
    f->shards = calloc(SHARDS, sizeof *f->shards);
    uint32_t *order = malloc(f->learned.count * sizeof *order + 1);
    if (!f->shards || !order || f->learned.count == 0 || f->kept.count == 0) {
        fprintf(stderr,
            "santorini_fit: too few samples (the first %d of a file are for validation), "
            "or no memory for them\n",
            BLOCK);
        return false;
    }
    for (uint64_t i = 0; i < f->learned.count; i++)
        order[i] = (uint32_t)i;
    pthread_barrier_init(&f->barrier, NULL, (unsigned)f->threads + 1);
    for (int i = 0; i < f->threads; i++) {
        workers[i] = (struct worker){f, i};
        if (pthread_create(&threads[i], NULL, work, &workers[i]) != 0)
            return false;
    }
    begin(f);
    run_epochs(f, order);
    f->over = true;
    pthread_barrier_wait(&f->barrier);
    for (int i = 0; i < f->threads; i++)
        pthread_join(threads[i], NULL);
    free(order);
    free(f->shards);
    return true;
}

// --- The file ---

static int16_t whole(float weight, float one)
{
    return (int16_t)lrintf(weight * one);
}

static bool write_weights(const struct fit *f, const char *path)
{
    static struct santorini_net_seed seeds[NET_SIZES];
    FILE *file = fopen(path, "rb");
    if (file) {
        // What is not there yet stays zero.
        const size_t got = fread(seeds, 1, sizeof seeds, file);
        fclose(file);
        memset((char *)seeds + got, 0, sizeof seeds - got);
    }
    struct santorini_net_seed *seed = &seeds[f->size - NET_SIZE_LEAST];
    for (int i = 0; i < NET_FILTERS; i++) {
        for (int row = 0; row < NET_FEATURES; row++)
            seed->rows[row][i] = whole(f->weights.rows[row][i], NET_ONE);
        seed->bias[i] = whole(f->weights.bias[i], NET_ONE);
        for (int view = 0; view < SEATS; view++)
            seed->out[view][i] = whole(f->weights.out[view][i], NET_ONE_OUT);
    }
    seed->out_bias = (int32_t)lrintf(f->weights.out_bias * (NET_ONE * NET_ONE * NET_ONE_OUT));
    file = fopen(path, "wb");
    const bool well = file && fwrite(seeds, sizeof seeds, 1, file) == 1;
    if (!file || fclose(file) != 0 || !well) {
        perror(path);
        return false;
    }
    return true;
}

static bool read_arguments(struct fit *f, int argc, char **argv)
{
    int i = 3;
    for (; i + 1 < argc && strncmp(argv[i], "--", 2) == 0; i += 2) {
        const long value = strtol(argv[i + 1], NULL, 10);
        if (strcmp(argv[i], "--epochs") == 0)
            f->epochs = (int)value;
        else if (strcmp(argv[i], "--threads") == 0)
            f->threads = value < 1 ? 1 : value > THREADS_MOST ? THREADS_MOST : (int)value;
        else if (strcmp(argv[i], "--seed") == 0)
            f->seed = (uint64_t)value;
        else if (strcmp(argv[i], "--trust") == 0)
            f->trust = (float)value / 100;
        else
            return false;
    }
    f->size = argc > 1 ? atoi(argv[1]) : 0;
    if (i >= argc || f->size < NET_SIZE_LEAST || f->size >= NET_SIZE_LEAST + NET_SIZES)
        return false;
    for (; i < argc; i++) {
        if (!read_samples(f, argv[i]))
            exit(EXIT_FAILURE);
    }
    return true;
}

int main(int argc, char **argv)
{
    static struct fit f = {.epochs = 20, .threads = 1, .trust = 0.5f, .seed = 1};
    if (!read_arguments(&f, argc, argv)) {
        fprintf(stderr, "usage: santorini_fit SIZE WEIGHTS [--epochs N] ... FILE...\n");
        return EXIT_FAILURE;
    }
    printf("%llu lessons, %llu kept for validation\n", (unsigned long long)f.learned.count,
        (unsigned long long)f.kept.count);
    return run(&f) && write_weights(&f, argv[2]) ? EXIT_SUCCESS : EXIT_FAILURE;
}

// Fits the network of Santorini (src/brains/santorini/net.h) to samples of self-play.
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
#include "santorini_lessons.h"

#include <pthread.h>

enum { BATCH = 4096, SHARDS = 16, THREADS_MOST = 64 };

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

struct fit {
    struct course course;
    int epochs, threads;
    uint64_t seed;
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
            f->images[k][row] = (int16_t)net_feature_image(row, k, f->course.size);
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
    const uint64_t count = f->course.learned.count, batches = (count + BATCH - 1) / BATCH;
    const uint64_t steps = batches * (uint64_t)f->epochs;
    const int64_t started_ns = clock_now_ns();
    struct random lot = random_seeded(random_derive(f->seed, 1));
    uint64_t number = 0;
    for (int epoch = 1; epoch <= f->epochs; epoch++) {
        double loss = 0;
        shuffle(order, count, &lot);
        f->source = &f->course.learned;
        for (uint64_t at = 0; at < count; at += BATCH) {
            const uint64_t size = count - at < BATCH ? count - at : BATCH;
            const double way = (double)number / (double)steps;
            loss += run_batch(f, order + at, size, true);
            fold(f);
            step(f, ++number,
                rate_least + (rate_most - rate_least) * (1 + cos(half_turn * way)) / 2, size);
        }
        f->source = &f->course.kept;
        const double kept = run_batch(f, NULL, f->course.kept.count, false);
        printf("epoch %d, loss %.5f, validation %.5f, %lld s\n", epoch, loss / (double)count,
            kept / (double)f->course.kept.count,
            (long long)((clock_now_ns() - started_ns) / NS_PER_SECOND));
        fflush(stdout);
    }
}

static bool run(struct fit *f)
{
    pthread_t threads[THREADS_MOST];
    struct worker workers[THREADS_MOST];
    f->shards = calloc(SHARDS, sizeof *f->shards);
    uint32_t *order = malloc(f->course.learned.count * sizeof *order + 1);
    if (!f->shards || !order || f->course.learned.count == 0 || f->course.kept.count == 0) {
        fprintf(stderr,
            "santorini_fit: too few samples (the first %d of a file are for validation), "
            "or no memory for them\n",
            BLOCK);
        return false;
    }
    for (uint64_t i = 0; i < f->course.learned.count; i++)
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
    struct santorini_net_seed *seed = &seeds[f->course.size - NET_SIZE_LEAST];
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
            f->course.trust = (float)value / 100;
        else
            return false;
    }
    const int size = argc > 1 ? atoi(argv[1]) : 0;
    f->course.size = size;
    if (i >= argc || size < NET_SIZE_LEAST || size >= NET_SIZE_LEAST + NET_SIZES)
        return false;
    for (; i < argc; i++) {
        if (!read_samples(&f->course, argv[i]))
            exit(EXIT_FAILURE);
    }
    return true;
}

int main(int argc, char **argv)
{
    static struct fit f = {.course = {.trust = 0.7f}, .epochs = 20, .threads = 1, .seed = 1};
    if (!read_arguments(&f, argc, argv)) {
        fprintf(stderr, "usage: santorini_fit SIZE WEIGHTS [--epochs N] ... FILE...\n");
        return EXIT_FAILURE;
    }
    printf("%llu lessons, %llu kept for validation\n", (unsigned long long)f.course.learned.count,
        (unsigned long long)f.course.kept.count);
    return run(&f) && write_weights(&f, argv[2]) ? EXIT_SUCCESS : EXIT_FAILURE;
}

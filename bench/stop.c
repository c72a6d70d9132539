// How soon a built-in player answers when it is told to stop: the time from the stop to its answer,
// by the clock and in CPU time of its thread. On a busy machine only the CPU time says something of
// the search; the rest it waits for a core.
//
//     bench_stop [STOPS]
#include "base/clock.h"
#include "base/random.h"
#include "brains/brain.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum {
    STOPS = 300,     // for each game, unless told otherwise
    AFTER_MOST = 20, // milliseconds of thinking, from none at all
    BAR_MS = 5,
    DOUBT_NS = 100 * 1000, // so exactly it must be known when the search was told
};

struct thinker {
    struct mind *mind;
    position position;
    uint64_t seed;
    atomic_bool stop, begun;
    clockid_t clock; // of its CPU time
    struct thought thought;
    int64_t done_at_ns, cpu_ns; // when it had its answer
};

struct delays {
    int count;
    int64_t *wall_ns, *cpu_ns;
};

static int64_t time_of(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return t.tv_sec * NS_PER_SECOND + t.tv_nsec;
}

static void pause_ns(int64_t ns)
{
    nanosleep(&(struct timespec){ns / NS_PER_SECOND, ns % NS_PER_SECOND}, NULL);
}

static void *think(void *argument)
{
    struct thinker *t = argument;
    pthread_getcpuclockid(pthread_self(), &t->clock);
    atomic_store(&t->begun, true);
    mind_think(t->mind, &t->position, &(struct limits){0}, t->seed, &t->stop, &t->thought);
    t->cpu_ns = time_of(t->clock);
    t->done_at_ns = clock_now_ns();
    return NULL;
}

// A position from anywhere in a game of random moves, but not one that is over.
static position draw_position(const struct game *game, struct random *lot)
{
    position p, chosen;
    game->start(&p, NULL, NULL);
    move moves[MOVES_MAX];
    uint32_t seen = 0;
    for (int count; (count = game->moves(&p, moves)) > 0;) {
        if (random_below(lot, ++seen) == 0)
            chosen = p;
        game->apply(&p, moves[random_below(lot, (uint32_t)count)]);
    }
    return chosen;
}

// Lets it think for a while, and stops it. False: it could not be started.
static bool stop_once(struct thinker *t, struct random *lot, struct delays *d)
{
    pthread_t thread;
    if (!t->mind || pthread_create(&thread, NULL, think, t) != 0)
        return false;
    while (!atomic_load(&t->begun))
        pause_ns(NS_PER_MS / 10);
    pause_ns(random_below(lot, AFTER_MOST * 1000) * (NS_PER_MS / 1000));
    int64_t now_ns = clock_now_ns(), cpu_ns = time_of(t->clock);
    atomic_store(&t->stop, true);
    int64_t told_ns = clock_now_ns() - now_ns;
    pthread_join(thread, NULL);
    // One that had its answer before was not stopped. And if this thread lost its core just then,
    // the search went on without knowing of anything.
    if (t->done_at_ns > now_ns && told_ns < DOUBT_NS) {
        d->cpu_ns[d->count] = t->cpu_ns - cpu_ns;
        d->wall_ns[d->count++] = t->done_at_ns - now_ns;
    }
    return true;
}

static int compare(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

// Median, 99 of 100, and the longest.
static void print_delays(int64_t *list, int count)
{
    qsort(list, (size_t)count, sizeof *list, compare);
    const int places[] = {count / 2, count * 99 / 100, count - 1};
    for (int i = 0; i < 3; i++)
        printf(" %8.3f", (double)list[places[i]] / NS_PER_MS);
}

static void print_game(const struct game *game, struct delays *d)
{
    printf("%-16s %6d |", game->title, d->count);
    if (d->count == 0) {
        printf(" it always had its answer before\n");
        return;
    }
    print_delays(d->cpu_ns, d->count);
    printf(" |");
    print_delays(d->wall_ns, d->count);
    int in_time = 0;
    for (int i = 0; i < d->count; i++)
        in_time += d->cpu_ns[i] <= BAR_MS * NS_PER_MS;
    printf(" | %5.1f %%: %s\n", 100.0 * in_time / d->count,
        in_time == d->count ? "reached" : "missed");
    fflush(stdout);
}

static bool measure_game(const struct game *game, int stops, struct delays *d)
{
    const struct brain *brain = brain_find("@max", NULL);
    struct random lot = random_seeded(1);
    d->count = 0;
    for (int i = 0; i < stops; i++) {
        struct thinker t = {.mind = mind_create(brain, game, 0),
            .position = draw_position(game, &lot),
            .seed = (uint64_t)i};
        bool well = stop_once(&t, &lot, d);
        mind_destroy(t.mind);
        if (!well)
            return false;
    }
    return true;
}

int main(int argc, char **argv)
{
    int stops = argc > 1 ? atoi(argv[1]) : STOPS;
    if (argc > 2 || stops < 1) {
        fprintf(stderr, "usage: bench_stop [STOPS]\n");
        return EXIT_FAILURE;
    }
    struct delays d = {.wall_ns = calloc((size_t)stops, sizeof *d.wall_ns),
        .cpu_ns = calloc((size_t)stops, sizeof *d.cpu_ns)};
    bool well = d.wall_ns && d.cpu_ns;
    printf("Milliseconds from the stop to the answer: median, 99 of 100, longest.\n\n");
    printf("%-16s %6s | %26s | %26s | CPU within %d ms\n", "", "stops", "CPU", "wall", BAR_MS);
    for (int i = 0; well && games[i]; i++) {
        struct error e;
        if (!brain_plays(brain_find("@max", NULL), games[i], &e))
            continue;
        well = measure_game(games[i], stops, &d);
        if (well)
            print_game(games[i], &d);
    }
    free(d.wall_ns);
    free(d.cpu_ns);
    if (!well)
        fprintf(stderr, "bench_stop: no memory, or no thread\n");
    return well ? EXIT_SUCCESS : EXIT_FAILURE;
}

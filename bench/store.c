// Speed of the store, without records (bench/records.c): how many games a second become durable,
// what one costs the thread that adds it, and whether a contest of a million games costs more for
// each than one of ten thousand.
//
//     bench_store FOLDER [GAMES]
//
// FOLDER should be on the disk that is to be measured: one in memory has nothing to wait for.
#include "store/store.h"
#include "base/clock.h"
#include "store/reader.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    SINGLE_GAMES = 500, // one at a time, each waited for
    GAMES_MOST = 1000000,
    MOVES = 60
};

static const struct store_contest contest = {.seed = 1, .text = "game: reversi\n"};

static char path[512];

__attribute__((noreturn)) static void fail(const char *words)
{
    fprintf(stderr, "bench_store: %s\n", words);
    exit(1);
}

static void start_anew(void)
{
    static const char *const parts[] = {"", "-wal", "-shm", "-owner"};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        char part[600];
        snprintf(part, sizeof part, "%s%s", path, parts[i]);
        if (unlink(part) != 0 && errno != ENOENT)
            fail("the last contest cannot be removed");
    }
}

// A game of Reversi of the usual length; every number gives another one.
static struct store_game make_game(int64_t number)
{
    static char moves[MOVES * 3 + 1], explanation[80];
    for (int i = 0; i < MOVES; i++) {
        int64_t square = (number * 31 + i * 7) % 64;
        char *move = moves + (size_t)i * 3;
        move[0] = (char)('a' + square % 8);
        move[1] = (char)('1' + square / 8);
        move[2] = ' ';
    }
    snprintf(
        explanation, sizeof explanation, "hydra beats gambit 40 to 24 in game %" PRId64, number);
    return (struct store_game){.pair = number / 2,
        .game = number % 2,
        .play = number + 1,
        .second_id = 1,
        .first_name = "hydra",
        .second_name = "gambit",
        .start = "8x8 ........ ........ ........ ...OX... ...XO... ........ ........ ........ X",
        .verdict = "WON",
        .blame = STORE_NOBODY,
        .explanation = explanation,
        .moves = moves,
        .plies = MOVES,
        .wall_ns = number};
}

static int64_t resident_bytes(void)
{
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file == NULL || fscanf(file, "%*d %ld", &pages) != 1)
        fail("no /proc/self/statm");
    fclose(file);
    return pages * sysconf(_SC_PAGESIZE);
}

static int64_t cpu_ns(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return t.tv_sec * NS_PER_SECOND + t.tv_nsec;
}

// What adding has cost the thread that adds.
struct cost {
    int64_t wall_ns, cpu_ns, adder_cpu_ns, longest_add_ns;
};

static struct cost add_games(struct store *s, int64_t first, int64_t count, bool one_at_a_time)
{
    struct cost cost = {.wall_ns = -clock_now_ns(),
        .cpu_ns = -cpu_ns(CLOCK_PROCESS_CPUTIME_ID),
        .adder_cpu_ns = -cpu_ns(CLOCK_THREAD_CPUTIME_ID)};
    struct error e;
    for (int64_t i = first; i < first + count; i++) {
        struct store_game game = make_game(i);
        while (store_room(s) == 0)
            nanosleep(&(struct timespec){.tv_nsec = 500000}, NULL); // a loop would play on
        int64_t before_ns = clock_now_ns();
        if (!store_add_game(s, &game, NULL, &e))
            fail(e.words);
        int64_t took_ns = clock_now_ns() - before_ns;
        if (took_ns > cost.longest_add_ns)
            cost.longest_add_ns = took_ns;
        if (one_at_a_time && !store_wait(s, &e))
            fail(e.words);
    }
    cost.adder_cpu_ns += cpu_ns(CLOCK_THREAD_CPUTIME_ID);
    if (!store_wait(s, &e))
        fail(e.words);
    cost.wall_ns += clock_now_ns();
    cost.cpu_ns += cpu_ns(CLOCK_PROCESS_CPUTIME_ID);
    return cost;
}

static void print_row(const char *what, int64_t games, const struct cost *cost)
{
    printf("%-26s %8" PRId64 " %10.0f %9.1f %9.2f %9.2f %8.1f\n", what, games,
        (double)games * NS_PER_SECOND / (double)cost->wall_ns,
        (double)cost->cpu_ns / (double)games / 1e3,
        (double)cost->adder_cpu_ns / (double)games / 1e3, (double)cost->longest_add_ns / 1e6,
        (double)resident_bytes() / (1 << 20));
    fflush(stdout);
}

static struct store *open_store(void)
{
    struct error e;
    struct store *s =
        store_open(&(struct store_options){.location = path, .contest = &contest}, &e);
    if (s == NULL)
        fail(e.words);
    return s;
}

static void close_store(struct store *s)
{
    struct error e;
    if (!store_close(s, &e))
        fail(e.words);
}

static void measure_small(const char *what, int64_t games, bool one_at_a_time)
{
    start_anew();
    struct store *s = open_store();
    struct cost cost = add_games(s, 0, games, one_at_a_time);
    print_row(what, games, &cost);
    close_store(s);
}

// Every row is ten times the contest of the row before, and only what was added is measured.
static void measure_growth(int64_t games)
{
    start_anew();
    struct store *s = open_store();
    int64_t done = 0;
    for (int64_t goal = games < 10000 ? games : 10000; done < games; goal *= 10) {
        int64_t count = (goal < games ? goal : games) - done;
        struct cost cost = add_games(s, done, count, false);
        done += count;
        char what[40];
        snprintf(what, sizeof what, "batches, up to %" PRId64, done);
        print_row(what, count, &cost);
    }
    close_store(s);
}

static bool count_game(void *user, const struct store_game *game)
{
    *(int64_t *)user += game->plies > 0;
    return true;
}

static void measure_reading(void)
{
    struct error e;
    struct reader *r = reader_open(path, &e);
    int64_t seen = 0, start_ns = clock_now_ns();
    if (r == NULL || !reader_walk_games(r, READER_BY_PAIR, count_game, &seen, &e))
        fail(e.words);
    int64_t walked_ns = clock_now_ns();
    if (!reader_verify(r, &e))
        fail(e.words);
    int64_t verified_ns = clock_now_ns();
    struct stat file;
    if (stat(path, &file) != 0)
        fail("no file");
    printf("\nread by pair %.0f games/s, verified %.0f games/s, %.0f bytes a game, %.1f MiB held\n",
        (double)seen * NS_PER_SECOND / (double)(walked_ns - start_ns),
        (double)seen * NS_PER_SECOND / (double)(verified_ns - walked_ns),
        (double)file.st_size / (double)seen, (double)resident_bytes() / (1 << 20));
    reader_close(r);
}

int main(int argc, char *argv[])
{
    if (argc < 2 || argc > 3)
        fail("usage: bench_store FOLDER [GAMES]");
    if (mkdir(argv[1], 0777) != 0 && errno != EEXIST)
        fail("the folder cannot be made");
    snprintf(path, sizeof path, "%s/bench.db", argv[1]);
    int64_t games = argc == 3 ? strtoll(argv[2], NULL, 10) : GAMES_MOST;
    if (games < 1)
        fail("GAMES is a number above 0");
    printf("%-26s %8s %10s %9s %9s %9s %8s\n", "store", "games", "durable/s", "cpu us", "adder us",
        "stall ms", "MiB");
    measure_small("one at a time", SINGLE_GAMES, true);
    measure_growth(games);
    measure_reading();
    start_anew();
    return 0;
}

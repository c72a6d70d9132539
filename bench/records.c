// Records in the store: how many bytes the record of a game has and how many it takes in the file,
// and how many games a second become durable with their records and without. For every game, over
// its protocols and between built-in players.
//
//     bench_records AGON FOLDER [GAMES]
//
// FOLDER should be on the disk that is to be measured. Where AGON_POSTGRES is the address of a
// database (AGON_POSTGRES_FSYNC=on tests/postgres/with ...), the same games go there, too. The
// records are those of real games, played first; GAMES of them are stored, again and again the same
// ones. It never fails because of a speed.
#include "measure.h"

#include "base/clock.h"
#include "store/postgres.h"
#include "store/store.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    SAMPLES = 50, // real games of each row
    GAMES = 10000,
    RECORD_BYTES_MOST = 1 << 20,
    PATH_BYTES = 512,
    BAR_GAMES = 3000, // a second, with records
};

static const struct row {
    const char *game, *wire; // NULL: built-in players, no messages
} rows[] = {
    {"santorini", "santorini"},
    {"santorini", "santorini-course"},
    {"santorini", NULL},
    {"reversi", "hgp"},
    {"reversi", NULL},
    {"stones", "stones"},
    {"stones", NULL},
};

struct record {
    char *bytes;
    size_t length;
};

static const char *agon, *folder;
static struct record records[SAMPLES];
static char database[PATH_BYTES], address[PATH_BYTES];

// --- Real records ---

static void play(const struct row *row)
{
    char first[PATH_BYTES] = "@random", second[PATH_BYTES] = "@1", games[16], kept[PATH_BYTES];
    if (row->wire) {
        static const char bot[] = "%s brain %s --wire %s --memory 1 --level %s";
        snprintf(first, sizeof first, bot, agon, row->game, row->wire, "random");
        snprintf(second, sizeof second, bot, agon, row->game, row->wire, "1");
    }
    snprintf(games, sizeof games, "%d", SAMPLES);
    snprintf(kept, sizeof kept, "%s/records", folder);
    const char *words[] = {agon, "play", row->game, first, second, "--games", games, "--openings",
        "random:4", "--seed", "1", "--record", kept, row->wire ? "--wire" : NULL, row->wire, NULL};
    struct measured m = measure_run(words);
    text_destroy(&m.output);
}

// Reads the records and removes them.
static size_t take_records(void)
{
    size_t sum = 0;
    char path[PATH_BYTES];
    for (int i = 0; i < SAMPLES; i++) {
        struct record *r = &records[i];
        snprintf(path, sizeof path, "%s/records/%d.jsonl", folder, i + 1);
        FILE *file = fopen(path, "r");
        r->bytes = file ? realloc(r->bytes, RECORD_BYTES_MOST) : NULL;
        if (!r->bytes)
            measure_fail("%s cannot be read", path);
        r->length = fread(r->bytes, 1, RECORD_BYTES_MOST, file);
        fclose(file);
        unlink(path);
        sum += r->length;
    }
    snprintf(path, sizeof path, "%s/records", folder);
    rmdir(path);
    return sum / SAMPLES;
}

// --- Storing them ---

struct cost {
    int64_t wall_ns, cpu_ns, bytes; // of all games
};

static int64_t cpu_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec * NS_PER_SECOND + t.tv_nsec;
}

static void add_game(struct store *s, int64_t number, bool with_records)
{
    static const char moves[] = "d3 c3 c4 e3 d2 b4 f5 d6 c6 d7 c7 b6 a6 b3 a4 a5 a2 b5 f6 f4 a3 c5 "
                                "e2 f3 g4 d1 c2 b1 a1 a7 b2 c1 e1 f1 g1 h1 f2 g2 g3 h2 h3 h4 h5 g5";
    const struct record *r = &records[number % SAMPLES];
    const struct store_game game = {.pair = number / 2,
        .game = number % 2,
        .play = number + 1,
        .second_id = 1,
        .first_name = "hydra",
        .second_name = "gambit",
        .start = "8x8 ........ ........ ........ ...OX... ...XO... ........ ........ ........ X",
        .verdict = "WON",
        .blame = STORE_NOBODY,
        .explanation = "hydra beats gambit 40 to 24",
        .moves = moves,
        .plies = 44,
        .record = with_records ? r->bytes : NULL,
        .record_bytes = with_records ? r->length : 0};
    struct error e;
    while (store_room(s) == 0)
        nanosleep(&(struct timespec){.tv_nsec = 500000}, NULL); // a loop would play on
    if (!store_add_game(s, &game, NULL, &e))
        measure_fail("%s", e.words);
}

static void remove_database(void)
{
    if (unlink(database) != 0 && errno != ENOENT)
        measure_fail("%s cannot be removed: %s", database, strerror(errno));
}

static void remove_from_server(void)
{
    struct postgres p;
    struct error e;
    if (!postgres_open(&p, getenv("AGON_POSTGRES"), "bench", &e) ||
        !postgres_run(&p, "DROP SCHEMA IF EXISTS agon_records CASCADE", &e))
        measure_fail("%s", e.words);
    postgres_close(&p);
}

static struct cost store_games(const char *location, int64_t games, bool with_records)
{
    struct error e;
    const struct store_contest contest = {.seed = 1, .text = "game: reversi\n"};
    location == database ? remove_database() : remove_from_server();
    struct cost cost = {.wall_ns = -clock_now_ns(), .cpu_ns = -cpu_ns()};
    struct store *s =
        store_open(&(struct store_options){.location = location, .contest = &contest}, &e);
    if (!s)
        measure_fail("%s", e.words);
    for (int64_t i = 0; i < games; i++)
        add_game(s, i, with_records);
    if (!store_close(s, &e))
        measure_fail("%s", e.words);
    cost.wall_ns += clock_now_ns();
    cost.cpu_ns += cpu_ns();
    struct stat about;
    if (stat(database, &about) == 0)
        cost.bytes = about.st_size;
    location == database ? remove_database() : remove_from_server();
    return cost;
}

// --- All of it ---

static double per_second(const struct cost *c, int64_t games)
{
    return (double)games * NS_PER_SECOND / (double)c->wall_ns;
}

struct speeds {
    double in_file, on_server; // games a second with their records
};

static struct speeds measure_row(const struct row *row, int64_t games)
{
    char what[64];
    snprintf(what, sizeof what, "%s, %s", row->game, row->wire ? row->wire : "built-in");
    play(row);
    size_t plain = take_records();
    struct cost none = store_games(database, games, false),
                with = store_games(database, games, true);
    printf("%-28s %8zu %8.0f %9.0f %9.0f %9.1f %9.1f", what, plain,
        (double)(with.bytes - none.bytes) / (double)games, per_second(&none, games),
        per_second(&with, games), (double)none.cpu_ns / (double)games / 1e3,
        (double)with.cpu_ns / (double)games / 1e3);
    struct speeds speeds = {.in_file = per_second(&with, games)};
    if (address[0] != '\0') {
        struct cost there = store_games(address, games, true);
        speeds.on_server = per_second(&there, games);
        printf(" %10.0f %6.2f %9.1f", speeds.on_server, speeds.on_server / speeds.in_file,
            (double)there.cpu_ns / (double)games / 1e3);
    }
    printf("\n");
    fflush(stdout);
    return speeds;
}

int main(int argc, char **argv)
{
    if (argc < 3 || argc > 4)
        measure_fail("usage: bench_records AGON FOLDER [GAMES]");
    agon = argv[1];
    folder = argv[2];
    int64_t games = argc == 4 ? strtoll(argv[3], NULL, 10) : GAMES;
    if (games < 1)
        measure_fail("GAMES is a number above 0");
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        measure_fail("%s cannot be made: %s", folder, strerror(errno));
    snprintf(database, sizeof database, "%s/records.db", folder);
    if (getenv("AGON_POSTGRES"))
        snprintf(address, sizeof address, "%s#records", getenv("AGON_POSTGRES"));
    bool both = address[0] != '\0';
    printf("%-28s %8s %8s %9s %9s %9s %9s%s\n", "", "bytes", "bytes", "durable/s", "durable/s",
        "cpu us", "cpu us", both ? "  durable/s        cpu us" : "");
    printf("%-28s %8s %8s %9s %9s %9s %9s%s\n", "records", "plain", "stored", "none", "store",
        "none", "store", both ? " PostgreSQL  ratio" : "");
    struct speeds slowest = {0};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct speeds speeds = measure_row(&rows[i], games);
        if (i == 0 || speeds.in_file < slowest.in_file)
            slowest.in_file = speeds.in_file;
        if (i == 0 || speeds.on_server < slowest.on_server)
            slowest.on_server = speeds.on_server;
    }
    printf("\nat least %.0f games/s with their records (bar: %d)\n", slowest.in_file, BAR_GAMES);
    if (both)
        printf("on PostgreSQL at least %.0f games/s (bar: %d)\n", slowest.on_server, BAR_GAMES);
    for (int i = 0; i < SAMPLES; i++)
        free(records[i].bytes);
    return 0;
}

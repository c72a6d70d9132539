// Speed of the referee: what it costs to referee a move, beside what it costs to carry its bytes
// (floor.c), and what many games at once cost. Bots that answer at once, records on, everything on
// one core. A speed never fails the benchmark.
//
//     bench_referee AGON BOT FLOOR FOLDER
//
// Moves a second are those of the core's time, referee and bots together: on one core nothing runs
// beside anything else, and what other programs take of it meanwhile is not counted.
//
// Every figure per move is the difference between long and short runs, divided by the moves that
// the long ones have more: the start and the end of the bots fall out of it, and are shown apart.
#include "measure.h"
#include "script.h"

#include "base/clock.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

enum {
    REPEATS = 5,
    PATH_BYTES = 512,
    COMMAND_BYTES = 600,
    NUMBER_BYTES = 24,
    MANY_GAMES = 1000,
    STRACE_SHARE = 10, // of the games, since it makes everything so slow
};

// The bars.
static const double cpu_multiple_most = 2.0;
static const double system_calls_most = 4.0;
static const double moves_share_least = 50.0 / 75.0; // of the floor's moves a second
static const int64_t memory_most = 4 << 20, memory_per_game_most = 32 << 10;

enum contender { FLOOR, REFEREE, CONTENDERS };
enum length { SHORT, LONG, LENGTHS };

// One kind of game over one kind of link.
struct setting {
    const char *game;
    bool dials_in;       // TCP; else pipes
    bool one_connection; // the bots stay for all games
    struct {
        int games;
        int skip; // moves at the beginning of each game
    } lengths[LENGTHS];
};

static const struct setting settings[] = {
    {"santorini", false, true, {{40, 0}, {440, 0}}},
    {"stones", false, false, {{200, 54}, {200, 0}}},
    {"reversi", false, false, {{200, 56}, {200, 0}}},
    {"santorini", true, true, {{40, 0}, {440, 0}}},
    {"stones", true, false, {{200, 54}, {200, 0}}},
    {"reversi", true, false, {{200, 56}, {200, 0}}},
};

struct sample {
    int64_t cpu_ns;     // of the contender
    int64_t all_cpu_ns; // and of its bots
};

// What the contenders took, and the moves of one run of each length.
struct trial {
    struct sample samples[CONTENDERS][LENGTHS][REPEATS];
    int64_t moves[LENGTHS];
    int64_t flagged;
    int64_t calls[CONTENDERS][LENGTHS]; // system calls, of 1 in STRACE_SHARE games
};

static const char *agon, *bot, *floor_program, *folder;

// --- Running one of them ---

struct command {
    char bot[COMMAND_BYTES], games[NUMBER_BYTES], concurrency[NUMBER_BYTES];
    char records[PATH_BYTES], first[PATH_BYTES], next[PATH_BYTES];
    char position[POSITION_TEXT_BYTES];
    const char *words[MEASURE_WORDS_MAX];
    int count;
};

static void add(struct command *c, const char *word)
{
    c->words[c->count++] = word;
    c->words[c->count] = NULL;
}

static void empty_folder(const char *path)
{
    const char *const words[] = {"rm", "-rf", path, NULL};
    struct measured m = measure_run(words);
    text_destroy(&m.output);
}

static void name_bot(struct command *c, const struct setting *s, int skip)
{
    snprintf(c->bot, sizeof c->bot, "%s --skip %d %s%s", bot, skip, s->game,
        s->dials_in ? " {host} {port}" : "");
}

static void add_referee(
    struct command *c, const struct setting *s, enum length length, int count, int concurrency)
{
    int skip = s->lengths[length].skip;
    name_bot(c, s, skip);
    snprintf(c->games, sizeof c->games, "%d", count);
    snprintf(c->concurrency, sizeof c->concurrency, "%d", concurrency);
    snprintf(c->records, sizeof c->records, "%s/records", folder);
    const char *const words[] = {agon, "play", s->game, c->bot, c->bot, "--json", "--seed", "1",
        "--games", c->games, "--concurrency", c->concurrency, "--record", c->records};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        add(c, words[i]);
    if (skip == 0)
        return;
    struct script script;
    if (!script_make(&script, s->game, NULL, skip))
        measure_fail("%s has no move %d", s->game, skip);
    struct text out = TEXT_IN(c->position);
    script.game->print(&script.start, &out);
    add(c, "--position");
    add(c, c->position);
}

// Where the conversations are kept that the floor holds again.
static void name_conversation(struct command *c, const struct setting *s, enum length length)
{
    snprintf(c->first, sizeof c->first, "%s/%s-%d.first", folder, s->game, length);
    snprintf(c->next, sizeof c->next, "%s/%s-%d.next", folder, s->game, length);
}

static void add_floor(struct command *c, const struct setting *s, enum length length, int count)
{
    name_bot(c, s, s->lengths[length].skip);
    name_conversation(c, s, length);
    snprintf(c->games, sizeof c->games, "%d", count);
    add(c, floor_program);
    add(c, c->games);
    add(c, c->bot);
    add(c, c->first);
    if (s->one_connection)
        add(c, c->next);
}

static struct measured run_referee(struct command *c)
{
    empty_folder(c->records);
    return measure_run(c->words);
}

// The referee plays three games, of which the first and the third have the same seats.
static void keep_conversation(const struct setting *s, enum length length)
{
    struct command c = {0};
    add_referee(&c, s, length, 3, 1);
    struct measured m = run_referee(&c);
    if (measure_games(&m).flagged > 0)
        measure_fail("the bots of the benchmark do not play %s to its end", s->game);
    text_destroy(&m.output);
    name_conversation(&c, s, length);
    char path[PATH_BYTES + NUMBER_BYTES];
    snprintf(path, sizeof path, "%s/1.jsonl", c.records);
    if (rename(path, c.first) != 0)
        measure_fail("there is no record %s", path);
    snprintf(path, sizeof path, "%s/3.jsonl", c.records);
    if (rename(path, c.next) != 0)
        measure_fail("there is no record %s", path);
}

static void take_sample(
    struct trial *t, const struct setting *s, enum contender who, enum length length, int repeat)
{
    struct command c = {0};
    struct measured m;
    if (who == FLOOR) {
        add_floor(&c, s, length, s->lengths[length].games);
        m = measure_run(c.words);
    } else {
        add_referee(&c, s, length, s->lengths[length].games, 1);
        m = run_referee(&c);
        struct played played = measure_games(&m);
        t->moves[length] = played.moves;
        t->flagged += played.flagged;
    }
    t->samples[who][length][repeat] =
        (struct sample){.cpu_ns = m.cpu_ns, .all_cpu_ns = m.all_cpu_ns};
    text_destroy(&m.output);
}

// --- System calls ---

static bool has_strace(void)
{
    return system("command -v strace >/dev/null 2>&1") == 0;
}

// The `calls` column of the last line: "100.00 0.003842 3 1212 17 total".
static int64_t read_total(const char *path)
{
    char line[256];
    long long calls = -1;
    FILE *file = fopen(path, "re");
    while (file && fgets(line, sizeof line, file)) {
        if (strstr(line, "total"))
            sscanf(line, "%*s %*s %*s %lld", &calls);
    }
    if (file)
        fclose(file);
    return calls;
}

// With -b execve: the bots are not counted. The sleeps of the thread that watches the core belong
// to no move.
static int64_t count_calls(const struct setting *s, enum contender who, enum length length)
{
    struct command c = {0};
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%s/strace", folder);
    add(&c, "strace");
    add(&c, "-f");
    add(&c, "-b");
    add(&c, "execve");
    add(&c, "-e");
    add(&c, "trace=!clock_nanosleep,restart_syscall");
    add(&c, "-c");
    add(&c, "-o");
    add(&c, path);
    int count = s->lengths[length].games / STRACE_SHARE;
    if (who == FLOOR)
        add_floor(&c, s, length, count);
    else
        add_referee(&c, s, length, count, 1);
    struct measured m = who == FLOOR ? measure_run(c.words) : run_referee(&c);
    text_destroy(&m.output);
    return read_total(path);
}

// --- Figures ---

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static int64_t best(const struct trial *t, enum contender who, enum length length, bool with_bots)
{
    int64_t least = INT64_MAX;
    for (int i = 0; i < REPEATS; i++) {
        const struct sample *sample = &t->samples[who][length][i];
        int64_t value = with_bots ? sample->all_cpu_ns : sample->cpu_ns;
        least = value < least ? value : least;
    }
    return least;
}

static double more_moves(const struct trial *t)
{
    return (double)(t->moves[LONG] - t->moves[SHORT]);
}

// Nanoseconds a move, by the best run of each length: others only ever add time.
static double per_move(const struct trial *t, enum contender who, bool with_bots)
{
    return (double)(best(t, who, LONG, with_bots) - best(t, who, SHORT, with_bots)) / more_moves(t);
}

static double multiple_of(const struct trial *t, int repeat)
{
    double cpu[CONTENDERS];
    for (int who = 0; who < CONTENDERS; who++)
        cpu[who] =
            (double)(t->samples[who][LONG][repeat].cpu_ns - t->samples[who][SHORT][repeat].cpu_ns);
    return cpu[REFEREE] / cpu[FLOOR];
}

static double median_multiple(const struct trial *t)
{
    double multiples[REPEATS];
    for (int i = 0; i < REPEATS; i++)
        multiples[i] = multiple_of(t, i);
    qsort(multiples, REPEATS, sizeof *multiples, by_value);
    return multiples[REPEATS / 2];
}

static double calls_per_move(const struct trial *t, enum contender who)
{
    return (double)(t->calls[who][LONG] - t->calls[who][SHORT]) / more_moves(t) * STRACE_SHARE;
}

static const char *verdict(bool reached)
{
    return reached ? "reached" : "missed";
}

static const char *link_name(const struct setting *s)
{
    return s->dials_in ? "TCP" : "pipes";
}

// --- The tables ---

enum { SETTINGS = sizeof settings / sizeof *settings };

static struct trial trials[SETTINGS];

static void measure(struct trial *t, const struct setting *s, bool strace)
{
    for (int length = 0; length < LENGTHS; length++)
        keep_conversation(s, (enum length)length);
    for (int repeat = 0; repeat < REPEATS; repeat++) {
        for (int length = 0; length < LENGTHS; length++) {
            for (int who = 0; who < CONTENDERS; who++)
                take_sample(t, s, (enum contender)who, (enum length)length, repeat);
        }
    }
    for (int who = 0; strace && who < CONTENDERS; who++) {
        for (int length = 0; length < LENGTHS; length++)
            t->calls[who][length] = count_calls(s, (enum contender)who, (enum length)length);
    }
}

static void print_moves(bool strace)
{
    printf("%-10s %-5s | %-15s | %-15s | %-22s | %-14s | %s\n", "", "", "floor", "referee",
        "CPU as a multiple", "moves/s: share", "system calls a move");
    printf("%-10s %-5s | %7s %7s | %7s %7s | %6s %6s  %-8s | %5s %-8s | %5s %7s %s\n", "game",
        "over", "us/move", "moves/s", "us/move", "moves/s", "best", "median", "bar: 2.0", "",
        "bar: .67", "floor", "referee", "bar: 4");
    for (int i = 0; i < SETTINGS; i++) {
        struct trial *t = &trials[i];
        measure(t, &settings[i], strace);
        double floor_cpu = per_move(t, FLOOR, false), cpu = per_move(t, REFEREE, false);
        double floor_all = per_move(t, FLOOR, true), all = per_move(t, REFEREE, true);
        double multiple = cpu / floor_cpu, share = floor_all / all;
        printf("%-10s %-5s | %7.2f %7.0f | %7.2f %7.0f | %6.2f %6.2f  %-8s | %5.2f %-8s |",
            settings[i].game, link_name(&settings[i]), floor_cpu / 1e3, 1e9 / floor_all, cpu / 1e3,
            1e9 / all, multiple, median_multiple(t), verdict(multiple <= cpu_multiple_most), share,
            verdict(share >= moves_share_least));
        double calls = calls_per_move(t, REFEREE);
        if (strace)
            printf(" %5.2f %7.2f %s\n", calls_per_move(t, FLOOR), calls,
                verdict(calls <= system_calls_most));
        else
            printf(" strace is not installed\n");
        fflush(stdout);
    }
}

// What is left of a short run when its few moves are taken off, for each game: to start two bots
// and to see them go, and the record's opening and closing.
static void print_games(void)
{
    printf("\n%-10s %-6s | %s\n", "game", "over",
        "start and end of a game and its two bots, CPU us: floor, referee");
    for (int i = 0; i < SETTINGS; i++) {
        const struct trial *t = &trials[i];
        double rest[CONTENDERS];
        for (int who = 0; who < CONTENDERS && !settings[i].one_connection; who++) {
            double moves = per_move(t, (enum contender)who, false) * (double)t->moves[SHORT];
            rest[who] = ((double)best(t, (enum contender)who, SHORT, false) - moves) /
                settings[i].lengths[SHORT].games / 1e3;
        }
        if (!settings[i].one_connection)
            printf("%-10s %-6s | %10.0f %10.0f\n", settings[i].game, link_name(&settings[i]),
                rest[FLOOR], rest[REFEREE]);
    }
}

static void print_crowd(const char *label, const struct setting *s)
{
    struct measured runs[2];
    struct played played[2];
    for (int i = 0; i < 2; i++) {
        int count = i == 0 ? 1 : MANY_GAMES;
        struct command c = {0};
        add_referee(&c, s, LONG, count, count);
        runs[i] = run_referee(&c);
        played[i] = measure_games(&runs[i]);
        text_destroy(&runs[i].output);
    }
    int64_t slope = (runs[1].peak_bytes - runs[0].peak_bytes) / (MANY_GAMES - 1);
    bool well = runs[0].in_time && runs[1].in_time;
    bool small = runs[0].peak_bytes <= memory_most + memory_per_game_most &&
        runs[1].peak_bytes <= memory_most + MANY_GAMES * memory_per_game_most;
    printf("%-16s | %7.2f %8.2f %8.1f %9s | %6" PRId64 " %8.2f %8" PRId64 " %9s\n", label,
        (double)runs[0].peak_bytes / (1 << 20), (double)runs[1].peak_bytes / (1 << 20),
        (double)slope / 1024, verdict(well && small), played[1].games,
        (double)runs[1].wall_ns / NS_PER_SECOND, played[1].flagged,
        verdict(played[1].games == MANY_GAMES && played[1].flagged == 0));
    fflush(stdout);
}

static void print_crowds(void)
{
    printf("\n%-16s | %7s %8s %8s %9s | %6s %8s %8s %9s\n", "", "MiB", "MiB", "KiB", "bar: 4 MiB",
        "games", "", "", "bar:");
    printf("%-16s | %7s %8s %8s %9s | %6s %8s %8s %9s\n", "at once", "1 game", "1000", "a game",
        "+ 32 KiB", "at once", "seconds", "flagged", "none");
    static const struct {
        const char *label;
        struct setting setting;
    } crowds[] = {
        {"stones, pipes", {.game = "stones"}},
        {"reversi, TCP", {.game = "reversi", .dials_in = true}},
        {"santorini, TCP", {.game = "santorini", .dials_in = true}},
    };
    for (size_t i = 0; i < sizeof crowds / sizeof *crowds; i++)
        print_crowd(crowds[i].label, &crowds[i].setting);
}

static const char *file_system_of(const char *path)
{
    struct statfs fs;
    static const struct {
        long type;
        const char *name;
    } known[] = {{0x01021994, "tmpfs"}, {0xEF53, "ext4"}, {0x58465342, "xfs"},
        {0x9123683E, "btrfs"}, {0x794C7630, "overlayfs"}};
    if (statfs(path, &fs) != 0)
        return "unknown";
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if ((long)fs.f_type == known[i].type)
            return known[i].name;
    }
    return "another file system";
}

int main(int argc, char **argv)
{
    if (argc != 5) {
        fprintf(stderr, "usage: bench_referee AGON BOT FLOOR FOLDER\n");
        return EXIT_FAILURE;
    }
    agon = argv[1];
    bot = argv[2];
    floor_program = argv[3];
    folder = argv[4];
    mkdir(folder, 0755);
    int core = measure_pin();
    printf(
        "The referee, its bots and the floor on one core (%d, pinned); bots that answer at once; "
        "records on (%s, %s).\nBest of %d, floor and referee in turn; start and end of the bots "
        "taken off.\n\n",
        core, folder, file_system_of(folder), REPEATS);
    fflush(stdout);
    print_moves(has_strace());
    print_games();
    fflush(stdout);
    print_crowds();
    empty_folder(folder);
    return EXIT_SUCCESS;
}

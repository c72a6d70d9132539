// Contests: how many games a second, whether a game of a million costs more than one of ten
// thousand, and how near a contest of spawned bots comes to a loop that only starts and ends them.
//
//     bench_contest AGON BOT FLOOR FOLDER [GAMES]
//
// FOLDER is where the contests are stored, so the disk is measured, too; without records, so that
// figures can be compared with those from before they were stored (bench/records.c). GAMES is the
// largest contest of built-in players. It never fails because of a speed.
#include "measure.h"

#include "base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sched.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    GAMES_LEAST = 10000, // the smallest contest of built-in players
    GAMES_MOST = 1000000,
    PLAYERS = 50, // of the contest of spawned bots
    SPAWNED_GAMES = PLAYERS * (PLAYERS - 1),
    LANES = 2, // games at once on each core: while one starts or ends, the other goes on
    REPEATS = 3,
    PATH_BYTES = 512,
    CORES_MOST = 64,
    BAR_GAMES = 3000, // a second, of Reversi, instant players
    BAR_SPAWNED_GAMES = 500,
};

#define BAR_OF_CEILING 0.80
#define BAR_CLOSED 0.70

static const char *agon, *bot, *floor_program;
static int cores[CORES_MOST], core_count;

// --- Running ---

struct cost {
    int64_t wall_ns; // contests: from the first game to the end of the last one
    int64_t all_ns;  // from the start of the program to its end
    int64_t cpu_ns;  // with all bots
    int64_t peak_bytes;
    int64_t games;
};

static void find_cores(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0)
        measure_fail("no cores: %s", strerror(errno));
    for (int core = 0; core < CPU_SETSIZE && core_count < CORES_MOST; core++) {
        if (CPU_ISSET(core, &set))
            cores[core_count++] = core;
    }
}

static void pin(int core)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(core, &set);
    sched_setaffinity(0, sizeof set, &set);
}

// Waits for a child and adds what it and its own children have cost.
static void settle(pid_t pid, struct cost *cost)
{
    int status;
    struct rusage used;
    if (wait4(pid, &status, 0, &used) != pid || status != 0)
        measure_fail("a program failed (status %#x)", (unsigned)status);
    cost->cpu_ns += (used.ru_utime.tv_sec + used.ru_stime.tv_sec) * NS_PER_SECOND +
        (used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1000;
    if (used.ru_maxrss * 1024 > cost->peak_bytes)
        cost->peak_bytes = used.ru_maxrss * 1024;
}

// Runs (or goes on with) the contest in contest.yaml; its lines are counted and thrown away.
static struct cost run_contest(void)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        measure_fail("no pipe: %s", strerror(errno));
    char number[16];
    snprintf(number, sizeof number, "%d", LANES * core_count);
    struct cost cost = {.all_ns = -clock_now_ns()};
    pid_t pid = fork();
    if (pid == 0) {
        dup2(ends[1], STDOUT_FILENO);
        execl(
            agon, agon, "contest", "run", "contest.yaml", "--json", "--concurrency", number, NULL);
        _exit(127);
    }
    close(ends[1]);
    static char bytes[1 << 16];
    int64_t first_ns = 0, last_ns = 0, lines = 0;
    for (ssize_t got; (got = read(ends[0], bytes, sizeof bytes)) > 0;) {
        int64_t before = lines;
        for (const char *at = bytes; (at = memchr(at, '\n', (size_t)(bytes + got - at))); at++)
            lines++;
        // The last line is the table, long after the last game of a large contest.
        if (before == 0)
            first_ns = clock_now_ns();
        if (memmem(bytes, (size_t)got, "{\"index\"", 8))
            last_ns = clock_now_ns();
    }
    close(ends[0]);
    cost.all_ns += clock_now_ns();
    cost.games = lines - 1;
    cost.wall_ns = last_ns - first_ns;
    settle(pid, &cost);
    return cost;
}

static void forget_contest(void)
{
    static const char *const parts[] = {"", "-wal", "-shm", "-owner"};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        char path[64];
        snprintf(path, sizeof path, "contest.db%s", parts[i]);
        if (unlink(path) != 0 && errno != ENOENT)
            measure_fail("%s cannot be removed: %s", path, strerror(errno));
    }
}

static FILE *begin_file(void)
{
    forget_contest();
    FILE *file = fopen("contest.yaml", "w");
    if (!file)
        measure_fail("contest.yaml cannot be written: %s", strerror(errno));
    return file;
}

static double per_second(const struct cost *c)
{
    return (double)c->games * NS_PER_SECOND / (double)(c->wall_ns > 0 ? c->wall_ns : 1);
}

static double us_each(int64_t ns, int64_t games)
{
    return (double)ns / 1e3 / (double)games;
}

// --- Built-in players ---

static void write_instant(int64_t games)
{
    FILE *file = begin_file();
    fprintf(file, "game: reversi\nrecords: none\ngames: %" PRId64 "\nplayers:\n", games);
    fprintf(file, "  - {name: ann, player: \"@random\"}\n  - {name: bob, player: \"@first\"}\n");
    fclose(file);
}

static void print_growth(const char *what, const struct cost *c, int64_t games)
{
    char speed[24] = "-";
    if (c->games > 0)
        snprintf(speed, sizeof speed, "%.0f", per_second(c));
    printf("%-24s %9s %9.1f %9.1f %9.1f %9.1f\n", what, speed, us_each(c->all_ns, games),
        us_each(c->cpu_ns, games), (double)c->all_ns / NS_PER_SECOND,
        (double)c->peak_bytes / (1 << 20));
    fflush(stdout);
}

static void measure_growth(int64_t most)
{
    printf("Reversi, @random and @first, everything stored; one runner on each of %d cores.\n\n",
        core_count);
    printf("%-24s %9s %9s %9s %9s %9s\n", "contest", "games/s", "us a game", "cpu us", "seconds",
        "peak MiB");
    double first_us = 0, last_us = 0, slowest = 0;
    for (int64_t games = GAMES_LEAST; games <= most; games *= 10) {
        write_instant(games);
        struct cost c = run_contest();
        if (c.games != games)
            measure_fail("%" PRId64 " of %" PRId64 " games", c.games, games);
        char what[40];
        snprintf(what, sizeof what, "%" PRId64 " games", games);
        print_growth(what, &c, games);
        last_us = us_each(c.cpu_ns, games);
        first_us = games == GAMES_LEAST ? last_us : first_us;
        slowest = slowest == 0 || per_second(&c) < slowest ? per_second(&c) : slowest;
        // A finished contest: all that is stored is read, and nothing is played.
        struct cost again = run_contest();
        print_growth("  gone on with", &again, games);
    }
    printf("\nat least %.0f games/s (bar: %d); CPU a game in the largest contest: %.2f of that in"
           " the smallest\n",
        slowest, BAR_GAMES, last_us / first_us);
}

// --- Spawned bots ---

// Two bots are started with three pipes each, their input is closed, their end is seen: what a
// game cannot do without.
struct process {
    pid_t pid;
    int ours[3];
};

static void start_process(struct process *p, char *const words[])
{
    extern char **environ;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    int his[3];
    for (int i = 0; i < 3; i++) {
        int ends[2];
        if (pipe2(ends, O_CLOEXEC) != 0)
            _exit(1);
        his[i] = ends[i == 0 ? 0 : 1];
        p->ours[i] = ends[i == 0 ? 1 : 0];
        posix_spawn_file_actions_adddup2(&actions, his[i], i);
    }
    if (posix_spawn(&p->pid, words[0], &actions, NULL, words, environ) != 0)
        _exit(1);
    posix_spawn_file_actions_destroy(&actions);
    for (int i = 0; i < 3; i++)
        close(his[i]);
}

static void end_process(struct process *p)
{
    char bytes[4096];
    close(p->ours[0]);
    while (read(p->ours[1], bytes, sizeof bytes) > 0)
        continue;
    waitpid(p->pid, NULL, 0);
    close(p->ours[1]);
    close(p->ours[2]);
}

static _Noreturn void loop(int games)
{
    char *const words[] = {strdup(bot), strdup("reversi"), NULL};
    for (int i = 0; i < games; i++) {
        struct process two[2];
        start_process(&two[0], words);
        start_process(&two[1], words);
        end_process(&two[0]);
        end_process(&two[1]);
    }
    _exit(0);
}

static _Noreturn void converse(int games)
{
    char number[16], command[PATH_BYTES];
    snprintf(number, sizeof number, "%d", games);
    snprintf(command, sizeof command, "%s reversi", bot);
    dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO);
    execl(floor_program, floor_program, number, command, "games/1.jsonl", NULL);
    _exit(127);
}

// As many processes as cores, each on its own, share the games.
static struct cost run_on_all_cores(void (*work)(int games))
{
    struct cost cost = {.games = SPAWNED_GAMES / core_count * core_count};
    pid_t pids[CORES_MOST];
    fflush(stdout);
    int64_t begin_ns = clock_now_ns();
    for (int i = 0; i < core_count; i++) {
        pids[i] = fork();
        if (pids[i] == 0) {
            pin(cores[i]);
            work(SPAWNED_GAMES / core_count);
        }
    }
    for (int i = 0; i < core_count; i++)
        settle(pids[i], &cost);
    cost.wall_ns = cost.all_ns = clock_now_ns() - begin_ns;
    return cost;
}

static void write_spawned(const char *sandbox)
{
    FILE *file = begin_file();
    fprintf(file, "game: reversi\nrecords: none\nsandbox: %s\nplayers:\n", sandbox);
    for (int i = 1; i <= PLAYERS; i++)
        fprintf(file, "  - {name: p%d, player: %s reversi}\n", i, bot);
    fclose(file);
}

// The conversation that the floor holds again.
static void write_record(void)
{
    char command[PATH_BYTES];
    snprintf(command, sizeof command, "%s reversi", bot);
    const char *const remove[] = {"rm", "-rf", "games", NULL};
    const char *const play[] = {
        agon, "play", "reversi", command, command, "--seed", "1", "--record", "games", NULL};
    struct measured removed = measure_run(remove), played = measure_run(play);
    text_destroy(&removed.output);
    text_destroy(&played.output);
}

static void keep_best(struct cost *best, const struct cost *c)
{
    int64_t wall_ns = best->wall_ns == 0 || c->wall_ns < best->wall_ns ? c->wall_ns : best->wall_ns;
    int64_t cpu_ns = best->cpu_ns == 0 || c->cpu_ns < best->cpu_ns ? c->cpu_ns : best->cpu_ns;
    *best = *c;
    best->wall_ns = wall_ns;
    best->cpu_ns = cpu_ns;
}

static void print_spawned(const char *what, const struct cost *c)
{
    printf("%-38s %9.0f %9.0f\n", what, per_second(c), us_each(c->cpu_ns, c->games));
}

static void measure_spawned(void)
{
    printf(
        "\nRound robin of %d spawned bots, %d whole games of Reversi, two new processes each, on "
        "%d cores:\none runner on each with %d games at once, its bots beside it. Best of %d, in "
        "turn.\n\n",
        PLAYERS, SPAWNED_GAMES, core_count, LANES, REPEATS);
    write_record();
    struct cost bare = {0}, floor = {0}, contest = {0}, closed = {0};
    for (int i = 0; i < REPEATS; i++) {
        struct cost c = run_on_all_cores(loop);
        keep_best(&bare, &c);
        c = run_on_all_cores(converse);
        keep_best(&floor, &c);
        write_spawned("none");
        c = run_contest();
        if (c.games != SPAWNED_GAMES)
            measure_fail("%" PRId64 " of %d games", c.games, SPAWNED_GAMES);
        keep_best(&contest, &c);
        write_spawned("closed");
        c = run_contest();
        if (c.games != SPAWNED_GAMES)
            measure_fail("%" PRId64 " of %d games", c.games, SPAWNED_GAMES);
        keep_best(&closed, &c);
    }
    printf("%-38s %9s %9s\n", "", "games/s", "cpu us");
    print_spawned("processes started and ended, no game", &bare);
    print_spawned("the same, and the conversation", &floor);
    print_spawned("contest, no sandbox", &contest);
    print_spawned("contest, closed sandbox", &closed);
    printf("\ncontest: %.2f of the games/s of the bare loop, %.2f of those with the conversation"
           " (bar: %.2f), at least %d: %s\n",
        per_second(&contest) / per_second(&bare), per_second(&contest) / per_second(&floor),
        BAR_OF_CEILING, BAR_SPAWNED_GAMES,
        per_second(&contest) >= BAR_SPAWNED_GAMES ? "reached" : "missed");
    printf("by CPU time, which other programs cannot take away: %.2f and %.2f\n",
        (double)bare.cpu_ns / (double)contest.cpu_ns,
        (double)floor.cpu_ns / (double)contest.cpu_ns);
    printf("closed sandbox: %.2f of the games/s without one (bar: %.2f), %.2f by CPU time\n",
        per_second(&closed) / per_second(&contest), BAR_CLOSED,
        (double)contest.cpu_ns / (double)closed.cpu_ns);
}

static const char *full(const char *path)
{
    const char *whole = realpath(path, NULL);
    if (!whole)
        measure_fail("%s: %s", path, strerror(errno));
    return whole;
}

int main(int argc, char **argv)
{
    if (argc < 5)
        measure_fail("usage: bench_contest AGON BOT FLOOR FOLDER [GAMES]");
    agon = full(argv[1]);
    bot = full(argv[2]);
    floor_program = full(argv[3]);
    int64_t most = argc > 5 ? strtoll(argv[5], NULL, 10) : GAMES_MOST;
    if ((mkdir(argv[4], 0777) != 0 && errno != EEXIST) || chdir(argv[4]) != 0)
        measure_fail("%s: %s", argv[4], strerror(errno));
    find_cores();
    measure_growth(most);
    measure_spawned();
    forget_contest();
    return 0;
}

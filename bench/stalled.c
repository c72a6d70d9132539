// A watcher that stalls: the same games, once with somebody who reads what agon prints, and once
// with somebody who reads nothing until all games are played. Neither the speed nor the time that
// bots are charged may depend on it.
//
//     bench_stalled AGON BOT FOLDER
//
// FOLDER is where the records are kept: they say when the last game ended and what was charged.
// Fails when a game is missing or was lost on time; never because of a speed.
#include "measure.h"

#include "base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    GAMES = 2000,
    SLOTS = 2, // games at once on each core
    REPEATS = 3,
    SEATS = 2,
    PATH_BYTES = 512,
    NUMBER_BYTES = 32,
    COMMAND_BYTES = 600,
    LINE_BYTES = 65536,
    PIPE_BYTES = 4096, // as small as the system allows, so that it is full at once
    LOOK_MS = 20
};

static const char *agon, *bot;
static char records[PATH_BYTES];

// What some games have come to.
struct cost {
    int64_t games, moves, timeouts;
    int64_t charged_us; // for all those moves, without the first of each bot, in which it starts
    int64_t largest_us; // the largest charge of one of them
    int64_t first_ns, last_ns; // when the first record was finished, and the last
};

// --- Records ---

static void record_path(char path[PATH_BYTES + NUMBER_BYTES], int64_t number)
{
    snprintf(path, PATH_BYTES + NUMBER_BYTES, "%s/%" PRId64 ".jsonl", records, number);
}

static int64_t number_after(const char *line, const char *key)
{
    const char *at = strstr(line, key);
    return at ? strtoll(at + strlen(key), NULL, 10) : -1;
}

static void add_charges(struct cost *cost, FILE *file)
{
    static char line[LINE_BYTES];
    bool moved[SEATS] = {false};
    while (fgets(line, sizeof line, file)) {
        int64_t seat = number_after(line, "{\"type\":\"move\",\"seat\":");
        int64_t charged = number_after(line, "\"charged_us\":");
        cost->timeouts += strstr(line, "\"verdict\":\"TIMEOUT\"") != NULL;
        if (seat < 0 || seat >= SEATS || charged < 0)
            continue;
        if (moved[seat]) {
            cost->moves++;
            cost->charged_us += charged;
            cost->largest_us = charged > cost->largest_us ? charged : cost->largest_us;
        }
        moved[seat] = true;
    }
}

// Reads the records and removes them.
static struct cost take_records(void)
{
    struct cost cost = {0};
    for (int64_t number = 1; number <= GAMES; number++) {
        char path[PATH_BYTES + NUMBER_BYTES];
        struct stat state;
        record_path(path, number);
        FILE *file = fopen(path, "re");
        if (!file || fstat(fileno(file), &state) != 0)
            measure_fail("%s: %s", path, strerror(errno));
        int64_t at_ns = state.st_mtim.tv_sec * NS_PER_SECOND + state.st_mtim.tv_nsec;
        cost.first_ns = number == 1 || at_ns < cost.first_ns ? at_ns : cost.first_ns;
        cost.last_ns = at_ns > cost.last_ns ? at_ns : cost.last_ns;
        cost.games++;
        add_charges(&cost, file);
        fclose(file);
        unlink(path);
    }
    rmdir(records);
    return cost;
}

// Is the record of this game finished? Its last line is that of the end.
static bool is_finished(int64_t number)
{
    char path[PATH_BYTES + NUMBER_BYTES], tail[1024];
    record_path(path, number);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    off_t size = lseek(fd, 0, SEEK_END);
    off_t from = size > (off_t)sizeof tail ? size - (off_t)sizeof tail : 0;
    ssize_t got = pread(fd, tail, sizeof tail, from);
    close(fd);
    return got > 0 && memmem(tail, (size_t)got, "\"type\":\"end\"", 12) != NULL;
}

// --- Two kinds of watchers ---

static void wait_for_last_game(void)
{
    for (int64_t next = 1; next <= GAMES;) {
        if (is_finished(next))
            next++;
        else
            poll(NULL, 0, LOOK_MS);
    }
}

static int64_t read_lines(int fd)
{
    static char bytes[1 << 16];
    int64_t lines = 0;
    for (ssize_t got; (got = read(fd, bytes, sizeof bytes)) > 0;) {
        for (const char *at = bytes; (at = memchr(at, '\n', (size_t)(bytes + got - at))); at++)
            lines++;
    }
    return lines;
}

static _Noreturn void play(int output)
{
    char command[COMMAND_BYTES], games[NUMBER_BYTES], at_once[NUMBER_BYTES];
    snprintf(command, sizeof command, "%s reversi", bot);
    snprintf(games, sizeof games, "%d", GAMES);
    snprintf(at_once, sizeof at_once, "%ld", SLOTS * sysconf(_SC_NPROCESSORS_ONLN));
    dup2(output, STDOUT_FILENO);
    execl(agon, agon, "play", "reversi", command, command, "--json", "--games", games,
        "--concurrency", at_once, "--seed", "1", "--record", records, NULL);
    _exit(127);
}

static struct cost run(bool stalls)
{
    int ends[2], status;
    if (pipe2(ends, O_CLOEXEC) != 0 || fcntl(ends[1], F_SETPIPE_SZ, PIPE_BYTES) < 0)
        measure_fail("no pipe: %s", strerror(errno));
    fflush(stdout);
    pid_t pid = fork();
    if (pid == 0)
        play(ends[1]);
    close(ends[1]);
    if (stalls)
        wait_for_last_game();
    int64_t lines = read_lines(ends[0]);
    close(ends[0]);
    if (waitpid(pid, &status, 0) != pid || status != 0)
        measure_fail("agon failed (status %#x)", (unsigned)status);
    if (lines != GAMES + 1) // and the summary
        measure_fail("%" PRId64 " lines of %d games", lines, GAMES);
    return take_records();
}

// --- What is printed ---

static double per_second(const struct cost *c)
{
    int64_t ns = c->last_ns - c->first_ns;
    return (double)(c->games - 1) * NS_PER_SECOND / (double)(ns > 0 ? ns : 1);
}

static double us_a_move(const struct cost *c)
{
    return (double)c->charged_us / (double)(c->moves > 0 ? c->moves : 1);
}

static void keep_best(struct cost *best, const struct cost *c)
{
    if (best->games == 0 || per_second(c) > per_second(best))
        *best = *c;
}

static void print_cost(const char *what, const struct cost *c)
{
    printf("%-34s %9.0f %14.1f %14.2f %9" PRId64 "\n", what, per_second(c), us_a_move(c),
        (double)c->largest_us / 1000, c->timeouts);
}

int main(int argc, char **argv)
{
    struct cost read = {0}, stalled = {0};
    if (argc != 4)
        measure_fail("usage: bench_stalled AGON BOT FOLDER");
    agon = argv[1];
    bot = argv[2];
    if (mkdir(argv[3], 0777) != 0 && errno != EEXIST)
        measure_fail("%s: %s", argv[3], strerror(errno));
    snprintf(records, sizeof records, "%s/stalled", argv[3]);
    printf("A watcher that stalls: %d games of Reversi, two new processes each, on %ld cores: one\n"
           "runner on each with %d games at once, its bots beside it. agon writes to a pipe of %d\n"
           "bytes, which is read at once, or when all games are played. Best of %d, in turn.\n\n",
        GAMES, sysconf(_SC_NPROCESSORS_ONLN), SLOTS, PIPE_BYTES, REPEATS);
    for (int i = 0; i < REPEATS; i++) {
        struct cost c = run(false);
        keep_best(&read, &c);
        c = run(true);
        keep_best(&stalled, &c);
    }
    printf("%-34s %9s %14s %14s %9s\n", "", "games/s", "us charged", "most, in ms", "TIMEOUT");
    print_cost("somebody reads", &read);
    print_cost("nobody reads until the last game", &stalled);
    printf("\nnobody reads: %.2f of the games/s, %.2f of the time charged for a move\n",
        per_second(&stalled) / per_second(&read), us_a_move(&stalled) / us_a_move(&read));
    if (read.timeouts + stalled.timeouts > 0)
        measure_fail("games were lost on time");
    return 0;
}

#include "measure.h"

#include "base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CHUNK_BYTES = 65536, PROC_BYTES = 1024 };

void measure_fail(const char *words, ...)
{
    va_list list;
    va_start(list, words);
    fflush(stdout);
    fputs("bench: ", stderr);
    vfprintf(stderr, words, list);
    fputc('\n', stderr);
    va_end(list);
    exit(EXIT_FAILURE);
}

int measure_pin(void)
{
    int core = sched_getcpu();
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(core < 0 ? 0 : core, &set);
    return sched_setaffinity(0, sizeof set, &set) == 0 ? core : -1;
}

static bool read_proc(pid_t pid, const char *name, char bytes[PROC_BYTES])
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, name);
    FILE *file = fopen(path, "re");
    if (!file)
        return false;
    size_t length = fread(bytes, 1, PROC_BYTES - 1, file);
    fclose(file);
    bytes[length] = '\0';
    return length > 0;
}

// The CPU time of a process that has ended, without that of its children: wait4 would add the bots,
// which the referee has reaped. `schedstat` counts its main thread, to the nanosecond; `stat` all
// of its threads, in ticks rounded down. The larger of the two is right to a few ticks at worst.
static int64_t cpu_of(pid_t pid)
{
    char bytes[PROC_BYTES];
    int64_t main_thread = read_proc(pid, "schedstat", bytes) ? strtoll(bytes, NULL, 10) : 0;
    // The program's name, which stands before them in brackets, may hold anything.
    const char *at = read_proc(pid, "stat", bytes) ? strrchr(bytes, ')') : NULL;
    static const char two_times[] = " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lld %lld";
    long long user = 0, kernel = 0;
    if (!at || sscanf(at + 1, two_times, &user, &kernel) != 2)
        return main_thread;
    int64_t all = (user + kernel) * (NS_PER_SECOND / sysconf(_SC_CLK_TCK));
    return all > main_thread ? all : main_thread;
}

static pid_t start(const char *const words[], int *output)
{
    extern char **environ;
    char *arguments[MEASURE_WORDS_MAX + 1] = {0};
    for (int i = 0; words[i]; i++) {
        if (i == MEASURE_WORDS_MAX || !(arguments[i] = strdup(words[i])))
            measure_fail("too many words");
    }
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        measure_fail("no pipe: %s", strerror(errno));
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    pid_t pid;
    int error = posix_spawnp(&pid, arguments[0], &actions, NULL, arguments, environ);
    if (error != 0)
        measure_fail("%s cannot be started: %s", words[0], strerror(error));
    posix_spawn_file_actions_destroy(&actions);
    for (int i = 0; arguments[i]; i++)
        free(arguments[i]);
    close(ends[1]);
    *output = ends[0];
    return pid;
}

// Reads until the program has closed its output. False: it has not by the limit.
static bool read_all(int output, int64_t until_ns, struct text *text)
{
    static char chunk[CHUNK_BYTES];
    for (;;) {
        int64_t left_ns = until_ns - clock_now_ns();
        struct pollfd ready = {.fd = output, .events = POLLIN};
        if (left_ns <= 0 || poll(&ready, 1, (int)(left_ns / NS_PER_MS) + 1) == 0)
            return false;
        ssize_t got = read(output, chunk, sizeof chunk);
        if (got <= 0)
            return true;
        text_bytes(text, chunk, (size_t)got);
    }
}

static int64_t ns_of(struct timeval time)
{
    return time.tv_sec * NS_PER_SECOND + time.tv_usec * 1000;
}

struct measured measure_run(const char *const words[])
{
    struct measured m = {.output = text_growing()};
    int64_t begin = clock_now_ns();
    int output;
    pid_t pid = start(words, &output);
    m.in_time = read_all(output, begin + MEASURE_SECONDS_MOST * NS_PER_SECOND, &m.output);
    if (!m.in_time)
        kill(pid, SIGTERM);
    close(output);
    siginfo_t info;
    waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT);
    m.wall_ns = clock_now_ns() - begin;
    m.cpu_ns = cpu_of(pid);
    int status;
    struct rusage usage;
    wait4(pid, &status, 0, &usage);
    m.all_cpu_ns = ns_of(usage.ru_utime) + ns_of(usage.ru_stime);
    m.peak_bytes = usage.ru_maxrss * 1024;
    if (m.in_time && status != 0)
        measure_fail("%s failed (status %#x)", words[0], (unsigned)status);
    return m;
}

struct played measure_games(const struct measured *m)
{
    struct played played = {0};
    static const char moves_key[] = "\"moves\":", verdict_key[] = "\"verdict\":\"";
    for (const char *line = m->output.bytes; line && *line != '\0';) {
        const char *newline = strchr(line, '\n');
        const char *verdict = strstr(line, verdict_key), *moves = strstr(line, moves_key);
        if (!newline || !verdict || !moves || moves > newline)
            break; // the summary
        verdict += sizeof verdict_key - 1;
        bool timeout = strncmp(verdict, "TIMEOUT\"", 8) == 0;
        int made = atoi(moves + sizeof moves_key - 1);
        played.games++;
        played.moves += made;
        played.asked += made + timeout;
        played.timeouts += timeout;
        played.flagged += strncmp(verdict, "WON\"", 4) != 0 && strncmp(verdict, "DRAW\"", 5) != 0;
        line = newline + 1;
    }
    return played;
}

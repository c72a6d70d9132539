#include "crash/arena.h"

#include "base/clock.h"
#include "base/number.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    ORPHANS_SECONDS_MOST = 60,
    SILENCE_SECONDS_MOST = 600, // an arena that says and writes nothing for so long hangs
};

static void must(bool holds, const char *what)
{
    if (holds)
        return;
    printf("Bail out! %s: %s\n", what, strerror(errno));
    exit(1);
}

// --- Its start ---

static _Noreturn void become(const struct arena *a, int out)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL); // a test that fails leaves nobody behind
    char number[16];
    snprintf(number, sizeof number, "%d", a->concurrency);
    if (a->disk) {
        setenv("LD_PRELOAD", a->disk_library, 1);
        setenv("FAILING_DISK", a->disk_path, 1);
        // The sanitizer of gcc insists on being the first library; ours only passes calls on.
        setenv("ASAN_OPTIONS", "verify_asan_link_order=0", 1);
    }
    if (chdir(a->folder) != 0)
        _exit(127);
    int talk = open("talk", O_WRONLY | O_CREAT | O_TRUNC, 0666);
    dup2(out, STDOUT_FILENO);
    dup2(talk, STDERR_FILENO);
    execl(a->agon, a->agon, "contest", "run", "contest.yaml", "--json", "--concurrency", number,
        NULL);
    _exit(127);
}

void arena_start(struct arena *a)
{
    a->told = a->writes = a->first_told_ns = a->last_told_ns = 0;
    a->silent = false;
    a->line = text_growing();
    a->talk = text_growing();
    a->table = text_growing();
    a->watch = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
    must(a->watch >= 0 && inotify_add_watch(a->watch, a->folder, IN_MODIFY) >= 0, "inotify");
    int ends[2];
    must(pipe2(ends, O_CLOEXEC) == 0, "pipe");
    must(a->pipe_bytes == 0 || fcntl(ends[1], F_SETPIPE_SZ, a->pipe_bytes) >= 0, "pipe");
    fflush(stdout);
    a->began_ns = clock_now_ns();
    a->pid = fork();
    must(a->pid >= 0, "fork");
    if (a->pid == 0)
        become(a, ends[1]);
    close(ends[1]);
    a->out = ends[0];
}

// --- What it tells ---

static void take_line(struct arena *a)
{
    int64_t play;
    if (sscanf(a->line.bytes, "{\"index\":%" SCNd64, &play) == 1) {
        a->last_told_ns = clock_now_ns();
        if (a->told++ == 0)
            a->first_told_ns = a->last_told_ns;
        a->tell(a->user, play);
    } else {
        // Without the head, which depends on the order of storing and on the log.
        const char *head = strstr(a->line.bytes, ",\"head\":");
        text_clear(&a->table);
        text_bytes(
            &a->table, a->line.bytes, head ? (size_t)(head - a->line.bytes) : a->line.length);
    }
    text_clear(&a->line);
}

static void take_output(struct arena *a)
{
    char bytes[65536];
    ssize_t length = read(a->out, bytes, sizeof bytes);
    a->silent = length <= 0;
    for (ssize_t i = 0; i < length; i++) {
        if (bytes[i] == '\n')
            take_line(a);
        else
            text_char(&a->line, bytes[i]);
    }
}

static void take_writes(struct arena *a)
{
    static const char log[] = ".db-wal";
    _Alignas(struct inotify_event) char bytes[16384];
    ssize_t length = read(a->watch, bytes, sizeof bytes);
    for (ssize_t at = 0; at < length;) {
        const struct inotify_event *event = (const void *)(bytes + at);
        at += (ssize_t)(sizeof *event + event->len);
        size_t name = event->len > 0 ? strlen(event->name) : 0;
        if (name >= strlen(log) && strcmp(event->name + name - strlen(log), log) == 0)
            a->writes++;
    }
}

// A test that waits for ever tells nobody why. The arena dies with us.
static _Noreturn void fail_silent(const struct arena *a)
{
    printf("Bail out! %s: agon contest run has said and written nothing for %d s\n", a->folder,
        SILENCE_SECONDS_MOST);
    fflush(stdout);
    _exit(1);
}

// Waits for news, at most until then. False: it has ended.
static bool wait_for_news(struct arena *a, int64_t until_ns)
{
    struct pollfd fds[] = {{a->out, POLLIN, 0}, {a->watch, POLLIN, 0}};
    const int64_t silent_ns = SILENCE_SECONDS_MOST * NS_PER_SECOND;
    int64_t left_ns = number_larger(until_ns - clock_now_ns(), 0);
    bool forever = left_ns >= silent_ns;
    left_ns = number_smaller(left_ns, silent_ns);
    const struct timespec patience = {
        .tv_sec = left_ns / NS_PER_SECOND, .tv_nsec = left_ns % NS_PER_SECOND};
    int ready = ppoll(fds, 2, &patience, NULL);
    if (ready == 0 && forever)
        fail_silent(a);
    if (ready > 0 && fds[1].revents)
        take_writes(a);
    if (ready > 0 && fds[0].revents)
        take_output(a);
    return !a->silent;
}

bool arena_until_told(struct arena *a, int64_t games)
{
    while (a->told < games && wait_for_news(a, INT64_MAX))
        continue;
    return !a->silent;
}

bool arena_until_written(struct arena *a, int64_t times)
{
    while (a->writes < times && wait_for_news(a, INT64_MAX))
        continue;
    return !a->silent;
}

bool arena_until_us(struct arena *a, int64_t us)
{
    int64_t until_ns = clock_now_ns() + us * 1000;
    while (clock_now_ns() < until_ns && wait_for_news(a, until_ns))
        continue;
    return !a->silent;
}

// --- Its end ---

int arena_end(struct arena *a)
{
    while (wait_for_news(a, INT64_MAX))
        continue;
    int status;
    must(waitpid(a->pid, &status, 0) == a->pid, "waitpid");
    close(a->out);
    close(a->watch);
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/talk", a->folder);
    FILE *talk = fopen(path, "r");
    for (int c; talk && (c = getc(talk)) != EOF;)
        text_char(&a->talk, (char)c);
    if (talk)
        fclose(talk);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void arena_kill(struct arena *a)
{
    kill(a->pid, SIGKILL);
    arena_end(a);
}

void arena_destroy(struct arena *a)
{
    text_destroy(&a->line);
    text_destroy(&a->talk);
    text_destroy(&a->table);
}

int arena_count_orphans(void)
{
    // They are children of ours, since we are the one who adopts (main.c).
    int64_t until_ns = clock_now_ns() + ORPHANS_SECONDS_MOST * NS_PER_SECOND;
    for (;;) {
        pid_t gone = waitpid(-1, NULL, WNOHANG);
        if (gone < 0 && errno == ECHILD)
            return 0;
        if (gone == 0 && clock_now_ns() > until_ns)
            return 1;
        if (gone == 0)
            usleep(1000);
    }
}

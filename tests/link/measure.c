// What a link costs: `link_measure BOT spawn COUNT` starts, asks once and ends a bot COUNT times,
// by a link and by a bare loop over posix_spawn in turns; `link_measure BOT ping COUNT [tcp]`
// exchanges COUNT messages with one bot (count its system calls with strace -c); `link_measure BOT
// usage COUNT` reads the usage of a bot.
#include "base/clock.h"
#include "link/link.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ASKED_BYTES = 600, ROUNDS = 5 };

static char message[ASKED_BYTES];

struct run {
    uv_loop_t loop;
    struct link_hub *hub;
    struct link *link;
    const char *player;
    long left;        // exchanges or starts
    size_t got_bytes; // of the answer under way
    bool restart;     // a new bot for each exchange
    enum sandbox_manner manner;
    bool ended_early;
};

static void on_opened(struct link *link, void *user)
{
    (void)user;
    link_send(link, message, sizeof message);
}

static void on_received(
    struct link *link, void *user, const char *bytes, size_t length, int64_t at_ns)
{
    (void)bytes;
    (void)at_ns;
    struct run *run = user;
    run->got_bytes += length;
    if (run->got_bytes < sizeof message)
        return;
    run->got_bytes = 0;
    run->left--;
    if (run->restart || run->left == 0)
        link_close(link, LINK_GOODBYE);
    else
        link_send(link, message, sizeof message);
}

static void on_failed(struct link *link, void *user, const struct link_failure *why)
{
    struct run *run = user;
    fprintf(stderr, "%s\n", why->error.words);
    run->ended_early = true;
    link_close(link, LINK_KILL);
}

static void on_ended(struct link *link, void *user, const struct link_end *end)
{
    (void)end;
    struct run *run = user;
    run->ended_early = true;
    link_close(link, LINK_KILL);
}

static void on_written(struct link *link, void *user, int64_t at_ns)
{
    (void)link;
    (void)user;
    (void)at_ns;
}

static void on_stranger(struct link *link, void *user, const char *from)
{
    (void)link;
    (void)user;
    (void)from;
}

static void on_closed(struct link *link, void *user);

static const struct link_events events = {
    .opened = on_opened,
    .failed = on_failed,
    .received = on_received,
    .written = on_written,
    .stranger = on_stranger,
    .ended = on_ended,
    .closed = on_closed,
};

static void open_one(struct run *run)
{
    const struct link_spec spec = {.player = run->player,
        .sandbox = {.manner = run->manner, .limits = sandbox_default_limits()}};
    run->link = link_open(run->hub, &spec, &events, run);
}

static void on_closed(struct link *link, void *user)
{
    (void)link;
    struct run *run = user;
    if (run->restart && run->left > 0 && !run->ended_early)
        open_one(run);
}

static int64_t by_link(const char *player, long count, bool restart, enum sandbox_manner manner)
{
    struct run run = {.player = player, .left = count, .restart = restart, .manner = manner};
    uv_loop_init(&run.loop);
    run.hub = link_hub_create(&run.loop, NULL);
    int64_t start_ns = clock_now_ns();
    open_one(&run);
    uv_run(&run.loop, UV_RUN_DEFAULT);
    int64_t took_ns = clock_now_ns() - start_ns;
    link_hub_close(run.hub);
    uv_run(&run.loop, UV_RUN_DEFAULT);
    uv_loop_close(&run.loop);
    return took_ns;
}

static void bare_start(const char *program)
{
    int in[2], out[2], err[2];
    if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0 || pipe2(err, O_CLOEXEC) != 0)
        exit(1);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in[0], 0);
    posix_spawn_file_actions_adddup2(&actions, out[1], 1);
    posix_spawn_file_actions_adddup2(&actions, err[1], 2);
    // A session of its own: the scheduler gives each its share, so it changes the times.
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
    char echo[] = "echo";
    char *arguments[] = {(char *)(uintptr_t)program, echo, NULL};
    pid_t pid;
    if (posix_spawn(&pid, program, &actions, &attributes, arguments, environ) != 0)
        exit(1);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    close(in[0]);
    close(out[1]);
    close(err[1]);
    char answer[ASKED_BYTES];
    size_t got = 0;
    if (write(in[1], message, sizeof message) != sizeof message)
        exit(1);
    while (got < sizeof message) {
        ssize_t length = read(out[0], answer, sizeof answer);
        if (length <= 0)
            exit(1);
        got += (size_t)length;
    }
    close(in[1]);
    waitpid(pid, NULL, 0);
    close(out[0]);
    close(err[0]);
}

static int64_t by_hand(const char *program, long count)
{
    int64_t start_ns = clock_now_ns();
    for (long i = 0; i < count; i++)
        bare_start(program);
    return clock_now_ns() - start_ns;
}

static void measure_spawn(const char *program, const char *player, long count)
{
    enum { MANNERS = SANDBOX_CLOSED + 1 };
    int64_t best_ns[MANNERS] = {INT64_MAX, INT64_MAX, INT64_MAX}, best_bare_ns = INT64_MAX;
    sandbox_probed(); // which takes a while, once
    for (int round = 0; round < ROUNDS; round++) {
        for (int manner = 0; manner < MANNERS; manner++) {
            int64_t took_ns = by_link(player, count, true, (enum sandbox_manner)manner);
            best_ns[manner] = took_ns < best_ns[manner] ? took_ns : best_ns[manner];
        }
        int64_t bare_ns = by_hand(program, count);
        best_bare_ns = bare_ns < best_bare_ns ? bare_ns : best_bare_ns;
    }
    double bare_us = (double)best_bare_ns / 1e3 / (double)count;
    printf("start, one exchange, end: bare posix_spawn %.1f us\n", bare_us);
    for (int manner = 0; manner < MANNERS; manner++) {
        double us = (double)best_ns[manner] / 1e3 / (double)count;
        printf("%-6s %7.1f us, %.2f times that\n", sandbox_manner_name((enum sandbox_manner)manner),
            us, us / bare_us);
    }
}

static void measure_usage(const char *player, long count)
{
    struct run run = {.player = player};
    uv_loop_init(&run.loop);
    run.hub = link_hub_create(&run.loop, NULL);
    open_one(&run);
    struct link_usage usage;
    int64_t start_ns = clock_now_ns();
    for (long i = 0; i < count; i++)
        link_usage(run.link, &usage);
    printf("usage: %.1f us\n", (double)(clock_now_ns() - start_ns) / 1e3 / (double)count);
    link_close(run.link, LINK_KILL);
    uv_run(&run.loop, UV_RUN_DEFAULT);
    link_hub_close(run.hub);
    uv_run(&run.loop, UV_RUN_DEFAULT);
    uv_loop_close(&run.loop);
}

int main(int argument_count, char **arguments)
{
    if (argument_count < 4) {
        fprintf(stderr, "usage: link_measure BOT spawn|ping|usage COUNT [tcp]\n");
        return 2;
    }
    memset(message, 'x', sizeof message);
    link_process_setup(NULL);
    char player[1024];
    bool tcp = argument_count > 4;
    snprintf(player, sizeof player, "'%s' %s", arguments[1],
        tcp ? "connect-and-echo {host} {port}" : "echo");
    long count = atol(arguments[3]);
    if (strcmp(arguments[2], "spawn") == 0) {
        measure_spawn(arguments[1], player, count);
    } else if (strcmp(arguments[2], "usage") == 0) {
        measure_usage(player, count);
    } else {
        int64_t took_ns = by_link(player, count, false, SANDBOX_NONE);
        printf("exchange: %.2f us\n", (double)took_ns / 1e3 / (double)count);
    }
    link_process_teardown();
    return 0;
}

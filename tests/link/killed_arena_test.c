// An arena that is killed takes its bots with it, and theirs.
#include "link/world.h"

#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

// In a process of its own: starts a bot that has a stubborn child, writes both numbers, and serves
// on.
static _Noreturn void be_an_arena(const char *way, int report)
{
    void *state;
    world_setup(&state);
    struct world *world = state;
    struct peer *peer = peer_open(world, bot(way));
    until_received(world, peer, "\n");
    char line[100];
    int length = snprintf(
        line, sizeof line, "%d %d\n", (int)link_pid(peer->link), atoi(peer->received.bytes));
    if (write(report, line, (size_t)length) != length)
        _exit(1);
    for (;;)
        uv_run(&world->loop, UV_RUN_DEFAULT);
}

static void both_die_with_an_arena_that_ends_by(int signal, const char *way)
{
    alarm(600);
    prctl(PR_SET_CHILD_SUBREAPER, 1); // so that we see them go
    int report[2];
    assert_int_equal(pipe(report), 0);
    pid_t arena = fork();
    if (arena == 0)
        be_an_arena(way, report[1]);
    char line[100] = "";
    assert_true(read(report[0], line, sizeof line - 1) > 0);
    int bot_pid, child_pid;
    assert_int_equal(sscanf(line, "%d %d", &bot_pid, &child_pid), 2);
    assert_true(process_lives(bot_pid));
    assert_true(process_lives(child_pid));
    kill(arena, signal);
    // The arena, its keeper, the bot and the bot's child: all that there is.
    int reaped = 0;
    while (waitpid(-1, NULL, 0) > 0)
        reaped++;
    assert_int_equal(errno, ECHILD);
    assert_true(reaped >= 4);
    assert_false(process_lives(bot_pid));
    assert_false(process_lives(child_pid));
    close(report[0]);
    close(report[1]);
    prctl(PR_SET_CHILD_SUBREAPER, 0);
    alarm(0);
}

static void an_arena_killed_by_SIGKILL_takes_bots_and_their_children_along(void **state)
{
    (void)state;
    both_die_with_an_arena_that_ends_by(SIGKILL, "with-child");
}

static void an_arena_ended_by_SIGTERM_takes_bots_and_their_children_along(void **state)
{
    (void)state;
    both_die_with_an_arena_that_ends_by(SIGTERM, "with-child");
}

static void a_daemon_does_not_outlive_a_killed_arena(void **state)
{
    (void)state;
    both_die_with_an_arena_that_ends_by(SIGKILL, "daemonise");
}

int main(int count, char **arguments)
{
    if (count > 1)
        cmocka_set_test_filter(arguments[1]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_arena_killed_by_SIGKILL_takes_bots_and_their_children_along),
        cmocka_unit_test(an_arena_ended_by_SIGTERM_takes_bots_and_their_children_along),
        cmocka_unit_test(a_daemon_does_not_outlive_a_killed_arena),
    };
    return cmocka_run_group_tests_name("link: killed arena", tests, NULL, NULL);
}

// The life of a bot that we start: how it is born, what it uses, and how it leaves, with all that
// is its.
#include "link/world.h"

#include "base/clock.h"

#include <fcntl.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmocka.h>

// --- Goodbye ---

static void a_stopped_bot_is_killed(void **state)
{
    struct world *world = *state;
    struct peer *peer = peer_open(world, bot("say-and-raise 19")); // SIGSTOP
    until_received(world, peer, "before");
    turn_for_ms(world, 100);
    assert_string_equal(peer->story, "OR");
    peer_close(peer, LINK_GOODBYE);
    until_event(world, peer, 'C');
    assert_int_equal(peer->exit.signal, SIGKILL);
    assert_int_equal(peer->exit.pushed, SIGKILL);
    peer_free(peer);
}

static void a_bot_that_does_not_leave_is_asked_by_SIGTERM_G7(void **state)
{
    struct world *world = *state;
    struct peer *peer = peer_open(world, bot("leave-on-term"));
    until_received(world, peer, "patient");
    peer_close(peer, LINK_GOODBYE);
    until_event(world, peer, 'C');
    assert_string_equal(peer->story, "ORC");
    assert_int_equal(peer->exit.signal, SIGTERM);
    assert_int_equal(peer->exit.pushed, SIGTERM);
    peer_free(peer);
}

static void a_bot_that_ignores_SIGTERM_is_killed_G7(void **state)
{
    struct world *world = *state;
    struct peer *peer = peer_open(world, bot("ignore-term"));
    until_received(world, peer, "deaf");
    int64_t start_ns = clock_now_ns();
    peer_close(peer, LINK_GOODBYE);
    until_event(world, peer, 'C');
    assert_int_equal(peer->exit.signal, SIGKILL);
    assert_true(clock_now_ns() - start_ns >= (2 * LINK_LEAVE_GRACE_MS - 5) * NS_PER_MS);
    peer_free(peer);
}

static void a_goodbye_can_be_hastened(void **state)
{
    struct world *world = *state;
    struct peer *peer = peer_open(world, bot("ignore-term"));
    until_received(world, peer, "deaf");
    peer_close(peer, LINK_GOODBYE);
    turn_for_ms(world, 10);
    peer_close(peer, LINK_KILL);
    until_event(world, peer, 'C');
    assert_string_equal(peer->story, "ORC");
    peer_free(peer);
}

static void grandchildren_go_with_the_group(void **state)
{
    struct world *world = *state;
    for (int leave = LINK_GOODBYE; leave <= LINK_KILL; leave++) {
        struct peer *peer = peer_open(world, bot("with-child"));
        until_received(world, peer, "\n");
        pid_t grandchild = (pid_t)atoi(peer->received.bytes);
        assert_true(process_lives(grandchild));
        peer_finish(world, peer, (enum link_leave)leave);
        assert_false(process_lives(grandchild));
    }
}

static void a_daemon_cannot_leave_the_group_and_goes_with_it(void **state)
{
    struct world *world = *state;
    for (int i = 0; i < 2; i++) {
        struct peer *peer = peer_open(world, bot(i == 0 ? "daemonise" : "daemonise 0"));
        until_received(world, peer, "\n");
        int pid, session, group, refused;
        assert_int_equal(
            sscanf(peer->received.bytes, "%d %d %d %d", &pid, &session, &group, &refused), 4);
        assert_int_equal(session, -1);
        assert_int_equal(group, -1);
        assert_true(refused);
        assert_true(process_lives(pid));
        peer_finish(world, peer, LINK_GOODBYE);
        assert_false(process_lives(pid));
    }
}

static void processes_that_it_leaves_behind_are_counted(void **state)
{
    struct world *world = *state;
    for (int left = 0; left < 3; left += 2) {
        struct peer *peer = peer_open(world, bot(left == 0 ? "echo" : "share 3 1"));
        until_event(world, peer, 'O');
        link_count_left(peer->link);
        peer_send(peer, "x");
        until_received(world, peer, "x");
        assert_true(link_memory_bytes(peer->link) > 0);
        peer_close(peer, LINK_GOODBYE);
        until_event(world, peer, 'C');
        assert_true(peer->has_exit);
        assert_int_equal(peer->exit.left, left);
        peer_free(peer);
    }
}

// Not every kernel, and not every user, sees what another process waits for.
static bool sees_system_calls(pid_t pid)
{
    char path[64], line[256];
    snprintf(path, sizeof path, "/proc/%d/syscall", (int)pid);
    FILE *file = fopen(path, "r");
    bool seen = file && fgets(line, sizeof line, file);
    if (file)
        fclose(file);
    return seen;
}

static void what_it_has_not_read_and_whether_it_sleeps_is_known(void **state)
{
    struct world *world = *state;
    struct peer *peer = peer_open(world, bot("read-late 600000"));
    until_event(world, peer, 'O');
    peer_send(peer, "four");
    assert_int_equal(link_unread_bytes(peer->link), 4);
    assert_int_equal(link_taken_bytes(peer->link), 0);
    while (sees_system_calls(link_pid(peer->link)) && !link_sleeps(peer->link))
        turn_for_ms(world, 1);
    peer_finish(world, peer, LINK_KILL);
}

static void a_longer_grace_lets_a_slow_bot_leave_by_itself(void **state)
{
    struct world *world = *state;
    struct peer *peer = peer_open(world, bot("read-late 1500"));
    until_event(world, peer, 'O');
    link_set_grace(peer->link, 120000);
    peer_close(peer, LINK_GOODBYE);
    until_event(world, peer, 'C');
    assert_int_equal(peer->exit.pushed, 0);
    assert_int_equal(peer->exit.signal, 0);
    peer_free(peer);
}

static void a_link_can_be_closed_in_every_state_and_inside_every_event(void **state)
{
    struct world *world = *state;
    for (int leave = LINK_GOODBYE; leave <= LINK_KILL; leave++) {
        for (int when = 0; when < 4; when++) {
            struct peer *peer = peer_open(world, bot("say-and-exit words 0"));
            peer->leave = (enum link_leave)leave;
            peer->close_when_opened = when == 1;
            peer->close_when_received = when == 2;
            peer->close_when_ended = when == 3;
            if (when == 0)
                peer_close(peer, peer->leave);
            until_event(world, peer, 'C');
            static const char *const stories[] = {"C", "OC", "ORC", "OREC"};
            assert_string_equal(peer->story, stories[when]);
            peer_free(peer);
        }
    }
}

static void a_flood_does_not_keep_a_bot_from_leaving(void **state)
{
    struct world *world = *state;
    struct peer *peer = peer_open(world, bot("flood 1 300000"));
    peer->pause_when_opened = true;
    until_event(world, peer, 'O');
    turn_for_ms(world, 20);
    peer_close(peer, LINK_GOODBYE);
    until_event(world, peer, 'C');
    assert_string_equal(peer->story, "OC");
    assert_int_equal(peer->exit.pushed, 0);
    assert_int_equal(peer->exit.code, 0);
    peer_free(peer);
}

// --- stderr ---

static void of_a_flood_on_stderr_the_first_and_the_last_are_kept_G8(void **state)
{
    struct world *world = *state;
    struct peer *peer = peer_open(world, bot("flood 2 1000000"));
    until_received(world, peer, "done");
    peer_close(peer, LINK_GOODBYE);
    until_event(world, peer, 'C');
    size_t line = strlen("line 000000 of a flood that nobody wants\n");
    size_t lines = (1000000 + line - 1) / line;
    assert_int_equal(peer->heard.length, LINK_STDERR_HEAD_BYTES + LINK_STDERR_TAIL_BYTES);
    assert_int_equal(peer->dropped_bytes, lines * line - peer->heard.length);
    assert_memory_equal(peer->heard.bytes, "line 000000 of", 14);
    char last[100];
    snprintf(last, sizeof last, "line %06d of a flood that nobody wants\n", (int)lines - 1);
    assert_string_equal(peer->heard.bytes + peer->heard.length - line, last);
    peer_free(peer);
}

// --- Birth ---

static void a_bot_is_born_with_three_descriptors_and_default_signals(void **state)
{
    struct world *world = *state;
    int leaked = open("/dev/null", O_RDONLY); // not close-on-exec
    sigset_t blocked, before, after;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGUSR1);
    sigprocmask(SIG_BLOCK, &blocked, &before);
    signal(SIGUSR2, SIG_IGN);
    struct peer *peer = peer_open(world, bot("show-birth"));
    sigprocmask(SIG_SETMASK, &before, &after);
    assert_true(sigismember(&after, SIGUSR1)); // ours is as it was
    signal(SIGUSR2, SIG_DFL);
    until_event(world, peer, 'E');
    close(leaked);
    assert_non_null(strstr(peer->received.bytes, "fds 3 ignored 0 blocked 0 leader 1 "));
    peer_finish(world, peer, LINK_GOODBYE);
}

static void we_may_open_more_descriptors_and_a_bot_as_many_as_before(void **state)
{
    struct world *world = *state;
    link_process_teardown();
    struct rlimit before, lowered, raised;
    getrlimit(RLIMIT_NOFILE, &before);
    lowered = (struct rlimit){123, before.rlim_max};
    setrlimit(RLIMIT_NOFILE, &lowered);
    assert_true(link_process_setup(NULL));
    getrlimit(RLIMIT_NOFILE, &raised);
    assert_int_equal(raised.rlim_cur, before.rlim_max);
    struct peer *peer = peer_open(world, bot("show-birth"));
    until_event(world, peer, 'E');
    assert_non_null(strstr(peer->received.bytes, " limit 123;"));
    peer_finish(world, peer, LINK_GOODBYE);
    link_process_teardown();
    setrlimit(RLIMIT_NOFILE, &before);
    assert_true(link_process_setup(NULL));
}

static void a_bot_runs_in_its_directory_with_its_environment(void **state)
{
    struct world *world = *state;
    const char *environment[] = {"AGON_TEST_WORD=new", NULL};
    setenv("AGON_TEST_WORD", "old", 1);
    struct peer *peer = peer_open_spec(world,
        &(struct link_spec){.player = bot("show-place AGON_TEST_WORD"),
            .directory = "/usr/bin",
            .environment = environment});
    until_event(world, peer, 'E');
    assert_string_equal(peer->received.bytes, "/usr/bin new");
    assert_string_equal(getenv("AGON_TEST_WORD"), "old");
    peer_finish(world, peer, LINK_GOODBYE);
}

static void words_reach_the_bot_as_a_shell_would_cut_them(void **state)
{
    struct world *world = *state;
    struct peer *peer =
        peer_open(world, bot("show-arguments a 'b c' \"d \\\" e\" f\\ g '' --x='y'"));
    until_event(world, peer, 'E');
    assert_string_equal(peer->received.bytes, "[a][b c][d \" e][f g][][--x=y]");
    peer_finish(world, peer, LINK_GOODBYE);
}

// --- Many ---

static void a_hundred_bots_at_once_come_and_go(void **state)
{
    struct world *world = *state;
    enum { BOTS = 100 };
    struct peer *peers[BOTS];
    for (int i = 0; i < BOTS; i++)
        peers[i] = peer_open(world, bot("echo"));
    for (int i = 0; i < BOTS; i++) {
        until_event(world, peers[i], 'O');
        peer_send(peers[i], "ping");
    }
    for (int i = 0; i < BOTS; i++) {
        until_received(world, peers[i], "ping");
        peer_close(peers[i], i % 2 == 0 ? LINK_GOODBYE : LINK_KILL);
    }
    for (int i = 0; i < BOTS; i++) {
        until_event(world, peers[i], 'C');
        peer_free(peers[i]);
    }
}

// --- Usage ---

static void usage_counts_finished_threads_children_and_orphans(void **state)
{
    struct world *world = *state;
    struct peer *peer = peer_open(world, bot("use-cpu 60"));
    until_received(world, peer, "used");
    struct link_usage usage;
    assert_true(link_usage(peer->link, &usage));
    // Two threads, a child and an orphan, 60 ms each; the child is counted in ticks of 10 ms.
    assert_true(usage.cpu_ns >= 220 * NS_PER_MS);
    assert_true(usage.cpu_ns < 2000 * NS_PER_MS);
    assert_int_equal(usage.processes, 2);
    assert_int_equal(usage.tasks, 2);
    assert_true(usage.waited_most_ns <= usage.waited_ns);
    struct link_usage marked;
    assert_true(link_usage_mark(peer->link, &marked));
    assert_true(link_usage(peer->link, &usage));
    assert_true(usage.cpu_ns >= marked.cpu_ns && usage.waited_ns >= marked.waited_ns);
    assert_true(usage.waited_most_ns <= usage.waited_ns);
    peer_finish(world, peer, LINK_KILL);
}

// More bots than cores, all busy: each has waited for its turn, and the kernel has counted it.
static void a_bot_that_others_keep_from_running_has_waited(void **state)
{
    struct world *world = *state;
    enum { BOTS = 3 };
    struct peer *peers[BOTS];
    cpu_set_t all, one;
    sched_getaffinity(0, sizeof all, &all);
    CPU_ZERO(&one);
    for (int i = 0; CPU_COUNT(&one) == 0; i++) {
        if (CPU_ISSET(i, &all))
            CPU_SET(i, &one);
    }
    sched_setaffinity(0, sizeof one, &one); // inherited by the bots
    for (int i = 0; i < BOTS; i++)
        peers[i] = peer_open(world, bot("spin 150"));
    sched_setaffinity(0, sizeof all, &all);
    for (int i = 0; i < BOTS; i++) {
        struct link_usage usage;
        until_received(world, peers[i], "spun");
        assert_true(link_usage(peers[i]->link, &usage));
        assert_true(usage.cpu_ns >= 150 * NS_PER_MS);
        assert_true(usage.waited_most_ns > 20 * NS_PER_MS);
        assert_true(usage.waited_most_ns <= usage.waited_ns);
        // A mark tells what was waited up to it, and nothing of that is told again.
        struct link_usage marked;
        assert_true(link_usage_mark(peers[i]->link, &marked));
        assert_true(marked.waited_most_ns >= usage.waited_most_ns);
        assert_true(link_usage(peers[i]->link, &usage));
        assert_true(usage.waited_most_ns <= usage.waited_ns - marked.waited_most_ns);
    }
    for (int i = 0; i < BOTS; i++)
        peer_finish(world, peers[i], LINK_KILL);
}

static void a_bot_that_sleeps_is_seen_to_have_been_woken(void **state)
{
    struct world *world = *state;
    struct peer *peer = peer_open(world, bot("byte-by-byte abcde")); // sleeps after each
    until_received(world, peer, "abcde");
    struct link_usage usage;
    assert_true(link_usage(peer->link, &usage));
    assert_int_equal(usage.tasks, 1);
    assert_true(usage.wakes >= 4);
    peer_finish(world, peer, LINK_KILL);
}

static void usage_is_known_after_the_exit(void **state)
{
    struct world *world = *state;
    struct peer *peer =
        peer_open(world, "sh -c 'i=0; while [ $((i += 1)) -lt 30000 ]; do :; done'");
    until_event(world, peer, 'E');
    struct link_usage usage;
    assert_true(link_usage(peer->link, &usage));
    assert_true(usage.cpu_ns > NS_PER_MS);
    peer_finish(world, peer, LINK_GOODBYE);
}

int main(int count, char **arguments)
{
    if (count > 1)
        cmocka_set_test_filter(arguments[1]);
    const struct CMUnitTest tests[] = {
        IN_A_WORLD(a_stopped_bot_is_killed),
        IN_A_WORLD(a_bot_that_does_not_leave_is_asked_by_SIGTERM_G7),
        IN_A_WORLD(a_bot_that_ignores_SIGTERM_is_killed_G7),
        IN_A_WORLD(a_goodbye_can_be_hastened),
        IN_A_WORLD(grandchildren_go_with_the_group),
        IN_A_WORLD(a_daemon_cannot_leave_the_group_and_goes_with_it),
        IN_A_WORLD(processes_that_it_leaves_behind_are_counted),
        IN_A_WORLD(what_it_has_not_read_and_whether_it_sleeps_is_known),
        IN_A_WORLD(a_longer_grace_lets_a_slow_bot_leave_by_itself),
        IN_A_WORLD(a_link_can_be_closed_in_every_state_and_inside_every_event),
        IN_A_WORLD(a_flood_does_not_keep_a_bot_from_leaving),
        IN_A_WORLD(of_a_flood_on_stderr_the_first_and_the_last_are_kept_G8),
        IN_A_WORLD(a_bot_is_born_with_three_descriptors_and_default_signals),
        IN_A_WORLD(we_may_open_more_descriptors_and_a_bot_as_many_as_before),
        IN_A_WORLD(a_bot_runs_in_its_directory_with_its_environment),
        IN_A_WORLD(words_reach_the_bot_as_a_shell_would_cut_them),
        IN_A_WORLD(a_hundred_bots_at_once_come_and_go),
        IN_A_WORLD(usage_counts_finished_threads_children_and_orphans),
        IN_A_WORLD(a_bot_that_others_keep_from_running_has_waited),
        IN_A_WORLD(a_bot_that_sleeps_is_seen_to_have_been_woken),
        IN_A_WORLD(usage_is_known_after_the_exit),
    };
    return cmocka_run_group_tests_name("link: life", tests, NULL, NULL);
}

// Bots that stand still while they are not asked, and bots that have cores of their own.
#include "link/world.h"

#include "base/clock.h"

#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { TICK_MS = 10 }; // the kernel counts the time of children in ticks

static int64_t used_ns(struct peer *peer)
{
    struct link_usage usage;
    assert_true(link_usage(peer->link, &usage));
    return usage.cpu_ns;
}

// Turns the loop until the bot has computed for that long.
static void until_used(struct world *world, struct peer *peer, int64_t ns)
{
    while (used_ns(peer) < ns)
        turn_for_ms(world, 1);
}

static void until_stopped(struct peer *peer)
{
    siginfo_t info;
    assert_int_equal(waitid(P_PID, (id_t)link_pid(peer->link), &info, WSTOPPED | WNOWAIT), 0);
}

static void a_frozen_spinner_computes_nothing(void **state)
{
    struct world *world = *state;
    struct peer *peer = peer_open(world, bot("spinner"));
    until_event(world, peer, 'O');
    peer_send(peer, "one");
    until_received(world, peer, "one");
    until_used(world, peer, used_ns(peer) + 50 * NS_PER_MS);
    assert_true(link_freeze(peer->link));
    assert_true(link_is_frozen(peer->link));
    until_stopped(peer);
    int64_t frozen_at = used_ns(peer);
    turn_for_ms(world, 300);
    assert_true(used_ns(peer) - frozen_at <= TICK_MS * NS_PER_MS);
    int64_t before = clock_now_ns(), can_run = link_thaw(peer->link);
    assert_in_range(can_run, before, clock_now_ns());
    assert_false(link_is_frozen(peer->link));
    until_used(world, peer, frozen_at + 50 * NS_PER_MS);
    peer_finish(world, peer, LINK_KILL);
}

static void what_is_sent_to_a_frozen_bot_waits_for_it(void **state)
{
    struct world *world = *state;
    struct peer *peer = peer_open(world, bot("echo"));
    until_event(world, peer, 'O');
    assert_true(link_freeze(peer->link));
    peer_send(peer, "hello");
    turn_for_ms(world, 50);
    assert_int_equal(peer->received.length, 0);
    assert_true(link_thaw(peer->link) > 0);
    until_received(world, peer, "hello");
    peer_finish(world, peer, LINK_GOODBYE);
}

static void a_bot_that_is_not_frozen_cannot_be_thawed(void **state)
{
    struct world *world = *state;
    struct peer *peer = peer_open(world, bot("echo"));
    assert_false(link_freeze(peer->link)); // it is not open yet
    until_event(world, peer, 'O');
    assert_int_equal(link_thaw(peer->link), 0);
    peer_finish(world, peer, LINK_GOODBYE);
}

static void only_bots_that_we_started_are_frozen(void **state)
{
    struct world *world = *state;
    struct peer *door = peer_open(world, "listen:0");
    char command[512];
    snprintf(
        command, sizeof command, "%s 127.0.0.1 %d", bot("connect-and-echo"), link_port(door->link));
    struct peer *caller = peer_open(world, command);
    until_event(world, door, 'O');
    assert_false(link_freeze(door->link));
    assert_false(link_is_frozen(door->link));
    assert_int_equal(link_cpu_ns(door->link), 0);
    peer_finish(world, caller, LINK_KILL);
    peer_finish(world, door, LINK_KILL);
}

static void a_bot_that_dials_in_is_frozen_too(void **state)
{
    struct world *world = *state;
    struct peer *peer = peer_open(world, bot("connect-and-echo {host} {port}"));
    until_event(world, peer, 'O');
    assert_true(link_freeze(peer->link));
    until_stopped(peer);
    peer_send(peer, "hello");
    turn_for_ms(world, 50);
    assert_int_equal(peer->received.length, 0);
    link_thaw(peer->link);
    until_received(world, peer, "hello");
    peer_finish(world, peer, LINK_GOODBYE);
}

static void a_bot_that_dies_while_it_is_frozen_has_crashed(void **state)
{
    struct world *world = *state;
    struct peer *peer = peer_open(world, bot("echo"));
    until_event(world, peer, 'O');
    assert_true(link_freeze(peer->link));
    kill(link_pid(peer->link), SIGKILL);
    until_event(world, peer, 'E');
    assert_int_equal(peer->end.how, LINK_END_SIGNAL);
    assert_int_equal(peer->end.signal, SIGKILL);
    assert_false(link_freeze(peer->link));
    peer_finish(world, peer, LINK_GOODBYE);
}

// The end of the stream is seen while the bot is frozen. If the bot were not thawed for it, it
// could not exit, and would be told to have closed its output.
static void a_bot_that_closed_its_stream_before_it_was_frozen_can_explain_itself(void **state)
{
    struct world *world = *state;
    struct peer *peer = peer_open(world, bot("close-and-await-cont 7"));
    peer->pause_when_opened = true;
    until_event(world, peer, 'O');
    while (link_stderr(peer->link).head_bytes < strlen("closed"))
        turn_for_ms(world, 1);
    assert_true(link_freeze(peer->link));
    link_resume(peer->link);
    until_event(world, peer, 'E');
    assert_int_equal(peer->end.how, LINK_END_EXITED);
    assert_int_equal(peer->end.code, 7);
    peer_finish(world, peer, LINK_GOODBYE);
}

static void a_bot_that_stopped_itself_runs_again_when_it_is_thawed(void **state)
{
    struct world *world = *state;
    struct peer *peer = peer_open(world, bot("say-and-raise 19")); // SIGSTOP
    until_received(world, peer, "before");
    until_stopped(peer);
    assert_true(link_freeze(peer->link));
    link_thaw(peer->link);
    until_event(world, peer, 'E');
    assert_int_equal(peer->end.how, LINK_END_EXITED);
    assert_int_equal(peer->end.code, 0);
    peer_finish(world, peer, LINK_GOODBYE);
}

static void a_frozen_bot_hears_the_goodbye_G7(void **state)
{
    struct world *world = *state;
    struct peer *peer = peer_open(world, bot("echo"));
    until_event(world, peer, 'O');
    assert_true(link_freeze(peer->link));
    until_stopped(peer);
    peer_close(peer, LINK_GOODBYE);
    until_event(world, peer, 'C');
    assert_int_equal(peer->exit.code, 0);
    assert_int_equal(peer->exit.signal, 0);
    assert_int_equal(peer->exit.pushed, 0); // it left by itself
    peer_free(peer);
}

static void a_frozen_bot_can_be_killed(void **state)
{
    struct world *world = *state;
    struct peer *peer = peer_open(world, bot("spinner"));
    until_event(world, peer, 'O');
    assert_true(link_freeze(peer->link));
    peer_close(peer, LINK_KILL);
    until_event(world, peer, 'C');
    assert_int_equal(peer->exit.signal, SIGKILL);
    peer_free(peer);
}

static void a_handler_for_SIGCONT_changes_nothing(void **state)
{
    struct world *world = *state;
    struct peer *peer = peer_open(world, bot("count-continues"));
    until_received(world, peer, "ready\n");
    assert_true(link_freeze(peer->link));
    until_stopped(peer);
    peer_send(peer, "x");
    link_thaw(peer->link);
    until_received(world, peer, "ready\nx after 1\n");
    peer_finish(world, peer, LINK_GOODBYE);
}

static void a_shell_and_its_bot_stand_still_together(void **state)
{
    struct world *world = *state;
    char command[512];
    snprintf(command, sizeof command, "sh -c '%s; exit 3'", bot("spinner"));
    struct peer *peer = peer_open(world, command);
    until_event(world, peer, 'O');
    peer_send(peer, "one");
    until_received(world, peer, "one");
    for (int i = 0; i < 20; i++) {
        assert_true(link_freeze(peer->link));
        until_stopped(peer);
        link_thaw(peer->link);
    }
    peer_send(peer, "two");
    until_received(world, peer, "onetwo");
    peer_finish(world, peer, LINK_KILL);
}

// SIGCONT from a timer undoes SIGSTOP. It cannot be prevented by signals, but it is seen.
static void a_bot_that_continues_itself_by_a_timer_is_seen_to_compute(void **state)
{
    struct world *world = *state;
    struct peer *peer = peer_open(world, bot("continue-by-timer"));
    until_received(world, peer, "ready");
    assert_true(link_freeze(peer->link));
    int64_t frozen_at = link_cpu_ns(peer->link);
    assert_true(frozen_at > 0);
    while (link_cpu_ns(peer->link) - frozen_at < 20 * NS_PER_MS)
        turn_for_ms(world, 5);
    assert_true(link_freeze(peer->link)); // may be said again
    peer_finish(world, peer, LINK_KILL);
}

static void the_time_of_the_process_is_known_after_its_end(void **state)
{
    struct world *world = *state;
    struct peer *peer = peer_open(world, bot("spin 30"));
    until_received(world, peer, "spun");
    int64_t used = link_cpu_ns(peer->link);
    assert_true(used >= 30 * NS_PER_MS);
    kill(link_pid(peer->link), SIGKILL);
    until_event(world, peer, 'E');
    assert_true(link_cpu_ns(peer->link) >= used);
    peer_finish(world, peer, LINK_GOODBYE);
}

// --- Cores ---

static void a_bot_may_use_the_cores_that_it_was_given(void **state)
{
    struct world *world = *state;
    cpu_set_t ours, one;
    assert_int_equal(sched_getaffinity(0, sizeof ours, &ours), 0);
    for (int core = 0; core < CPU_SETSIZE; core++) {
        if (!CPU_ISSET(core, &ours))
            continue;
        CPU_ZERO(&one);
        CPU_SET(core, &one);
        const struct link_spec spec = {.player = bot("show-cores"), .cores = &one};
        struct peer *peer = peer_open_spec(world, &spec);
        until_received(world, peer, ";");
        char expected[16];
        snprintf(expected, sizeof expected, "%d ;", core);
        assert_string_equal(peer->received.bytes, expected);
        peer_finish(world, peer, LINK_GOODBYE);
    }
}

static void without_cores_a_bot_has_those_of_our_thread(void **state)
{
    struct world *world = *state;
    cpu_set_t ours;
    assert_int_equal(sched_getaffinity(0, sizeof ours, &ours), 0);
    struct text expected = text_growing();
    for (int core = 0; core < CPU_SETSIZE; core++) {
        if (CPU_ISSET(core, &ours))
            text_format(&expected, "%d ", core);
    }
    text_char(&expected, ';');
    struct peer *peer = peer_open(world, bot("show-cores"));
    until_received(world, peer, expected.bytes);
    text_destroy(&expected);
    peer_finish(world, peer, LINK_GOODBYE);
}

static void cores_that_this_machine_does_not_have_are_our_fault(void **state)
{
    struct world *world = *state;
    cpu_set_t none;
    CPU_ZERO(&none);
    CPU_SET(CPU_SETSIZE - 1, &none);
    const struct link_spec spec = {.player = bot("show-cores"), .cores = &none};
    struct peer *peer = peer_open_spec(world, &spec);
    until_event(world, peer, 'F');
    assert_true(peer->failure.ours);
    peer_finish(world, peer, LINK_GOODBYE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_A_WORLD(a_frozen_spinner_computes_nothing),
        IN_A_WORLD(what_is_sent_to_a_frozen_bot_waits_for_it),
        IN_A_WORLD(a_bot_that_is_not_frozen_cannot_be_thawed),
        IN_A_WORLD(only_bots_that_we_started_are_frozen),
        IN_A_WORLD(a_bot_that_dials_in_is_frozen_too),
        IN_A_WORLD(a_bot_that_dies_while_it_is_frozen_has_crashed),
        IN_A_WORLD(a_bot_that_closed_its_stream_before_it_was_frozen_can_explain_itself),
        IN_A_WORLD(a_bot_that_stopped_itself_runs_again_when_it_is_thawed),
        IN_A_WORLD(a_frozen_bot_hears_the_goodbye_G7),
        IN_A_WORLD(a_frozen_bot_can_be_killed),
        IN_A_WORLD(a_handler_for_SIGCONT_changes_nothing),
        IN_A_WORLD(a_shell_and_its_bot_stand_still_together),
        IN_A_WORLD(a_bot_that_continues_itself_by_a_timer_is_seen_to_compute),
        IN_A_WORLD(the_time_of_the_process_is_known_after_its_end),
        IN_A_WORLD(a_bot_may_use_the_cores_that_it_was_given),
        IN_A_WORLD(without_cores_a_bot_has_those_of_our_thread),
        IN_A_WORLD(cores_that_this_machine_does_not_have_are_our_fault),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

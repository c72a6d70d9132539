// Bots that want more than their limits allow, and what is said about them.
#include "link/world.h"

#include "base/clock.h"
#include "link/inside/cgroup.h"
#include "link/inside/state.h"

#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static const int64_t mebibyte = INT64_C(1) << 20;

static struct peer *open_limited(
    struct world *world, const char *way, const struct sandbox_limits *limits)
{
    return peer_open_spec(
        world, &(struct link_spec){.player = bot(way), .sandbox.limits = *limits});
}

// Waits for the next look at the bot.
static const struct limit_state *until_looked(struct world *world, const struct peer *peer)
{
    const struct limit_state *state = &peer->link->limit.state;
    int64_t before_ns = state->looked_ns;
    while (state->looked_ns == before_ns)
        uv_run(&world->loop, UV_RUN_ONCE);
    return state;
}

static void assert_limit(const struct peer *peer, enum limit_kind kind)
{
    assert_int_equal(peer->end.how, LINK_END_LIMIT);
    assert_string_equal(limit_name(peer->end.passed.kind), limit_name(kind));
    assert_true(peer->end.passed.allowed > 0);
    assert_true(peer->end.passed.seen == 0 || peer->end.passed.seen > peer->end.passed.allowed);
}

static void ends_by(
    struct world *world, const char *way, struct sandbox_limits limits, enum limit_kind kind)
{
    struct peer *peer = open_limited(world, way, &limits);
    until_event(world, peer, 'E');
    assert_limit(peer, kind);
    peer_finish(world, peer, LINK_GOODBYE);
}

// --- Sampled ---

static void memory_of_one_process_is_limited(void **state)
{
    ends_by(*state, "allocate 1 200", (struct sandbox_limits){.memory_bytes = 64 * mebibyte},
        LIMIT_MEMORY);
}

static void memory_of_several_processes_is_added_up(void **state)
{
    struct world *world = *state;
    struct sandbox_limits limits = {.memory_bytes = 100 * mebibyte};
    struct peer *peer = open_limited(world, "allocate 5 40", &limits);
    until_event(world, peer, 'E');
    assert_limit(peer, LIMIT_MEMORY);
    assert_true(peer->end.passed.processes > 1);
    assert_string_equal(peer->end.passed.process, "link_bot");
    peer_finish(world, peer, LINK_GOODBYE);
}

// 5 processes have the same 60 MiB: together 60, though each of them has 60.
static void pages_that_processes_share_count_once(void **state)
{
    struct world *world = *state;
    struct sandbox_limits limits = {.memory_bytes = 100 * mebibyte};
    struct peer *peer = open_limited(world, "share 5 60", &limits);
    until_event(world, peer, 'O');
    peer_send(peer, "here");
    until_received(world, peer, "here");
    const struct limit_state *seen = until_looked(world, peer);
    assert_int_equal(seen->tasks, 5);
    assert_in_range(seen->memory_bytes, 60 * mebibyte, 80 * mebibyte);
    assert_false(peer->link->limit.is_passed);
    peer_finish(world, peer, LINK_GOODBYE);
}

static void processes_and_threads_are_limited_together(void **state)
{
    ends_by(*state, "fork-many 30", (struct sandbox_limits){.tasks = 20}, LIMIT_TASKS);
    ends_by(*state, "start-threads 30", (struct sandbox_limits){.tasks = 20}, LIMIT_TASKS);
}

// A bot that is refused something may close its stream at once, and take its time to end.
static void a_bot_that_closes_its_stream_is_looked_at_once_more(void **state)
{
    struct world *world = *state;
    struct sandbox_limits limits = {.tasks = 20};
    struct peer *peer = open_limited(world, "fork-many-and-close 30", &limits);
    until_event(world, peer, 'O');
    peer->link->limit.state.due_ns = INT64_MAX; // the next look will not find it
    peer_send(peer, "!");
    until_event(world, peer, 'E');
    assert_limit(peer, LIMIT_TASKS);
    peer_finish(world, peer, LINK_GOODBYE);
}

static void cpu_time_of_all_processes_is_limited(void **state)
{
    ends_by(
        *state, "spin-for-ever 1", (struct sandbox_limits){.cpu_ns = 150 * NS_PER_MS}, LIMIT_CPU);
    ends_by(
        *state, "spin-for-ever 3", (struct sandbox_limits){.cpu_ns = 150 * NS_PER_MS}, LIMIT_CPU);
}

static void a_bot_within_its_limits_is_left_alone(void **state)
{
    struct world *world = *state;
    struct sandbox_limits limits = sandbox_default_limits();
    struct peer *peer = open_limited(world, "echo", &limits);
    until_event(world, peer, 'O');
    peer_send(peer, "hello");
    until_received(world, peer, "hello");
    assert_int_equal(until_looked(world, peer)->tasks, 1);
    peer_finish(world, peer, LINK_GOODBYE);
}

static void a_bot_that_is_gone_soon_is_never_looked_at(void **state)
{
    struct world *world = *state;
    struct sandbox_limits limits = sandbox_default_limits();
    int64_t before_ns = clock_now_ns();
    struct peer *peer = open_limited(world, "echo", &limits);
    assert_true(peer->link->limit.state.due_ns >= before_ns + LIMIT_FIRST_LOOK_MS * NS_PER_MS);
    peer_finish(world, peer, LINK_KILL);
    assert_false(uv_loop_alive(&world->loop)); // nor does a timer run for it
}

static void without_limits_nobody_is_watched(void **state)
{
    struct world *world = *state;
    struct peer *peer = peer_open(world, bot("echo"));
    assert_false(peer->link->limit.is_watched);
    assert_null(world->hub->watch);
    peer_finish(world, peer, LINK_KILL);
}

static void a_bot_that_dials_in_can_pass_a_limit_before_it_connects(void **state)
{
    struct world *world = *state;
    struct sandbox_limits limits = {.memory_bytes = 64 * mebibyte};
    struct peer *peer = open_limited(world, "allocate 1 200 {host} {port}", &limits);
    until_event(world, peer, 'F');
    assert_true(peer->failure.limited);
    assert_false(peer->failure.ours);
    assert_int_equal(peer->failure.passed.kind, LIMIT_MEMORY);
    assert_non_null(strstr(peer->failure.error.words, "of memory"));
    peer_finish(world, peer, LINK_GOODBYE);
}

// --- Output ---

static void output_without_end_is_limited_exactly(void **state)
{
    struct world *world = *state;
    struct sandbox_limits limits = {.output_bytes = 100000};
    for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++) {
        struct peer *peer =
            open_limited(world, fd == STDOUT_FILENO ? "flood 1 400000" : "flood 2 400000", &limits);
        until_event(world, peer, 'E');
        assert_limit(peer, LIMIT_OUTPUT);
        assert_true(peer->received.length <= 100000);
        peer_finish(world, peer, LINK_GOODBYE);
    }
}

static void output_within_the_limit_is_delivered(void **state)
{
    struct world *world = *state;
    struct sandbox_limits limits = {.output_bytes = 500000};
    struct peer *peer = open_limited(world, "flood 2 400000", &limits);
    until_received(world, peer, "done");
    peer_finish(world, peer, LINK_GOODBYE);
}

static void output_is_counted_for_each_game(void **state)
{
    struct world *world = *state;
    struct sandbox_limits limits = {.output_bytes = 10};
    struct peer *peer = open_limited(world, "echo", &limits);
    until_event(world, peer, 'O');
    peer_send(peer, "12345678");
    until_received_bytes(world, peer, 8);
    link_new_game(peer->link);
    peer_send(peer, "12345678");
    until_received_bytes(world, peer, 16);
    peer_send(peer, "12345678");
    until_event(world, peer, 'E');
    assert_limit(peer, LIMIT_OUTPUT);
    assert_int_equal(peer->end.passed.seen, 16);
    assert_int_equal(peer->received.length, 16);
    peer_finish(world, peer, LINK_GOODBYE);
}

static void a_connection_has_a_limit_of_output_too(void **state)
{
    struct world *world = *state;
    struct sandbox_limits limits = {.output_bytes = 40}; // of which "talk on stdout" takes 15
    struct peer *peer = open_limited(world, "connect-and-echo {host} {port}", &limits);
    until_event(world, peer, 'O');
    peer_send(peer, "twenty-eight bytes come back");
    until_event(world, peer, 'E');
    assert_limit(peer, LIMIT_OUTPUT);
    peer_finish(world, peer, LINK_GOODBYE);
}

// --- Ended by the kernel ---

static void a_death_by_a_limit_of_ours_is_told_as_that_limit(void **state)
{
    struct world *world = *state;
    char way[128];
    snprintf(way, sizeof way, "write-file /tmp/agon-limit-test-%d 100000 8192", (int)getpid());
    // The bot sets to itself what the start of a process would set.
    struct sandbox_limits limits = {.file_bytes = 8192};
    ends_by(world, way, limits, LIMIT_FILE);
    // The same death, but by a limit that is not ours.
    limits.file_bytes = 50000;
    struct peer *peer = open_limited(world, way, &limits);
    until_event(world, peer, 'E');
    assert_int_equal(peer->end.how, LINK_END_SIGNAL);
    assert_int_equal(peer->end.signal, SIGXFSZ);
    peer_finish(world, peer, LINK_GOODBYE);
    unlink(strchr(way, '/') != NULL ? strtok(strchr(way, '/'), " ") : "");
}

// --- Scratch ---

static void the_scratch_folder_is_limited(void **state)
{
    struct world *world = *state;
    char folder[] = "/tmp/agon-scratch-XXXXXX", way[128], path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/file", folder);
    snprintf(way, sizeof way, "write-file %s 3000000", path);
    struct sandbox_limits limits = {.scratch_bytes = mebibyte, .cpu_ns = 3600 * NS_PER_SECOND};
    struct peer *peer = open_limited(world, way, &limits);
    peer->link->limit.scratch = folder;
    until_event(world, peer, 'E');
    assert_limit(peer, LIMIT_SCRATCH);
    peer_finish(world, peer, LINK_GOODBYE);
    unlink(path);
    rmdir(folder);
}

// --- A cgroup ---

static void a_kill_by_the_kernel_in_a_cgroup_is_the_limit_of_memory(void **state)
{
    struct world *world = *state;
    if (!(sandbox_layers_of(SANDBOX_OPEN) & 1u << SANDBOX_CGROUP)) {
        print_message("# no cgroup can be made here\n");
        skip();
    }
    for (int i = 0; i < 2; i++) { // the second one uses the same group again
        const struct sandbox limited = {
            .manner = SANDBOX_OPEN, .limits = {.memory_bytes = 32 * mebibyte, .tasks = 10}};
        struct peer *peer = peer_open_spec(world,
            &(struct link_spec){.player = bot("allocate-when-told 2 100"), .sandbox = limited});
        until_event(world, peer, 'O');
        peer_send(peer, "!");
        until_event(world, peer, 'E');
        assert_limit(peer, LIMIT_MEMORY);
        assert_int_equal(peer->end.passed.seen, 0);
        peer_finish(world, peer, LINK_GOODBYE);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_A_WORLD(memory_of_one_process_is_limited),
        IN_A_WORLD(memory_of_several_processes_is_added_up),
        IN_A_WORLD(pages_that_processes_share_count_once),
        IN_A_WORLD(processes_and_threads_are_limited_together),
        IN_A_WORLD(a_bot_that_closes_its_stream_is_looked_at_once_more),
        IN_A_WORLD(cpu_time_of_all_processes_is_limited),
        IN_A_WORLD(a_bot_within_its_limits_is_left_alone),
        IN_A_WORLD(a_bot_that_is_gone_soon_is_never_looked_at),
        IN_A_WORLD(without_limits_nobody_is_watched),
        IN_A_WORLD(a_bot_that_dials_in_can_pass_a_limit_before_it_connects),
        IN_A_WORLD(output_without_end_is_limited_exactly),
        IN_A_WORLD(output_within_the_limit_is_delivered),
        IN_A_WORLD(output_is_counted_for_each_game),
        IN_A_WORLD(a_connection_has_a_limit_of_output_too),
        IN_A_WORLD(a_death_by_a_limit_of_ours_is_told_as_that_limit),
        IN_A_WORLD(the_scratch_folder_is_limited),
        IN_A_WORLD(a_kill_by_the_kernel_in_a_cgroup_is_the_limit_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

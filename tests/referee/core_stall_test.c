// A core that stands still can't be had for a test, but a process that is stopped can: its thread
// is woken too late just the same, and has not waited for a core.
#include "referee/runner/core_stall.h"

#include "base/clock.h"
#include "base/schedstat.h"
#include "referee/seat_clock.h"

#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#define MS NS_PER_MS

enum { STOPPED_MS = 50 };

static void who_is_woken_in_time_saw_nothing(void **state)
{
    (void)state;
    assert_int_equal(core_stall_of(0, 0, MS), 0);
    assert_int_equal(core_stall_of(MS / 10, 0, MS), 0);
}

static void a_wait_for_the_core_is_no_standstill(void **state)
{
    (void)state;
    assert_int_equal(core_stall_of(30 * MS, 30 * MS, MS), 0);
    assert_int_equal(core_stall_of(30 * MS, 30 * MS - MS / 10, MS), 0);
}

static void who_is_woken_late_saw_a_standstill(void **state)
{
    (void)state;
    assert_int_equal(core_stall_of(8 * MS, 0, MS), 8 * MS + MS / 2);
    assert_int_equal(core_stall_of(8 * MS, 0, 10 * MS), 13 * MS);
    // What is short is not taken for a long one that was seen late.
    assert_int_equal(core_stall_of(MS, 0, 10 * MS), 2 * MS);
    // A wait in it may be more of it.
    assert_int_equal(core_stall_of(8 * MS, 4 * MS, MS), 8 * MS + MS / 2);
}

// --- In a process of its own ---

static void hear(int fd)
{
    char byte;
    if (read(fd, &byte, 1) != 1)
        _exit(1);
}

// Says when it is ready; asked again, tells how much it has seen since then.
static void watch_and_tell(int in, int out, bool rests)
{
    struct core_stall s;
    core_stall_init(&s);
    core_stall_watch(&s, true);
    while (atomic_load(&s.due_ns) == INT64_MAX)
        sched_yield();
    if (rests)
        core_stall_rest(&s);
    while (rests && atomic_load(&s.due_ns) != INT64_MAX)
        sched_yield();
    int64_t before = core_stall_ns(&s);
    if (write(out, "r", 1) != 1)
        _exit(1);
    hear(in);
    // On a busy machine the thread may look later than core_stall_settled_ns waits for it.
    int64_t seen;
    do
        seen = core_stall_settled_ns(&s) - before;
    while (atomic_load(&s.due_ns) < clock_now_ns());
    core_stall_destroy(&s);
    _exit(write(out, &seen, sizeof seen) == sizeof seen ? 0 : 1);
}

// Where the kernel does not tell how long a thread waited, nothing is ever seen.
static void skip_where_nothing_is_seen(void)
{
    int fd = schedstat_open();
    bool sees = schedstat_waited_ns(fd) >= 0;
    if (fd >= 0)
        close(fd);
    if (!sees)
        skip();
}

// What such a process says of being stopped; and how long it was, at least.
static int64_t seen_of_a_stop(bool rests, int64_t *stopped_ns)
{
    int to[2], from[2], status;
    assert_true(pipe(to) == 0 && pipe(from) == 0);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0)
        watch_and_tell(to[0], from[1], rests);
    hear(from[0]);
    kill(pid, SIGSTOP);
    assert_int_equal(waitpid(pid, &status, WUNTRACED), pid);
    assert_true(WIFSTOPPED(status));
    int64_t since = clock_now_ns();
    nanosleep(&(struct timespec){.tv_nsec = STOPPED_MS * MS}, NULL);
    *stopped_ns = clock_now_ns() - since;
    kill(pid, SIGCONT);
    int64_t seen;
    assert_int_equal(write(to[1], "t", 1), 1);
    assert_int_equal(read(from[0], &seen, sizeof seen), sizeof seen);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
    for (int i = 0; i < 2; i++) {
        close(to[i]);
        close(from[i]);
    }
    return seen;
}

static void a_standstill_is_seen(void **state)
{
    (void)state;
    skip_where_nothing_is_seen();
    int64_t stopped, seen = seen_of_a_stop(false, &stopped);
    assert_true(seen >= stopped - MS); // the last look was within a period
}

static void nobody_looks_while_no_game_wants_it(void **state)
{
    (void)state;
    skip_where_nothing_is_seen();
    int64_t stopped;
    assert_int_equal(seen_of_a_stop(true, &stopped), 0);
}

// --- What a clock makes of it ---

static const struct budget hundred = {
    .first_ns = 500 * MS, .request_ns = 100 * MS, .start_ns = 1000 * MS, .cores = 1};

static struct moment at(int64_t ns)
{
    return (struct moment){.now_ns = ns};
}

// Looked at just before it was asked.
static struct seat_clock asked_after(const struct usage *before)
{
    struct seat_clock c;
    seat_clock_init(&c, &hundred);
    seat_clock_take_base(&c, before, at(0));
    seat_clock_run_move(&c, false, at(0));
    return c;
}

// On a core that had stood still for so long.
static struct usage stood(int64_t stalled_ms, int64_t waited_ms, int64_t cpu_ms)
{
    return (struct usage){.observed = true,
        .stalled_ns = stalled_ms * MS,
        .waited_ns = waited_ms * MS,
        .cpu_ns = cpu_ms * MS};
}

static void while_the_core_stands_still_nobody_is_charged(void **state)
{
    (void)state;
    // The kernel may take it for computing.
    struct usage before = stood(50, 0, 0), after = stood(80, 0, 125);
    struct seat_clock c = asked_after(&before);
    struct charge charge = seat_clock_charge(&c, &after, at(125 * MS));
    assert_int_equal(charge.charged_ns, 95 * MS);
    assert_int_equal(charge.lost_ns, 30 * MS);
    after.stalled_ns = 50 * MS;
    charge = seat_clock_charge(&c, &after, at(125 * MS));
    assert_int_equal(charge.charged_ns, 125 * MS);
    // First seen in the middle: since it was asked, as far as that was known then.
    seat_clock_init(&c, &hundred);
    seat_clock_run_move(&c, false, (struct moment){.stalled_ns = 40 * MS});
    seat_clock_take_base(&c, &before, at(20 * MS));
    charge = seat_clock_charge(&c, &after, at(115 * MS));
    assert_int_equal(charge.charged_ns, 105 * MS);
}

static void nor_is_a_player_of_our_own_that_seems_to_have_computed(void **state)
{
    (void)state;
    // More than it is forgiven without that.
    struct usage before = stood(50, 0, 0), after = stood(1850, 20, 1860);
    before.ours = after.ours = true;
    struct seat_clock c = asked_after(&before);
    struct charge charge = seat_clock_charge(&c, &after, at(1880 * MS));
    assert_int_equal(charge.charged_ns, 60 * MS);
    after.stalled_ns = before.stalled_ns;
    charge = seat_clock_charge(&c, &after, at(1880 * MS));
    assert_true(charge_is_over(&charge));
}

static void a_stop_of_the_arena_is_refunded_once(void **state)
{
    (void)state;
    // For 400 ms, in which the core seemed to stand still.
    struct usage before = stood(50, 0, 0), after = stood(450, 0, 0);
    struct seat_clock c = asked_after(&before);
    struct moment answered = {.now_ns = 520 * MS, .lost_ns = 380 * MS, .stalled_ns = 450 * MS};
    struct charge charge = seat_clock_charge(&c, &after, answered);
    assert_int_equal(charge.charged_ns, 120 * MS);
    // And also where nothing is known of the bot.
    charge = seat_clock_charge(&c, NULL, answered);
    assert_int_equal(charge.charged_ns, 140 * MS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_is_woken_in_time_saw_nothing),
        cmocka_unit_test(a_wait_for_the_core_is_no_standstill),
        cmocka_unit_test(who_is_woken_late_saw_a_standstill),
        cmocka_unit_test(a_standstill_is_seen),
        cmocka_unit_test(nobody_looks_while_no_game_wants_it),
        cmocka_unit_test(while_the_core_stands_still_nobody_is_charged),
        cmocka_unit_test(nor_is_a_player_of_our_own_that_seems_to_have_computed),
        cmocka_unit_test(a_stop_of_the_arena_is_refunded_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

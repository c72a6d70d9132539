// How late a runner reads what has come, as far as it can tell.
#include "base/clock.h"
#include "referee/runner.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

enum { BUSY_MS = 30 };

// A bot whose bytes come through a pipe.
struct bot {
    struct runner *runner;
    int ends[2];
    uv_poll_t listens;
    uv_timer_t leaves;
    int64_t late_ns; // as the runner says
};

static void hears(uv_poll_t *listens, int status, int events)
{
    (void)status;
    (void)events;
    struct bot *b = listens->data;
    runner_moment(b->runner, clock_now_ns());
    b->late_ns = runner_late_ns(b->runner);
    uv_close((uv_handle_t *)listens, NULL);
}

static void write_and_be_busy(struct bot *b)
{
    assert_int_equal(write(b->ends[1], "x", 1), 1);
    nanosleep(&(struct timespec){.tv_nsec = BUSY_MS * NS_PER_MS}, NULL);
}

static void is_closed(uv_handle_t *timer)
{
    write_and_be_busy(timer->data);
}

static void leaves(uv_timer_t *timer)
{
    uv_close((uv_handle_t *)timer, is_closed);
}

static void is_due(uv_timer_t *timer)
{
    uv_close((uv_handle_t *)timer, NULL);
    write_and_be_busy(timer->data);
}

static int64_t late_after(uv_timer_cb what)
{
    struct runner r;
    struct error e;
    struct bot b = {.runner = &r};
    assert_true(runner_init(&r, &e));
    assert_int_equal(pipe(b.ends), 0);
    b.listens.data = b.leaves.data = &b;
    uv_poll_init(&r.loop, &b.listens, b.ends[0]);
    uv_poll_start(&b.listens, UV_READABLE, hears);
    uv_timer_init(&r.loop, &b.leaves);
    uv_timer_start(&b.leaves, what, 1, 0);
    uv_run(&r.loop, UV_RUN_DEFAULT);
    runner_destroy(&r);
    close(b.ends[0]);
    close(b.ends[1]);
    return b.late_ns;
}

// The start of a bot, for one, keeps the arena busy where one game has ended and another begins.
static void what_came_while_games_began_and_ended_was_read_late(void **state)
{
    (void)state;
    assert_true(late_after(is_due) >= BUSY_MS * NS_PER_MS);
    assert_true(late_after(leaves) >= BUSY_MS * NS_PER_MS);
}

static void keeps_busy(uv_poll_t *other, int status, int events)
{
    (void)status;
    (void)events;
    nanosleep(&(struct timespec){.tv_nsec = BUSY_MS * NS_PER_MS}, NULL);
    uv_close((uv_handle_t *)other, NULL);
}

// Such as the exit of a bot, which nobody's clock looks at.
static void what_came_together_with_something_else_was_read_late(void **state)
{
    (void)state;
    struct runner r;
    struct error e;
    struct bot b = {.runner = &r};
    uv_poll_t other;
    int ends[2];
    assert_true(runner_init(&r, &e));
    assert_true(pipe(b.ends) == 0 && pipe(ends) == 0);
    b.listens.data = &b;
    uv_poll_init(&r.loop, &other, ends[0]);
    uv_poll_start(&other, UV_READABLE, keeps_busy);
    uv_poll_init(&r.loop, &b.listens, b.ends[0]);
    uv_poll_start(&b.listens, UV_READABLE, hears);
    assert_int_equal(write(ends[1], "x", 1), 1); // first in, first out
    assert_int_equal(write(b.ends[1], "x", 1), 1);
    uv_run(&r.loop, UV_RUN_DEFAULT);
    runner_destroy(&r);
    for (int i = 0; i < 2; i++) {
        close(ends[i]);
        close(b.ends[i]);
    }
    assert_true(b.late_ns >= BUSY_MS * NS_PER_MS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_came_while_games_began_and_ended_was_read_late),
        cmocka_unit_test(what_came_together_with_something_else_was_read_late),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

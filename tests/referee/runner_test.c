// How late a runner reads what has come, as far as it can tell.
#include "base/clock.h"
#include "referee/runner.h"
#include "referee/session.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>
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

static void is_asked_first(uv_timer_t *timer)
{
    struct bot *b = timer->data;
    runner_moment(b->runner, clock_now_ns());
    b->late_ns = runner_late_ns(b->runner);
    uv_close((uv_handle_t *)timer, NULL);
}

// A thousand bots are started before the loop turns for the first time: nobody has slept yet.
static void what_came_before_the_first_poll_was_read_late(void **state)
{
    (void)state;
    struct runner r;
    struct error e;
    struct bot b = {.runner = &r};
    assert_true(runner_init(&r, &e));
    nanosleep(&(struct timespec){.tv_nsec = BUSY_MS * NS_PER_MS}, NULL);
    b.leaves.data = &b;
    uv_timer_init(&r.loop, &b.leaves);
    uv_timer_start(&b.leaves, is_asked_first, 0, 0);
    uv_run(&r.loop, UV_RUN_DEFAULT);
    runner_destroy(&r);
    assert_true(b.late_ns >= BUSY_MS * NS_PER_MS);
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

// --- Beside a real link ---

enum { CROWD = 1100 }; // more than the 1,024 events that libuv takes at a time

// Another game's bot, an echo: what it says keeps the arena busy.
struct other {
    struct link *link;
    bool opened, closed;
    bool leaves; // when it has been heard
};

static void other_opened(struct link *link, void *user)
{
    (void)link;
    ((struct other *)user)->opened = true;
}

static void other_failed(struct link *link, void *user, const struct link_failure *why)
{
    (void)link;
    (void)user;
    fail_msg("%s", why->error.words);
}

static void other_received(
    struct link *link, void *user, const char *bytes, size_t length, int64_t at_ns)
{
    (void)bytes;
    (void)length;
    (void)at_ns;
    nanosleep(&(struct timespec){.tv_nsec = BUSY_MS * NS_PER_MS}, NULL);
    if (((struct other *)user)->leaves)
        link_close(link, LINK_GOODBYE);
}

static void other_written(struct link *link, void *user, int64_t at_ns)
{
    (void)link;
    (void)user;
    (void)at_ns;
}

static void other_stranger(struct link *link, void *user, const char *from)
{
    (void)link;
    (void)user;
    (void)from;
}

static void other_ended(struct link *link, void *user, const struct link_end *end)
{
    (void)link;
    (void)user;
    (void)end;
}

static void other_closed(struct link *link, void *user)
{
    (void)link;
    ((struct other *)user)->closed = true;
}

static const struct link_events other_events = {
    .opened = other_opened,
    .failed = other_failed,
    .received = other_received,
    .written = other_written,
    .stranger = other_stranger,
    .ended = other_ended,
    .closed = other_closed,
};

// It is there, and has answered; nobody has read that yet.
static void let_other_answer(struct other *other, struct runner *r)
{
    const struct link_spec spec = {.player = "cat"};
    other->link = link_open(r->hub, &spec, &other_events, other);
    while (!other->opened)
        uv_run(&r->loop, UV_RUN_ONCE);
    assert_int_equal(link_send(other->link, "x", 1), LINK_SENT);
    while (!link_has_unread(other->link))
        nanosleep(&(struct timespec){.tv_nsec = NS_PER_MS}, NULL);
}

static void is_one_of_many(uv_poll_t *one, int status, int events)
{
    (void)status;
    (void)events;
    uv_close((uv_handle_t *)one, NULL);
}

// The other's answer is read first, then what `count` others have sent, then the bot's: all of it
// was there when the loop looked.
static int64_t late_behind(bool other_leaves, int count)
{
    struct runner r;
    struct error e;
    struct bot b = {.runner = &r};
    struct other other = {.leaves = other_leaves};
    static uv_poll_t crowd[CROWD];
    static int fds[CROWD];
    assert_true(runner_init(&r, &e));
    assert_int_equal(pipe(b.ends), 0);
    assert_int_equal(write(b.ends[1], "x", 1), 1);
    let_other_answer(&other, &r);
    for (int i = 0; i < count; i++) {
        assert_true((fds[i] = dup(b.ends[0])) >= 0);
        uv_poll_init(&r.loop, &crowd[i], fds[i]);
        uv_poll_start(&crowd[i], UV_READABLE, is_one_of_many);
    }
    b.listens.data = &b;
    uv_poll_init(&r.loop, &b.listens, b.ends[0]);
    uv_poll_start(&b.listens, UV_READABLE, hears);
    uv_run(&r.loop, UV_RUN_ONCE);
    link_close(other.link, LINK_GOODBYE); // for the second time is no harm
    while (!other.closed)
        uv_run(&r.loop, UV_RUN_ONCE);
    runner_destroy(&r);
    for (int i = 0; i < count; i++)
        close(fds[i]);
    close(b.ends[0]);
    close(b.ends[1]);
    return b.late_ns;
}

// A goodbye sets a timer, and the loop is told the time for that. That is not when it last looked.
static void what_came_together_with_the_end_of_another_game_was_read_late(void **state)
{
    (void)state;
    assert_true(late_behind(true, 0) >= BUSY_MS * NS_PER_MS);
}

// The loop looks a second time for what it could not take the first time.
static void what_came_together_with_a_thousand_others_was_read_late(void **state)
{
    (void)state;
    struct rlimit limit;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &limit), 0);
    struct rlimit raised = {limit.rlim_max, limit.rlim_max};
    if (limit.rlim_max < 2 * CROWD || setrlimit(RLIMIT_NOFILE, &raised) != 0)
        skip();
    int64_t late_ns = late_behind(false, CROWD);
    setrlimit(RLIMIT_NOFILE, &limit);
    assert_true(late_ns >= BUSY_MS * NS_PER_MS);
}

// --- Looking without reading ---

// A busy arena gives no more than it must: a bot that came too late is found out by the last look
// at which nothing of it was there.
static void an_answer_was_read_no_later_than_since_the_last_look_without_it(void **state)
{
    (void)state;
    struct runner r;
    struct error e;
    assert_true(runner_init(&r, &e));
    struct session s = {.runner = &r};
    nanosleep(&(struct timespec){.tv_nsec = BUSY_MS * NS_PER_MS}, NULL);
    runner_moment(&r, clock_now_ns());
    assert_true(session_late_ns(&s) >= BUSY_MS * NS_PER_MS);
    s.read_unseen_ns = r.last_beat_ns - 5 * NS_PER_MS;
    assert_int_equal(session_late_ns(&s), 5 * NS_PER_MS);
    runner_destroy(&r);
}

static void a_look_keeps_when_nothing_was_there_for_the_last_time(void **state)
{
    (void)state;
    struct runner r;
    struct error e;
    struct other other = {0};
    assert_true(runner_init(&r, &e));
    struct session s = {.runner = &r};
    session_look(&s); // one without a link
    assert_int_equal(s.unseen_ns, 0);
    let_other_answer(&other, &r);
    s.link = other.link;
    r.looked_ns = 100 * NS_PER_MS;
    session_look(&s);
    assert_int_equal(s.unseen_ns, 100 * NS_PER_MS);
    r.looked_ns = 105 * NS_PER_MS;
    session_look(&s);
    assert_int_equal(s.unseen_ns, 100 * NS_PER_MS);
    link_close(other.link, LINK_GOODBYE);
    while (!other.closed)
        uv_run(&r.loop, UV_RUN_ONCE);
    runner_destroy(&r);
}

static void a_busy_runner_looks_now_and_then(void **state)
{
    (void)state;
    struct runner r;
    struct error e;
    assert_true(runner_init(&r, &e));
    int64_t first = r.looked_ns;
    runner_moment(&r, first + RUNNER_LOOK_MS * NS_PER_MS - 1);
    assert_int_equal(r.looked_ns, first);
    runner_moment(&r, first + RUNNER_LOOK_MS * NS_PER_MS);
    assert_true(r.looked_ns > first);
    runner_destroy(&r);
}

static int setup_process(void **state)
{
    (void)state;
    return link_process_setup(NULL) ? 0 : -1;
}

static int teardown_process(void **state)
{
    (void)state;
    link_process_teardown();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_came_while_games_began_and_ended_was_read_late),
        cmocka_unit_test(what_came_before_the_first_poll_was_read_late),
        cmocka_unit_test(what_came_together_with_something_else_was_read_late),
        cmocka_unit_test(what_came_together_with_the_end_of_another_game_was_read_late),
        cmocka_unit_test(what_came_together_with_a_thousand_others_was_read_late),
        cmocka_unit_test(an_answer_was_read_no_later_than_since_the_last_look_without_it),
        cmocka_unit_test(a_look_keeps_when_nothing_was_there_for_the_last_time),
        cmocka_unit_test(a_busy_runner_looks_now_and_then),
    };
    return cmocka_run_group_tests(tests, setup_process, teardown_process);
}

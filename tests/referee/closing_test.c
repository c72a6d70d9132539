// A table that is closed while a game is under way: nobody wins or loses any more.
#include "base/clock.h"
#include "referee/table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { BOT, BRAIN };

struct evening {
    struct runner runner;
    struct table table;
    int finished, closed;
};

static move think_first(const struct player *player, const struct ask *ask, void **memory)
{
    (void)player;
    (void)memory;
    move moves[MOVES_MAX];
    ask->game->moves(ask->position, moves);
    return moves[0];
}

static void is_finished(void *user, struct table *t, const struct result *result)
{
    (void)t;
    (void)result;
    ((struct evening *)user)->finished++;
}

static void is_closed(void *user, struct table *t)
{
    (void)t;
    ((struct evening *)user)->closed++;
}

static void has_happened(void *user, struct table *t, const struct referee_event *event)
{
    (void)user;
    (void)t;
    (void)event;
}

static const struct table_events events = {
    .happened = has_happened, .finished = is_finished, .closed = is_closed};

// A built-in player is gone at once. A bot that does not answer has its time to leave (G7), in
// which its clock may run out.
static void time_does_not_run_at_a_table_that_closes(void **state)
{
    (void)state;
    static struct evening e;
    const struct player bot = {.name = "ann", .text = "sleep 600", .wire = wire_find("hgp", NULL)};
    const struct player brain = {
        .name = "bob", .text = "@b", .think = think_first, .instant = true};
    const struct budget budget = {.start_ns = 3600 * NS_PER_SECOND,
        .first_ns = 3600 * NS_PER_SECOND,
        .request_ns = 3600 * NS_PER_SECOND,
        .wall = true};
    struct fixture fixture = {
        .game = game_find("reversi", NULL), .index = 1, .budgets = {&budget, &budget}};
    struct error error;
    assert_true(runner_init(&e.runner, &error));
    table_init(&e.table, &e.runner, (const struct player *[]){&bot, &brain}, &events, &e);
    fixture.game->start(&fixture.start, NULL, NULL);
    table_play(&e.table, &fixture);
    while (!e.table.referee.seats[BOT].open)
        uv_run(&e.runner.loop, UV_RUN_ONCE);
    table_close(&e.table, false);
    assert_null(e.table.participants[BRAIN].session);
    assert_non_null(e.table.participants[BOT].session);
    struct moment much_later = {.now_ns = clock_now_ns() + 7200 * NS_PER_SECOND};
    e.table.task.tick(&e.table, much_later, false);
    table_close(&e.table, true);
    uv_run(&e.runner.loop, UV_RUN_DEFAULT);
    assert_int_equal(e.finished, 0);
    assert_int_equal(e.closed, 1);
    runner_destroy(&e.runner);
}

static int set_up(void **state)
{
    (void)state;
    return link_process_setup(NULL) ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    link_process_teardown();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(time_does_not_run_at_a_table_that_closes),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}

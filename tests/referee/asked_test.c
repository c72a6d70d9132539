// A player that is asked by an event and answered from outside: a person, wherever he sits.
#include "referee/table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { PERSON, BRAIN };

// A table with a person in seat 0, and what it has told.
struct evening {
    struct runner runner;
    struct table table;
    struct fixture fixture;
    struct table_question question; // the last one
    position position;              // that it was about
    int questions;
    int finished, closed;
    struct result result;
};

static move first_of(const struct game *game, const position *p)
{
    move moves[MOVES_MAX];
    game->moves(p, moves);
    return moves[0];
}

static move think_first(const struct player *player, const struct ask *ask, void **memory)
{
    (void)player;
    (void)memory;
    return first_of(ask->game, ask->position);
}

static void is_asked(void *user, struct table *t, const struct table_question *question)
{
    (void)t;
    struct evening *e = user;
    e->question = *question;
    e->position = *question->position;
    e->questions++;
}

static void is_finished(void *user, struct table *t, const struct result *result)
{
    (void)t;
    struct evening *e = user;
    e->result = *result;
    e->finished++;
}

static void is_closed(void *user, struct table *t)
{
    (void)t;
    ((struct evening *)user)->closed++;
}

static const struct table_events events = {
    .asked = is_asked, .finished = is_finished, .closed = is_closed};
static const struct player person = {
    .name = "ann", .text = "human", .by_event = true, .untimed = true};
static const struct player brain = {
    .name = "bob", .text = "@b", .think = think_first, .instant = true};
static const struct budget budget = {.first_ns = NS_PER_MS, .request_ns = NS_PER_MS};

static int begin(void **state)
{
    static struct evening e;
    e = (struct evening){0};
    struct error error;
    assert_true(runner_init(&e.runner, &error));
    table_init(&e.table, &e.runner, (const struct player *[]){&person, &brain}, &events, &e);
    e.fixture = (struct fixture){
        .game = game_find("reversi", NULL), .index = 1, .budgets = {&budget, &budget}};
    e.fixture.game->start(&e.fixture.start, NULL, NULL);
    table_play(&e.table, &e.fixture);
    *state = &e;
    return 0;
}

static int end(void **state)
{
    struct evening *e = *state;
    if (e->closed == 0)
        table_close(&e->table, true);
    assert_int_equal(e->closed, 1);
    runner_destroy(&e->runner);
    return 0;
}

static bool answer_first(struct evening *e)
{
    move m = first_of(e->fixture.game, &e->position);
    return table_answer(&e->table, e->question.number, m);
}

static void the_event_says_who_is_asked_and_where(void **state)
{
    struct evening *e = *state;
    assert_int_equal(e->questions, 1);
    assert_int_equal(e->question.seat, PERSON);
    assert_true(position_equal(&e->position, &e->fixture.start));
}

static void an_answer_is_played_and_the_next_question_comes(void **state)
{
    struct evening *e = *state;
    int64_t first = e->question.number;
    assert_true(answer_first(e));
    assert_int_equal(e->questions, 2);
    assert_true(e->question.number > first);
    assert_int_equal(e->table.referee.moves, 2);
}

static void a_game_of_answers_comes_to_its_end(void **state)
{
    struct evening *e = *state;
    while (e->finished == 0)
        assert_true(answer_first(e));
    assert_int_equal(e->result.verdict, VERDICT_WON);
    assert_int_equal(e->result.blame, NOBODY);
}

static void no_thread_waits_for_the_answer(void **state)
{
    struct evening *e = *state;
    // The loop has nothing to do: it returns at once, and the question is still open.
    assert_int_equal(uv_run(&e->runner.loop, UV_RUN_DEFAULT), 0);
    assert_int_equal(e->finished, 0);
    assert_true(answer_first(e));
}

static void a_second_answer_to_a_question_is_ignored(void **state)
{
    struct evening *e = *state;
    int64_t number = e->question.number;
    move m = first_of(e->fixture.game, &e->position);
    assert_true(table_answer(&e->table, number, m));
    assert_false(table_answer(&e->table, number, m));
    assert_false(table_answer(&e->table, number, MOVE_NONE));
    assert_int_equal(e->table.referee.moves, 2);
    assert_int_equal(e->finished, 0);
}

static void an_answer_to_a_question_that_was_never_asked_is_ignored(void **state)
{
    struct evening *e = *state;
    assert_false(table_answer(&e->table, 0, MOVE_NONE));
    assert_false(table_answer(&e->table, e->question.number + 1, MOVE_NONE));
    assert_int_equal(e->finished, 0);
}

static void whoever_answers_with_no_move_gives_up(void **state)
{
    struct evening *e = *state;
    assert_true(table_answer(&e->table, e->question.number, MOVE_NONE));
    assert_int_equal(e->finished, 1);
    assert_int_equal(e->result.verdict, VERDICT_WON);
    assert_int_equal(e->result.winner, BRAIN);
    assert_false(table_answer(&e->table, e->question.number, MOVE_NONE));
}

static void an_illegal_answer_loses_like_any_other_illegal_move(void **state)
{
    struct evening *e = *state;
    move m = 0;
    while (e->fixture.game->legal(&e->position, m, NULL))
        m++;
    assert_true(table_answer(&e->table, e->question.number, m));
    assert_int_equal(e->result.verdict, VERDICT_ILLEGAL);
    assert_int_equal(e->result.blame, PERSON);
}

static void an_answer_from_the_game_before_is_ignored(void **state)
{
    struct evening *e = *state;
    int64_t before = e->question.number;
    assert_true(table_answer(&e->table, before, MOVE_NONE));
    table_play(&e->table, &e->fixture);
    assert_int_equal(e->questions, 2);
    assert_false(table_answer(&e->table, before, MOVE_NONE));
    assert_int_equal(e->finished, 1);
    assert_true(answer_first(e));
}

static void time_does_not_run_for_the_player(void **state)
{
    struct evening *e = *state;
    struct moment much_later = {.now_ns = clock_now_ns() + 3600 * NS_PER_SECOND};
    e->table.task.tick(&e->table, much_later, false);
    assert_int_equal(e->finished, 0);
    assert_true(answer_first(e));
}

static void a_table_is_closed_while_its_question_is_open(void **state)
{
    struct evening *e = *state;
    table_close(&e->table, false);
    assert_int_equal(e->closed, 1);
    assert_int_equal(e->finished, 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_event_says_who_is_asked_and_where),
        TEST(an_answer_is_played_and_the_next_question_comes),
        TEST(a_game_of_answers_comes_to_its_end),
        TEST(no_thread_waits_for_the_answer),
        TEST(a_second_answer_to_a_question_is_ignored),
        TEST(an_answer_to_a_question_that_was_never_asked_is_ignored),
        TEST(whoever_answers_with_no_move_gives_up),
        TEST(an_illegal_answer_loses_like_any_other_illegal_move),
        TEST(an_answer_from_the_game_before_is_ignored),
        TEST(time_does_not_run_for_the_player),
        TEST(a_table_is_closed_while_its_question_is_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

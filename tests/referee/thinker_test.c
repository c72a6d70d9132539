// Built-in players at a table: what they are told, what they remember, what they are charged.
#include "base/clock.h"
#include "referee/table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

enum { GAMES = 2, BUDGET_MS = 200 };

static move first_move(const struct ask *ask)
{
    move moves[MOVES_MAX];
    ask->game->moves(ask->position, moves);
    return moves[0];
}

// --- One that remembers ---

struct diary {
    atomic_int minds; // that are there
    atomic_int begun; // games
    atomic_int moves; // of the present game
    int64_t limit_ns, left_ns, increment_ns;
};

static struct diary diary;

static move remember(const struct player *player, const struct ask *ask, void **memory)
{
    (void)player;
    if (!*memory) {
        *memory = calloc(1, 1);
        diary.minds++;
        diary.begun++;
        diary.moves = 0;
    }
    diary.moves++;
    diary.limit_ns = ask->limit_ns;
    diary.left_ns = ask->left_ns;
    diary.increment_ns = ask->increment_ns;
    return first_move(ask);
}

static void forget(void *memory)
{
    free(memory);
    diary.minds--;
}

// --- One that waits, and one that computes ---

static move wait_long(const struct player *player, const struct ask *ask, void **memory)
{
    (void)player;
    (void)memory;
    nanosleep(&(struct timespec){.tv_nsec = BUDGET_MS * 3 / 2 * NS_PER_MS}, NULL);
    return first_move(ask);
}

static int64_t own_cpu_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return t.tv_sec * NS_PER_SECOND + t.tv_nsec;
}

static move compute_long(const struct player *player, const struct ask *ask, void **memory)
{
    (void)player;
    (void)memory;
    int64_t until = own_cpu_ns() + (BUDGET_MS + SEAT_CLOCK_OURS_MS * 3 / 2) * NS_PER_MS;
    while (own_cpu_ns() < until && !atomic_load(ask->stop)) {}
    return first_move(ask);
}

static move answer(const struct player *player, const struct ask *ask, void **memory)
{
    (void)player;
    (void)memory;
    return first_move(ask);
}

// --- The table ---

struct evening {
    struct table table;
    struct fixture fixture;
    struct result result; // of the last game
    int games;
    int moves_most; // then the table is closed
};

static void has_finished(void *user, struct table *t, const struct result *result)
{
    struct evening *e = user;
    e->result = *result;
    if (++e->games < GAMES)
        table_play(t, &e->fixture);
    else
        table_close(t, false);
}

static void has_happened(void *user, struct table *t, const struct referee_event *event)
{
    struct evening *e = user;
    (void)event;
    if (e->moves_most > 0 && t->referee.moves >= e->moves_most) {
        e->games = GAMES;
        e->moves_most = 0;
        e->result.verdict = VERDICT_VOID;
        uv_stop(&t->runner->loop);
    }
}

static void ignore(void *user, struct table *t)
{
    (void)user;
    (void)t;
}

static const struct table_events events = {
    .happened = has_happened, .finished = has_finished, .closed = ignore};

static struct result play(
    const struct player *a, const struct budget *budget, int moves_most, const char *game)
{
    const struct player b = {.name = "bob", .text = "@b", .think = answer, .instant = true};
    struct runner runner;
    struct error e;
    assert_true(runner_init(&runner, &e));
    static struct evening evening;
    evening = (struct evening){.moves_most = moves_most};
    table_init(&evening.table, &runner, (const struct player *[]){a, &b}, &events, &evening);
    evening.fixture =
        (struct fixture){.game = game_find(game, NULL), .index = 1, .budgets = {budget, budget}};
    evening.fixture.game->start(&evening.fixture.start, NULL, NULL);
    table_play(&evening.table, &evening.fixture);
    uv_run(&runner.loop, UV_RUN_DEFAULT);
    if (evening.moves_most == 0 && moves_most > 0)
        table_close(&evening.table, true);
    uv_run(&runner.loop, UV_RUN_DEFAULT);
    runner_destroy(&runner);
    return evening.result;
}

static void a_player_remembers_a_game_until_it_is_over(void **state)
{
    (void)state;
    const struct player a = {.name = "ann", .text = "@a", .think = remember, .forget = forget};
    const struct budget budget = {.first_ns = 10 * NS_PER_SECOND,
        .request_ns = 10 * NS_PER_SECOND,
        .game_ns = 600 * NS_PER_SECOND,
        .increment_ns = NS_PER_SECOND};
    diary = (struct diary){0};
    struct result result = play(&a, &budget, 0, "santorini");
    assert_true(result.verdict == VERDICT_WON);
    assert_int_equal(diary.begun, GAMES);
    assert_int_equal(diary.minds, 0);
    assert_true(diary.moves > 1);
    assert_int_equal(diary.limit_ns, 10 * NS_PER_SECOND);
    assert_int_equal(diary.increment_ns, NS_PER_SECOND);
    assert_true(diary.left_ns > 0);
}

static const struct budget short_budget = {
    .first_ns = BUDGET_MS * NS_PER_MS, .request_ns = BUDGET_MS * NS_PER_MS};

static void a_player_is_charged_what_it_computed_and_not_what_it_waited(void **state)
{
    (void)state;
    const struct player a = {.name = "ann", .text = "@a", .think = wait_long};
    struct result result = play(&a, &short_budget, 3, "santorini");
    assert_int_equal(result.verdict, VERDICT_VOID); // nobody lost: we ended it
}

static void a_player_that_computes_too_long_loses_by_time(void **state)
{
    (void)state;
    const struct player a = {.name = "ann", .text = "@a", .think = compute_long};
    struct result result = play(&a, &short_budget, 0, "santorini");
    assert_int_equal(result.verdict, VERDICT_TIMEOUT);
    assert_int_equal(result.blame, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_player_remembers_a_game_until_it_is_over),
        cmocka_unit_test(a_player_is_charged_what_it_computed_and_not_what_it_waited),
        cmocka_unit_test(a_player_that_computes_too_long_loses_by_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

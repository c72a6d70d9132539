// The analysis of a game: what its positions are worth, and what its moves lost.
#include "base/random.h"
#include "brains/analysis.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { NODES = 6000, PLIES_MOST = 300 };

#define NEARLY 0.0001 // the same, but for rounding

static void judge_all(struct analysis *a)
{
    const struct limits limits = {.nodes = NODES};
    struct mind *mind = mind_create(brain_find("@max", NULL), analysis_game(a), 0);
    assert_non_null(mind);
    for (int ply = 0; ply < analysis_plies(a); ply++) {
        struct analysis_ply found;
        assert_int_equal(analysis_next(a), ply);
        assert_true(analysis_judge(a, ply, mind, &limits, NULL, &found));
        analysis_set(a, ply, &found);
    }
    mind_destroy(mind);
}

// The analysis of the moves in `typed`, which are ended by NULL.
static struct analysis *analyse(const struct game *game, const char *start, const char **typed)
{
    move moves[PLIES_MOST];
    struct error e;
    int count = 0;
    position first, p;
    assert_true(start ? game->parse(&first, start, &e) : game->start(&first, NULL, &e));
    for (p = first; typed[count]; count++) {
        assert_true(game->parse_move(&p, typed[count], &moves[count], &e));
        game->apply(&p, moves[count]);
    }
    struct analysis *a = analysis_create(game, &first, moves, count, &e);
    assert_non_null(a);
    judge_all(a);
    return a;
}

static struct analysis_ply judged(const struct game *game, const char *start)
{
    struct error e;
    position p;
    assert_true(start ? game->parse(&p, start, &e) : game->start(&p, NULL, &e));
    struct analysis *a = analysis_create(game, &p, NULL, 0, &e);
    assert_non_null(a);
    struct mind *mind = mind_create(brain_find("@max", NULL), game, 0);
    struct analysis_ply found;
    assert_true(analysis_judge(a, 0, mind, &(struct limits){.nodes = NODES}, NULL, &found));
    mind_destroy(mind);
    analysis_destroy(a);
    return found;
}

static void a_start_is_worth_about_a_half(void **state)
{
    (void)state;
    for (int g = 0; games[g]; g++) {
        const struct analysis_ply start = judged(games[g], NULL);
        assert_false(start.thought.exact);
        assert_true(start.value > 0.25 && start.value < 0.75);
    }
}

static void a_proved_win_is_worth_one_to_the_first_seat_and_nothing_to_the_other(void **state)
{
    (void)state;
    const struct game *santorini = game_find("santorini", NULL);
    // A worker on height 2 beside a height of 3.
    struct analysis_ply ply = judged(santorini, "23000/00000/00000/00000/00000 00,44 33,43 1");
    assert_true(ply.thought.exact);
    assert_true(ply.value == 1);
    ply = judged(santorini, "23000/00000/00000/00000/00000 33,43 00,44 2");
    assert_true(ply.thought.exact);
    assert_true(ply.value == 0);
}

static void what_a_move_throws_away_is_its_loss(void **state)
{
    (void)state;
    const struct game *santorini = game_find("santorini", NULL);
    // Instead of stepping up to win, seat 0 walks off; seat 1 then wins by the same step.
    const char *moves[] = {"00-01+00", NULL};
    struct analysis *a = analyse(santorini, "23000/00000/00023/00000/00000 00,44 32,43 1", moves);
    assert_true(fabs(analysis_loss(a, 0) - 1) < NEARLY);
    assert_true(analysis_loss(a, 1) < 0); // nobody moved there
    struct text json = text_growing();
    analysis_json(a, &json);
    assert_non_null(strstr(json.bytes, "\"value\":1.0000,\"score\":\"+#1\""));
    assert_non_null(strstr(json.bytes, "\"exact\":true,\"line\":\"00-10\",\"loss\":1.0000}"));
    assert_non_null(strstr(json.bytes, "\"value\":0.0000,\"score\":\"-#1\""));
    text_destroy(&json);
    analysis_destroy(a);
}

// --- Whole games ---

static int draw_game(const struct game *game, uint64_t seed, position *start, move *moves)
{
    struct random lot = random_seeded(seed);
    assert_true(game->start(start, NULL, NULL));
    position p = *start;
    for (int ply = 0;; ply++) {
        move list[MOVES_MAX];
        const int count = game->moves(&p, list);
        if (count == 0)
            return ply;
        assert_true(ply < PLIES_MOST);
        moves[ply] = list[random_below(&lot, (uint32_t)count)];
        game->apply(&p, moves[ply]);
    }
}

static void the_last_position_has_the_result_of_the_game(void **state)
{
    (void)state;
    for (int g = 0; games[g]; g++) {
        position start;
        move moves[PLIES_MOST];
        struct error e;
        const int count = draw_game(games[g], 7, &start, moves);
        struct analysis *a = analysis_create(games[g], &start, moves, count, &e);
        assert_non_null(a);
        struct mind *mind = mind_create(brain_find("@max", NULL), games[g], 0);
        struct analysis_ply last;
        assert_true(analysis_judge(a, count, mind, &(struct limits){.nodes = 1}, NULL, &last));
        for (int i = 0; i < count; i++)
            games[g]->apply(&start, moves[i]);
        const struct outcome o = games[g]->outcome(&start);
        assert_true(last.over);
        assert_true(last.value == (o.winner == NOBODY ? 0.5 : o.winner == 0 ? 1 : 0));
        mind_destroy(mind);
        analysis_destroy(a);
    }
}

static void no_position_is_worth_less_than_nothing_and_passes_are_judged_too(void **state)
{
    (void)state;
    const struct game *reversi = game_find("reversi", NULL);
    position start;
    move moves[PLIES_MOST];
    struct error e;
    int passes = 0;
    for (uint64_t seed = 1; passes == 0; seed++) {
        const int count = draw_game(reversi, seed, &start, moves);
        position p = start;
        for (int i = 0; i < count; i++) {
            passes += reversi->forced(&p) != MOVE_NONE;
            reversi->apply(&p, moves[i]);
        }
        struct analysis *a = analysis_create(reversi, &start, moves, count, &e);
        judge_all(a);
        struct text json = text_growing();
        analysis_json(a, &json);
        assert_null(strstr(json.bytes, "nan"));
        assert_null(strstr(json.bytes, "-0.0000"));
        for (int ply = 0; ply < count; ply++)
            assert_true(analysis_loss(a, ply) >= 0 && analysis_loss(a, ply) <= 1);
        text_destroy(&json);
        analysis_destroy(a);
    }
}

static void two_analyses_of_a_game_are_the_same_and_order_does_not_matter(void **state)
{
    (void)state;
    for (int g = 0; games[g]; g++) {
        position start;
        move moves[PLIES_MOST];
        struct error e;
        const int count = draw_game(games[g], 3, &start, moves) / 2;
        struct analysis *a = analysis_create(games[g], &start, moves, count, &e);
        struct analysis *b = analysis_create(games[g], &start, moves, count, &e);
        judge_all(a);
        struct mind *mind = mind_create(brain_find("@max", NULL), games[g], 0);
        for (int ply = count; ply >= 0; ply--) {
            struct analysis_ply found;
            assert_true(
                analysis_judge(b, ply, mind, &(struct limits){.nodes = NODES}, NULL, &found));
            analysis_set(b, ply, &found);
        }
        mind_destroy(mind);
        struct text one = text_growing(), two = text_growing();
        analysis_json(a, &one);
        analysis_json(b, &two);
        assert_string_equal(one.bytes, two.bytes);
        text_destroy(&one);
        text_destroy(&two);
        analysis_destroy(a);
        analysis_destroy(b);
    }
}

static void a_game_with_an_illegal_move_is_refused(void **state)
{
    (void)state;
    const struct game *reversi = game_find("reversi", NULL);
    position start;
    struct error e;
    reversi->start(&start, NULL, NULL);
    const move wrong = MOVE_NONE;
    assert_null(analysis_create(reversi, &start, &wrong, 1, &e));
    assert_non_null(strstr(e.words, "move 1 is not legal"));
    assert_null(analysis_create(reversi, &start, &wrong, ANALYSIS_MOVES_MOST + 1, &e));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_start_is_worth_about_a_half),
        cmocka_unit_test(a_proved_win_is_worth_one_to_the_first_seat_and_nothing_to_the_other),
        cmocka_unit_test(what_a_move_throws_away_is_its_loss),
        cmocka_unit_test(the_last_position_has_the_result_of_the_game),
        cmocka_unit_test(no_position_is_worth_less_than_nothing_and_passes_are_judged_too),
        cmocka_unit_test(two_analyses_of_a_game_are_the_same_and_order_does_not_matter),
        cmocka_unit_test(a_game_with_an_illegal_move_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

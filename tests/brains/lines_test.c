// The best lines of a position: the same as plain minimax where it can look to the end of the game,
// and every line can be played.
#include "base/random.h"
#include "brains/lines.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { WANTED = 3, EMPTY_MOST = 6, TRIES = 40 };

static int empty_squares(const struct game *game, const position *p)
{
    char bytes[POSITION_TEXT_BYTES];
    struct text text = TEXT_IN(bytes);
    int count = 0;
    game->print(p, &text);
    for (size_t i = 0; i < text.length; i++)
        count += bytes[i] == '-';
    return count;
}

// --- A second, slow way: the difference of stones at the end of a game of Reversi, where the
// winner has the empty squares ---

static int slow_difference(const struct game *game, const position *p, int seat)
{
    move moves[MOVES_MAX];
    const int count = game->moves(p, moves);
    if (count == 0) {
        const struct outcome o = game->outcome(p);
        const int difference = o.points[seat] - o.points[1 - seat], empty = empty_squares(game, p);
        return difference + (difference > 0 ? empty : difference < 0 ? -empty : 0);
    }
    const int sign = game->turn(p) == seat ? 1 : -1;
    int best = -1000;
    for (int i = 0; i < count; i++) {
        position next = *p;
        game->apply(&next, moves[i]);
        const int value = sign * slow_difference(game, &next, seat);
        best = value > best ? value : best;
    }
    return sign * best;
}

static struct lines *deepen(
    const struct game *game, const position *p, int wanted, uint64_t nodes, struct mind *mind)
{
    struct error e;
    struct line found;
    struct lines *l = lines_create(game, p, wanted, &e);
    assert_non_null(l);
    while (!lines_done(l) && lines_nodes(l) < nodes) {
        assert_true(lines_judge(l, mind, 1, NULL, &found));
        lines_take(l, &found);
    }
    return l;
}

static position random_position(const struct game *game, uint64_t seed, int plies)
{
    struct error e;
    struct random random = random_seeded(seed);
    position p;
    move moves[MOVES_MAX];
    assert_true(game->start(&p, NULL, &e));
    for (int i = 0; i < plies; i++) {
        const int count = game->moves(&p, moves);
        if (count == 0)
            return random_position(game, seed + 1000, plies);
        game->apply(&p, moves[random_below(&random, (uint32_t)count)]);
    }
    return game->moves(&p, moves) > 0 ? p : random_position(game, seed + 1000, plies);
}

static void the_lines_of_an_endgame_are_those_of_minimax(void **state)
{
    (void)state;
    const struct game *game = game_find("reversi", NULL);
    struct mind *mind = mind_create(brain_find("@max", NULL), game, 0);
    for (uint64_t seed = 1; seed <= TRIES; seed++) {
        position p = random_position(game, seed, 60 - EMPTY_MOST);
        if (empty_squares(game, &p) > EMPTY_MOST + 1)
            continue; // passes stand in the place of stones
        mind_forget(mind);
        struct lines *l = deepen(game, &p, WANTED, UINT64_MAX, mind);
        struct line lines[MOVES_MAX];
        const int count = lines_copy(l, lines, MOVES_MAX);
        for (int i = 0; i < count && i < WANTED; i++) {
            position next = p;
            game->apply(&next, lines[i].thought.best);
            assert_true(lines[i].thought.exact);
            assert_int_equal(
                lines[i].thought.score, SCORE_STONE * slow_difference(game, &next, game->turn(&p)));
        }
        // No move is better than the first.
        assert_int_equal(
            lines[0].thought.score, SCORE_STONE * slow_difference(game, &p, game->turn(&p)));
        lines_destroy(l);
    }
    mind_destroy(mind);
}

static void every_line_can_be_played_and_the_best_comes_first(void **state)
{
    (void)state;
    for (int g = 0; games[g]; g++) {
        struct mind *mind = mind_create(brain_find("@max", NULL), games[g], 0);
        for (uint64_t seed = 1; seed <= 4; seed++) {
            position p = random_position(games[g], seed, 8);
            struct lines *l = deepen(games[g], &p, WANTED, 60000, mind);
            struct line lines[WANTED];
            const int count = lines_copy(l, lines, WANTED);
            assert_true(count > 0);
            for (int i = 0; i < count; i++) {
                position at = p;
                assert_true(i == 0 || lines[i].chance <= lines[i - 1].chance);
                assert_int_equal(lines[i].thought.line[0], lines[i].thought.best);
                for (int m = 0; m < lines[i].thought.line_length; m++) {
                    assert_true(games[g]->legal(&at, lines[i].thought.line[m], NULL));
                    games[g]->apply(&at, lines[i].thought.line[m]);
                }
            }
            lines_destroy(l);
        }
        mind_destroy(mind);
    }
}

static void a_win_in_one_move_is_found_and_says_so(void **state)
{
    (void)state;
    const struct game *game = game_find("santorini", NULL);
    struct error e;
    position p;
    // The first player stands on level 2 beside a square of level 3.
    assert_true(game->parse(&p, "23000/00000/00000/00000/00000 00,44 42,24 1", &e));
    struct mind *mind = mind_create(brain_find("@max", NULL), game, 0);
    struct lines *l = deepen(game, &p, 1, 200000, mind);
    struct line best;
    assert_int_equal(lines_copy(l, &best, 1), 1);
    assert_true(best.thought.exact);
    assert_int_equal(best.thought.score, SCORE_WIN - 1);
    assert_true(lines_done(l));
    lines_destroy(l);
    mind_destroy(mind);
}

static void a_game_that_is_over_has_no_lines(void **state)
{
    (void)state;
    const struct game *game = game_find("reversi", NULL);
    struct error e;
    position p;
    assert_true(game->parse(&p, "XXXXXXXXXXXXXXXX X", &e));
    assert_null(lines_create(game, &p, 1, &e));
    assert_non_null(strstr(e.words, "over"));
}

static void a_search_that_is_stopped_finds_nothing(void **state)
{
    (void)state;
    const struct game *game = game_find("stones", NULL);
    struct error e;
    struct line found;
    position p;
    const atomic_bool stop = true;
    assert_true(game->start(&p, NULL, &e));
    struct mind *mind = mind_create(brain_find("@max", NULL), game, 0);
    struct lines *l = lines_create(game, &p, 1, &e);
    assert_false(lines_judge(l, mind, 1, &stop, &found));
    assert_int_equal(lines_copy(l, &found, 1), 0);
    lines_destroy(l);
    mind_destroy(mind);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_lines_of_an_endgame_are_those_of_minimax),
        cmocka_unit_test(every_line_can_be_played_and_the_best_comes_first),
        cmocka_unit_test(a_win_in_one_move_is_found_and_says_so),
        cmocka_unit_test(a_game_that_is_over_has_no_lines),
        cmocka_unit_test(a_search_that_is_stopped_finds_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

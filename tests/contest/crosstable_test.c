// Who met whom: every count by the obvious way, from both sides.
#include "contest/crosstable.h"

#include "base/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { PLAYERS = 40, PAIRS = 5000 };

static const struct meeting nothing;

static void assert_same(const struct meeting *x, const struct meeting *y)
{
    assert_memory_equal(x->pairs, y->pairs, sizeof x->pairs);
    assert_memory_equal(x->games, y->games, sizeof x->games);
}

static void a_pair_counts_for_both_sides(void **state)
{
    (void)state;
    // 3 won with seat 0 against 1, and drew with seat 1.
    struct crosstable t = crosstable_empty();
    assert_true(crosstable_add(&t, 3, 1, &(struct pair_result){.half_points = {2, 1}}));
    struct meeting m = crosstable_between(&t, 3, 1);
    assert_int_equal(m.a, 3);
    assert_int_equal(m.b, 1);
    const struct meeting of_three = {.pairs = {0, 0, 0, 1, 0}, .games = {{0, 0, 1}, {0, 1, 0}}};
    assert_same(&m, &of_three);
    m = crosstable_between(&t, 1, 3);
    assert_int_equal(m.a, 1);
    const struct meeting of_one = {.pairs = {0, 1, 0, 0, 0}, .games = {{0, 1, 0}, {1, 0, 0}}};
    assert_same(&m, &of_one);
    struct counts first = meeting_first_seat(&m), played = meeting_games(&m);
    assert_memory_equal(first.of, ((int64_t[]){0, 1, 1}), 3 * sizeof(int64_t));
    assert_memory_equal(played.of, ((int64_t[]){1, 1, 0}), 3 * sizeof(int64_t));
    assert_true(counts_points(&played) == 0.5);
    struct counts second = meeting_with_seat(&m, 1);
    assert_memory_equal(second.of, ((int64_t[]){1, 0, 0}), 3 * sizeof(int64_t));
    crosstable_destroy(&t);
}

static void who_has_not_met_has_no_counts(void **state)
{
    (void)state;
    struct crosstable t = crosstable_empty();
    struct meeting m = crosstable_between(&t, 1, 2);
    assert_same(&m, &nothing);
    assert_true(crosstable_add(&t, 1, 2, &(struct pair_result){.half_points = {0, 0}}));
    m = crosstable_between(&t, 1, 3);
    assert_same(&m, &nothing);
    assert_int_equal(m.a, 1);
    assert_int_equal(m.b, 3);
    crosstable_destroy(&t);
}

static void many_pairs_are_counted_as_in_a_square_table(void **state)
{
    (void)state;
    static struct meeting square[PLAYERS][PLAYERS];
    struct crosstable t = crosstable_empty();
    struct random random = random_seeded(7);
    for (int i = 0; i < PAIRS; i++) {
        int first = (int)random_below(&random, PLAYERS);
        int second = (int)(first + 1 + (int)random_below(&random, PLAYERS - 1)) % PLAYERS;
        int with_0 = (int)random_below(&random, 3), with_1 = (int)random_below(&random, 3);
        assert_true(crosstable_add(
            &t, first, second, &(struct pair_result){.half_points = {with_0, with_1}}));
        square[first][second].pairs[with_0 + with_1]++;
        square[second][first].pairs[4 - with_0 - with_1]++;
        square[first][second].games[0][with_0]++;
        square[first][second].games[1][with_1]++;
        square[second][first].games[1][2 - with_0]++;
        square[second][first].games[0][2 - with_1]++;
    }
    for (int x = 0; x < PLAYERS; x++) {
        for (int y = 0; y < PLAYERS; y++) {
            struct meeting m = crosstable_between(&t, x, y);
            assert_same(&m, &square[x][y]);
        }
    }
    int64_t played = 0;
    struct meeting sum = {0};
    for (size_t i = 0; i < t.count; i++)
        meeting_add(&sum, &t.meetings[i]);
    for (int kind = 0; kind < COUNTED_GAMES; kind++)
        played += sum.games[0][kind] + sum.games[1][kind];
    assert_int_equal(played, PAIRS * GAMES_PER_PAIR);
    crosstable_destroy(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pair_counts_for_both_sides),
        cmocka_unit_test(who_has_not_met_has_no_counts),
        cmocka_unit_test(many_pairs_are_counted_as_in_a_square_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

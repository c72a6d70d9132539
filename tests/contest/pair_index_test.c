// Pairs of players and their numbers, held against a plain list.
#include "base/random.h"
#include "contest/pair_index.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

enum { PLAYERS = 40, ADDED = 5000, PAIRS_MOST = PLAYERS * PLAYERS };

struct listed {
    uint32_t a, b;
};

static size_t find_listed(const struct listed *list, size_t count, uint32_t a, uint32_t b)
{
    for (size_t i = 0; i < count; i++) {
        if (list[i].a == a && list[i].b == b)
            return i;
    }
    return PAIR_INDEX_NONE;
}

static void an_empty_index_finds_nothing(void **state)
{
    (void)state;
    struct pair_index x = {0};
    assert_true(pair_index_find(&x, 0, 0) == PAIR_INDEX_NONE);
    pair_index_destroy(&x);
}

static void pairs_are_numbered_in_the_order_of_their_coming(void **state)
{
    (void)state;
    static struct listed list[PAIRS_MOST];
    struct random lot = random_seeded(1);
    struct pair_index x = {0};
    struct listed *items = NULL;
    size_t count = 0;
    for (int i = 0; i < ADDED; i++) {
        uint32_t a = random_below(&lot, PLAYERS), b = random_below(&lot, PLAYERS);
        items = pair_index_reserve(&x, items, sizeof *items);
        assert_non_null(items);
        size_t expected = find_listed(list, count, a, b);
        assert_true(pair_index_find(&x, a, b) == expected);
        size_t at = pair_index_add(&x, a, b);
        assert_int_equal(at, expected == PAIR_INDEX_NONE ? count : expected);
        if (at == count)
            items[at] = list[count++] = (struct listed){a, b};
    }
    assert_int_equal(x.count, count);
    assert_memory_equal(items, list, count * sizeof *list);
    free(items);
    pair_index_destroy(&x);
}

static void the_order_of_the_two_players_matters(void **state)
{
    (void)state;
    struct pair_index x = {0};
    char *items = pair_index_reserve(&x, NULL, 1);
    assert_int_equal(pair_index_add(&x, 1, 2), 0);
    assert_true(pair_index_find(&x, 2, 1) == PAIR_INDEX_NONE);
    items = pair_index_reserve(&x, items, 1);
    assert_int_equal(pair_index_add(&x, 2, 1), 1);
    assert_int_equal(pair_index_find(&x, 1, 2), 0);
    free(items);
    pair_index_destroy(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_index_finds_nothing),
        cmocka_unit_test(pairs_are_numbered_in_the_order_of_their_coming),
        cmocka_unit_test(the_order_of_the_two_players_matters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

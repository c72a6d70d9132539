#include "contest/repeats.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const struct openings no_openings;

static position start_of(const char *name)
{
    position p;
    const struct game *game = game_find(name, NULL);
    assert_true(game->start(&p, NULL, NULL));
    return p;
}

static void a_copy_has_the_same_seats_the_same_start_and_the_same_moves(void **state)
{
    (void)state;
    struct repeats r = {0};
    position reversi = start_of("reversi"), stones = start_of("stones");
    repeats_add(&r, 0, &reversi, "d3 c5");
    repeats_add(&r, 1, &reversi, "d3 c5");
    repeats_add(&r, 0, &reversi, "d3 c3");
    repeats_add(&r, 0, &stones, "d3 c5");
    assert_int_equal(r.copies, 0);
    repeats_add(&r, 1, &reversi, "d3 c5");
    assert_int_equal(r.copies, 1);
    assert_int_equal(r.games, 5);
    assert_int_equal(r.most, 2);
    repeats_destroy(&r);
}

// Adds so many games, of which so many are different.
static struct repeats play(int count, int different)
{
    struct repeats r = {0};
    position start = start_of("reversi");
    for (int i = 0; i < count; i++) {
        char moves[16];
        snprintf(moves, sizeof moves, "%d", i % different);
        repeats_add(&r, 0, &start, moves);
    }
    return r;
}

static void assert_matters(int count, int different, bool matters)
{
    struct repeats r = play(count, different);
    struct text words = text_growing();
    assert_int_equal(r.copies, count - different);
    assert_int_equal(repeats_matter(&r), matters);
    assert_int_equal(repeats_words(&r, &no_openings, &words), matters);
    text_destroy(&words);
    repeats_destroy(&r);
}

static void few_copies_do_not_matter(void **state)
{
    (void)state;
    assert_matters(2000, 2000, false);
    assert_matters(6, 2, false); // each three times
    assert_matters(8, 2, true);
    assert_matters(40000, 2, true);
    struct repeats r = play(1000, 1000);
    position start = start_of("reversi");
    for (int i = 0; i < 50; i++)
        repeats_add(&r, 0, &start, "0"); // one game often, among very many
    assert_int_equal(r.copies, 50);
    assert_false(repeats_matter(&r));
    repeats_destroy(&r);
}

static void the_words_say_what_to_do(void **state)
{
    (void)state;
    struct repeats r = play(20, 2);
    struct text words = text_growing();
    assert_true(repeats_words(&r, &no_openings, &words));
    assert_non_null(strstr(words.bytes, "18 of 20 games are copies"));
    assert_non_null(strstr(words.bytes, "--openings random:8"));
    text_clear(&words);
    assert_true(repeats_words(&r, &(struct openings){.moves = 1}, &words));
    assert_non_null(strstr(words.bytes, "More different openings"));
    text_destroy(&words);
    repeats_destroy(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_copy_has_the_same_seats_the_same_start_and_the_same_moves),
        cmocka_unit_test(few_copies_do_not_matter),
        cmocka_unit_test(the_words_say_what_to_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

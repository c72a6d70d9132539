// The records of the games that ended last: the newest stay, within bounds.
#include "arena/recent_records.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static void a_record_is_found_by_the_number_of_its_game_from_any_byte_on(void **state)
{
    (void)state;
    struct recent_records r;
    struct text out = text_growing();
    recent_records_init(&r);
    recent_records_put(&r, 3, "three\n", 6);
    recent_records_put(&r, 7, "seven\n", 6);
    assert_true(recent_records_copy(&r, 7, 0, &out));
    assert_true(recent_records_copy(&r, 3, 2, &out));
    assert_true(recent_records_copy(&r, 3, 6, &out));
    assert_string_equal(out.bytes, "seven\nree\n");
    assert_false(recent_records_copy(&r, 3, 7, &out)); // behind its end
    assert_false(recent_records_copy(&r, 4, 0, &out)); // nobody has put it
    text_destroy(&out);
    recent_records_destroy(&r);
}

static void a_game_that_was_played_again_has_its_last_record(void **state)
{
    (void)state;
    struct recent_records r;
    struct text out = text_growing();
    recent_records_init(&r);
    recent_records_put(&r, 3, "first try\n", 10);
    recent_records_put(&r, 4, "four\n", 5);
    recent_records_put(&r, 3, "second\n", 7);
    assert_true(recent_records_copy(&r, 3, 0, &out));
    assert_string_equal(out.bytes, "second\n");
    assert_int_equal(r.bytes, 5 + 7);
    text_destroy(&out);
    recent_records_destroy(&r);
}

static void only_so_many_are_kept(void **state)
{
    (void)state;
    struct recent_records r;
    struct text out = text_growing();
    recent_records_init(&r);
    for (int64_t game = 1; game <= RECENT_RECORDS_MOST + 10; game++)
        recent_records_put(&r, game, "x\n", 2);
    assert_false(recent_records_copy(&r, 10, 0, &out));
    assert_true(recent_records_copy(&r, 11, 0, &out));
    assert_true(recent_records_copy(&r, RECENT_RECORDS_MOST + 10, 0, &out));
    assert_int_equal(r.bytes, 2 * RECENT_RECORDS_MOST);
    text_destroy(&out);
    recent_records_destroy(&r);
}

static void they_take_a_bounded_memory(void **state)
{
    (void)state;
    enum { BYTES = 1 << 20 };
    struct recent_records r;
    struct text out = text_growing();
    char *big = calloc(BYTES, 1);
    assert_non_null(big);
    recent_records_init(&r);
    for (int64_t game = 1; game <= 40; game++) {
        recent_records_put(&r, game, big, BYTES);
        assert_true(r.bytes <= RECENT_RECORDS_MOST_BYTES);
        assert_true(recent_records_copy(&r, game, BYTES, &out));
    }
    assert_false(recent_records_copy(&r, 40 - RECENT_RECORDS_MOST_BYTES / BYTES, 0, &out));
    assert_true(recent_records_copy(&r, 41 - RECENT_RECORDS_MOST_BYTES / BYTES, BYTES, &out));
    free(big);
    text_destroy(&out);
    recent_records_destroy(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_record_is_found_by_the_number_of_its_game_from_any_byte_on),
        cmocka_unit_test(a_game_that_was_played_again_has_its_last_record),
        cmocka_unit_test(only_so_many_are_kept),
        cmocka_unit_test(they_take_a_bounded_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// When agon says that fewer games at once would be faster.
#include "referee/crowd.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#define MS NS_PER_MS

// Moves of games with 100 ms: what they took, and how long the answer lay unread.
static void add_moves(struct crowd *c, int count, int64_t wall_ms, int64_t unread_ms)
{
    const struct charge charge = {
        .wall_ns = wall_ms * MS, .lost_ns = unread_ms * MS, .limit_ns = 100 * MS};
    for (int i = 0; i < count; i++)
        crowd_add_move(c, &charge);
}

static struct crowd crowd_of(int games)
{
    struct crowd c = {.cores = 1};
    for (int i = 0; i < games; i++)
        crowd_begin_game(&c);
    return c;
}

static void games_whose_answers_are_read_in_time_are_not_too_many(void **state)
{
    (void)state;
    struct crowd c = crowd_of(2000);
    assert_int_equal(crowd_advice(&c), 0);
    add_moves(&c, 1000, 100, 95);
    assert_int_equal(crowd_advice(&c), 0);
}

static void so_many_are_better_that_a_move_takes_half_its_limit(void **state)
{
    (void)state;
    struct crowd c = crowd_of(2000);
    add_moves(&c, 1000, 500, 490);
    assert_int_equal(crowd_advice(&c), 200);
    c = crowd_of(1000);
    add_moves(&c, 1000, 150, 140);
    assert_int_equal(crowd_advice(&c), 300); // 333, for people
}

static void a_rare_delay_is_no_crowd(void **state)
{
    (void)state;
    struct crowd c = crowd_of(500);
    add_moves(&c, 991, 20, 15);
    add_moves(&c, 9, 500, 490);
    assert_int_equal(crowd_advice(&c), 0);
    add_moves(&c, 20, 5000, 4900);
    assert_true(crowd_advice(&c) > 0);
}

// The machine is busy with others, or the bots are: no arena has been too slow.
static void bots_that_wait_for_a_core_are_no_crowd(void **state)
{
    (void)state;
    struct crowd c = crowd_of(500);
    add_moves(&c, 1000, 500, 240);
    assert_int_equal(crowd_advice(&c), 0);
}

static void a_few_games_are_never_too_many(void **state)
{
    (void)state;
    struct crowd c = crowd_of(CROWD_LEAST);
    add_moves(&c, 1000, 500, 490);
    assert_int_equal(crowd_advice(&c), 0);
    c = crowd_of(20);
    add_moves(&c, 1000, 500, 490);
    assert_int_equal(crowd_advice(&c), CROWD_LEAST);
    c.cores = 2;
    assert_int_equal(crowd_advice(&c), 0);
}

static void what_counts_is_how_many_were_really_under_way(void **state)
{
    (void)state;
    struct crowd all = {0}, one = {0}, other = crowd_of(40);
    for (int i = 0; i < 1000; i++) {
        crowd_begin_game(&one);
        crowd_end_game(&one);
    }
    add_moves(&one, 500, 500, 490);
    add_moves(&other, 500, 500, 490);
    crowd_join(&all, &one);
    crowd_join(&all, &other);
    assert_int_equal(all.most_games, 41);
    assert_int_equal(all.cores, 2);
    assert_int_equal(crowd_advice(&all), 2 * CROWD_LEAST);
}

static void it_is_said_in_words_and_as_json(void **state)
{
    (void)state;
    char bytes[400];
    struct text out = TEXT_IN(bytes);
    struct crowd c = crowd_of(2000);
    assert_false(crowd_words(&c, &out));
    crowd_json(&c, &out);
    assert_string_equal(bytes, "\"at_once\":2000,\"held_up\":0,\"better_at_once\":null");
    add_moves(&c, 1000, 500, 490);
    text_clear(&out);
    assert_true(crowd_words(&c, &out));
    assert_string_equal(bytes,
        "2000 games at once are too many for 1 core: 1000 of 1000 answers lay unread for longer "
        "than their budget. No bot was charged for that, but --concurrency 200 would be faster");
    text_clear(&out);
    crowd_json(&c, &out);
    assert_string_equal(bytes, "\"at_once\":2000,\"held_up\":1000,\"better_at_once\":200");
}

static void a_move_without_a_limit_does_not_count(void **state)
{
    (void)state;
    struct crowd c = crowd_of(500);
    crowd_add_move(&c, &(struct charge){.wall_ns = 5000 * MS});
    assert_int_equal(c.moves, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_whose_answers_are_read_in_time_are_not_too_many),
        cmocka_unit_test(so_many_are_better_that_a_move_takes_half_its_limit),
        cmocka_unit_test(a_rare_delay_is_no_crowd),
        cmocka_unit_test(bots_that_wait_for_a_core_are_no_crowd),
        cmocka_unit_test(a_few_games_are_never_too_many),
        cmocka_unit_test(what_counts_is_how_many_were_really_under_way),
        cmocka_unit_test(it_is_said_in_words_and_as_json),
        cmocka_unit_test(a_move_without_a_limit_does_not_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

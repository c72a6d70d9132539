// The analyst: its queue, its memory and its manners.
#include "arena/analyst.h"
#include "arena/placement.h"
#include "base/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

enum { NODES = 2000, PLIES = 12 };

// The first moves of a game of Reversi, drawn by lot.
struct opening {
    const struct game *game;
    position start;
    move moves[PLIES];
};

static struct opening draw(uint64_t seed)
{
    struct opening o = {.game = game_find("reversi", NULL)};
    struct random lot = random_seeded(seed);
    o.game->start(&o.start, NULL, NULL);
    position p = o.start;
    for (int i = 0; i < PLIES; i++) {
        move list[MOVES_MAX];
        const int count = o.game->moves(&p, list);
        o.moves[i] = list[random_below(&lot, (uint32_t)count)];
        o.game->apply(&p, o.moves[i]);
    }
    return o;
}

static bool ask(struct analyst *a, const char *key, uint64_t seed, struct error *e)
{
    const struct opening o = draw(seed);
    return analyst_ask(a, key, o.game, &o.start, o.moves, PLIES, e);
}

static struct analyst *create(void)
{
    struct error e;
    struct analyst *a = analyst_create(NODES, &e);
    assert_non_null(a);
    return a;
}

static void assert_begins(struct analyst *a, const char *key, const char *expected)
{
    struct text json = text_growing();
    analyst_copy(a, key, &json);
    json.bytes[strlen(expected) < json.length ? strlen(expected) : json.length] = '\0';
    assert_string_equal(json.bytes, expected);
    text_destroy(&json);
}

static void a_game_that_nobody_asked_for_has_no_analysis(void **state)
{
    (void)state;
    struct analyst *a = create();
    struct text json = text_growing();
    analyst_copy(a, "spring/1", &json);
    assert_string_equal(json.bytes,
        "{\"state\":\"none\",\"done\":0,\"of\":0,\"by\":\"@max\",\"nodes\":2000,"
        "\"plies\":[],\"schema\":\"analysis/1\"}");
    text_destroy(&json);
    analyst_destroy(a);
}

static void games_are_analysed_one_after_the_other_to_their_end(void **state)
{
    (void)state;
    struct analyst *a = create();
    struct error e;
    assert_true(ask(a, "spring/1", 1, &e));
    assert_true(ask(a, "spring/2", 2, &e));
    assert_true(ask(a, "spring/1", 1, &e)); // again: costs nothing
    analyst_finish(a);
    assert_begins(a, "spring/1", "{\"state\":\"done\",\"done\":13,\"of\":13,");
    assert_begins(a, "spring/2", "{\"state\":\"done\",\"done\":13,\"of\":13,");
    analyst_destroy(a);
}

static void it_waits_while_games_have_all_cores(void **state)
{
    (void)state;
    cpu_set_t allowed;
    struct analyst *a = create();
    struct error e;
    analyst_leave_cores(a, placement_available(&allowed));
    assert_true(ask(a, "spring/1", 1, &e));
    assert_begins(a, "spring/1", "{\"state\":\"waiting\",\"done\":0,\"of\":13,");
    analyst_leave_cores(a, 0);
    analyst_finish(a);
    assert_begins(a, "spring/1", "{\"state\":\"done\",");
    analyst_destroy(a);
}

static void what_was_interrupted_comes_out_the_same(void **state)
{
    (void)state;
    cpu_set_t allowed;
    const int cores = placement_available(&allowed);
    struct text one = text_growing(), two = text_growing();
    struct analyst *a = create(), *b = create();
    struct error e;
    assert_true(ask(a, "k", 5, &e));
    assert_true(ask(b, "k", 5, &e));
    for (int i = 0; i < 500; i++) {
        analyst_leave_cores(b, cores);
        analyst_leave_cores(b, 0);
    }
    analyst_finish(a);
    analyst_finish(b);
    analyst_copy(a, "k", &one);
    analyst_copy(b, "k", &two);
    assert_string_equal(one.bytes, two.bytes);
    text_destroy(&one);
    text_destroy(&two);
    analyst_destroy(a);
    analyst_destroy(b);
}

static void another_game_of_the_same_key_takes_its_place(void **state)
{
    (void)state;
    struct analyst *a = create();
    struct error e;
    struct text one = text_growing(), two = text_growing();
    for (uint64_t seed = 1; seed <= 50; seed++)
        assert_true(ask(a, "live", seed, &e));
    analyst_finish(a);
    analyst_copy(a, "live", &one);
    assert_true(ask(a, "other", 50, &e));
    analyst_finish(a);
    analyst_copy(a, "other", &two);
    assert_string_equal(one.bytes, two.bytes);
    text_destroy(&one);
    text_destroy(&two);
    analyst_destroy(a);
}

static void the_queue_and_the_memory_are_bounded(void **state)
{
    (void)state;
    cpu_set_t allowed;
    struct analyst *a = create();
    struct error e;
    char key[ANALYST_KEY_BYTES + 1];
    analyst_leave_cores(a, placement_available(&allowed));
    for (int i = 0; i < ANALYST_QUEUE_MOST; i++) {
        snprintf(key, sizeof key, "spring/%d", i);
        assert_true(ask(a, key, (uint64_t)i, &e));
    }
    assert_false(ask(a, "one more", 99, &e));
    assert_non_null(strstr(e.words, "ask again later"));
    assert_true(ask(a, "spring/0", 0, &e)); // it waits already
    analyst_leave_cores(a, 0);
    for (int i = ANALYST_QUEUE_MOST; i <= ANALYST_GAMES_MOST; i++) {
        analyst_finish(a);
        snprintf(key, sizeof key, "spring/%d", i);
        assert_true(ask(a, key, (uint64_t)i, &e));
        assert_begins(a, "spring/1", "{\"state\":\"done\""); // somebody is interested in this one
    }
    analyst_finish(a);
    assert_begins(a, "spring/0", "{\"state\":\"done\"");
    assert_begins(a, "spring/2", "{\"state\":\"none\""); // nobody was in this one for longest
    memset(key, 'k', sizeof key - 1);
    key[ANALYST_KEY_BYTES] = '\0';
    assert_false(ask(a, key, 1, &e));
    assert_false(ask(a, "", 1, &e));
    analyst_destroy(a);
}

static void it_ends_in_the_middle_of_its_work(void **state)
{
    (void)state;
    struct error e;
    struct analyst *a = analyst_create(UINT64_C(1) << 40, &e);
    assert_non_null(a);
    assert_true(ask(a, "long", 1, &e));
    analyst_destroy(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_that_nobody_asked_for_has_no_analysis),
        cmocka_unit_test(games_are_analysed_one_after_the_other_to_their_end),
        cmocka_unit_test(it_waits_while_games_have_all_cores),
        cmocka_unit_test(what_was_interrupted_comes_out_the_same),
        cmocka_unit_test(another_game_of_the_same_key_takes_its_place),
        cmocka_unit_test(the_queue_and_the_memory_are_bounded),
        cmocka_unit_test(it_ends_in_the_middle_of_its_work),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

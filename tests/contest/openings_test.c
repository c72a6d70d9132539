// Openings: reproducible, legal, balanced, the same for both games of a pair; and lists of them,
// read line by line.
#include "base/random.h"
#include "contest/openings.h"
#include "games/opening.h"
#include "games/reversi.h"
#include "games/stones.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { PAIRS = 200 };

static position start_of(const struct game *game, const char *variant)
{
    position p;
    assert_true(game->start(&p, variant, NULL));
    return p;
}

// For every game and a few lengths.
static void for_all(void (*check)(const struct game *game, const struct openings *o))
{
    static const int lengths[] = {1, 4, 7, 12};
    for (const struct game *const *game = games; *game; game++) {
        position start = start_of(*game, NULL);
        for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
            struct openings o;
            struct error e;
            assert_true(openings_draw(&o, *game, &start, lengths[i], &e));
            check(*game, &o);
            openings_destroy(&o);
        }
    }
}

static position place(const struct game *game, const struct openings *o, int64_t pair)
{
    position p = start_of(game, NULL);
    openings_place(o, game, pair, random_mix((uint64_t)pair + 1), &p);
    return p;
}

// --- Drawn ---

static void check_reproducible(const struct game *game, const struct openings *o)
{
    for (int64_t pair = 0; pair < PAIRS; pair++) {
        position one = place(game, o, pair), other = place(game, o, pair);
        assert_true(position_equal(&one, &other));
    }
}

static void the_same_pair_begins_in_the_same_position(void **state)
{
    (void)state;
    for_all(check_reproducible);
}

static void openings_are_the_same_on_every_machine_and_for_ever(void **state)
{
    (void)state;
    static const struct {
        const char *game, *text;
    } known[] = {
        {"reversi", "-------------------XO------OX-----OXXX-------------------------- X"},
        {"santorini", "000000/000000/000000/000000/000000/000000 22,04 41,12 1"},
        {"stones",
            "[[0,5,5,5,-5,0,0,0,0],[5,6,6,6,-6,-5,0,0,0],[-5,-6,7,7,-7,-6,-5,0,0],[-5,-6,-7,5,-5,-"
            "7,-6,-5,0],[0,-6,-7,0,0"
            ",5,7,6,5],[0,-5,6,-5,5,-5,7,6,5],[0,0,5,6,7,-7,-7,6,5],[0,0,0,5,6,-6,-6,5,0],[0,0,0,0,"
            "5,-5,-5,-5,-5]] w first"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const struct game *game = game_find(known[i].game, NULL);
        position p = start_of(game, NULL);
        struct openings o = {.moves = 4};
        openings_place(&o, game, 0, 2026, &p);
        char bytes[POSITION_TEXT_BYTES];
        struct text text = TEXT_IN(bytes);
        game->print(&p, &text);
        assert_string_equal(bytes, known[i].text);
    }
}

static void other_seeds_give_other_openings(void **state)
{
    (void)state;
    for (const struct game *const *game = games; *game; game++) {
        struct openings o = {.moves = 10};
        int same = 0;
        position before = place(*game, &o, 0);
        for (int64_t pair = 1; pair < PAIRS; pair++) {
            position p = place(*game, &o, pair);
            same += position_equal(&p, &before);
            before = p;
        }
        assert_int_equal(same, 0);
    }
}

// Is `wanted` what `depth` legal moves from `p` lead to, without a forced one on the way?
static bool reaches(const struct game *game, const position *p, int depth, const position *wanted)
{
    if (game->forced && game->forced(p) != MOVE_NONE)
        return false;
    if (depth == 0) {
        position begun = *p;
        opening_begin(game, &begun);
        return position_equal(&begun, wanted);
    }
    move moves[MOVES_MAX];
    int count = game->moves(p, moves);
    for (int i = 0; i < count; i++) {
        position after = *p;
        game->apply(&after, moves[i]);
        if (reaches(game, &after, depth - 1, wanted))
            return true;
    }
    return false;
}

static void an_opening_is_reached_by_as_many_legal_moves_as_asked_for(void **state)
{
    (void)state;
    for (const struct game *const *game = games; *game; game++) {
        const int depth = *game == &game_reversi ? 4 : 2; // what can be searched
        position start = start_of(*game, NULL);
        struct openings o = {.moves = depth};
        for (int64_t pair = 0; pair < 40; pair++) {
            position p = place(*game, &o, pair);
            assert_true(reaches(*game, &start, depth, &p));
        }
    }
}

static void check_fair(const struct game *game, const struct openings *o)
{
    for (int64_t pair = 0; pair < PAIRS; pair++) {
        position p = place(game, o, pair);
        assert_false(game->outcome(&p).over);
        assert_true(!game->forced || game->forced(&p) == MOVE_NONE);
        assert_true(opening_is_balanced(game, &p));
        move moves[MOVES_MAX];
        int count = game->moves(&p, moves);
        for (int i = 0; i < count; i++) {
            position after = p;
            game->apply(&after, moves[i]);
            assert_false(game->outcome(&after).over);
        }
    }
}

static void nobody_can_win_at_once_and_nobody_has_to_pass(void **state)
{
    (void)state;
    for_all(check_fair);
}

static void of_symmetric_openings_only_one_is_drawn(void **state)
{
    (void)state;
    // Reversi has one first move and three second ones up to symmetry.
    static const int64_t distinct[] = {1, 3};
    for (int moves = 1; moves <= 2; moves++) {
        struct openings o = {.moves = moves};
        position seen[8];
        int64_t count = 0;
        for (int64_t pair = 0; pair < PAIRS; pair++) {
            position p = place(&game_reversi, &o, pair);
            int64_t at = 0;
            while (at < count && !position_equal(&seen[at], &p))
                at++;
            assert_true(at < 8);
            if (at == count)
                seen[count++] = p;
        }
        assert_int_equal(count, distinct[moves - 1]);
    }
}

static void games_of_stones_begin_with_the_single_request_of_white_T3(void **state)
{
    (void)state;
    for (int64_t moves = 1; moves < 16; moves++) {
        struct openings o = {.moves = moves};
        position p = place(&game_stones, &o, moves);
        assert_int_equal(game_stones.turn(&p), 0);
        assert_int_equal(stones_phase(&p), STONES_FIRST);
    }
}

static void a_position_that_one_side_must_lose_is_not_balanced(void **state)
{
    (void)state;
    static const struct {
        const char *game, *text;
        bool balanced;
    } cases[] = {
        // A corner can be taken; all stones are the other's but one; the start.
        {"reversi", "-O---------X---------------OX------XO--------------------------- X", true},
        {"reversi", "-OX------------------------OX------XO--------------------------- X", false},
        {"reversi", "------------------OOO-----OOOOX---OOOO-------------------------- X", false},
        {"reversi", "---------------------------OX------XO--------------------------- X", true},
        // The side that is not to move stands on a level 2, beside a level 3; or beside a level 2.
        {"santorini", "000000/020000/000000/000230/000000/000000 11,15 33,51 1", false},
        {"santorini", "000000/020000/000000/000220/000000/000000 11,15 33,51 1", true},
        {"santorini", "000000/000000/000000/000000/000000/000000 22,33 23,32 1", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct game *game = game_find(cases[i].game, NULL);
        position p;
        struct error e;
        if (!game->parse(&p, cases[i].text, &e))
            fail_msg("%s: %s", cases[i].text, e.words);
        assert_int_equal(opening_is_balanced(game, &p), cases[i].balanced);
    }
}

static void a_length_that_leaves_no_fair_opening_is_refused(void **state)
{
    (void)state;
    struct openings o;
    struct error e;
    position start = start_of(&game_reversi, NULL);
    assert_false(openings_draw(&o, &game_reversi, &start, 60, &e));
    assert_string_equal(e.words,
        "there are too few balanced openings of 60 moves in reversi 8x8; fewer moves will do");
    // Asked for all the same, there is a shorter one.
    o = (struct openings){.moves = 60};
    position p = place(&game_reversi, &o, 1);
    assert_true(opening_is_balanced(&game_reversi, &p));
}

// --- Listed ---

static bool read(struct openings *o, const char *text, uint64_t seed, struct error *e)
{
    position start = start_of(&game_reversi, NULL);
    bool well = openings_read(o, &game_reversi, &start, text, strlen(text), e);
    openings_shuffle(o, seed);
    return well;
}

static const char some[] =
    "# four of them\n"
    "f5 d6\n"
    "\n"
    "  f5\tf6   # with a comment\r\n"
    "f5 d6 c3\n"
    "position ---------------------------OX------XO--------------------------- X";

static void a_list_has_moves_positions_comments_and_blank_lines(void **state)
{
    (void)state;
    struct openings o;
    struct error e;
    assert_true(read(&o, some, 1, &e));
    assert_int_equal(o.count, 4);
    // All are used before one is used again.
    position start = start_of(&game_reversi, NULL);
    int starts = 0;
    for (int64_t pair = 0; pair < 4; pair++) {
        position p = start, again = start;
        openings_place(&o, &game_reversi, pair, 7, &p);
        openings_place(&o, &game_reversi, pair + 4, 8, &again);
        assert_true(position_equal(&p, &again));
        starts += position_equal(&p, &start);
        for (int64_t other = 0; other < pair; other++) {
            position q = start;
            openings_place(&o, &game_reversi, other, 7, &q);
            assert_false(position_equal(&p, &q));
        }
    }
    assert_int_equal(starts, 1);
    openings_destroy(&o);
}

static void a_list_is_shuffled_by_the_seed(void **state)
{
    (void)state;
    bool moved = false;
    struct openings first;
    struct error e;
    assert_true(read(&first, some, 0, &e));
    for (uint64_t seed = 0; seed < 8; seed++) {
        struct openings o, again;
        assert_true(read(&o, some, seed, &e) && read(&again, some, seed, &e));
        assert_memory_equal(o.list, again.list, 4 * sizeof *o.list);
        moved = moved || memcmp(o.list, first.list, 4 * sizeof *o.list) != 0;
        openings_destroy(&o);
        openings_destroy(&again);
    }
    assert_true(moved);
    openings_destroy(&first);
}

static void what_is_wrong_in_a_list_is_told_with_its_line(void **state)
{
    (void)state;
    static const struct {
        const char *text, *words;
    } cases[] = {
        {"", "there is no opening in it"},
        {"# nothing\n\n", "there is no opening in it"},
        {"f5\nf5 f5\n", "line 2: f5 is not legal: "},
        {"f5\n\n\nz9\n", "line 4: "},
        {"f5 d6\nposition XO\n", "line 2: "},
        {"position --------------OX----XO-------------- X",
            "line 1: a position of 6x6, and the games are of 8x8"},
        {"f5\n\x01\n", "line 2: byte 1 is not a plain character"},
        {"f5 \xC3\xA9\n", "line 1: byte 4 is not a plain character"},
        {"position XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX X",
            "line 1: the game is over there"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct openings o;
        struct error e;
        assert_false(read(&o, cases[i].text, 1, &e));
        if (strncmp(e.words, cases[i].words, strlen(cases[i].words)) != 0)
            fail_msg("\"%s\" instead of \"%s\"", e.words, cases[i].words);
        openings_destroy(&o);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_pair_begins_in_the_same_position),
        cmocka_unit_test(openings_are_the_same_on_every_machine_and_for_ever),
        cmocka_unit_test(other_seeds_give_other_openings),
        cmocka_unit_test(an_opening_is_reached_by_as_many_legal_moves_as_asked_for),
        cmocka_unit_test(nobody_can_win_at_once_and_nobody_has_to_pass),
        cmocka_unit_test(of_symmetric_openings_only_one_is_drawn),
        cmocka_unit_test(games_of_stones_begin_with_the_single_request_of_white_T3),
        cmocka_unit_test(a_position_that_one_side_must_lose_is_not_balanced),
        cmocka_unit_test(a_length_that_leaves_no_fair_opening_is_refused),
        cmocka_unit_test(a_list_has_moves_positions_comments_and_blank_lines),
        cmocka_unit_test(a_list_is_shuffled_by_the_seed),
        cmocka_unit_test(what_is_wrong_in_a_list_is_told_with_its_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

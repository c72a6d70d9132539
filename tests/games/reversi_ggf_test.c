// Games of Reversi in GGF: as other programs write them, and as we do.
#include "games/reversi_ggf.h"

#include "base/random.h"
#include "games/reversi.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define START "---------------------------O*------*O---------------------------"

static struct ggf read_game(const char *text)
{
    struct ggf g;
    struct error e;
    if (!ggf_read(&g, text, &e))
        fail_msg("%s: %s", text, e.words);
    return g;
}

static void assert_position(const position *p, const char *expected)
{
    char bytes[POSITION_TEXT_BYTES];
    struct text out = TEXT_IN(bytes);
    game_reversi.print(p, &out);
    assert_string_equal(bytes, expected);
}

static void the_game_of_a_board_on_a_screen_is_read(void **state)
{
    (void)state;
    struct ggf g =
        read_game("(;GM[Othello]PC[NBoard]PB[first]PW[second]RE[?]TI[15:00]TY[8]BO[8 " START
                  " *]B[F5]W[F6/1.20/0.5];)");
    assert_string_equal(g.names[0], "first");
    assert_string_equal(g.names[1], "second");
    assert_int_equal(g.time_ms, 15 * 60 * 1000);
    assert_int_equal(g.count, 2);
    assert_position(&g.start, "---------------------------OX------XO--------------------------- X");
    assert_position(&g.end, "---------------------------OX------XOX-------O------------------ X");
}

static void odd_forms_are_read(void **state)
{
    (void)state;
    // Before the game, blanks, a bracket in a name, small letters, hours, tags that mean nothing.
    struct ggf g = read_game(
        "1 (;GM[Othello]PB[a\\]b]KM[3]\n TI[1:02:03//2:00] XX[y]\tBO[8 " START " *] B[f5//1.2] ;)");
    assert_string_equal(g.names[0], "a]b");
    assert_int_equal(g.time_ms, 3723000);
    assert_int_equal(g.count, 1);
    g = read_game("(;BO[8 " START " O]TI[5]W[d6];)");
    assert_int_equal(game_reversi.turn(&g.start), 1);
    assert_int_equal(g.time_ms, 300000);
}

// White has no move: some programs write its pass down, others do not.
static void a_pass_may_be_left_out(void **state)
{
    (void)state;
    struct ggf with = read_game("(;BO[4 *O-------------- O]W[PA]B[C1];)");
    struct ggf without = read_game("(;BO[4 *O-------------- O]B[C1];)");
    assert_int_equal(with.count, 2);
    assert_int_equal(without.count, 2);
    assert_memory_equal(with.moves, without.moves, 2 * sizeof(move));
    assert_int_equal(with.moves[0], REVERSI_PASS);
}

static void what_is_wrong_has_its_place(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t at;
        const char *words;
    } table[] = {
        {"", 0, "begins with"},
        {"(GM[Othello])", 0, "begins with"},
        {"(;", 2, "a tag such as"},
        {"(;GM[Othello]", 13, "a tag such as"},
        {"(;GM[Othello", 12, "ends inside the tag GM["},
        {"(;GM[Othello];)", 13, "no board"},
        {"(;BO[9 x];)", 5, "8, 6 or 4 rows"},
        {"(;BO[4 ----------------];)", 23, "side to move"},
        {"(;BO[4 -------!-------- *];)", 14, "a square is"},
        {"(;BO[4 ---------------- * *];)", 24, "side to move"},
        {"(;BO[4 -----O*--*O----- *]B[A1];)", 28, "A1 is not a legal move"},
        {"(;BO[4 -----O*--*O----- *]W[B1];)", 28, "not a legal move"},
        {"(;BO[4 -----O*--*O----- *]B[PA];)", 28, "not a legal move"},
        {"(;BO[4 -----O*--*O----- *]B[Z9];)", 28, "not a column"},
        {"(;B[F5]BO[8 " START " *];)", 4, "before the board"},
        {"(;BO[4 -----O*--*O----- *]BO[4 -----O*--*O----- *];)", 29, "two boards"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct ggf g;
        struct error e = {0};
        if (ggf_read(&g, table[i].text, &e) || !strstr(e.words, table[i].words) ||
            e.at != table[i].at)
            fail_msg("%s: %zu %s", table[i].text, e.at, e.words);
    }
}

static void what_is_written_is_read_again(void **state)
{
    (void)state;
    struct random r = random_seeded(3);
    for (int i = 0; i < 200; i++) {
        struct ggf g = {.names = {"ann", "[b]\n\\"}, .time_ms = 61000};
        game_reversi.start(&g.start, game_reversi.variants[i % 3], NULL);
        g.end = g.start;
        int length = (int)random_below(&r, 70);
        for (move moves[MOVES_MAX]; g.count < length; g.count++) {
            int count = game_reversi.moves(&g.end, moves);
            if (count == 0)
                break;
            g.moves[g.count] = moves[random_below(&r, (uint32_t)count)];
            game_reversi.apply(&g.end, g.moves[g.count]);
        }
        struct text out = text_growing();
        ggf_write(&g, &out);
        struct ggf again = read_game(out.bytes);
        assert_true(position_equal(&g.end, &again.end));
        assert_int_equal(g.count, again.count);
        assert_int_equal(again.time_ms, 61000);
        assert_string_equal(again.names[1], "_b___");
        text_destroy(&out);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_game_of_a_board_on_a_screen_is_read),
        cmocka_unit_test(odd_forms_are_read),
        cmocka_unit_test(a_pass_may_be_left_out),
        cmocka_unit_test(what_is_wrong_has_its_place),
        cmocka_unit_test(what_is_written_is_read_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

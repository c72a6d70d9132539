// What a person may type at his turn, and what he is told.
#include "cli/person_input.h"

#include "base/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const struct game *game;
static position start;

static void set(const char *name)
{
    struct error e;
    game = game_find(name, &e);
    assert_true(game->start(&start, NULL, &e));
}

static struct person_input understood(const char *line)
{
    struct person_input in;
    person_input_read(game, &start, line, &in);
    return in;
}

static void assert_move(const char *line, const char *expected)
{
    move m;
    struct error e;
    assert_true(game->parse_move(&start, expected, &m, &e));
    struct person_input in = understood(line);
    assert_int_equal(in.wish, PERSON_MOVE);
    assert_int_equal(in.move, m);
}

static void a_legal_move_is_a_move_however_it_is_typed(void **state)
{
    (void)state;
    set("reversi");
    assert_move("d3", "d3");
    assert_move("  D3 \r", "d3");
    set("stones");
    assert_move("d4 c4", "D4xC4");
}

static void every_word_is_known_in_any_case(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        enum person_wish wish;
    } words[] = {{"help", PERSON_HELP}, {"?", PERSON_HELP}, {" Hint ", PERSON_HINT},
        {"undo", PERSON_UNDO}, {"takeback", PERSON_UNDO}, {"BOARD", PERSON_BOARD},
        {"moves", PERSON_MOVES}, {"history", PERSON_HISTORY}, {"resign", PERSON_RESIGN},
        {"quit", PERSON_QUIT}, {"exit", PERSON_QUIT}, {"", PERSON_NOTHING},
        {" \t ", PERSON_NOTHING}};
    for (const struct game *const *g = games; *g; g++) {
        set((*g)->name);
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            assert_int_equal(understood(words[i].line).wish, words[i].wish);
    }
}

static void moves_may_be_asked_for_by_what_is_in_them(void **state)
{
    (void)state;
    set("stones");
    struct person_input in = understood("moves  d4");
    assert_int_equal(in.wish, PERSON_MOVES);
    assert_string_equal(in.filter, "d4");
}

static void assert_told(const char *line, const char *words)
{
    struct person_input in = understood(line);
    assert_int_equal(in.wish, PERSON_UNKNOWN);
    assert_string_equal(in.words, words);
}

static void a_word_that_is_nearly_one_is_guessed(void **state)
{
    (void)state;
    set("reversi");
    assert_told("hlep", "\"hlep\" is not a move. Did you mean \"help\"?");
    assert_told("undo it", "\"undo it\" is not a move. Did you mean \"undo\"?");
}

static void the_beginning_of_a_move_names_the_moves_that_begin_so(void **state)
{
    (void)state;
    set("stones");
    assert_told("d4x",
        "\"d4x\" is not a move: expected a place such as C4, but the text ends. Did you mean D4xC4 "
        "or D4xE4 or D4xD5?");
}

static void what_is_no_move_at_all_is_told_and_the_nearest_one_named(void **state)
{
    (void)state;
    set("reversi");
    assert_told("d9", "\"d9\" is not a move: \"9\" is not a row 1 to 8. Did you mean d3?");
    assert_non_null(strstr(understood("zz").words, "`help` explains"));
}

static void a_move_that_is_not_legal_is_refused_with_its_rule_as_a_bot_is(void **state)
{
    (void)state;
    set("reversi");
    assert_told(
        "e4", "not legal (R3): e4 is occupied; expected an empty square, seen a stone of X on e4");
}

static void nothing_that_was_typed_moves_the_cursor(void **state)
{
    (void)state;
    char line[2000];
    memset(line, 0x1B, sizeof line);
    line[sizeof line - 1] = '\0';
    for (const struct game *const *g = games; *g; g++) {
        set((*g)->name);
        const char *const lines[] = {"\033[2J", "d\033[2J", "1\033", "d4x\a", "\xFF\xFE", line};
        for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
            struct person_input in = understood(lines[i]);
            assert_int_equal(in.wish, PERSON_UNKNOWN);
            for (const char *c = in.words; *c != '\0'; c++)
                assert_in_range((unsigned char)*c, ' ', '~');
        }
    }
}

static void help_shows_a_move_of_this_position(void **state)
{
    (void)state;
    set("reversi");
    struct text out = text_growing();
    person_input_help(game, &start, &out);
    assert_non_null(strstr(out.bytes, "A move is a square, column and row: d3;"));
    assert_non_null(strstr(out.bytes, "Here you have 4 moves, such as d3."));
    assert_non_null(strstr(out.bytes, "\n  undo  "));
    text_destroy(&out);
}

static void assert_listed(const char *filter, int width, const char *expected)
{
    struct text out = text_growing();
    person_input_moves(game, &start, filter, width, &out);
    assert_string_equal(out.bytes, expected);
    text_destroy(&out);
}

static void moves_stand_in_as_many_columns_as_fit(void **state)
{
    (void)state;
    set("reversi");
    assert_listed("", 80, "  d3  c4  f5  e6\n");
    assert_listed("", 9, "  d3  c4\n  f5  e6\n");
    assert_listed("", 1, "  d3\n  c4\n  f5\n  e6\n");
    assert_listed("4", 80, "  c4\n");
    assert_listed("h", 80, "no legal move has \"h\" in it\n");
    set("stones");
    assert_listed("d4", 80, "  D4xC4  D4xE4  D4xD5\n");
}

// No word stands in the way of a move.
static void every_move_of_random_games_can_be_typed(void **state)
{
    (void)state;
    for (const struct game *const *g = games; *g; g++) {
        struct random r = random_seeded(7);
        for (int round = 0; round < 20; round++) {
            set((*g)->name);
            move moves[MOVES_MAX];
            for (int count; (count = game->moves(&start, moves)) > 0;) {
                for (int i = 0; i < count; i++) {
                    char bytes[MOVE_TEXT_BYTES];
                    struct text name = TEXT_IN(bytes);
                    game->print_move(&start, moves[i], &name);
                    struct person_input in = understood(bytes);
                    assert_int_equal(in.wish, PERSON_MOVE);
                    assert_int_equal(in.move, moves[i]);
                }
                game->apply(&start, moves[random_below(&r, (uint32_t)count)]);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_legal_move_is_a_move_however_it_is_typed),
        cmocka_unit_test(every_word_is_known_in_any_case),
        cmocka_unit_test(moves_may_be_asked_for_by_what_is_in_them),
        cmocka_unit_test(a_word_that_is_nearly_one_is_guessed),
        cmocka_unit_test(the_beginning_of_a_move_names_the_moves_that_begin_so),
        cmocka_unit_test(what_is_no_move_at_all_is_told_and_the_nearest_one_named),
        cmocka_unit_test(a_move_that_is_not_legal_is_refused_with_its_rule_as_a_bot_is),
        cmocka_unit_test(nothing_that_was_typed_moves_the_cursor),
        cmocka_unit_test(help_shows_a_move_of_this_position),
        cmocka_unit_test(moves_stand_in_as_many_columns_as_fit),
        cmocka_unit_test(every_move_of_random_games_can_be_typed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

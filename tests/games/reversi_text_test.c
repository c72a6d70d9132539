// Reversi in text: positions, moves, drawings.
#include "games/reversi_positions.h"

static void the_first_character_of_a_position_is_a1_and_the_next_is_b1(void **state)
{
    (void)state;
    position p = read_position("XO---------------------------------O X");
    struct reversi r = reversi_load(&p);
    assert_int_equal(r.size, 6);
    assert_true(r.stones[0] == 1);
    assert_true(r.stones[1] == (2 | UINT64_C(1) << (5 * REVERSI_LENGTH + 5)));
    position stored = reversi_store(&r);
    assert_true(position_equal(&stored, &p));
}

// A text that cannot be read, and the error that it gives.
struct wrong {
    const char *text;
    size_t at;
    const char *words;
};

static void assert_error(const struct error *e, const struct wrong *wrong)
{
    assert_string_equal(e->words, wrong->words);
    assert_true(e->has_at);
    assert_int_equal(e->at, wrong->at);
}

static void a_wrong_position_is_refused_at_the_character(void **state)
{
    (void)state;
    static const struct wrong wrong[] = {
        {"", 0, "a board has 64, 36 or 16 squares, this one has 0"},
        {"-----OX--XO----", 15, "a board has 64, 36 or 16 squares, this one has 15"},
        {"-----OX--XO---- X", 15, "a board has 64, 36 or 16 squares, this one has 15"},
        {"-----OX--XO------ X", 17, "a board has 64, 36 or 16 squares, this one has 17"},
        {"-----ox--xo----- X", 5, "\"o\" is not a square: X, O or - (capital letters)"},
        {"-----OX\t-XO----- X", 7, "byte 0x09 is not a square: X, O or - (capital letters)"},
        {"-----OX--XO-----\xC3\xA9", 16, "byte 0xC3 is not a square: X, O or - (capital letters)"},
        {"-----OX--XO-----", 16, "the side to move is missing: a space, X or O"},
        {"-----OX--XO----- ", 17, "the side to move is missing: a space, X or O"},
        {"-----OX--XO-----  X", 17, "\" \" is not a side to move: X or O"},
        {"-----OX--XO----- x", 17, "\"x\" is not a side to move: X or O"},
        {"-----OX--XO----- -", 17, "\"-\" is not a side to move: X or O"},
        {"-----OX--XO----- XO", 18, "\"O\" after the end of the position"},
        {"-----OX--XO----- X ", 18, "\" \" after the end of the position"},
        {"----------------------------------------------------------------- X", 64,
            "a board has 64, 36 or 16 squares, this one has 65"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        position p;
        struct error e = {0};
        assert_false(game->parse(&p, wrong[i].text, &e));
        assert_error(&e, &wrong[i]);
        assert_false(game->parse(&p, wrong[i].text, NULL));
    }
}

static void a_move_is_a_column_and_a_row_or_a_pass(void **state)
{
    (void)state;
    position p = read_position(start_8x8);
    for (move m = 0; m <= REVERSI_PASS; m++) {
        char bytes[MOVE_TEXT_BYTES];
        struct text t = TEXT_IN(bytes);
        game->print_move(&p, m, &t);
        assert_int_equal(read_move(&p, bytes), m);
    }
    assert_int_equal(read_move(&p, "d3"), 2 * REVERSI_LENGTH + 3);
    assert_int_equal(read_move(&p, "D3"), 2 * REVERSI_LENGTH + 3);
    assert_int_equal(read_move(&p, " \td3\r\n"), 2 * REVERSI_LENGTH + 3);
    static const char *const passes[] = {"--", "pass", "ps", "pa", "PASS", "Pa", " pass "};
    for (size_t i = 0; i < sizeof passes / sizeof *passes; i++)
        assert_int_equal(read_move(&p, passes[i]), REVERSI_PASS);
}

static void a_wrong_move_is_refused_at_the_character(void **state)
{
    (void)state;
    static const struct wrong wrong[] = {
        {"", 0, "no move: a square such as d3, or -- for a pass"},
        {"  ", 0, "no move: a square such as d3, or -- for a pass"},
        {" i1", 1, "\"i\" is not a column: a move is a square such as d3, or -- for a pass"},
        {"3d", 0, "\"3\" is not a column: a move is a square such as d3, or -- for a pass"},
        {"-", 0, "\"-\" is not a column: a move is a square such as d3, or -- for a pass"},
        {"d", 1, "the row is missing: a number from 1 to 8"},
        {"d0", 1, "\"0\" is not a row 1 to 8"},
        {"d9", 1, "\"9\" is not a row 1 to 8"},
        {"d 3", 1, "\" \" is not a row 1 to 8"},
        {"d\x01", 1, "byte 0x01 is not a row 1 to 8"},
        {"d33", 2, "\"3\" after the end of the move"},
        {"d3 e3", 2, "\" \" after the end of the move"},
    };
    position p = read_position(start_8x8);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        move m;
        struct error e = {0};
        assert_false(game->parse_move(&p, wrong[i].text, &m, &e));
        assert_error(&e, &wrong[i]);
    }
}

static void assert_draws(const position *p, struct drawing style, const char *expected)
{
    char bytes[DRAWING_BYTES];
    struct text t = TEXT_IN(bytes);
    game->draw(p, &style, &t);
    assert_string_equal(bytes, expected);
    assert_false(t.cut);
}

static void the_board_is_drawn_with_targets_last_move_and_counts(void **state)
{
    (void)state;
    position p = read_position(start_4x4);
    play(&p, "b1");
    move last = read_move(&p, "b1");
    assert_draws(&p, (struct drawing){.last = last},
        "     a   b   c   d\n"
        "   +---+---+---+---+\n"
        " 1 | . |(X)| . |   |\n"
        "   +---+---+---+---+\n"
        " 2 |   | X | X |   |\n"
        "   +---+---+---+---+\n"
        " 3 | . | X | O |   |\n"
        "   +---+---+---+---+\n"
        " 4 |   |   |   |   |\n"
        "   +---+---+---+---+\n"
        "   X 4   O 1\n");
    assert_draws(&p, (struct drawing){.unicode = true, .last = last},
        "     a   b   c   d\n"
        "   ┌───┬───┬───┬───┐\n"
        " 1 │ · │(●)│ · │   │\n"
        "   ├───┼───┼───┼───┤\n"
        " 2 │   │ ● │ ● │   │\n"
        "   ├───┼───┼───┼───┤\n"
        " 3 │ · │ ● │ ○ │   │\n"
        "   ├───┼───┼───┼───┤\n"
        " 4 │   │   │   │   │\n"
        "   └───┴───┴───┴───┘\n"
        "   ● X 4   ○ O 1\n");
}

static void a_refused_move_is_marked_where_it_was_tried(void **state)
{
    (void)state;
    position p = read_position(start_4x4);
    assert_draws(&p, (struct drawing){.last = 0, .refused = true},
        "     a   b   c   d\n"
        "   +---+---+---+---+\n"
        " 1 |(?)| . |   |   |\n"
        "   +---+---+---+---+\n"
        " 2 | . | O | X |   |\n"
        "   +---+---+---+---+\n"
        " 3 |   | X | O | . |\n"
        "   +---+---+---+---+\n"
        " 4 |   |   | . |   |\n"
        "   +---+---+---+---+\n"
        "   X 2   O 2\n");
}

static void a_drawing_tells_who_passed(void **state)
{
    (void)state;
    position p = read_position("XO-------------- O");
    play(&p, "--");
    char bytes[DRAWING_BYTES];
    struct text t = TEXT_IN(bytes);
    game->draw(&p, &(struct drawing){.last = REVERSI_PASS}, &t);
    assert_non_null(strstr(bytes, "\n   X 1   O 1   O passed\n"));
}

static void colour_adds_escapes_and_nothing_else(void **state)
{
    (void)state;
    position p = read_position(start_8x8);
    static char coloured[DRAWING_BYTES], plain[DRAWING_BYTES];
    struct text t = TEXT_IN(coloured);
    game->draw(&p, &(struct drawing){.unicode = true, .colour = true, .last = MOVE_NONE}, &t);
    assert_false(t.cut);
    assert_non_null(strstr(coloured, "\033["));
    // Taken out here in place; at the end of each line none is in force.
    char *end = coloured;
    bool painted = false;
    for (const char *at = coloured; *at != '\0';) {
        if (*at == '\033') {
            painted = strncmp(at, "\033[0m", 4) != 0;
            at = strchr(at, 'm') + 1;
        } else {
            assert_false(painted && *at == '\n');
            *end++ = *at++;
        }
    }
    *end = '\0';
    t = TEXT_IN(plain);
    game->draw(&p, &(struct drawing){.unicode = true, .last = MOVE_NONE}, &t);
    assert_string_equal(coloured, plain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_character_of_a_position_is_a1_and_the_next_is_b1),
        cmocka_unit_test(a_wrong_position_is_refused_at_the_character),
        cmocka_unit_test(a_move_is_a_column_and_a_row_or_a_pass),
        cmocka_unit_test(a_wrong_move_is_refused_at_the_character),
        cmocka_unit_test(the_board_is_drawn_with_targets_last_move_and_counts),
        cmocka_unit_test(a_refused_move_is_marked_where_it_was_tried),
        cmocka_unit_test(a_drawing_tells_who_passed),
        cmocka_unit_test(colour_adds_escapes_and_nothing_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// Game of Stones in text: codes, notation, positions, drawings.
#include "games/stones_positions.h"

// ---- codes and text ----

static void codes_and_moves_are_one_to_one(void **state)
{
    (void)state;
    int codes = 0;
    for (int code = 0; code <= UINT16_MAX; code++) {
        struct stones_move m;
        if (!stones_unpack((move)code, &m))
            continue;
        codes++;
        assert_int_equal(stones_pack(&m), code);
        assert_in_range(m.type, STONES_PASS, STONES_STRENGTHEN);
        assert_in_range(m.from_x | m.from_y | m.to_x | m.to_y, 0, 15);
    }
    assert_int_equal(codes, 1 + 2 * 81 * 81);
    struct stones_move m;
    assert_false(stones_unpack(MOVE_NONE, &m));
}

static void places_are_named_by_column_and_number_T10(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        int x, y;
    } corners[] = {{"A1", 0, 0}, {"E1", 4, 0}, {"I1", 8, 4}, {"I5", 8, 8}, {"E9", 4, 8},
        {"A5", 0, 4}, {"F1", 5, 1}, {"F8", 5, 8}, {"D4", 3, 3}, {"H6", 7, 8}};
    const position p = parsed(START " w first");
    for (size_t i = 0; i < sizeof corners / sizeof *corners; i++) {
        char text[MOVE_TEXT_BYTES];
        struct text t = TEXT_IN(text);
        text_format(&t, "%sxB2", corners[i].name);
        struct stones_move m;
        assert_true(stones_unpack(typed(&p, text), &m));
        assert_int_equal(m.from_x, corners[i].x);
        assert_int_equal(m.from_y, corners[i].y);
        char printed[MOVE_TEXT_BYTES];
        struct text out = TEXT_IN(printed);
        game_stones.print_move(&p, stones_pack(&m), &out);
        assert_string_equal(printed, text);
    }
}

static void moves_are_read_as_people_type_them(void **state)
{
    (void)state;
    static const struct {
        const char *typed, *printed;
    } pairs[] = {
        {"D4xC4", "D4xC4"},
        {"d4xc4", "D4xC4"},
        {"  d4 X c4\t", "D4xC4"},
        {"d4 c4", "D4xC4"},
        {"d4-c4", "D4xC4"},
        {"d4c4", "D4xC4"},
        {"B1+B2", "B1+B2"},
        {"b1 b2", "B1+B2"},
        {"b1-b2", "B1+B2"},
        {"b1 - b2", "B1+B2"},
        {"b1xb2", "B1xB2"},
        {"d4+c4", "D4+C4"},
        {"b1 a1", "B1xA1"},
        {"pass", "pass"},
        {" PASS ", "pass"},
        {"-", "pass"},
        {"--", "pass"},
        {"P", "pass"},
        {"h2-e5", "H2xE5"},
    };
    const position p = parsed(STONES_EXAMPLE " b any");
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        char printed[MOVE_TEXT_BYTES];
        struct text out = TEXT_IN(printed);
        game_stones.print_move(&p, typed(&p, pairs[i].typed), &out);
        assert_string_equal(printed, pairs[i].printed);
    }
}

static void an_error_in_a_move_points_at_its_character(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t at;
        const char *words;
    } bad[] = {
        {"", 0, "expected a move such as D4xC4 or pass, but the text ends"},
        {"  ", 2, "expected a move such as D4xC4 or pass, but the text ends"},
        {"pas", 0, "expected a move such as D4xC4 or pass, not \"p\""},
        {"j1xa1", 0, "expected a move such as D4xC4 or pass, not \"j\""},
        {"d", 1, "expected the number of a place, but the text ends"},
        {"d x", 1, "expected the number of a place, not a blank"},
        {"a6xa5", 1, "column A has the places A1 to A5"},
        {"a0xa5", 1, "column A has the places A1 to A5"},
        {"e9xi6", 4, "column I has the places I1 to I5"},
        {"e99999999999xi6", 1, "column E has the places E1 to E9"},
        {"d4", 2, "expected a place such as C4, but the text ends"},
        {"d4*c4", 2, "expected \"x\", \"+\" or a place, not \"*\""},
        {"d4xx4", 3, "expected a place such as C4, not \"x\""},
        {"d4 c4 now", 6, "expected the end of the move, not \"n\""},
        {"pass \xC3\xA9", 5, "expected the end of the move, not this byte"},
    };
    const position p = parsed(STONES_EXAMPLE " b any");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct error e = {.words = ""};
        move m;
        assert_false(game_stones.parse_move(&p, bad[i].text, &m, &e));
        assert_string_equal(e.words, bad[i].words);
        assert_true(e.has_at);
        assert_int_equal(e.at, bad[i].at);
    }
}

static void positions_are_printed_as_they_were_read(void **state)
{
    (void)state;
    static const char *const texts[] = {
        START " w first",
        START " b attack",
        STONES_EXAMPLE " b attack",
        STONES_EXAMPLE " w any",
        ROWS("113,6,7,0,0", "-5,-6,-115,0,0") " b any",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const position p = parsed(texts[i]);
        assert_position(&p, texts[i]);
    }
}

// Reads a text that must be refused: "^" stands before the byte the error points at.
static void assert_bad(const char *marked, const char *words)
{
    char text[POSITION_TEXT_BYTES];
    const char *mark = strchr(marked, '^');
    assert_non_null(mark);
    const size_t at = (size_t)(mark - marked);
    snprintf(text, sizeof text, "%.*s%s", (int)at, marked, mark + 1);
    position p;
    struct error e = {.words = ""};
    assert_false(game_stones.parse(&p, text, &e));
    assert_string_equal(e.words, words);
    assert_true(e.has_at);
    assert_int_equal(e.at, at);
    assert_false(game_stones.parse(&p, text, NULL));
}

#define NINE_ZEROS "0,0,0,0,0,0,0,0,0"

static void an_error_in_a_position_points_at_its_byte(void **state)
{
    (void)state;
    assert_bad("^", "expected \"[\", but the text ends");
    assert_bad("[^5", "expected \"[\", not \"5\"");
    assert_bad("[[5,^ 5", "expected a number, not a blank");
    assert_bad("[[^+5", "expected a number, not \"+\"");
    assert_bad("[[-^,", "expected a number, not \",\"");
    assert_bad("[[^\n5", "expected a number, not this byte");
    assert_bad("[[5^.0", "expected \",\", not \".\"");
    assert_bad("[[^05", "the number has a needless sign or zero");
    assert_bad("[[^-0", "the number has a needless sign or zero");
    assert_bad("[[5,^99999999999", "the number is too large");
    assert_bad("[[5,5,0^]", "columns in this row: 3, not 9");
    assert_bad("[[5,0,0,0,0,0,0,0,0^,0", "more than 9 columns in this row");
    assert_bad("[[" NINE_ZEROS "]^]", "rows: 1, not 9");
    assert_bad("[[" NINE_ZEROS "],^5", "expected \"[\", not \"5\"");
    assert_bad("[[" NINE_ZEROS "],[" NINE_ZEROS "],[" NINE_ZEROS "],[" NINE_ZEROS "],[" NINE_ZEROS
               "],[" NINE_ZEROS "],[" NINE_ZEROS "],[" NINE_ZEROS "],[" NINE_ZEROS "]^,[0",
        "more than 9 rows");
}

static void numbers_that_are_no_stacks_are_refused(void **state)
{
    (void)state;
    assert_bad(ROWS("^4,0,6,0,7", BLACK) " w any", "4 is not a stack: its type is none");
    assert_bad(ROWS("5,^-8,6,0,7", BLACK) " w any", "-8 is not a stack: its type is none");
    assert_bad(ROWS("5,0,^3,0,7", BLACK) " w any", "3 is not a stack: its height is 0");
}

static void stacks_off_the_board_or_in_the_hole_are_refused_T1(void **state)
{
    (void)state;
    assert_bad("[[5,0,6,0,7,^9,0,0,0]", "9 stands on X 5, Y 0, which is off the board");
    assert_bad("[[" NINE_ZEROS "],[" NINE_ZEROS "],[" NINE_ZEROS "],[" NINE_ZEROS
               "],[0,0,0,0,^-5,0,0,0,0]",
        "-5 stands on X 4, Y 4, the hole");
}

static void more_than_thirty_stones_of_a_side_are_refused(void **state)
{
    (void)state;
    assert_bad(
        ROWS("81,0,^46,0,7", BLACK) " w any", "with this stack White has 31 stones, more than 30");
    assert_bad(ROWS("5,0,6,0,7", "-5,0,-118,0,^-11") " w any",
        "with this stack Black has 32 stones, more than 30");
}

#define BOARD ROWS("5,0,6,0,7", BLACK)

static void side_and_phase_are_read_strictly(void **state)
{
    (void)state;
    assert_bad(BOARD "^", "expected a blank, but the text ends");
    assert_bad(BOARD " ^", "expected the side to move, \"w\" or \"b\", but the text ends");
    assert_bad(BOARD " ^W any", "expected the side to move, \"w\" or \"b\", not \"W\"");
    assert_bad(BOARD " w^", "expected a blank, but the text ends");
    assert_bad(BOARD " w ^now", "expected the phase, \"first\", \"attack\" or \"any\", not \"n\"");
    assert_bad(BOARD " b ^first", "only White has a first turn of one move");
    assert_bad(BOARD " w any^ ", "expected the end of the text, not a blank");
    assert_bad(BOARD " w attack^s", "expected the end of the text, not \"s\"");
}

static void a_board_on_which_both_sides_have_lost_is_refused_T6(void **state)
{
    (void)state;
    assert_bad("^" ROWS("5,0,6,0,5", "-5,0,-5,0,-7") " w any",
        "both sides lack a type of stack: the game ended before");
}

// ---- the drawing ----

static void assert_drawn(const position *p, struct drawing style, const char *expected)
{
    char bytes[DRAWING_BYTES];
    struct text out = TEXT_IN(bytes);
    game_stones.draw(p, &style, &out);
    assert_false(out.cut);
    assert_string_equal(bytes, expected);
}

static void the_start_is_drawn_in_ASCII(void **state)
{
    (void)state;
    const position p = parsed(START " w first");
    assert_drawn(&p, (struct drawing){.last = MOVE_NONE},
        "                    A     B     C     D     E\n"
        "               1  A1----A1----A1----A1----a1\n"
        "                 /  \\  /  \\  /  \\  /  \\  /  \\  F\n"
        "            2  a1----B1----B1----B1----b1----a1\n"
        "              /  \\  /  \\  /  \\  /  \\  /  \\  /  \\  G\n"
        "         3  a1----b1----C1----C1----c1----b1----a1\n"
        "           /  \\  /  \\  /  \\  /  \\  /  \\  /  \\  /  \\  H\n"
        "      4  a1----b1----c1----A1----a1----c1----b1----a1\n"
        "        /  \\  /  \\  /  \\  /        \\  /  \\  /  \\  /  \\  I\n"
        "   5  a1----b1----c1----a1          A1----C1----B1----A1\n"
        "        \\  /  \\  /  \\  /  \\        /  \\  /  \\  /  \\  /  1\n"
        "      6  A1----B1----C1----A1----a1----C1----B1----A1\n"
        "           \\  /  \\  /  \\  /  \\  /  \\  /  \\  /  \\  /  2\n"
        "         7  A1----B1----C1----c1----c1----B1----A1\n"
        "              \\  /  \\  /  \\  /  \\  /  \\  /  \\  /  3\n"
        "            8  A1----B1----b1----b1----b1----A1\n"
        "                 \\  /  \\  /  \\  /  \\  /  \\  /  4\n"
        "               9  A1----a1----a1----a1----a1\n"
        "                    9     8     7     6     5\n"
        "\n"
        "White  15 A  9 B  6 C      Black  15 a  9 b  6 c\n"
        "White attacks: the first turn is this one move\n");
}

static void the_last_move_is_marked(void **state)
{
    (void)state;
    position p = parsed(STONES_EXAMPLE " b attack");
    const move last = typed(&p, "B2xE2");
    game_stones.apply(&p, last);
    assert_drawn(&p, (struct drawing){.unicode = true, .last = last},
        "                    A     B     C     D     E\n"
        "               1  ··────a1────C4────··────A1\n"
        "                 ╱  ╲  ╱  ╲  ╱  ╲  ╱  ╲  ╱  ╲  F\n"
        "            2  b2───(··)───··────··───[b1]───··\n"
        "              ╱  ╲  ╱  ╲  ╱  ╲  ╱  ╲  ╱  ╲  ╱  ╲  G\n"
        "         3  a1────··────··────c1────··────A1────a1\n"
        "           ╱  ╲  ╱  ╲  ╱  ╲  ╱  ╲  ╱  ╲  ╱  ╲  ╱  ╲  H\n"
        "      4  ··────b1────C1────a1────··────··────b1────a1\n"
        "        ╱  ╲  ╱  ╲  ╱  ╲  ╱        ╲  ╱  ╲  ╱  ╲  ╱  ╲  I\n"
        "   5  A1────··────··────··          ··────··────a1────··\n"
        "        ╲  ╱  ╲  ╱  ╲  ╱  ╲        ╱  ╲  ╱  ╲  ╱  ╲  ╱  1\n"
        "      6  ··────b1────A1────A1────A1────··────··────··\n"
        "           ╲  ╱  ╲  ╱  ╲  ╱  ╲  ╱  ╲  ╱  ╲  ╱  ╲  ╱  2\n"
        "         7  ··────··────··────b1────C1────B1────A2\n"
        "              ╲  ╱  ╲  ╱  ╲  ╱  ╲  ╱  ╲  ╱  ╲  ╱  3\n"
        "            8  ··────··────b1────··────B1────A1\n"
        "                 ╲  ╱  ╲  ╱  ╲  ╱  ╲  ╱  ╲  ╱  4\n"
        "               9  ··────a3────··────··────A1\n"
        "                    9     8     7     6     5\n"
        "\n"
        "White  9 A  2 B  3 C      Black  7 a  7 b  1 c\n"
        "Black attacks, strengthens or passes: the second move of the turn\n");
}

#define FEW_HIGH_STACKS                                                                            \
    "[[43,0,0,0,5,0,0,0,0],[0,0,0,0,0,0,0,0,0],[-45,0,0,0,0,0,-7,0,0],[0,0,0,0,0,0,0,0,0],"        \
    "[0,0,0,0,0,0,0,0,6],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,-51],[0,0,0,0,0,0,0,0,0],"           \
    "[0,0,0,0,0,0,0,0,-5]]"

static void heights_of_two_digits_and_the_end_are_drawn(void **state)
{
    (void)state;
    const position p = parsed(FEW_HIGH_STACKS " b attack");
    assert_drawn(&p, (struct drawing){.last = typed(&p, "A1+E1")},
        "                    A     B     C     D     E\n"
        "               1 (C10)--..----..----..---[A1]\n"
        "                 /  \\  /  \\  /  \\  /  \\  /  \\  F\n"
        "            2  ..----..----..----..----..----..\n"
        "              /  \\  /  \\  /  \\  /  \\  /  \\  /  \\  G\n"
        "         3  a11---..----..----..----..----..----c1\n"
        "           /  \\  /  \\  /  \\  /  \\  /  \\  /  \\  /  \\  H\n"
        "      4  ..----..----..----..----..----..----..----..\n"
        "        /  \\  /  \\  /  \\  /        \\  /  \\  /  \\  /  \\  I\n"
        "   5  ..----..----..----..          ..----..----..----B1\n"
        "        \\  /  \\  /  \\  /  \\        /  \\  /  \\  /  \\  /  1\n"
        "      6  ..----..----..----..----..----..----..----..\n"
        "           \\  /  \\  /  \\  /  \\  /  \\  /  \\  /  \\  /  2\n"
        "         7  ..----..----..----..----..----..----c12\n"
        "              \\  /  \\  /  \\  /  \\  /  \\  /  \\  /  3\n"
        "            8  ..----..----..----..----..----..\n"
        "                 \\  /  \\  /  \\  /  \\  /  \\  /  4\n"
        "               9  ..----..----..----..----a1\n"
        "                    9     8     7     6     5\n"
        "\n"
        "White  1 A  1 B  1 C      Black  2 a  0 b  2 c\n"
        "White has won: B extinct\n");
}

static void colour_changes_nothing_but_colour(void **state)
{
    (void)state;
    position p = parsed(STONES_EXAMPLE " b attack");
    const move last = typed(&p, "B2xE2");
    char plain[DRAWING_BYTES], coloured[DRAWING_BYTES], stripped[DRAWING_BYTES];
    struct text a = TEXT_IN(plain), b = TEXT_IN(coloured), c = TEXT_IN(stripped);
    game_stones.draw(&p, &(struct drawing){.unicode = true, .last = last}, &a);
    game_stones.draw(&p, &(struct drawing){.unicode = true, .colour = true, .last = last}, &b);
    assert_false(b.cut);
    assert_null(strchr(plain, '\033'));
    int escapes = 0;
    for (const char *s = coloured; *s; s++) {
        if (*s != '\033') {
            text_char(&c, *s);
            continue;
        }
        s = strchr(s, 'm');
        escapes++;
    }
    assert_string_equal(stripped, plain);
    assert_true(escapes > 60);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(codes_and_moves_are_one_to_one),
        cmocka_unit_test(places_are_named_by_column_and_number_T10),
        cmocka_unit_test(moves_are_read_as_people_type_them),
        cmocka_unit_test(an_error_in_a_move_points_at_its_character),
        cmocka_unit_test(positions_are_printed_as_they_were_read),
        cmocka_unit_test(an_error_in_a_position_points_at_its_byte),
        cmocka_unit_test(numbers_that_are_no_stacks_are_refused),
        cmocka_unit_test(stacks_off_the_board_or_in_the_hole_are_refused_T1),
        cmocka_unit_test(more_than_thirty_stones_of_a_side_are_refused),
        cmocka_unit_test(side_and_phase_are_read_strictly),
        cmocka_unit_test(a_board_on_which_both_sides_have_lost_is_refused_T6),
        cmocka_unit_test(the_start_is_drawn_in_ASCII),
        cmocka_unit_test(the_last_move_is_marked),
        cmocka_unit_test(heights_of_two_digits_and_the_end_are_drawn),
        cmocka_unit_test(colour_changes_nothing_but_colour),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

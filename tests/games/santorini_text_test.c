// Santorini in words and pictures: what is read, written, pointed at and drawn.
#include "games/santorini_help.h"

#include <string.h>

static void assert_move_text(const position *p, move m, const char *text)
{
    char printed[MOVE_TEXT_BYTES];
    struct text t = TEXT_IN(printed);
    game->print_move(p, m, &t);
    assert_string_equal(printed, text);
}

static void a_position_is_printed_as_it_was_read(void **state)
{
    (void)state;
    const char *const texts[] = {empty_5x5, flat_5x5, built_5x5,
        "000000/000000/000000/000000/000000/000004 - - 1",
        "000000/000000/000000/000000/000000/000004 05,- - 2",
        "000000/000000/000000/000000/000000/000004 05,- 50,- 1",
        "000000/000000/000000/000000/000000/000004 05,54 50,- 2",
        "30000/00000/00000/00000/00000 00,33 13,31 1",
        "30000/00000/00000/00000/00000 00,33 13,31 2",
        "30000/00000/00000/00000/00000 00,33 13,31 2+",
        "33000/00000/00000/00000/00000 00,33 13,10 1",
        "33000/00000/00000/00000/00000 00,33 13,10 1+"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const position p = read_position(texts[i]);
        assert_position(&p, texts[i]);
    }
}

static void missing_workers_may_be_written_out(void **state)
{
    (void)state;
    position p = read_position("00000/00000/00000/00000/00000 -,- -,- 1");
    assert_position(&p, empty_5x5);
    p = read_position("00000/00000/00000/00000/00000 11 - 2");
    assert_position(&p, "00000/00000/00000/00000/00000 11,- - 2");
    p = read_position("00000/00000/00000/00000/00000 11 22 1");
    assert_position(&p, "00000/00000/00000/00000/00000 11,- 22,- 1");
}

static void a_wrong_position_is_pointed_at(void **state)
{
    (void)state;
    const struct {
        const char *text;
        size_t at;
        const char *words;
    } wrong[] = {
        {"", 0, "a row has 5 or 6 heights, the first one here has 0"},
        {"0000/0000/0000/0000 - - 1", 4, "a row has 5 or 6 heights, the first one here has 4"},
        {"0000000/", 6, "a row has 5 or 6 heights, the first one here has 7"},
        {"00000/0000/00000/00000/00000 - - 1", 10, "a height from 0 to 4 is expected, not \"/\""},
        {"00000/000000/00000/00000/00000 - - 1", 11, "row 1 is longer than row 0"},
        {"00000/00000/00000/00000 - - 1", 23, "a board of 5 columns has 5 rows, joined by /"},
        {"00000/00000/00000/00000/00000/00000 - - 1", 29,
            "a board of 5 columns has no more than 5 rows"},
        {"00500/00000/00000/00000/00000 - - 1", 2, "a height from 0 to 4 is expected, not \"5\""},
        {"00000/00000/00x00/00000/00000 - - 1", 14, "a height from 0 to 4 is expected, not \"x\""},
        {"00000/00000/00\xC3\xA9", 14, "a height from 0 to 4 is expected here"},
        {"00000/00000/00000/00000/00000", 29, "the text ends where a space is expected"},
        {"00000/00000/00000/00000/00000 ", 30,
            "the text ends where a worker's square as two digits, or a dash, is expected"},
        {"00000/00000/00000/00000/00000 1,33 13,31 1", 31,
            "the second digit of a worker's square is expected, not \",\""},
        {"00000/00000/00000/00000/00000 15,33 13,31 1", 30,
            "(1,5) is off the board, which ends at (4,4)"},
        {"00000/00000/00000/00000/00000 11,33 13,91 1", 39,
            "(9,1) is off the board, which ends at (4,4)"},
        {"00000/00000/00000/00000/00000 11,33 33,31 1", 36, "two workers stand on (3,3)"},
        {"00000/04000/00000/00000/00000 11,33 13,31 1", 30, "a worker stands on a dome, (1,1)"},
        {"00000/00000/00000/00000/00000 -,33 13,31 1", 32,
            "worker 2 is placed and worker 1 is not"},
        {"00000/00000/00000/00000/00000 11,33 - 1", 30,
            "2 and 0 workers are placed, but they are placed in turns and first begins"},
        {"00000/00000/00000/00000/00000 - 11 1", 30,
            "0 and 1 workers are placed, but they are placed in turns and first begins"},
        {"00000/00000/00000/00000/00000 - - 2", 34, "first places the next worker, not second"},
        {"00000/00000/00000/00000/00000 11 - 1", 35, "second places the next worker, not first"},
        {"44444/44444/44444/44444/44300 - - 1", 30,
            "4 workers are still to be placed, and too few squares are below level 3"},
        {"00000/03000/00000/00000/00000 11 - 2", 30,
            "a worker stands on level 3 before all are placed"},
        {"00000/00000/00000/00000/00000 11,33 13,31 1+", 43,
            "a plus is for a game that goes on although second is on level 3"},
        {"00000/00000/00000/00000/00000 11,33 13,31", 41,
            "the text ends where a space is expected"},
        {"00000/00000/00000/00000/00000 11,33 13,31 3", 42,
            "the side to move, 1 or 2, is expected, not \"3\""},
        {"00000/00000/00000/00000/00000 11,33 13,31 1 ", 43, "the end is expected, not \" \""},
        {"00000/00000/00000/00000/00000 11,33 13,31 11", 43, "the end is expected, not \"1\""},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        position p = {0};
        const position untouched = p;
        struct error e = {0};
        assert_false(game->parse(&p, wrong[i].text, &e));
        assert_string_equal(e.words, wrong[i].words);
        assert_true(e.has_at);
        assert_int_equal(e.at, wrong[i].at);
        assert_true(position_equal(&p, &untouched));
        assert_false(game->parse(&p, wrong[i].text, NULL));
    }
}

static void a_move_is_read_as_a_person_types_it(void **state)
{
    (void)state;
    const struct {
        const char *typed, *printed;
    } turns[] = {
        {"11-12+22", "11-12+22"},
        {"11-12", "11-12"},
        {" 11 - 12 + 22 ", "11-12+22"},
        {"1,1-1,2+2,2", "11-12+22"},
        {"1 se n", "11-22+21"},
        {"1se", "11-22"},
        {"1 SE+N", "11-22+21"},
        {"1se+n", "11-22+21"},
        {"1Se,nW", "11-22+11"},
        {"1, se, n", "11-22+21"},
        {"\t2 w  e ", "33-23+33"},
        {"2 sw ne", "33-24+33"},
        {"2 s", "33-34"},
        {"2 e s", "33-43+44"},
        {"2 ne sw", "33-42+33"},
        {"33-42+33", "33-42+33"},
    };
    const position turn = read_position(flat_5x5), place = read_position(empty_5x5);
    for (size_t i = 0; i < sizeof turns / sizeof *turns; i++)
        assert_move_text(&turn, read_move(&turn, turns[i].typed), turns[i].printed);
    const char *const places[] = {"23", "2,3", "2 3", " 2, 3 "};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        assert_move_text(&place, read_move(&place, places[i]), "23");
}

static void a_wrong_move_is_pointed_at(void **state)
{
    (void)state;
    const struct {
        const char *text;
        size_t at;
        const char *words;
    } wrong[] = {
        {"", 0, "the text ends where a worker's number or a square is expected"},
        {"se", 0, "a worker's number or a square is expected, not \"s\""},
        {"1", 1, "the text ends where a coordinate is expected"},
        {"3 se n", 0, "a worker's number is 1 or 2, not 3"},
        {"1 x n", 2, "a direction (n ne e se s sw w nw) is expected, not \"x\""},
        {"1 sen", 2, "a direction (n ne e se s sw w nw) is expected, not \"s\""},
        {"1 south", 2, "a direction (n ne e se s sw w nw) is expected, not \"s\""},
        {"1 se q", 5, "a direction (n ne e se s sw w nw) is expected, not \"q\""},
        {"1 se-n", 4, "a blank, or the end, is expected, not \"-\""},
        {"1 se+", 5, "the text ends where a direction (n ne e se s sw w nw) is expected"},
        {"1 se n n", 7, "the end is expected, not \"n\""},
        {"18", 1, "a coordinate of the board is expected, not \"8\""},
        {"222", 2, "the end is expected, not \"2\""},
        {"12-11+22", 0, "first has no worker on (1,2)"},
        {"13-12+22", 0, "first has no worker on (1,3)"},
        {"11-13+22", 3, "(1,3) is not a neighbour of (1,1)"},
        {"11-12+14", 6, "(1,4) is not a neighbour of (1,2)"},
        {"11-", 3, "the text ends where a coordinate is expected"},
        {"11-12+", 6, "the text ends where a coordinate is expected"},
        {"11-12-22", 5, "the end is expected, not \"-\""},
    };
    const position p = read_position(flat_5x5);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        move m = MOVE_NONE;
        struct error e = {0};
        assert_false(game->parse_move(&p, wrong[i].text, &m, &e));
        assert_string_equal(e.words, wrong[i].words);
        assert_true(e.has_at);
        assert_int_equal(e.at, wrong[i].at);
        assert_int_equal(m, MOVE_NONE);
        assert_false(game->parse_move(&p, wrong[i].text, &m, NULL));
    }
}

// Pictures

static void draw(const position *p, bool unicode, bool colour, move last, char *picture)
{
    struct text t = text_fixed(picture, DRAWING_BYTES);
    game->draw(p, &(struct drawing){.unicode = unicode, .colour = colour, .last = last}, &t);
    assert_false(t.cut);
}

static void the_board_is_drawn_in_ascii_with_the_last_move_marked(void **state)
{
    (void)state;
    position p = read_position(built_5x5);
    char picture[DRAWING_BYTES];
    const move last = read_move(&p, "1 s w");
    game->apply(&p, last);
    draw(&p, false, false, last, picture);
    assert_string_equal(picture,
        "       0        1        2        3        4\n"
        "   +--------+--------+--------+--------+--------+\n"
        " 0 |  .     | _1     | =2     | _1     |  .     |\n"
        "   +--------+--------+--------+--------+--------+\n"
        " 1 | _1     | =2[  ] | #3     | =2 B2  | _1     |\n"
        "   +--------+--------+--------+--------+--------+\n"
        " 2 | _1+    | =2[A1] | ^4     |  .     | #3     |\n"
        "   +--------+--------+--------+--------+--------+\n"
        " 3 |  .     | _1 B1  | =2     | _1 A2  |  .     |\n"
        "   +--------+--------+--------+--------+--------+\n"
        " 4 |  .     |  .     |  .     |  .     |  .     |\n"
        "   +--------+--------+--------+--------+--------+\n");
}

static void the_board_is_drawn_in_unicode(void **state)
{
    (void)state;
    const position p = read_position("000000/000000/001000/000230/000040/000000 22,33 23,- 2");
    char picture[DRAWING_BYTES];
    const move placed = santorini_pack(&(struct santorini_move){.places = true, .x = 3, .y = 3});
    draw(&p, true, false, placed, picture);
    assert_string_equal(picture,
        "       0        1        2        3        4        5\n"
        "   ┌────────┬────────┬────────┬────────┬────────┬────────┐\n"
        " 0 │  ·     │  ·     │  ·     │  ·     │  ·     │  ·     │\n"
        "   ├────────┼────────┼────────┼────────┼────────┼────────┤\n"
        " 1 │  ·     │  ·     │  ·     │  ·     │  ·     │  ·     │\n"
        "   ├────────┼────────┼────────┼────────┼────────┼────────┤\n"
        " 2 │  ·     │  ·     │ ░1 ●1  │  ·     │  ·     │  ·     │\n"
        "   ├────────┼────────┼────────┼────────┼────────┼────────┤\n"
        " 3 │  ·     │  ·     │  · ○1  │ ▒2[●2] │ ▓3     │  ·     │\n"
        "   ├────────┼────────┼────────┼────────┼────────┼────────┤\n"
        " 4 │  ·     │  ·     │  ·     │  ·     │ ▲4     │  ·     │\n"
        "   ├────────┼────────┼────────┼────────┼────────┼────────┤\n"
        " 5 │  ·     │  ·     │  ·     │  ·     │  ·     │  ·     │\n"
        "   └────────┴────────┴────────┴────────┴────────┴────────┘\n");
}

static void a_build_on_the_square_just_left_is_drawn_as_a_build(void **state)
{
    (void)state;
    position p = read_position(flat_5x5);
    char picture[DRAWING_BYTES];
    const move last = read_move(&p, "1 e w");
    game->apply(&p, last);
    draw(&p, false, false, last, picture);
    assert_non_null(strstr(picture, " 1 |  .     | _1+    |  .[A1] |  . B2  |  .     |\n"));
}

static void a_refused_turn_is_marked_where_the_worker_stands_and_wants_to_go(void **state)
{
    (void)state;
    const position p = read_position(built_5x5);
    const move tried = santorini_pack(&(struct santorini_move){.dx = 1, .builds = true, .bx = 1});
    char picture[DRAWING_BYTES];
    struct text t = TEXT_IN(picture);
    game->draw(&p, &(struct drawing){.last = tried, .refused = true}, &t);
    assert_non_null(strstr(picture, " 1 | _1     | =2[A1] | #3[  ] | =2+B2  | _1     |\n"));
}

static void colour_adds_escapes_and_nothing_else(void **state)
{
    (void)state;
    position p = read_position("012100/123210/024030/012310/001200/000001 11,33 13,31 1");
    const move last = read_move(&p, "1 s w");
    game->apply(&p, last);
    char plain[DRAWING_BYTES], coloured[DRAWING_BYTES];
    draw(&p, true, false, last, plain);
    draw(&p, true, true, last, coloured);
    assert_true(strlen(coloured) > strlen(plain));
    char *to = coloured;
    for (const char *from = coloured; *from != '\0';) {
        if (*from == '\033')
            from = strchr(from, 'm') + 1;
        else
            *to++ = *from++;
    }
    *to = '\0';
    assert_string_equal(coloured, plain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_position_is_printed_as_it_was_read),
        cmocka_unit_test(missing_workers_may_be_written_out),
        cmocka_unit_test(a_wrong_position_is_pointed_at),
        cmocka_unit_test(a_move_is_read_as_a_person_types_it),
        cmocka_unit_test(a_wrong_move_is_pointed_at),
        cmocka_unit_test(the_board_is_drawn_in_ascii_with_the_last_move_marked),
        cmocka_unit_test(the_board_is_drawn_in_unicode),
        cmocka_unit_test(a_build_on_the_square_just_left_is_drawn_as_a_build),
        cmocka_unit_test(a_refused_turn_is_marked_where_the_worker_stands_and_wants_to_go),
        cmocka_unit_test(colour_adds_escapes_and_nothing_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

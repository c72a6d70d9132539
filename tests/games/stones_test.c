// Game of Stones against its rules, its known counts and a second implementation.
#include "games/stones.h"

#include "base/cpu.h"
#include "base/random.h"
#include "games/known_counts.h"
#include "games/slow.h"
#include "games/slow_stones.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define START                                                                                      \
    "[[5,5,5,5,-5,0,0,0,0],[-5,6,6,6,-6,-5,0,0,0],[-5,-6,7,7,-7,-6,-5,0,0],"                       \
    "[-5,-6,-7,5,-5,-7,-6,-5,0],[-5,-6,-7,-5,0,5,7,6,5],[0,5,6,7,5,-5,7,6,5],"                     \
    "[0,0,5,6,7,-7,-7,6,5],[0,0,0,5,6,-6,-6,-6,5],[0,0,0,0,5,-5,-5,-5,-5]]"

// White stands on A1 (A), C1 (B) and E1 (C), Black on A3 (a), C3 (b) and E3 (c): few lines, so that
// little can be done. Tests put other numbers in the place of some of them.
#define ROWS(first, third)                                                                         \
    "[[" first ",0,0,0,0],[0,0,0,0,0,0,0,0,0],[" third ",0,0,0,0],[0,0,0,0,0,0,0,0,0],"            \
    "[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],"             \
    "[0,0,0,0,0,0,0,0,0]]"

static position parsed(const char *text)
{
    position p;
    struct error e = {.words = ""};
    if (!game_stones.parse(&p, text, &e))
        fail_msg("%s: byte %zu: %s", text, e.at, e.words);
    return p;
}

static move typed(const position *p, const char *text)
{
    move m;
    struct error e = {.words = ""};
    if (!game_stones.parse_move(p, text, &m, &e))
        fail_msg("%s: byte %zu: %s", text, e.at, e.words);
    return m;
}

static void assert_position(const position *p, const char *text)
{
    char printed[POSITION_TEXT_BYTES];
    struct text t = TEXT_IN(printed);
    game_stones.print(p, &t);
    assert_string_equal(printed, text);
}

static void play(position *p, const char *text)
{
    move m = typed(p, text);
    struct refusal why;
    if (!game_stones.legal(p, m, &why))
        fail_msg("%s: %s", text, why.words);
    game_stones.apply(p, m);
}

static void assert_code_refused(const char *text, move m, const char *rule, const char *words,
    const char *expected, const char *seen)
{
    const position p = parsed(text);
    struct refusal why;
    assert_false(game_stones.legal(&p, m, &why));
    assert_string_equal(why.words, words);
    assert_string_equal(why.rule, rule);
    assert_string_equal(why.expected, expected);
    assert_string_equal(why.seen, seen);
    assert_false(game_stones.legal(&p, m, NULL));
}

static void assert_refused(const char *text, const char *move_text, const char *rule,
    const char *words, const char *expected, const char *seen)
{
    const position p = parsed(text);
    assert_code_refused(text, typed(&p, move_text), rule, words, expected, seen);
}

static void assert_over(const position *p, int winner, const char *reason)
{
    move list[MOVES_MAX];
    const struct outcome end = game_stones.outcome(p);
    assert_true(end.over);
    assert_int_equal(end.winner, winner);
    assert_string_equal(end.reason, reason);
    assert_string_equal(end.rule, "T6");
    assert_int_equal(game_stones.moves(p, list), 0);
}

static void assert_goes_on(const position *p)
{
    move list[MOVES_MAX];
    const struct outcome end = game_stones.outcome(p);
    assert_false(end.over);
    assert_int_equal(end.winner, NOBODY);
    assert_null(end.rule);
    assert_null(end.reason);
    assert_true(game_stones.moves(p, list) > 0);
}

// ---- the board and the start ----

static void the_board_has_sixty_places_and_a_hole_T1(void **state)
{
    (void)state;
    int places = 0;
    for (int y = -20; y <= 20; y++) {
        for (int x = -20; x <= 20; x++)
            places += stones_is_place(x, y);
    }
    assert_int_equal(places, 60);
    assert_false(stones_is_place(4, 4));
    assert_true(stones_is_place(0, 4) && stones_is_place(4, 0) && stones_is_place(8, 8));
    assert_false(stones_is_place(0, 5) || stones_is_place(5, 0) || stones_is_place(8, 3));
    assert_false(stones_is_place(-1, 0) || stones_is_place(8, 9));
}

static void the_start_is_that_of_T2(void **state)
{
    (void)state;
    position p;
    assert_true(game_stones.start(&p, NULL, NULL));
    assert_position(&p, START " w first");
    assert_int_equal(game_stones.turn(&p), 0);
    assert_int_equal(stones_phase(&p), STONES_FIRST);
    int stacks[2][4] = {{0}};
    for (int y = 0; y < STONES_LENGTH; y++) {
        for (int x = 0; x < STONES_LENGTH; x++) {
            int number = stones_cell(&p, x, y);
            stacks[number < 0][abs(number) % 4] += number != 0;
        }
    }
    for (int side = 0; side < 2; side++) {
        assert_int_equal(stacks[side][1], 15);
        assert_int_equal(stacks[side][2], 9);
        assert_int_equal(stacks[side][3], 6);
    }
}

static void there_is_one_variant(void **state)
{
    (void)state;
    position p;
    struct error e = {.words = ""};
    assert_true(game_stones.start(&p, "standard", &e));
    assert_string_equal(game_stones.variant(&p), "standard");
    assert_false(game_stones.start(&p, "large", &e));
    assert_string_equal(e.words, "Game of Stones has no variant \"large\" (standard)");
}

// ---- moves ----

static void the_protocols_example_attack_is_played_T5(void **state)
{
    (void)state;
    position p = parsed(STONES_EXAMPLE " b attack");
    const struct stones_move m = {STONES_ATTACK, 1, 1, 4, 1};
    assert_true(game_stones.legal(&p, stones_pack(&m), NULL));
    game_stones.apply(&p, stones_pack(&m));
    assert_position(&p,
        "[[0,-5,19,0,5,0,0,0,0],[-10,0,0,0,-6,0,0,0,0],[-5,0,0,-7,0,5,-5,0,0],"
        "[0,-6,7,-5,0,0,-6,-5,0],[5,0,0,0,0,0,0,-5,0],[0,0,-6,5,5,5,0,0,0],"
        "[0,0,0,0,0,-6,7,6,9],[0,0,0,0,0,-6,0,6,5],[0,0,0,0,0,-13,0,0,5]] b any");
    assert_goes_on(&p);
}

static void an_attacker_keeps_its_type_and_height_T5(void **state)
{
    (void)state;
    position p = parsed(ROWS("13,0,6,0,7", "-9,0,-6,0,-7") " w attack");
    play(&p, "A1xA3");
    assert_int_equal(stones_cell(&p, 0, 2), 13);
    assert_int_equal(stones_cell(&p, 0, 0), 0);
}

static void heights_add_up_and_the_moving_type_stays_on_top_T5(void **state)
{
    (void)state;
    position p = parsed(ROWS("13,10,6,0,7", "-9,0,-6,0,-7") " w any");
    play(&p, "A1+B1");
    assert_int_equal(stones_cell(&p, 1, 0), 5 * 4 + 1);
    assert_int_equal(stones_cell(&p, 0, 0), 0);
    p = parsed(ROWS("13,10,6,0,7", "-9,0,-6,0,-7") " w any");
    play(&p, "B1+A1");
    assert_int_equal(stones_cell(&p, 0, 0), 5 * 4 + 2);
}

static void a_stack_may_hold_nearly_all_stones_of_a_side(void **state)
{
    (void)state;
    position p = parsed(ROWS("109,5,6,0,7", "-5,0,-6,0,-7") " w any"); // height 27
    play(&p, "A1+B1");
    assert_int_equal(stones_cell(&p, 1, 0), 28 * 4 + 1);
    assert_goes_on(&p);
    play(&p, "E3xE1"); // the last C
    assert_over(&p, 1, "C extinct");
}

static void turns_have_one_move_then_two_each(void **state)
{
    (void)state;
    position p;
    game_stones.start(&p, NULL, NULL);
    static const struct {
        const char *move;
        int seat;
        enum stones_phase phase;
    } steps[] = {
        {"D1xE1", 0, STONES_FIRST},
        {"A2xA1", 1, STONES_MUST_ATTACK},
        {"pass", 1, STONES_ANY},
        {"B2xB3", 0, STONES_MUST_ATTACK},
        {"C3xC4", 0, STONES_ANY},
        {"A3xB3", 1, STONES_MUST_ATTACK},
        {"A5+A4", 1, STONES_ANY},
        {"D2xE2", 0, STONES_MUST_ATTACK},
    };
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        assert_int_equal(game_stones.turn(&p), steps[i].seat);
        assert_int_equal(stones_phase(&p), steps[i].phase);
        play(&p, steps[i].move);
    }
}

// ---- refusals ----

static void a_code_of_no_move_is_refused_T3(void **state)
{
    (void)state;
    const char *a_move = "a pass, an attack or a strengthening";
    assert_code_refused(START " w first", MOVE_NONE, "T3", "65535 is not the code of any move",
        a_move, "code 65535");
    assert_code_refused(
        START " w first", 1, "T3", "1 is not the code of any move", a_move, "code 1");
}

static void a_pass_where_an_attack_is_due_is_refused_T3(void **state)
{
    (void)state;
    assert_refused(STONES_EXAMPLE " b attack", "pass", "T3",
        "Black may not pass now: an attack is due", "an attack", "a pass");
    assert_refused(START " w first", "pass", "T3", "White may not pass now: an attack is due",
        "an attack", "a pass");
}

static void strengthening_where_an_attack_is_due_is_refused_T3(void **state)
{
    (void)state;
    assert_refused(STONES_EXAMPLE " b attack", "B1+B2", "T3",
        "Black may not strengthen now: an attack is due", "an attack", "a strengthening");
}

static void the_hole_and_what_is_off_the_board_are_refused_T1(void **state)
{
    (void)state;
    const char *a_place = "one of the 60 places of the board";
    assert_refused(
        STONES_EXAMPLE " b attack", "H2xE5", "T1", "E5 is the hole", a_place, "X 4, Y 4");
    assert_refused(STONES_EXAMPLE " b any", "E5+H2", "T1", "E5 is the hole", a_place, "X 4, Y 4");
    const struct stones_move from_nowhere = {STONES_ATTACK, 8, 0, 4, 0};
    assert_code_refused(STONES_EXAMPLE " b attack", stones_pack(&from_nowhere), "T1",
        "(8,0) is not on the board", a_place, "X 8, Y 0");
    const struct stones_move to_nowhere = {STONES_STRENGTHEN, 1, 0, 0, 5};
    assert_code_refused(STONES_EXAMPLE " b any", stones_pack(&to_nowhere), "T1",
        "(0,5) is not on the board", a_place, "X 0, Y 5");
}

static void moving_from_an_empty_place_is_refused_T5(void **state)
{
    (void)state;
    assert_refused(STONES_EXAMPLE " b attack", "A1xB1", "T5", "A1 cannot attack B1: A1 is empty",
        "a stack of Black's to move", "A1 is empty");
}

static void moving_the_opponents_stack_is_refused_T5(void **state)
{
    (void)state;
    assert_refused(STONES_EXAMPLE " b attack", "C1xB1", "T5",
        "C1 cannot attack B1: C1 is the opponent's", "a stack of Black's to move",
        "C1 is White's C of height 4");
}

static void moving_onto_itself_is_refused_T5(void **state)
{
    (void)state;
    assert_refused(STONES_EXAMPLE " b any", "B1xB1", "T5",
        "B1 cannot attack B1: it stands there already", "two different places", "B1 twice");
    assert_refused(STONES_EXAMPLE " b any", "B1+B1", "T5",
        "B1 cannot go onto B1: it stands there already", "two different places", "B1 twice");
}

static void attacking_ones_own_stack_is_refused_T5(void **state)
{
    (void)state;
    assert_refused(STONES_EXAMPLE " b attack", "B1xB2", "T5",
        "B1 cannot attack B2: B2 is of its own side", "a stack of White's on the target",
        "B2 is Black's B of height 1");
}

static void attacking_an_empty_place_is_refused_T5(void **state)
{
    (void)state;
    assert_refused(STONES_EXAMPLE " b attack", "B1xA1", "T5", "B1 cannot attack A1: A1 is empty",
        "a stack of White's on the target", "A1 is empty");
}

static void strengthening_the_opponents_stack_is_refused_T5(void **state)
{
    (void)state;
    assert_refused(STONES_EXAMPLE " b any", "B1+C1", "T5",
        "B1 cannot go onto C1: C1 is the opponent's", "a stack of Black's on the target",
        "C1 is White's C of height 4");
}

static void strengthening_an_empty_place_is_refused_T5(void **state)
{
    (void)state;
    assert_refused(STONES_EXAMPLE " b any", "B1+A1", "T5", "B1 cannot go onto A1: A1 is empty",
        "a stack of Black's on the target", "A1 is empty");
}

static void a_move_that_follows_no_line_is_refused_T1(void **state)
{
    (void)state;
    const char *a_line = "a straight line N, S, E, W, SE or NW";
    assert_refused(STONES_EXAMPLE " b attack", "B1xE2", "T1",
        "B1 cannot attack E2: they are not on one line", a_line, "3 east and 1 south");
    // North-east is no line, however near the two are.
    assert_refused(STONES_EXAMPLE " b any", "A2+B1", "T1",
        "A2 cannot go onto B1: they are not on one line", a_line, "1 east and 1 north");
}

static void a_line_over_the_hole_is_refused_T1(void **state)
{
    (void)state;
    const char *words = "H2 cannot attack A5: the line crosses the hole";
    const char *expected = "a line that ends before the hole", *seen = "E5, the hole, between them";
    assert_refused(STONES_EXAMPLE " b attack", "H2xA5", "T1", words, expected, seen);
    assert_refused(STONES_EXAMPLE " b attack", "D4xI5", "T1",
        "D4 cannot attack I5: the line crosses the hole", expected, seen);
    position p = parsed(STONES_EXAMPLE " w any");
    assert_false(game_stones.legal(&p, typed(&p, "E2+E6"), NULL));
}

static void a_move_over_a_stack_is_refused_T5(void **state)
{
    (void)state;
    assert_refused(STONES_EXAMPLE " b attack", "A2xE2", "T5",
        "A2 cannot attack E2: B2 stands between", "nothing but empty places between them",
        "B2 is Black's B of height 1");
}

static void attacking_a_higher_stack_is_refused_T5(void **state)
{
    (void)state;
    assert_refused(STONES_EXAMPLE " b attack", "B1xC1", "T5",
        "B1 cannot attack C1: height 1 against 4", "a target not higher than the attacker",
        "B1 is A of height 1, C1 is C of height 4");
}

static void every_move_after_the_end_is_refused_T6(void **state)
{
    (void)state;
    const char *over = ROWS("5,0,6,0,7", "-5,0,-6,0,-5") " w any";
    assert_refused(over, "pass", "T6", "the game is over: White has won", "no move",
        "C extinct, Black has lost");
    assert_refused(over, "A1xA3", "T6", "the game is over: White has won", "no move",
        "C extinct, Black has lost");
}

// ---- endings ----

static void taking_the_last_stack_of_a_type_wins_T6(void **state)
{
    (void)state;
    static const struct {
        const char *move, *reason;
    } ends[] = {{"A1xA3", "A extinct"}, {"C1xC3", "B extinct"}, {"E1xE3", "C extinct"}};
    for (int i = 0; i < 3; i++) {
        position p = parsed(ROWS("5,0,6,0,7", "-5,0,-6,0,-7") " w attack");
        assert_goes_on(&p);
        play(&p, ends[i].move);
        assert_over(&p, 0, ends[i].reason);
    }
}

static void covering_ones_own_last_stack_of_a_type_is_legal_and_loses_T6(void **state)
{
    (void)state;
    position p = parsed(STONES_EXAMPLE " b any");
    play(&p, "A3+D3");
    assert_over(&p, 0, "C extinct");
    p = parsed(STONES_EXAMPLE " b any");
    play(&p, "D3+A3");
    assert_goes_on(&p);
}

static void a_side_that_cannot_attack_has_lost_T6(void **state)
{
    (void)state;
    // Black's stacks are all one higher than White's that see them.
    position p = parsed(ROWS("9,0,10,0,11", "-13,0,-14,0,-15") " b any");
    assert_goes_on(&p);
    play(&p, "pass");
    assert_over(&p, 1, "no attack left");
    p = parsed(ROWS("9,0,10,0,11", "-13,0,-14,0,-15") " w first");
    assert_over(&p, 1, "no attack left");
    // In the free phase there is always the pass.
    p = parsed(ROWS("9,0,10,0,11", "-13,0,-14,0,-15") " w any");
    assert_goes_on(&p);
    // One stack of the right height is enough.
    p = parsed(ROWS("9,0,10,0,15", "-13,0,-14,0,-15") " w attack");
    assert_goes_on(&p);
}

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
        {"", 0, "the text ends where a move such as D4xC4 or pass is expected"},
        {"  ", 2, "the text ends where a move such as D4xC4 or pass is expected"},
        {"pas", 0, "expected a move such as D4xC4 or pass, not \"p\""},
        {"j1xa1", 0, "expected a move such as D4xC4 or pass, not \"j\""},
        {"d", 1, "the text ends where the number of a place is expected"},
        {"d x", 1, "expected the number of a place, not a blank"},
        {"a6xa5", 1, "column A has the places A1 to A5"},
        {"a0xa5", 1, "column A has the places A1 to A5"},
        {"e9xi6", 4, "column I has the places I1 to I5"},
        {"e99999999999xi6", 1, "column E has the places E1 to E9"},
        {"d4", 2, "the text ends where a place such as C4 is expected"},
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

#define BLACK "-5,0,-6,0,-7"
#define NINE_ZEROS "0,0,0,0,0,0,0,0,0"

static void an_error_in_a_position_points_at_its_byte(void **state)
{
    (void)state;
    assert_bad("^", "the text ends where \"[\" is expected");
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
    assert_bad(BOARD "^", "the text ends where a blank is expected");
    assert_bad(BOARD " ^", "the text ends where the side to move, \"w\" or \"b\" is expected");
    assert_bad(BOARD " ^W any", "expected the side to move, \"w\" or \"b\", not \"W\"");
    assert_bad(BOARD " w^", "the text ends where a blank is expected");
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

// ---- known counts ----

// Each level of instructions has its own code; all must agree. Deep ones run at the best level
// only.
static void counts_are_those_known(void **state)
{
    (void)state;
    enum { EVERY_LEVEL_NODES = 2000000, BEST_LEVEL_NODES = 18000000 };
    cpu_limit(CPU_LEVELS - 1);
    const enum cpu_level best = cpu_level();
    int compared = 0;
    for (enum cpu_level level = CPU_PLAIN; level <= best; level++) {
        const uint64_t most = level == best ? BEST_LEVEL_NODES : EVERY_LEVEL_NODES;
        cpu_limit(level);
        for (int i = 0; i < KNOWN_COUNTS; i++) {
            const struct known_counts *known = &known_counts[i];
            if (strcmp(known->game, "stones") != 0)
                continue;
            const position p = parsed(known->position ? known->position : START " w first");
            for (int depth = 0; known->nodes[depth] && known->nodes[depth] <= most; depth++) {
                struct perft_count count;
                game_stones.perft(&p, depth, &count);
                assert_int_equal(count.nodes, known->nodes[depth]);
                compared++;
            }
        }
    }
    assert_true(compared >= 16);
}

// Positions near the end: games that end on the way count as leaves and not as nodes.
static void counts_of_ending_games_are_those_of_the_slow_rules(void **state)
{
    (void)state;
    static const char *const texts[] = {
        ROWS("5,0,6,0,7", BLACK) " w attack",
        ROWS("5,0,6,0,7", BLACK) " w any",
        ROWS("5,0,6,0,7", "-5,0,-6,0,-5") " w any",
        ROWS("9,0,10,0,11", "-13,0,-14,0,-15") " w attack",
        ROWS("13,10,6,9,7", "-9,-6,-10,-5,-7") " b any",
        STONES_EXAMPLE " b any",
    };
    cpu_limit(CPU_LEVELS - 1);
    const enum cpu_level best = cpu_level();
    bool differ = false;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const position p = parsed(texts[i]);
        for (int depth = 0; depth <= 3; depth++) {
            const struct slow_count slow = slow_stones_perft(texts[i], depth);
            differ = differ || slow.nodes != slow.leaves;
            for (enum cpu_level level = CPU_PLAIN; level <= best; level++) {
                cpu_limit(level);
                struct perft_count count;
                game_stones.perft(&p, depth, &count);
                assert_int_equal(count.nodes, slow.nodes);
                assert_int_equal(count.leaves, slow.leaves);
            }
        }
    }
    assert_true(differ);
}

static void all_twelve_symmetries_are_different_and_keep_the_counts(void **state)
{
    (void)state;
    assert_int_equal(game_stones.symmetries, 12);
    const position p = parsed(STONES_EXAMPLE " b attack");
    position images[12];
    for (int k = 0; k < 12; k++) {
        images[k] = game_stones.symmetry(&p, k);
        struct perft_count count;
        game_stones.perft(&images[k], 3, &count);
        assert_int_equal(count.nodes, 22683);
        for (int i = 0; i < k; i++)
            assert_false(position_equal(&images[k], &images[i]));
    }
    assert_true(position_equal(&images[0], &p));
}

// ---- the second implementation ----

// What the random games came to, so that no kind of ending goes untested.
struct tally {
    int positions, games, longest;
    int extinct, no_attack, covered;
};

static move code_of(const struct slow_stones_move *m)
{
    const struct stones_move same = {
        (enum stones_type)m->type, m->from_x, m->from_y, m->to_x, m->to_y};
    return stones_pack(&same);
}

static void assert_same_position(const position *p, const struct slow_stones *s)
{
    for (int y = 0; y < 9; y++) {
        for (int x = 0; x < 9; x++) {
            if (stones_cell(p, x, y) != s->state[y][x])
                fail_msg("X %d, Y %d: %d, not %d", x, y, stones_cell(p, x, y), s->state[y][x]);
        }
    }
    assert_int_equal(game_stones.turn(p), s->player == 1 ? 0 : 1);
    static const char *const phases[] = {"first", "attack", "any"};
    assert_string_equal(phases[stones_phase(p)], s->phase);
}

static void assert_same_outcome(const position *p, const struct slow_stones *s)
{
    const char *reason;
    const int winner = slow_stones_winner(s, &reason);
    const struct outcome end = game_stones.outcome(p);
    assert_int_equal(end.over, winner != 0);
    assert_int_equal(end.winner, winner == 0 ? NOBODY : winner == 1 ? 0 : 1);
    if (winner)
        assert_string_equal(end.reason, reason);
}

static int by_code(const void *a, const void *b)
{
    const move *left = a, *right = b;
    return (*left > *right) - (*left < *right);
}

// The same set of moves, each legal, each leading to the same position. Returns how many.
static int assert_same_moves(const position *p, const struct slow_stones *s)
{
    move fast[MOVES_MAX], slow_codes[SLOW_STONES_MOVES];
    struct slow_stones_move slow[SLOW_STONES_MOVES];
    const int count = slow_stones_moves(s, slow);
    assert_int_equal(game_stones.moves(p, fast), count);
    for (int i = 0; i < count; i++) {
        slow_codes[i] = code_of(&slow[i]);
        assert_true(game_stones.legal(p, slow_codes[i], NULL));
        position next = *p;
        struct slow_stones slow_next = *s;
        game_stones.apply(&next, slow_codes[i]);
        slow_stones_apply(&slow_next, &slow[i]);
        assert_same_position(&next, &slow_next);
    }
    qsort(fast, (size_t)count, sizeof *fast, by_code);
    qsort(slow_codes, (size_t)count, sizeof *slow_codes, by_code);
    assert_memory_equal(fast, slow_codes, (size_t)count * sizeof *fast);
    return count;
}

static bool loses(const struct slow_stones *s, const struct slow_stones_move *m)
{
    struct slow_stones next = *s;
    slow_stones_apply(&next, m);
    const char *reason;
    return slow_stones_winner(&next, &reason) == -s->player;
}

// One random game to its end. In every other game nobody covers a last stack of his own: those get
// long. There is always the pass instead.
static void compare_game(const char *start, struct random *r, struct tally *tally)
{
    position p = parsed(start);
    struct slow_stones s;
    slow_stones_read(start, &s);
    for (int length = 0;; length++) {
        assert_same_position(&p, &s);
        assert_same_outcome(&p, &s);
        tally->positions++;
        const int count = assert_same_moves(&p, &s);
        if (count == 0) {
            tally->longest = length > tally->longest ? length : tally->longest;
            break;
        }
        struct slow_stones_move moves[SLOW_STONES_MOVES];
        slow_stones_moves(&s, moves);
        struct slow_stones_move *m = &moves[random_below(r, (uint32_t)count)];
        while (m->type == 2 && tally->games % 2 && loses(&s, m))
            m = &moves[random_below(r, (uint32_t)count)];
        tally->covered += m->type == 2 && loses(&s, m);
        game_stones.apply(&p, code_of(m));
        slow_stones_apply(&s, m);
    }
    tally->games++;
    if (strcmp(game_stones.outcome(&p).reason, "no attack left") == 0)
        tally->no_attack++;
    else
        tally->extinct++;
}

// The stones of both sides scattered: one stack of each type and more, some of them high.
static void scatter(struct random *r, char text[POSITION_TEXT_BYTES])
{
    int state[9][9] = {{0}};
    for (int side = -1; side <= 1; side += 2) {
        int left = 30, stacks = 3 + (int)random_below(r, 24);
        for (int i = 0; i < stacks && left > 0; i++) {
            int x, y, height = random_below(r, 3) ? 1 : 1 + (int)random_below(r, 9);
            if (height > left - 2)
                height = 1;
            do {
                x = (int)random_below(r, 9);
                y = (int)random_below(r, 9);
            } while (!stones_is_place(x, y) || state[y][x]);
            const int type = i < 3 ? i + 1 : 1 + (int)random_below(r, 3);
            state[y][x] = side * (height * 4 + type);
            left -= height;
        }
    }
    struct text t = text_fixed(text, POSITION_TEXT_BYTES);
    for (int i = 0; i < 81; i++)
        text_format(&t, "%s%d", i == 0 ? "[[" : i % 9 ? "," : "],[", state[i / 9][i % 9]);
    static const char *const whose[] = {"w first", "w attack", "w any", "b attack", "b any"};
    text_format(&t, "]] %s", whose[random_below(r, 5)]);
}

static void random_games_are_those_of_the_slow_rules(void **state)
{
    (void)state;
    enum { POSITIONS = 20000, LONGEST = 117 };
    struct random r = random_seeded(20);
    struct tally tally = {0};
    while (tally.positions < POSITIONS) {
        char text[POSITION_TEXT_BYTES];
        scatter(&r, text);
        compare_game(tally.games % 4 == 0 ? START " w first" : text, &r, &tally);
    }
    assert_true(tally.extinct > 100);
    assert_true(tally.no_attack > 50);
    assert_true(tally.covered > 20);
    assert_in_range(tally.longest, 1, LONGEST); // T9
}

// legal() says what the protocol's list says, for every value a move can have.
static void every_value_is_judged_as_the_protocol_says(void **state)
{
    (void)state;
    struct random r = random_seeded(21);
    for (int round = 0; round < 12; round++) {
        char text[POSITION_TEXT_BYTES];
        scatter(&r, text);
        const position p = parsed(round == 0 ? STONES_EXAMPLE " b any" : text);
        struct slow_stones s;
        slow_stones_read(round == 0 ? STONES_EXAMPLE " b any" : text, &s);
        const bool over = game_stones.outcome(&p).over;
        for (int code = 0; code <= UINT16_MAX; code++) {
            struct stones_move m;
            bool valid = stones_unpack((move)code, &m) && !over;
            if (valid) {
                const struct slow_stones_move same = {
                    (int)m.type, m.from_x, m.from_y, m.to_x, m.to_y};
                valid = slow_stones_valid(&s, &same);
            }
            struct refusal why = {.words = ""};
            assert_int_equal(game_stones.legal(&p, (move)code, &why), valid);
            assert_int_equal(
                why.rule[0] == 'T' && why.words[0] && why.expected[0] && why.seen[0], !valid);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_board_has_sixty_places_and_a_hole_T1),
        cmocka_unit_test(the_start_is_that_of_T2),
        cmocka_unit_test(there_is_one_variant),
        cmocka_unit_test(the_protocols_example_attack_is_played_T5),
        cmocka_unit_test(an_attacker_keeps_its_type_and_height_T5),
        cmocka_unit_test(heights_add_up_and_the_moving_type_stays_on_top_T5),
        cmocka_unit_test(a_stack_may_hold_nearly_all_stones_of_a_side),
        cmocka_unit_test(turns_have_one_move_then_two_each),
        cmocka_unit_test(a_code_of_no_move_is_refused_T3),
        cmocka_unit_test(a_pass_where_an_attack_is_due_is_refused_T3),
        cmocka_unit_test(strengthening_where_an_attack_is_due_is_refused_T3),
        cmocka_unit_test(the_hole_and_what_is_off_the_board_are_refused_T1),
        cmocka_unit_test(moving_from_an_empty_place_is_refused_T5),
        cmocka_unit_test(moving_the_opponents_stack_is_refused_T5),
        cmocka_unit_test(moving_onto_itself_is_refused_T5),
        cmocka_unit_test(attacking_ones_own_stack_is_refused_T5),
        cmocka_unit_test(attacking_an_empty_place_is_refused_T5),
        cmocka_unit_test(strengthening_the_opponents_stack_is_refused_T5),
        cmocka_unit_test(strengthening_an_empty_place_is_refused_T5),
        cmocka_unit_test(a_move_that_follows_no_line_is_refused_T1),
        cmocka_unit_test(a_line_over_the_hole_is_refused_T1),
        cmocka_unit_test(a_move_over_a_stack_is_refused_T5),
        cmocka_unit_test(attacking_a_higher_stack_is_refused_T5),
        cmocka_unit_test(every_move_after_the_end_is_refused_T6),
        cmocka_unit_test(taking_the_last_stack_of_a_type_wins_T6),
        cmocka_unit_test(covering_ones_own_last_stack_of_a_type_is_legal_and_loses_T6),
        cmocka_unit_test(a_side_that_cannot_attack_has_lost_T6),
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
        cmocka_unit_test(counts_are_those_known),
        cmocka_unit_test(counts_of_ending_games_are_those_of_the_slow_rules),
        cmocka_unit_test(all_twelve_symmetries_are_different_and_keep_the_counts),
        cmocka_unit_test(random_games_are_those_of_the_slow_rules),
        cmocka_unit_test(every_value_is_judged_as_the_protocol_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

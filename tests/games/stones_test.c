// Game of Stones against its rules, one by one.
#include "games/stones_positions.h"

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
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

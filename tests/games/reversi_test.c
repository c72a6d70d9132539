// Reversi: rulings R2 to R5 and R8, one by one. What holds for every game alike is in laws_test.c.
#include "games/reversi_positions.h"

static void assert_moves(const position *p, const char *expected)
{
    char bytes[256];
    struct text t = TEXT_IN(bytes);
    move list[MOVES_MAX];
    int count = game->moves(p, list);
    for (int i = 0; i < count; i++) {
        text_string(&t, i > 0 ? " " : "");
        game->print_move(p, list[i], &t);
    }
    assert_string_equal(bytes, expected);
}

static void assert_refused(const position *p, move m, struct refusal expected)
{
    struct refusal why = {0};
    assert_false(game->legal(p, m, &why));
    assert_string_equal(why.rule, expected.rule);
    assert_string_equal(why.words, expected.words);
    assert_string_equal(why.expected, expected.expected);
    assert_string_equal(why.seen, expected.seen);
    assert_false(game->legal(p, m, NULL));
}

static void assert_outcome(const position *p, int winner, const char *reason, int x, int o)
{
    struct outcome outcome = game->outcome(p);
    assert_true(outcome.over);
    assert_int_equal(outcome.winner, winner);
    assert_string_equal(outcome.rule, "R5");
    assert_string_equal(outcome.reason, reason);
    assert_int_equal(outcome.points[0], x);
    assert_int_equal(outcome.points[1], o);
    move list[MOVES_MAX];
    assert_int_equal(game->moves(p, list), 0);
}

static void the_start_has_four_stones_in_the_centre_and_X_moves_R2(void **state)
{
    (void)state;
    position p;
    assert_true(game->start(&p, NULL, NULL));
    assert_prints(&p, start_8x8);
    assert_moves(&p, "d3 c4 f5 e6");
    struct outcome o = game->outcome(&p);
    assert_false(o.over);
    assert_int_equal(o.winner, NOBODY);
    assert_null(o.rule);
    assert_null(o.reason);
    assert_int_equal(o.points[0], 2);
    assert_int_equal(o.points[1], 2);
}

static void the_board_has_8_or_6_or_4_rows_R8(void **state)
{
    (void)state;
    static const char *const starts[] = {
        start_8x8, "--------------OX----XO-------------- X", start_4x4};
    for (int i = 0; game->variants[i]; i++) {
        position p;
        assert_true(game->start(&p, game->variants[i], NULL));
        assert_prints(&p, starts[i]);
        assert_string_equal(game->variant(&p), game->variants[i]);
    }
    position p;
    struct error e = {0};
    assert_false(game->start(&p, "10x10", &e));
    assert_string_equal(e.words, "Reversi has no variant \"10x10\"   (8x8, 6x6, 4x4)");
}

static void a_stone_turns_what_it_encloses_in_all_eight_directions_R3(void **state)
{
    (void)state;
    position p = read_position("X--X--X-"
                               "-O-O-O--"
                               "--OOO---"
                               "XOO-OOOX"
                               "--OOO---"
                               "-O-O-O--"
                               "X--O--X-"
                               "---X---- X");
    play(&p, "d4");
    assert_prints(&p,
        "X--X--X-"
        "-X-X-X--"
        "--XXX---"
        "XXXXXXXX"
        "--XXX---"
        "-X-X-X--"
        "X--X--X-"
        "---X---- O");
}

static void a_line_that_ends_at_the_edge_or_at_an_empty_square_is_not_turned_R3(void **state)
{
    (void)state;
    position p = read_position("OO-O"
                               "O-O-"
                               "-XOX"
                               "OXXX X");
    play(&p, "c1");
    assert_prints(&p,
        "OOXO"
        "O-X-"
        "-XXX"
        "OXXX O");
}

static void a_stone_turned_by_a_move_encloses_no_others_R3(void **state)
{
    (void)state;
    // e1 turns b1 to d1. Now c1 and c4 enclose c2 and c3, but c1 was turned, not placed.
    position p = read_position("XOOO--"
                               "--O---"
                               "--O---"
                               "--X---"
                               "------"
                               "------ X");
    play(&p, "e1");
    assert_prints(&p,
        "XXXXX-"
        "--O---"
        "--O---"
        "--X---"
        "------"
        "------ O");
}

static void no_line_goes_on_over_the_edge_R3(void **state)
{
    (void)state;
    // In a bitboard h1 and a2 are neighbours: f1 g1 h1 a2 and a4 h3 must not be taken for lines.
    position p = read_position("-----XOO"
                               "-OO----O"
                               "O------O"
                               "OX------"
                               "--------"
                               "--------"
                               "OO------"
                               "-XO----- X");
    assert_moves(&p, "b6 d8");
}

static void placing_on_a_stone_is_refused_R3(void **state)
{
    (void)state;
    position p = read_position(start_8x8);
    assert_refused(&p, read_move(&p, "d4"),
        (struct refusal){"R3", "d4 is occupied", "an empty square", "a stone of O on d4"});
    assert_refused(&p, read_move(&p, "e4"),
        (struct refusal){"R3", "e4 is occupied", "an empty square", "a stone of X on e4"});
}

static void placing_where_nothing_turns_is_refused_R3(void **state)
{
    (void)state;
    position p = read_position(start_8x8);
    assert_refused(&p, read_move(&p, "e3"),
        (struct refusal){"R3", "a stone of X on e3 turns no stone",
            "an empty square where at least one stone of O is turned",
            "no line from e3 over stones of O to a stone of X"});
}

static void placing_off_the_board_is_refused_R3(void **state)
{
    (void)state;
    position p = read_position(start_4x4);
    assert_refused(&p, read_move(&p, "e1"),
        (struct refusal){
            "R3", "e1 is off the board", "a square from a1 to d4", "e1 on a board of 4 by 4"});
    assert_refused(&p, read_move(&p, "h8"),
        (struct refusal){
            "R3", "h8 is off the board", "a square from a1 to d4", "h8 on a board of 4 by 4"});
}

static void a_number_that_is_no_move_is_refused_R3(void **state)
{
    (void)state;
    position p = read_position(start_8x8);
    assert_refused(&p, REVERSI_PASS + 1,
        (struct refusal){
            "R3", "65 is not a move", "the number of a square, 0 to 63, or 64 for a pass", "65"});
    for (int m = REVERSI_PASS; m <= MOVE_NONE; m++)
        assert_false(game->legal(&p, (move)m, NULL));
}

static void passing_while_a_stone_can_be_placed_is_refused_R4(void **state)
{
    (void)state;
    position p = read_position(start_8x8);
    assert_refused(&p, REVERSI_PASS,
        (struct refusal){"R4", "X may not pass while it can place a stone",
            "a square where a stone of O is turned, such as d3",
            "a pass, with 4 other moves to choose from"});
    p = read_position("XO-------------- X");
    assert_refused(&p, REVERSI_PASS,
        (struct refusal){"R4", "X may not pass while it can place a stone",
            "a square where a stone of O is turned, such as c1",
            "a pass, with 1 other move to choose from"});
}

static void a_player_without_a_move_passes_and_the_board_stays_R4(void **state)
{
    (void)state;
    position p = read_position("XO--"
                               "----"
                               "----"
                               "---- O");
    assert_moves(&p, "--");
    assert_true(game->legal(&p, REVERSI_PASS, NULL));
    assert_int_equal(game->forced(&p), REVERSI_PASS);
    assert_false(game->outcome(&p).over);
    assert_refused(&p, read_move(&p, "c1"),
        (struct refusal){"R3", "a stone of O on c1 turns no stone",
            "the pass --: there is no square where O turns a stone",
            "no line from c1 over stones of X to a stone of O"});
    play(&p, "--");
    assert_prints(&p, "XO-------------- X");
    assert_moves(&p, "c1");
    assert_int_equal(game->forced(&p), MOVE_NONE);
}

static bool somebody_must_pass_within(const position *p, int plies)
{
    move list[MOVES_MAX];
    int count = game->moves(p, list);
    if (count == 1 && list[0] == REVERSI_PASS)
        return true;
    for (int i = 0; i < count && plies > 0; i++) {
        position next = *p;
        game->apply(&next, list[i]);
        if (somebody_must_pass_within(&next, plies - 1))
            return true;
    }
    return false;
}

static void the_earliest_forced_pass_comes_after_eight_moves_R4(void **state)
{
    (void)state;
    position p = read_position(start_8x8);
    assert_false(somebody_must_pass_within(&p, 7));
    play(&p, "d3 c3 b3 b2 f5 a3 a1 c1");
    assert_moves(&p, "--");
}

static void more_stones_win_when_the_board_is_full_R5(void **state)
{
    (void)state;
    position p = read_position("XXXXOOOOXXXXOOX- X");
    assert_false(game->outcome(&p).over);
    p = read_position("XXXXOOOOXXXXOOXO X");
    assert_outcome(&p, 0, "more stones, board full", 9, 7);
    p = read_position("OOOOOOOOXXXXOOXX O");
    assert_outcome(&p, 1, "more stones, board full", 6, 10);
}

static void more_stones_win_when_neither_can_move_R5(void **state)
{
    (void)state;
    position p = read_position("XX--------------------------------O- X");
    assert_outcome(&p, 0, "more stones, neither can move", 2, 1);
    p = read_position(start_4x4);
    play(&p, "b1 a1 a2 c1 d4 a3 d1 b4 a4 c4");
    assert_outcome(&p, 1, "more stones, neither can move", 3, 11);
}

static void equal_stones_are_a_draw_R5(void **state)
{
    (void)state;
    position p = read_position("XXXXXXXXOOOOOOOO X");
    assert_outcome(&p, NOBODY, "equal stones, board full", 8, 8);
    p = read_position("X--------------O O");
    assert_outcome(&p, NOBODY, "equal stones, neither can move", 1, 1);
    p = read_position("---------------- X");
    assert_outcome(&p, NOBODY, "equal stones, neither can move", 0, 0);
}

static void the_shortest_game_takes_nine_moves_and_leaves_no_stone_of_O_R5(void **state)
{
    (void)state;
    position p = read_position(start_8x8);
    assert_counts(&p, 9, 3005288, 3005288); // no game has ended before
    play(&p, "e6 f4 e3 f6 g5 d6 e7 f5 c5");
    assert_outcome(&p, 0, "no stone left", 13, 0);
}

static void any_move_after_the_end_is_refused_R5(void **state)
{
    (void)state;
    position p = read_position("XXXXXXXXXXXXXXX- X");
    const struct refusal over = {"R5", "the game is over: no stone left", "no move",
        "X has 15 stones, O has 0, and neither can place another"};
    assert_refused(&p, read_move(&p, "d4"), over);
    assert_refused(&p, read_move(&p, "a1"), over);
    assert_refused(&p, REVERSI_PASS, over);
    assert_refused(&p, MOVE_NONE, over);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_start_has_four_stones_in_the_centre_and_X_moves_R2),
        cmocka_unit_test(the_board_has_8_or_6_or_4_rows_R8),
        cmocka_unit_test(a_stone_turns_what_it_encloses_in_all_eight_directions_R3),
        cmocka_unit_test(a_line_that_ends_at_the_edge_or_at_an_empty_square_is_not_turned_R3),
        cmocka_unit_test(a_stone_turned_by_a_move_encloses_no_others_R3),
        cmocka_unit_test(no_line_goes_on_over_the_edge_R3),
        cmocka_unit_test(placing_on_a_stone_is_refused_R3),
        cmocka_unit_test(placing_where_nothing_turns_is_refused_R3),
        cmocka_unit_test(placing_off_the_board_is_refused_R3),
        cmocka_unit_test(a_number_that_is_no_move_is_refused_R3),
        cmocka_unit_test(passing_while_a_stone_can_be_placed_is_refused_R4),
        cmocka_unit_test(a_player_without_a_move_passes_and_the_board_stays_R4),
        cmocka_unit_test(the_earliest_forced_pass_comes_after_eight_moves_R4),
        cmocka_unit_test(more_stones_win_when_the_board_is_full_R5),
        cmocka_unit_test(more_stones_win_when_neither_can_move_R5),
        cmocka_unit_test(equal_stones_are_a_draw_R5),
        cmocka_unit_test(the_shortest_game_takes_nine_moves_and_leaves_no_stone_of_O_R5),
        cmocka_unit_test(any_move_after_the_end_is_refused_R5),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// Reversi: rulings R2 to R5 and R8, its text, its drawing, and the rules against slow_reversi.c.
// What holds for every game alike is in laws_test.c.
#include "games/reversi.h"

#include "base/cpu.h"
#include "base/random.h"
#include "games/known_counts.h"
#include "games/slow.h"
#include "games/slow_reversi.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const struct game *const game = &game_reversi;

static const char start_8x8[] = "--------"
                                "--------"
                                "--------"
                                "---OX---"
                                "---XO---"
                                "--------"
                                "--------"
                                "-------- X";

static const char start_4x4[] = "-----OX--XO----- X";

static position read_position(const char *text)
{
    position p;
    struct error e = {0};
    if (!game->parse(&p, text, &e))
        fail_msg("%s: %s at %zu", text, e.words, e.at);
    return p;
}

static move read_move(const position *p, const char *text)
{
    move m = MOVE_NONE;
    struct error e = {0};
    if (!game->parse_move(p, text, &m, &e))
        fail_msg("%s: %s at %zu", text, e.words, e.at);
    return m;
}

static void assert_prints(const position *p, const char *expected)
{
    char bytes[POSITION_TEXT_BYTES];
    struct text t = TEXT_IN(bytes);
    game->print(p, &t);
    assert_string_equal(bytes, expected);
}

// Plays moves written one after the other with blanks between them.
static void play(position *p, const char *moves)
{
    char word[8];
    for (int length; sscanf(moves, "%7s%n", word, &length) == 1; moves += length) {
        move m = read_move(p, word);
        struct refusal why;
        if (!game->legal(p, m, &why))
            fail_msg("%s: %s", word, why.words);
        game->apply(p, m);
    }
}

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

static void assert_counts(const position *p, int depth, uint64_t nodes, uint64_t leaves)
{
    struct perft_count count;
    game->perft(p, depth, &count);
    assert_true(count.nodes == nodes);
    assert_true(count.leaves == leaves);
}

// The rules, one by one.

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

// Text.

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

// The generator: symmetries, known counts, and the slow rules.

static void a_board_has_eight_faces(void **state)
{
    (void)state;
    // Of a position and of its square d1.
    // clang-format off
    static const struct {
        const char *position, *square;
    } faces[] = {
        {"XXO-" "-O--" "----" "---- X", "d1"},
        {"-OXX" "--O-" "----" "---- X", "a1"},
        {"----" "----" "-O--" "XXO- X", "d4"},
        {"----" "----" "--O-" "-OXX X", "a4"},
        {"X---" "XO--" "O---" "---- X", "a4"},
        {"----" "O---" "XO--" "X--- X", "a1"},
        {"---X" "--OX" "---O" "---- X", "d4"},
        {"----" "---O" "--OX" "---X X", "d1"},
    };
    // clang-format on
    position p = read_position(faces[0].position);
    assert_int_equal(game->symmetries, 8);
    for (int k = 0; k < game->symmetries; k++) {
        position seen = game->symmetry(&p, k);
        assert_prints(&seen, faces[k].position);
        move m = game->symmetry_move(&p, read_move(&p, "d1"), k);
        assert_int_equal(m, read_move(&p, faces[k].square));
        assert_int_equal(game->symmetry_move(&p, REVERSI_PASS, k), REVERSI_PASS);
        // A move that is off the board stays where it is.
        assert_int_equal(game->symmetry_move(&p, read_move(&p, "e1"), k), read_move(&p, "e1"));
    }
}

static void the_known_counts_hold_at_every_level_of_the_processor(void **state)
{
    (void)state;
    const struct known_counts *known = known_counts;
    while (strcmp(known->game, "reversi") != 0)
        known++;
    position p = read_position(start_8x8);
    for (int level = 0; level < CPU_LEVELS; level++) {
        cpu_limit((enum cpu_level)level);
        for (int depth = 0; depth <= 9; depth++)
            assert_counts(&p, depth, known->nodes[depth], known->leaves[depth]);
    }
    // The first depth at which games that are over count as leaves but not as nodes.
    assert_counts(&p, 10, known->nodes[10], known->leaves[10]);
}

static void the_small_board_has_60060_games(void **state)
{
    (void)state;
    position p = read_position(start_4x4);
    assert_counts(&p, 11, 50268, 50704);
    assert_counts(&p, 20, 0, 60060);
    struct slow_count slow = slow_reversi_perft(start_4x4, 20);
    assert_int_equal(slow.nodes, 0);
    assert_int_equal(slow.leaves, 60060);
}

// By how many stones the side to move wins when both play perfectly.
static int solve(const position *p)
{
    struct outcome o = game->outcome(p);
    int turn = game->turn(p), best = -64;
    if (o.over)
        return o.points[turn] - o.points[1 - turn];
    move list[MOVES_MAX];
    int count = game->moves(p, list);
    for (int i = 0; i < count; i++) {
        position next = *p;
        game->apply(&next, list[i]);
        int value = -solve(&next);
        best = value > best ? value : best;
    }
    return best;
}

static void the_second_player_wins_the_small_board_by_eight_stones(void **state)
{
    (void)state;
    position p = read_position(start_4x4);
    assert_int_equal(solve(&p), -8);
}

static void a_finished_game_has_no_nodes_and_one_leaf(void **state)
{
    (void)state;
    position p = read_position("XXXXXXXXXXXXXXX- X");
    assert_counts(&p, 0, 1, 1);
    assert_counts(&p, 1, 0, 1);
    assert_counts(&p, 2, 0, 1);
    assert_counts(&p, 5, 0, 1);
}

static void assert_same_as_slow_rules(const position *p)
{
    char text[POSITION_TEXT_BYTES], after[POSITION_TEXT_BYTES];
    struct text t = TEXT_IN(text);
    game->print(p, &t);
    const struct slow_reversi slow = slow_reversi_read(text);
    bool must_pass = !slow_reversi_can_move(&slow, slow.turn) && !slow_reversi_is_over(&slow);
    const struct reversi r = reversi_load(p);
    bitboard placed = 0;
    move list[MOVES_MAX];
    int count = game->moves(p, list), seen = 0;
    for (int m = 0; m <= REVERSI_PASS; m++) {
        int row = m / REVERSI_LENGTH, column = m % REVERSI_LENGTH;
        bool expected =
            m == REVERSI_PASS ? must_pass : slow_reversi_can_place(&slow, slow.turn, row, column);
        assert_int_equal(game->legal(p, (move)m, NULL), expected);
        if (!expected)
            continue;
        assert_true(seen < count);
        assert_int_equal(list[seen++], m);
        struct slow_reversi slow_next = slow;
        if (m == REVERSI_PASS)
            slow_reversi_pass(&slow_next);
        else
            slow_reversi_place(&slow_next, row, column);
        slow_reversi_write(&slow_next, after);
        position next = *p;
        game->apply(&next, (move)m);
        assert_prints(&next, after);
        if (m == REVERSI_PASS)
            continue;
        bitboard turned = reversi_flips(r.stones[r.turn], r.stones[1 - r.turn], m);
        assert_true(reversi_load(&next).stones[1 - r.turn] == (r.stones[1 - r.turn] ^ turned));
        placed |= UINT64_C(1) << m;
    }
    assert_true(placed ==
        reversi_mobility(r.stones[r.turn], r.stones[1 - r.turn], reversi_squares(r.size)));
    assert_int_equal(seen, count);
    struct outcome o = game->outcome(p);
    int x = slow_reversi_stones(&slow, 'X'), y = slow_reversi_stones(&slow, 'O');
    assert_int_equal(o.over, slow_reversi_is_over(&slow));
    assert_int_equal(o.winner, !o.over || x == y ? NOBODY : x > y ? 0 : 1);
    assert_int_equal(o.points[0], x);
    assert_int_equal(o.points[1], y);
}

static void assert_same_counts_as_slow_rules(const position *p)
{
    char text[POSITION_TEXT_BYTES];
    struct text t = TEXT_IN(text);
    game->print(p, &t);
    struct slow_count slow = slow_reversi_perft(text, 2);
    // The last round allows every level again.
    for (int level = 0; level < CPU_LEVELS; level++) {
        cpu_limit((enum cpu_level)level);
        assert_counts(p, 2, slow.nodes, slow.leaves);
    }
}

enum { GAMES = 600, SCATTERED = 9000, COUNTED_ONE_IN = 8 };

static void the_fast_rules_are_the_slow_rules_in_random_games(void **state)
{
    (void)state;
    struct random r = random_seeded(20);
    int positions = 0, passes = 0;
    for (int i = 0; i < GAMES; i++) {
        position p;
        game->start(&p, game->variants[i % 3], NULL);
        for (;;) {
            assert_same_as_slow_rules(&p);
            if (positions++ % COUNTED_ONE_IN == 0)
                assert_same_counts_as_slow_rules(&p);
            move list[MOVES_MAX];
            int count = game->moves(&p, list);
            if (count == 0)
                break;
            move m = list[random_below(&r, (uint32_t)count)];
            passes += m == REVERSI_PASS;
            game->apply(&p, m);
        }
    }
    assert_in_range(positions, 20000, 100000);
    assert_in_range(passes, 200, 100000);
}

// Boards that no game leads to: any stones anywhere, from nearly empty to full.
static void the_fast_rules_are_the_slow_rules_on_scattered_stones(void **state)
{
    (void)state;
    static const int sizes[] = {8, 6, 4};
    struct random r = random_seeded(21);
    for (int i = 0; i < SCATTERED; i++) {
        char text[POSITION_TEXT_BYTES];
        struct text t = TEXT_IN(text);
        uint32_t share = random_below(&r, 101), mine = random_below(&r, 101);
        for (int at = 0; at < sizes[i % 3] * sizes[i % 3]; at++) {
            bool stone = random_below(&r, 100) < share, first = random_below(&r, 100) < mine;
            text_char(&t, !stone ? '-' : first ? 'X' : 'O');
        }
        text_string(&t, random_below(&r, 2) == 0 ? " X" : " O");
        position p = read_position(text);
        assert_prints(&p, text); // the text comes back as it was
        assert_same_as_slow_rules(&p);
        if (i % COUNTED_ONE_IN == 0)
            assert_same_counts_as_slow_rules(&p);
    }
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
        cmocka_unit_test(the_first_character_of_a_position_is_a1_and_the_next_is_b1),
        cmocka_unit_test(a_wrong_position_is_refused_at_the_character),
        cmocka_unit_test(a_move_is_a_column_and_a_row_or_a_pass),
        cmocka_unit_test(a_wrong_move_is_refused_at_the_character),
        cmocka_unit_test(the_board_is_drawn_with_targets_last_move_and_counts),
        cmocka_unit_test(a_drawing_tells_who_passed),
        cmocka_unit_test(colour_adds_escapes_and_nothing_else),
        cmocka_unit_test(a_board_has_eight_faces),
        cmocka_unit_test(the_known_counts_hold_at_every_level_of_the_processor),
        cmocka_unit_test(the_small_board_has_60060_games),
        cmocka_unit_test(the_second_player_wins_the_small_board_by_eight_stones),
        cmocka_unit_test(a_finished_game_has_no_nodes_and_one_leaf),
        cmocka_unit_test(the_fast_rules_are_the_slow_rules_in_random_games),
        cmocka_unit_test(the_fast_rules_are_the_slow_rules_on_scattered_stones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

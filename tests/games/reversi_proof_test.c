// Reversi proved: symmetries, known counts, small boards played out, and the rules against
// slow_reversi.c.
#include "games/reversi_positions.h"

#include "base/cpu.h"
#include "base/random.h"
#include "games/known_counts.h"
#include "games/slow.h"
#include "games/slow_reversi.h"

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

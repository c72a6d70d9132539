// The Reversi player at the end of a game: its proofs against plain minimax over the rules, and the
// parts that they are made of.
#include "base/cpu.h"
#include "brains/reversi/last_squares.h"
#include "brains/reversi/stability.h"
#include "brains/reversi_positions.h"

#include <limits.h>

// --- Plain minimax, over the rules ---

// The score for the side to move when both play best; the empty squares go to the winner.
static int slow_score(const position *p, int alpha, int beta)
{
    move moves[MOVES_MAX];
    int count = game_reversi.moves(p, moves);
    if (count == 0) {
        struct outcome o = game_reversi.outcome(p);
        int seat = game_reversi.turn(p), difference = o.points[seat] - o.points[1 - seat];
        int left = empties_of(p);
        return difference > 0 ? difference + left : difference < 0 ? difference - left : 0;
    }
    for (int i = 0; i < count && alpha < beta; i++) {
        position next = *p;
        game_reversi.apply(&next, moves[i]);
        int score = -slow_score(&next, -beta, -alpha);
        alpha = score > alpha ? score : alpha;
    }
    return alpha;
}

static void assert_solved(const position *p)
{
    struct thought t = think(p, &(struct limits){0}, 1);
    assert_true(t.exact);
    int score = slow_score(p, -64, 64);
    assert_int_equal(t.score, score * SCORE_STONE);
    position next = *p;
    game_reversi.apply(&next, t.best);
    bool same = game_reversi.turn(&next) == game_reversi.turn(p);
    int after = slow_score(&next, -64, 64);
    assert_int_equal(same ? after : -after, score);
    assert_line_is_legal(*p, &t);
}

static void a_solved_position_has_the_score_of_plain_minimax(void **state)
{
    (void)state;
    struct random lot = random_seeded(1);
    for (int i = 0; i < 3000; i++) {
        position p = draw_position(&lot, "8x8", 1 + i % 9);
        assert_solved(&p);
    }
}

// With more squares the solver puts moves in order and remembers positions.
static void a_solved_position_with_more_empty_squares_has_it_too(void **state)
{
    (void)state;
    struct random lot = random_seeded(12);
    for (int i = 0; i < 12; i++) {
        position p = draw_position(&lot, "8x8", 10 + i % 2);
        assert_int_equal(
            think(&p, &(struct limits){0}, 1).score, slow_score(&p, -64, 64) * SCORE_STONE);
    }
}

static int child_score(struct mind *mind, const position *p, move m)
{
    position next = *p;
    game_reversi.apply(&next, m);
    struct thought t;
    mind_think(mind, &next, &(struct limits){0}, 1, NULL, &t);
    assert_true(t.exact);
    return game_reversi.turn(&next) == game_reversi.turn(p) ? t.score : -t.score;
}

static void what_a_player_remembers_of_other_moves_does_not_change_a_score(void **state)
{
    (void)state;
    struct random lot = random_seeded(13);
    struct mind *mind = mind_create(brain_find("@max", NULL), &game_reversi, MEMORY_BYTES);
    for (int i = 0; i < 20; i++) {
        position p = draw_position(&lot, "8x8", 12 + i % 3);
        move moves[MOVES_MAX];
        int count = game_reversi.moves(&p, moves), best = INT_MIN;
        for (int k = 0; k < count; k++) {
            position next = p;
            game_reversi.apply(&next, moves[k]);
            if (game_reversi.outcome(&next).over)
                continue;
            int score = child_score(mind, &p, moves[k]);
            best = score > best ? score : best;
        }
        struct thought t = think(&p, &(struct limits){0}, 1);
        assert_true(t.exact && t.score >= best);
        position next = p;
        game_reversi.apply(&next, t.best);
        if (!game_reversi.outcome(&next).over)
            assert_int_equal(t.score, best);
    }
    mind_destroy(mind);
}

static void smaller_boards_are_solved_too(void **state)
{
    (void)state;
    struct random lot = random_seeded(2);
    for (int i = 0; i < 400; i++) {
        position p = draw_position(&lot, i % 2 ? "6x6" : "4x4", 1 + i % 9);
        assert_solved(&p);
    }
}

static void every_instruction_set_finds_the_same_scores_in_the_same_nodes(void **state)
{
    (void)state;
    struct random lot = random_seeded(3);
    for (int i = 0; i < 20; i++) {
        position p = draw_position(&lot, "8x8", 8 + i % 6);
        cpu_limit(CPU_PLAIN);
        struct thought plain = think(&p, &(struct limits){0}, 1);
        for (int level = CPU_PLAIN + 1; level < CPU_LEVELS; level++) {
            cpu_limit((enum cpu_level)level);
            struct thought t = think(&p, &(struct limits){0}, 1);
            assert_int_equal(t.score, plain.score);
            assert_int_equal(t.best, plain.best);
            assert_true(t.nodes == plain.nodes);
        }
    }
}

// Well-known problems of the FFO series.
static void known_problems_have_their_known_scores(void **state)
{
    (void)state;
    static const struct {
        const char *board;
        char side;
        int score;
    } problems[] = {
        {"XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO-", 'X', 6},
        {"OOOOOOOOXOOXXX--XXOOXOO-XOXOOO--XOOOOX--XOOXOO--XOOOOO--XXXX----", 'O', 0},
        {"--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X---", 'O', 2},
        {"--O-------OOX---OOOXXXO-OOOOXOXXXXXOOXOXXXXXXOOXX-XXXXOX--XXXX--", 'X', 4},
    };
    for (size_t i = 0; i < sizeof problems / sizeof *problems; i++) {
        struct reversi r = {.size = 8, .turn = problems[i].side == 'O'};
        for (int at = 0; at < 64; at++) {
            if (problems[i].board[at] != '-')
                r.stones[problems[i].board[at] == 'O'] |= UINT64_C(1) << at;
        }
        position p = reversi_store(&r);
        struct thought t = think(&p, &(struct limits){0}, 1);
        assert_true(t.exact);
        assert_int_equal(t.score, problems[i].score * SCORE_STONE);
    }
}

static void several_threads_prove_the_same_score(void **state)
{
    (void)state;
    struct random lot = random_seeded(4);
    for (int i = 0; i < 10; i++) {
        position p = draw_position(&lot, "8x8", 13);
        struct thought one = think(&p, &(struct limits){0}, 1);
        struct thought three = think(&p, &(struct limits){.threads = 3}, 1);
        assert_true(one.exact && three.exact);
        assert_int_equal(one.score, three.score);
    }
}

// --- Parts of the solver ---

// The bits of `set` that are in `mask`, moved together.
static unsigned gather(bitboard set, bitboard mask)
{
    unsigned bits = 0;
    for (int i = 0; mask; mask &= mask - 1, i++)
        bits |= (unsigned)(set >> bits_lowest(mask) & 1) << i;
    return bits;
}

static void the_last_stone_turns_what_the_rules_say(void **state)
{
    (void)state;
    reversi_tables_fill();
    struct random lot = random_seeded(8);
    for (int i = 0; i < 20000; i++) {
        int at = (int)random_below(&lot, 64);
        bitboard mine = random_next(&lot) & ~(UINT64_C(1) << at);
        bitboard theirs = ~mine & ~(UINT64_C(1) << at);
        unsigned turned = 0;
        for (int k = 0; k < LINES; k++) {
            const struct last_line *line = &reversi_tables.last_lines[at][k];
            turned += line->turned[gather(mine, line->squares)];
        }
        int own = bits_count(reversi_flips(mine, theirs, at));
        int other = bits_count(reversi_flips(theirs, mine, at));
        assert_int_equal(turned & 0xFF, own);
        assert_int_equal(turned >> 8, other);
        int full = bits_count(mine) - bits_count(theirs);
        int score = own > 0 ? full + 1 + 2 * own
            : other > 0     ? full - 1 - 2 * other
                            : full + (full > 0) - (full < 0);
        assert_int_equal(last_one(mine, at), score);
    }
}

static void a_stable_stone_is_never_turned(void **state)
{
    (void)state;
    reversi_tables_fill();
    struct random lot = random_seeded(9);
    int seen = 0;
    for (int i = 0; i < 2000; i++) {
        position p = draw_position(&lot, "8x8", 1 + i % 20);
        struct reversi r = reversi_load(&p);
        bitboard stable[SEATS] = {
            stable_stones(r.stones[0], r.stones[1]), stable_stones(r.stones[1], r.stones[0])};
        seen += bits_count(stable[0] | stable[1]);
        while (pass_if_needed(&p)) {
            move moves[MOVES_MAX];
            int count = game_reversi.moves(&p, moves);
            game_reversi.apply(&p, moves[random_below(&lot, (uint32_t)count)]);
        }
        r = reversi_load(&p);
        assert_true((stable[0] & ~r.stones[0]) == 0);
        assert_true((stable[1] & ~r.stones[1]) == 0);
    }
    assert_true(seen > 2000 * 5); // there is something to be seen
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_solved_position_has_the_score_of_plain_minimax),
        cmocka_unit_test(a_solved_position_with_more_empty_squares_has_it_too),
        cmocka_unit_test(what_a_player_remembers_of_other_moves_does_not_change_a_score),
        cmocka_unit_test(smaller_boards_are_solved_too),
        cmocka_unit_test(every_instruction_set_finds_the_same_scores_in_the_same_nodes),
        cmocka_unit_test(known_problems_have_their_known_scores),
        cmocka_unit_test(several_threads_prove_the_same_score),
        cmocka_unit_test(the_last_stone_turns_what_the_rules_say),
        cmocka_unit_test(a_stable_stone_is_never_turned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

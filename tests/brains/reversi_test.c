// The Reversi player: its proofs against plain minimax over the rules, its evaluation against the
// same computed from scratch, and what every player owes.
#include "base/cpu.h"
#include "base/random.h"
#include "brains/brain.h"
#include "brains/reversi_eval.h"
#include "brains/reversi_last.h"
#include "brains/reversi_stable.h"

#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MEMORY_BYTES = 1 << 20 };

// --- Positions ---

static bool pass_if_needed(position *p)
{
    while (!game_reversi.outcome(p).over) {
        move forced = game_reversi.forced(p);
        if (forced == MOVE_NONE)
            return true;
        game_reversi.apply(p, forced);
    }
    return false;
}

static int empties_of(const position *p)
{
    struct reversi r = reversi_load(p);
    return r.size * r.size - bits_count(r.stones[0] | r.stones[1]);
}

// A position with that many empty squares and a choice to make, after moves drawn by lot.
static position draw_position(struct random *lot, const char *variant, int empties)
{
    for (;;) {
        position p;
        game_reversi.start(&p, variant, NULL);
        while (pass_if_needed(&p) && empties_of(&p) > empties) {
            move moves[MOVES_MAX];
            int count = game_reversi.moves(&p, moves);
            game_reversi.apply(&p, moves[random_below(lot, (uint32_t)count)]);
        }
        if (pass_if_needed(&p) && empties_of(&p) == empties)
            return p;
    }
}

static struct thought think_as(
    const char *brain, const position *p, const struct limits *limits, uint64_t seed)
{
    struct mind *mind = mind_create(brain_find(brain, NULL), &game_reversi, MEMORY_BYTES);
    assert_non_null(mind);
    struct thought t;
    mind_think(mind, p, limits, seed, NULL, &t);
    mind_destroy(mind);
    return t;
}

static struct thought think(const position *p, const struct limits *limits, uint64_t seed)
{
    return think_as("@max", p, limits, seed);
}

static void assert_line_is_legal(position p, const struct thought *t)
{
    assert_int_equal(t->line[0], t->best);
    assert_in_range(t->line_length, 1, LINE_MOST);
    for (int i = 0; i < t->line_length; i++) {
        assert_true(game_reversi.legal(&p, t->line[i], NULL));
        game_reversi.apply(&p, t->line[i]);
    }
}

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

// --- Evaluation ---

static int scratch_score(bitboard mine, bitboard theirs)
{
    struct lanes lanes;
    eval_fill(&lanes, mine, theirs);
    return eval_score(&reversi_tables.weights, &lanes, bits_count(mine | theirs));
}

static void lanes_that_follow_the_moves_equal_those_from_scratch(void **state)
{
    (void)state;
    reversi_tables_fill();
    struct random lot = random_seeded(5);
    for (int game = 0; game < 50; game++) {
        position p;
        game_reversi.start(&p, NULL, NULL);
        struct reversi r = reversi_load(&p);
        struct lanes lanes;
        eval_fill(&lanes, r.stones[0], r.stones[1]);
        while (!game_reversi.outcome(&p).over) {
            move moves[MOVES_MAX];
            int count = game_reversi.moves(&p, moves);
            move m = moves[random_below(&lot, (uint32_t)count)];
            r = reversi_load(&p);
            struct lanes before = lanes, scratch;
            if (m == REVERSI_PASS)
                eval_pass(&lanes, &before);
            else
                eval_play(
                    &lanes, &before, m, bits_flips(r.stones[r.turn], r.stones[1 - r.turn], m));
            game_reversi.apply(&p, m);
            r = reversi_load(&p);
            eval_fill(&scratch, r.stones[r.turn], r.stones[1 - r.turn]);
            assert_memory_equal(&lanes, &scratch, sizeof lanes);
        }
    }
}

static void symmetric_positions_have_the_same_evaluation(void **state)
{
    (void)state;
    reversi_tables_fill();
    struct random lot = random_seeded(6);
    for (int i = 0; i < 500; i++) {
        position p = draw_position(&lot, "8x8", 2 + i % 57);
        struct reversi r = reversi_load(&p);
        int score = scratch_score(r.stones[0], r.stones[1]);
        for (int k = 1; k < game_reversi.symmetries; k++) {
            position seen = game_reversi.symmetry(&p, k);
            struct reversi other = reversi_load(&seen);
            assert_int_equal(scratch_score(other.stones[0], other.stones[1]), score);
        }
    }
}

// What the search must find with a few moves ahead where nothing is given up by judgement.
static int slow_search(const struct reversi *r, int depth)
{
    position p = reversi_store(r);
    move moves[MOVES_MAX];
    int count = game_reversi.moves(&p, moves);
    bitboard mine = r->stones[r->turn], theirs = r->stones[1 - r->turn];
    if (count == 0)
        return last_score_early(mine, theirs, 64) * EVAL_STONE;
    if (depth == 0 && moves[0] != REVERSI_PASS)
        return scratch_score(mine, theirs);
    int best = -SCORE_NONE * EVAL_STONE;
    for (int i = 0; i < count; i++) {
        position next = p;
        game_reversi.apply(&next, moves[i]);
        struct reversi after = reversi_load(&next);
        int score = -slow_search(&after, moves[i] == REVERSI_PASS ? depth : depth - 1);
        best = score > best ? score : best;
    }
    return best;
}

static struct thought think_whole(const position *p, int depth)
{
    void *memory = calloc(1, engine_reversi.bytes);
    struct tt tt;
    assert_non_null(memory);
    assert_true(tt_init(&tt, 1 << 20));
    struct search search = {.look_at = UINT64_MAX, .nodes_most = UINT64_MAX};
    engine_reversi.begin(memory,
        &(struct root){
            .position = p, .tt = &tt, .search = &search, .depth_most = depth, .whole = true});
    struct thought t = {.best = MOVE_NONE};
    for (int step = 1; step <= depth; step++)
        engine_reversi.deepen(memory, step, &t);
    tt_destroy(&tt);
    free(memory);
    return t;
}

static void a_search_of_a_few_moves_has_the_score_of_plain_minimax(void **state)
{
    (void)state;
    struct random lot = random_seeded(7);
    for (int i = 0; i < 300; i++) {
        position p = draw_position(&lot, "8x8", 12 + i % 30);
        struct reversi r = reversi_load(&p);
        int depth = 1 + i % 3;
        struct thought t = think_whole(&p, depth);
        int score = slow_search(&r, depth), half = EVAL_STONE / 2;
        int stones = score < 0 ? -((half - score) / EVAL_STONE) : (score + half) / EVAL_STONE;
        assert_int_equal(t.depth, depth);
        assert_int_equal(t.score, stones * SCORE_STONE);
    }
}

static void a_search_that_cannot_reach_the_end_looks_deeper_instead(void **state)
{
    (void)state;
    enum { EMPTIES = 18 };
    struct random lot = random_seeded(11);
    for (int i = 0; i < 10; i++) {
        position p = draw_position(&lot, "8x8", EMPTIES);
        struct thought t = think(&p, &(struct limits){.nodes = 100000}, 1);
        assert_false(t.exact);
        assert_in_range(t.depth, EMPTIES / 2 + 1, EMPTIES - 1);
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

// --- What every player owes ---

static void every_answer_is_legal_however_little_it_may_cost(void **state)
{
    (void)state;
    struct random lot = random_seeded(10);
    for (int i = 0; i < 1500; i++) {
        static const char *const variants[] = {"8x8", "6x6", "4x4"};
        static const int most[] = {60, 32, 12};
        int v = i % 3;
        position p =
            draw_position(&lot, variants[v], 1 + (int)random_below(&lot, (uint32_t)most[v]));
        struct thought t = think(&p, &(struct limits){.nodes = 1 + (uint64_t)i % 200}, (uint64_t)i);
        assert_true(game_reversi.legal(&p, t.best, NULL));
        assert_line_is_legal(p, &t);
    }
}

static void a_player_that_must_pass_passes(void **state)
{
    (void)state;
    // Two stones in a corner: O cannot move, X turns the last of them.
    struct reversi r = {.stones = {UINT64_C(1), UINT64_C(2)}, .size = 8, .turn = 1};
    position p = reversi_store(&r);
    struct thought t = think(&p, &(struct limits){0}, 1);
    assert_int_equal(t.best, REVERSI_PASS);
    assert_true(t.exact);
    assert_int_equal(t.score, -64 * SCORE_STONE);
    assert_line_is_legal(p, &t);
}

static void the_same_question_gets_the_same_answer(void **state)
{
    (void)state;
    struct random lot = random_seeded(11);
    for (int i = 0; i < 30; i++) {
        position p = draw_position(&lot, "8x8", 20 + i);
        struct limits limits = {.nodes = 20000};
        struct thought a = think(&p, &limits, 5), b = think(&p, &limits, 5);
        assert_int_equal(a.best, b.best);
        assert_int_equal(a.score, b.score);
        assert_true(a.nodes == b.nodes);
        assert_int_equal(a.line_length, b.line_length);
    }
}

// Those that do not play from the book.
static void seeds_give_the_weaker_levels_variety_in_the_opening(void **state)
{
    (void)state;
    position p;
    game_reversi.start(&p, NULL, NULL);
    bool seen[64] = {false};
    int different = 0;
    for (uint64_t seed = 0; seed < 40; seed++) {
        struct thought t = think_as("@9", &p, &(struct limits){.depth = 4}, seed);
        different += !seen[t.best];
        seen[t.best] = true;
    }
    assert_true(different > 1);
}

static void a_stopped_search_still_answers(void **state)
{
    (void)state;
    position p;
    game_reversi.start(&p, NULL, NULL);
    struct mind *mind = mind_create(brain_find("@max", NULL), &game_reversi, MEMORY_BYTES);
    atomic_bool stop = true;
    struct thought t;
    mind_think(mind, &p, &(struct limits){0}, 1, &stop, &t);
    assert_true(game_reversi.legal(&p, t.best, NULL));
    assert_false(t.exact);
    mind_destroy(mind);
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
        cmocka_unit_test(lanes_that_follow_the_moves_equal_those_from_scratch),
        cmocka_unit_test(symmetric_positions_have_the_same_evaluation),
        cmocka_unit_test(a_search_of_a_few_moves_has_the_score_of_plain_minimax),
        cmocka_unit_test(a_search_that_cannot_reach_the_end_looks_deeper_instead),
        cmocka_unit_test(the_last_stone_turns_what_the_rules_say),
        cmocka_unit_test(a_stable_stone_is_never_turned),
        cmocka_unit_test(every_answer_is_legal_however_little_it_may_cost),
        cmocka_unit_test(a_player_that_must_pass_passes),
        cmocka_unit_test(the_same_question_gets_the_same_answer),
        cmocka_unit_test(seeds_give_the_weaker_levels_variety_in_the_opening),
        cmocka_unit_test(a_stopped_search_still_answers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// The Reversi player: its search and its evaluation against the same computed from scratch, and
// what every player owes. What it does at the end of a game has a test of its own.
#include "brains/reversi/evaluation.h"
#include "brains/reversi/last_squares.h"
#include "brains/reversi_positions.h"

#include <stdlib.h>

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
    void *memory = engine_state_create(&engine_reversi);
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
        cmocka_unit_test(lanes_that_follow_the_moves_equal_those_from_scratch),
        cmocka_unit_test(symmetric_positions_have_the_same_evaluation),
        cmocka_unit_test(a_search_of_a_few_moves_has_the_score_of_plain_minimax),
        cmocka_unit_test(a_search_that_cannot_reach_the_end_looks_deeper_instead),
        cmocka_unit_test(every_answer_is_legal_however_little_it_may_cost),
        cmocka_unit_test(a_player_that_must_pass_passes),
        cmocka_unit_test(the_same_question_gets_the_same_answer),
        cmocka_unit_test(seeds_give_the_weaker_levels_variety_in_the_opening),
        cmocka_unit_test(a_stopped_search_still_answers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

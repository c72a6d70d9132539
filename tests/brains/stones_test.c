// The search of the built-in player of Game of Stones, held against the rules and a plain minimax.
// What it takes a position to be worth is tested in stones_worth_test.c.
#include "brains/brain.h"
#include "brains/stones/engine.h"
#include "brains/stones/features.h"
#include "brains/stones_games.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { MEMORY_BYTES = 1 << 20 };

static position parse(const char *text)
{
    position p;
    struct error e;
    if (!game_stones.parse(&p, text, &e))
        fail_msg("%s", e.words);
    return p;
}

// --- The search, asked ---

// With `plain` everything is looked at to the same depth.
static struct thought ask(const position *p, const struct limits *limits, bool plain)
{
    struct tt tt;
    struct thought t;
    void *state = engine_state_create(&engine_stones);
    assert_non_null(state);
    assert_true(tt_init(&tt, MEMORY_BYTES));
    ((struct stones_state *)state)->plain = plain;
    search_run(&(struct search_request){.engine = &engine_stones,
                   .states = &state,
                   .tt = &tt,
                   .position = p,
                   .limits = limits,
                   .seed = 1},
        &t);
    tt_destroy(&tt);
    free(state);
    return t;
}

// --- A plain minimax ---

// Can the side to move take a last stack?
static bool takes_a_last_one(const position *p)
{
    move moves[MOVES_MAX];
    const int count = game_stones.moves(p, moves), seat = game_stones.turn(p);
    for (int i = 0; i < count; i++) {
        struct stones_move m;
        stones_unpack(moves[i], &m);
        if (m.type != STONES_ATTACK)
            continue;
        position next = *p;
        game_stones.apply(&next, moves[i]);
        const struct outcome o = game_stones.outcome(&next);
        if (o.over && o.winner == seat && o.reason[0] != 'n')
            return true;
    }
    return false;
}

static int minimax(const position *p, int depth, int ply)
{
    const struct outcome o = game_stones.outcome(p);
    const int seat = game_stones.turn(p);
    if (o.over)
        return o.winner == seat ? SCORE_WIN - ply : -(SCORE_WIN - ply);
    if (depth == 0)
        return takes_a_last_one(p) ? SCORE_WIN - ply - 1
                                   : stones_value(&stones_own_tables()->weights, p);
    move moves[MOVES_MAX];
    const int count = game_stones.moves(p, moves);
    int best = -SCORE_WIN - 1;
    for (int i = 0; i < count; i++) {
        position next = *p;
        game_stones.apply(&next, moves[i]);
        const int value = minimax(&next, depth - 1, ply + 1);
        const int mine = game_stones.turn(&next) == seat ? value : -value;
        best = mine > best ? mine : best;
    }
    return best;
}

// --- The search ---

static void symmetric_positions_get_symmetric_scores(void **state)
{
    (void)state;
    const struct limits limits = {.depth = 3};
    for (uint64_t seed = 200; seed < 220; seed++) {
        const position p = late_position(seed, 12), swapped = other_colours(&p);
        const int score = ask(&p, &limits, true).score;
        assert_int_equal(ask(&swapped, &limits, true).score, score);
        for (int k = 1; k < game_stones.symmetries; k += 5) {
            const position turned = game_stones.symmetry(&p, k);
            assert_int_equal(ask(&turned, &limits, true).score, score);
        }
    }
}

// About how many nodes a plain minimax of three moves has.
static int64_t size_of_tree(const position *p)
{
    struct perft_count count;
    game_stones.perft(p, 3, &count);
    return (int64_t)count.leaves;
}

static void a_search_of_everything_equals_minimax(void **state)
{
    (void)state;
    int compared = 0;
    for (uint64_t seed = 0; seed < 1500; seed++) {
        const position p = late_position(seed, 2 + (int)(seed % 12));
        const int deepest = size_of_tree(&p) < 3000 ? 3 : 2;
        for (int depth = 1; depth <= deepest; depth++) {
            const struct thought t = ask(&p, &(struct limits){.depth = depth}, true);
            assert_int_equal(t.score, minimax(&p, depth, 0));
            compared++;
        }
    }
    assert_true(compared > 3000);
}

// The moves to the end with best play, up to `most`; 0: it goes on for longer.
static int moves_to_the_end(const position *p, int most, int *score)
{
    for (int depth = 1; depth <= most; depth++) {
        *score = minimax(p, depth, 0);
        if (abs(*score) >= STONES_WON)
            return SCORE_WIN - abs(*score);
    }
    return 0;
}

static void a_forced_win_is_found_in_the_depth_it_takes(void **state)
{
    (void)state;
    int found[2] = {0};
    for (uint64_t seed = 1000; seed < 1600; seed++) {
        const position p = late_position(seed, 4);
        int score;
        if (size_of_tree(&p) > 3000 || moves_to_the_end(&p, 3, &score) < 2)
            continue;
        const int length = SCORE_WIN - abs(score);
        const struct thought t = ask(&p, &(struct limits){.depth = length}, true);
        assert_int_equal(t.score, score);
        assert_true(t.exact);
        // The search that looks less deeply at late moves needs a few steps more.
        const struct thought u = ask(&p, &(struct limits){.depth = length + 4}, false);
        assert_true(u.exact);
        assert_int_equal(u.score > 0, score > 0);
        found[score > 0]++;
    }
    assert_true(found[0] > 5 && found[1] > 5);
}

// The seat that wins with best play; NOBODY: that would take more than `*left` positions to tell.
static int winner_of(const position *p, int *left)
{
    const struct outcome o = game_stones.outcome(p);
    if (o.over)
        return o.winner;
    move moves[MOVES_MAX];
    const int count = game_stones.moves(p, moves), seat = game_stones.turn(p);
    bool open = false;
    for (int i = 0; i < count; i++) {
        if (--*left < 0)
            return NOBODY;
        position next = *p;
        game_stones.apply(&next, moves[i]);
        const int winner = winner_of(&next, left);
        if (winner == seat)
            return seat;
        open = open || winner == NOBODY;
    }
    return open ? NOBODY : !seat;
}

static void what_is_proved_is_true(void **state)
{
    (void)state;
    int proved[2] = {0};
    for (uint64_t seed = 2000; seed < 2600; seed++) {
        const position p = late_position(seed, 2 + (int)(seed % 4));
        int left = 3000;
        const int winner = winner_of(&p, &left);
        const struct thought t = ask(&p, &(struct limits){.nodes = 4000}, false);
        if (winner == NOBODY || !t.exact)
            continue;
        assert_int_equal(t.score > 0, winner == game_stones.turn(&p));
        proved[t.score > 0]++;
    }
    assert_true(proved[0] > 5 && proved[1] > 20);
}

// The moves that the search makes from `p` on until the game is over; returns why it is.
static const char *play_to_the_end(const position *p, int *moves)
{
    position next = *p;
    for (*moves = 0; !game_stones.outcome(&next).over; ++*moves)
        game_stones.apply(&next, ask(&next, &(struct limits){.depth = 4}, false).best);
    return game_stones.outcome(&next).reason;
}

// White's A and B each take a C of Black's.
static const char extinction[] =
    "[[5,0,0,0,-7,0,0,0,0],[0,0,0,0,0,0,0,0,0],[6,0,0,0,0,0,-7,0,0],[0,0,0,0,0,0,0,0,0],"
    "[7,0,0,0,0,0,0,-5,-6],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,-5],"
    "[0,0,0,0,0,0,0,0,-6]] w attack";

static void both_last_stacks_of_a_type_are_taken_in_one_turn(void **state)
{
    (void)state;
    const position p = parse(extinction);
    const struct thought t = ask(&p, &(struct limits){.depth = 4}, false);
    assert_int_equal(t.score, SCORE_WIN - 2);
    assert_true(t.exact);
    int moves;
    assert_string_equal(play_to_the_end(&p, &moves), "C extinct");
    assert_int_equal(moves, 2);
}

// White takes the one stack that sees one of White's, and passes.
static const char stalemate[] =
    "[[5,0,0,0,-5,0,0,0,0],[0,0,0,0,0,0,0,0,0],[10,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],"
    "[11,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,-7],[0,0,0,0,0,0,0,0,-6],"
    "[0,0,0,0,0,0,0,0,-5]] w attack";

static void who_leaves_no_attack_has_won(void **state)
{
    (void)state;
    const position p = parse(stalemate);
    const struct thought t = ask(&p, &(struct limits){.depth = 6}, false);
    assert_true(t.exact);
    assert_int_equal(t.score, SCORE_WIN - 2);
    int moves;
    assert_string_equal(play_to_the_end(&p, &moves), "no attack left");
    assert_int_equal(moves, 2);
}

static void assert_line_is_legal(const position *p, const struct thought *t)
{
    position next = *p;
    assert_true(t->line_length >= 1);
    assert_int_equal(t->line[0], t->best);
    for (int i = 0; i < t->line_length; i++) {
        assert_true(game_stones.legal(&next, t->line[i], NULL));
        game_stones.apply(&next, t->line[i]);
    }
}

static void every_answer_is_legal(void **state)
{
    (void)state;
    struct tt tt;
    struct thought t;
    void *memory = engine_state_create(&engine_stones);
    assert_non_null(memory);
    assert_true(tt_init(&tt, MEMORY_BYTES));
    for (uint64_t seed = 0; seed < 60; seed++) {
        position line[LINE_PLIES];
        const int count = draw_game(seed, line);
        for (int i = 0; i < count; i++) {
            const struct limits limits = {.nodes = 1 + seed * 5};
            search_run(&(struct search_request){.engine = &engine_stones,
                           .states = &memory,
                           .tt = &tt,
                           .position = &line[i],
                           .limits = &limits,
                           .seed = seed},
                &t);
            assert_line_is_legal(&line[i], &t);
        }
    }
    tt_destroy(&tt);
    free(memory);
}

static void the_same_seed_and_nodes_give_the_same_answer(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 10; seed++) {
        position line[LINE_PLIES];
        draw_game(seed, line);
        const struct limits limits = {.nodes = 3000};
        const struct thought a = ask(&line[seed * 3], &limits, false);
        const struct thought b = ask(&line[seed * 3], &limits, false);
        assert_int_equal(a.best, b.best);
        assert_int_equal(a.score, b.score);
        assert_int_equal(a.nodes, b.nodes);
    }
}

static void games_from_the_start_differ_by_seed(void **state)
{
    (void)state;
    position start;
    game_stones.start(&start, NULL, NULL);
    move seen[8] = {0};
    int different = 0;
    struct mind *m = mind_create(brain_find("@5", NULL), &game_stones, 0);
    assert_non_null(m);
    for (int i = 0; i < 8; i++) {
        struct thought t;
        mind_think(m, &start, &(struct limits){.depth = 2}, (uint64_t)i, NULL, &t);
        seen[i] = t.best;
        bool is_new = true;
        for (int k = 0; k < i; k++)
            is_new = is_new && seen[k] != t.best;
        different += is_new;
    }
    mind_destroy(m);
    assert_true(different > 2);
}

static void a_stopped_search_still_answers(void **state)
{
    (void)state;
    position start;
    struct thought t;
    const atomic_bool stop = true;
    game_stones.start(&start, NULL, NULL);
    struct mind *m = mind_create(brain_find("@max", NULL), &game_stones, MEMORY_BYTES);
    assert_non_null(m);
    mind_think(m, &start, &(struct limits){0}, 1, &stop, &t);
    assert_true(game_stones.legal(&start, t.best, NULL));
    assert_true(t.nodes < 10000);
    mind_destroy(m);
}

static void several_threads_answer_too(void **state)
{
    (void)state;
    position line[LINE_PLIES];
    draw_game(3, line);
    struct thought t;
    struct mind *m = mind_create(brain_find("@max", NULL), &game_stones, MEMORY_BYTES);
    assert_non_null(m);
    mind_think(m, &line[10], &(struct limits){.nodes = 20000, .threads = 3}, 1, NULL, &t);
    assert_line_is_legal(&line[10], &t);
    mind_destroy(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(symmetric_positions_get_symmetric_scores),
        cmocka_unit_test(a_search_of_everything_equals_minimax),
        cmocka_unit_test(a_forced_win_is_found_in_the_depth_it_takes),
        cmocka_unit_test(what_is_proved_is_true),
        cmocka_unit_test(both_last_stacks_of_a_type_are_taken_in_one_turn),
        cmocka_unit_test(who_leaves_no_attack_has_won),
        cmocka_unit_test(every_answer_is_legal),
        cmocka_unit_test(the_same_seed_and_nodes_give_the_same_answer),
        cmocka_unit_test(games_from_the_start_differ_by_seed),
        cmocka_unit_test(a_stopped_search_still_answers),
        cmocka_unit_test(several_threads_answer_too),
    };
    return cmocka_run_group_tests_name("brains stones", tests, NULL, NULL);
}

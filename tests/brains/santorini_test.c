// Santorini's search against the rules and against searches that are as plain as can be. What it
// knows without a search is tested in santorini_board_test.c.
#include "base/cpu.h"
#include "brains/brain.h"
#include "brains/santorini/engine.h"
#include "brains/santorini_games.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MEMORY_BYTES = 1 << 20 };

// --- Positions ---

static position read_position(const char *text)
{
    position p;
    struct error e;
    if (!game->parse(&p, text, &e))
        fail_msg("%s: %s", text, e.words);
    return p;
}

static int eval_of(const position *p)
{
    const struct santorini s = santorini_load(p);
    const struct santorini_net *net = santorini_net(s.size);
    struct net_sums sums;
    net_sums_scratch(net, &s, &sums);
    return net_score(net, &s, &sums);
}

// --- Thinking ---

struct question {
    struct limits limits;
    uint64_t seed;
    const atomic_bool *stop;
};

static struct thought think(const position *p, const struct question *q)
{
    struct mind *m = mind_create(brain_find("@max", NULL), game, MEMORY_BYTES);
    struct thought t;
    mind_think(m, p, &q->limits, q->seed, q->stop, &t);
    mind_destroy(m);
    return t;
}

// Step by step to a depth, or until the result is proved, with nothing left out.
static struct thought think_whole(const position *p, int depth)
{
    void *state = engine_state_create(&engine_santorini);
    struct tt tt;
    assert_true(state && tt_init(&tt, MEMORY_BYTES));
    struct search search = {.look_at = UINT64_MAX};
    engine_santorini.begin(
        state, &(struct root){.position = p, .tt = &tt, .search = &search, .whole = true});
    struct thought t = {0};
    for (int step = 1; step <= depth; step++) {
        if (engine_santorini.deepen(state, step, &t) == STEP_LAST)
            break;
    }
    tt_destroy(&tt);
    free(state);
    return t;
}

// What the search should say: everything tried; a win in one move seen at once; where the other
// side threatens to win, one move more.
static int minimax(const position *p, int ply, int depth)
{
    move moves[MOVES_MAX];
    int count = game->moves(p, moves);
    if (count == 0)
        return -(SCORE_WIN - ply);
    if (has_win(moves, count))
        return SCORE_WIN - ply - 1;
    if (depth == 0 && !is_placing(p) && would_win(p))
        depth = 1;
    if (depth == 0)
        return eval_of(p);
    int best = -SCORE_WIN;
    for (int i = 0; i < count; i++) {
        position next = *p;
        game->apply(&next, moves[i]);
        int score = -minimax(&next, ply + 1, depth - 1);
        best = score > best ? score : best;
    }
    return best;
}

// --- Exact values ---

static void the_search_says_what_a_plain_minimax_says(void **state)
{
    (void)state;
    static position line[PLIES_MOST];
    static const struct {
        int depth, games, last; // from so many of the last positions of each game
    } rounds[] = {{1, 60, 100}, {2, 30, 16}, {3, 6, 4}};
    for (size_t r = 0; r < sizeof rounds / sizeof *rounds; r++) {
        for (int seed = 0; seed < rounds[r].games; seed++) {
            int length = draw_game((uint64_t)seed, line);
            int first = length > rounds[r].last ? length - rounds[r].last : 0;
            for (int i = first; i < length; i++) {
                const struct thought t = think_whole(&line[i], rounds[r].depth);
                assert_int_equal(t.score, minimax(&line[i], 0, t.depth));
                // A loss that was proved before its end was in sight goes on to be searched.
                assert_true(t.depth == rounds[r].depth || t.exact);
            }
        }
    }
}

static void symmetric_positions_have_the_same_scores(void **state)
{
    (void)state;
    static position line[PLIES_MOST];
    for (uint64_t seed = 0; seed < 40; seed++) {
        int length = draw_game(seed, line);
        for (int i = 0; i < length; i++) {
            const bool searched = i % 8 == 0;
            const int eval = eval_of(&line[i]),
                      score = searched ? think_whole(&line[i], 2).score : 0;
            for (int k = 1; k < game->symmetries; k++) {
                const position turned = game->symmetry(&line[i], k);
                assert_int_equal(eval_of(&turned), eval);
                if (searched)
                    assert_int_equal(think_whole(&turned, 2).score, score);
            }
        }
    }
}

// --- Wins ---

static void a_win_in_one_move_is_played_at_once(void **state)
{
    (void)state;
    const position p = read_position("00000/02300/00000/00000/00000 11,44 33,04 1");
    const struct thought t = think(&p, &(struct question){.limits = {.depth = 1}});
    assert_true(t.exact);
    assert_int_equal(t.score, SCORE_WIN - 1);
    position after = p;
    game->apply(&after, t.best);
    assert_int_equal(game->outcome(&after).winner, 0);
}

static void a_threat_is_answered(void **state)
{
    (void)state;
    // The second player stands on level 2 beside level 3; only a dome there helps.
    const position p = read_position("00000/02300/00000/00000/00000 33,44 11,04 1");
    const struct thought t = think(&p, &(struct question){.limits = {.depth = 3}});
    position after = p;
    game->apply(&after, t.best);
    assert_int_equal(santorini_height(&after, 2, 1), SANTORINI_DOME);
}

static void a_double_threat_is_a_win_in_three(void **state)
{
    (void)state;
    // A step up to (2,2) looks at two squares of level 3, and nobody is near.
    const position p = read_position("000000/003000/012300/000000/000000/000000 12,05 55,45 1");
    const struct thought t = think(&p, &(struct question){.limits = {.depth = 3}});
    assert_true(t.exact);
    assert_int_equal(t.score, SCORE_WIN - 3);
}

static void threats_are_followed_beyond_the_last_move(void **state)
{
    (void)state;
    // The same double threat after any move of the second player, who looks at that move only.
    const position p = read_position("000000/003000/012300/000000/000000/000000 12,05 55,45 2");
    const struct thought t = think(&p, &(struct question){.limits = {.depth = 1}});
    assert_true(t.exact);
    assert_int_equal(t.score, -(SCORE_WIN - 4));
}

static void a_player_who_cannot_move_has_lost(void **state)
{
    (void)state;
    // A build on (0,2) shuts the second player in.
    const position p = read_position("02000/02000/12000/00000/00000 13,44 00,01 1");
    const struct thought t = think(&p, &(struct question){.limits = {.depth = 3}});
    assert_true(t.exact);
    assert_int_equal(t.score, SCORE_WIN - 1);
    position after = p;
    game->apply(&after, t.best);
    assert_string_equal(game->outcome(&after).rule, "S6");
}

// Who wins, by trying everything, if that takes at most `*left` positions.
static int solve(const position *p, int64_t *left)
{
    move moves[MOVES_MAX];
    int count = game->moves(p, moves);
    if (--*left < 0)
        return 0;
    int best = -1;
    for (int i = 0; i < count && best < 1; i++) {
        position next = *p;
        game->apply(&next, moves[i]);
        int score = -solve(&next, left);
        best = score > best ? score : best;
    }
    return best;
}

static void what_the_search_calls_proved_is_so(void **state)
{
    (void)state;
    static position line[PLIES_MOST];
    int compared = 0;
    for (uint64_t seed = 0; seed < 100; seed++) {
        int length = draw_game(seed, line);
        for (int i = length - 1; i >= 4 && i >= length - 8; i--) {
            int64_t left = 20000;
            int winner = solve(&line[i], &left);
            if (left < 0)
                continue;
            const struct thought t =
                think(&line[i], &(struct question){.limits = {.nodes = 20000}});
            if (t.exact)
                assert_true((t.score > 0) == (winner > 0));
            compared += t.exact;
        }
    }
    assert_true(compared > 100);
}

static void a_forced_win_is_found_in_the_depth_it_takes(void **state)
{
    (void)state;
    static position line[PLIES_MOST];
    int found = 0;
    for (uint64_t seed = 0; seed < 60; seed++) {
        int length = draw_game(seed, line);
        for (int i = length - 1; i >= 4 && i >= length - 6; i--) {
            const int score = minimax(&line[i], 0, 2);
            if (score < SCORE_WIN - 3 || score == SCORE_WIN - 1)
                continue;
            const struct thought t =
                think(&line[i], &(struct question){.limits = {.depth = SCORE_WIN - score}});
            assert_true(t.exact);
            assert_int_equal(t.score, score);
            found++;
        }
    }
    assert_true(found > 5);
}

// --- Answers ---

static void expect_legal_line(const position *p, const struct thought *t)
{
    position at = *p;
    assert_true(t->line_length >= 1);
    assert_int_equal(t->line[0], t->best);
    for (int i = 0; i < t->line_length; i++) {
        assert_true(game->legal(&at, t->line[i], NULL));
        game->apply(&at, t->line[i]);
    }
}

static void every_answer_is_legal_at_tiny_limits(void **state)
{
    (void)state;
    static position line[PLIES_MOST];
    for (uint64_t seed = 0; seed < 100; seed++) {
        int length = draw_game(seed, line);
        for (int i = 0; i < length; i++) {
            const struct thought t =
                think(&line[i], &(struct question){.limits = {.nodes = 1 + seed * 4}});
            expect_legal_line(&line[i], &t);
        }
    }
}

static void same_seed_and_nodes_give_the_same_answer_on_every_machine(void **state)
{
    (void)state;
    static position line[PLIES_MOST];
    const enum cpu_level best = cpu_level();
    for (uint64_t seed = 0; seed < 6; seed++) {
        int length = draw_game(seed, line);
        for (int i = 0; i < length; i += 5) {
            const struct question q = {.limits = {.nodes = 3000}, .seed = seed};
            const struct thought first = think(&line[i], &q);
            for (int level = CPU_PLAIN; level <= (int)best; level++) {
                cpu_limit((enum cpu_level)level);
                const struct thought again = think(&line[i], &q);
                assert_int_equal(again.best, first.best);
                assert_int_equal(again.score, first.score);
                assert_int_equal(again.nodes, first.nodes);
            }
            cpu_limit(CPU_LEVELS - 1);
        }
    }
}

static position open_game(uint64_t seed)
{
    position p;
    game->start(&p, "6x6", NULL);
    for (int ply = 0; ply < 6; ply++) {
        const struct question q = {.limits = {.nodes = 500}, .seed = random_derive(seed, ply)};
        game->apply(&p, think(&p, &q).best);
    }
    return p;
}

static void the_opening_varies_with_the_seed(void **state)
{
    (void)state;
    const position first = open_game(0);
    bool differs = false;
    for (uint64_t seed = 1; seed < 10; seed++) {
        const position other = open_game(seed);
        differs = differs || !position_equal(&first, &other);
    }
    assert_true(differs);
}

static void one_that_is_told_to_stop_still_answers(void **state)
{
    (void)state;
    atomic_bool stop = true;
    position p;
    game->start(&p, "6x6", NULL);
    const struct thought t = think(&p, &(struct question){.stop = &stop});
    expect_legal_line(&p, &t);
}

static void several_threads_answer_together(void **state)
{
    (void)state;
    const position p = read_position("00000/01100/01210/00100/00000 11,33 13,31 1");
    const struct thought t = think(&p, &(struct question){.limits = {.depth = 7, .threads = 4}});
    expect_legal_line(&p, &t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_search_says_what_a_plain_minimax_says),
        cmocka_unit_test(symmetric_positions_have_the_same_scores),
        cmocka_unit_test(a_win_in_one_move_is_played_at_once),
        cmocka_unit_test(a_threat_is_answered),
        cmocka_unit_test(a_double_threat_is_a_win_in_three),
        cmocka_unit_test(threats_are_followed_beyond_the_last_move),
        cmocka_unit_test(a_player_who_cannot_move_has_lost),
        cmocka_unit_test(what_the_search_calls_proved_is_so),
        cmocka_unit_test(a_forced_win_is_found_in_the_depth_it_takes),
        cmocka_unit_test(every_answer_is_legal_at_tiny_limits),
        cmocka_unit_test(same_seed_and_nodes_give_the_same_answer_on_every_machine),
        cmocka_unit_test(the_opening_varies_with_the_seed),
        cmocka_unit_test(one_that_is_told_to_stop_still_answers),
        cmocka_unit_test(several_threads_answer_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

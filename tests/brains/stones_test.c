// The built-in player of Game of Stones, held against the rules, a plain minimax and an evaluation
// from scratch.
#include "base/random.h"
#include "brains/stones_search.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { LINE_PLIES = 128, MEMORY_BYTES = 1 << 20 };

// --- Positions, drawn by lot ---

// A whole game; returns the number of positions in which it was not over.
static int draw_game(uint64_t seed, position line[LINE_PLIES])
{
    struct random lot = random_seeded(seed);
    int count = 0;
    game_stones.start(&line[0], NULL, NULL);
    for (;;) {
        move moves[MOVES_MAX];
        const int choices = game_stones.moves(&line[count], moves);
        if (choices == 0)
            return count;
        line[count + 1] = line[count];
        game_stones.apply(&line[count + 1], moves[random_below(&lot, (uint32_t)choices)]);
        count++;
    }
}

// The position `before_end` moves before the end of a game, or its start.
static position late_position(uint64_t seed, int before_end)
{
    position line[LINE_PLIES];
    const int count = draw_game(seed, line);
    return line[count > before_end ? count - before_end : 0];
}

// The same position with White and Black changed over. There is no first turn of Black's.
static position other_colours(const position *p)
{
    struct stones s = stones_load(p);
    const bitboard white = s.side[0];
    s.side[0] = s.side[1];
    s.side[1] = white;
    s.turn = !s.turn;
    return stones_store(&s);
}

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
    void *memory = calloc(1, engine_stones.bytes);
    assert_non_null(memory);
    assert_true(tt_init(&tt, MEMORY_BYTES));
    stones_state(memory)->plain = plain;
    search_run(&engine_stones, &memory, limits, p, 1, &tt, NULL, &t);
    tt_destroy(&tt);
    free(memory);
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

// --- Evaluation ---

static void assert_node_is(const struct stones_node *n, const position *p)
{
    const struct stones_tables *t = stones_own_tables();
    const struct stones s = stones_load(p);
    struct stones_node fresh;
    struct stones_view v;
    stones_node_of(t, &s, &fresh);
    assert_true(n->key == fresh.key);
    assert_true(n->worth == fresh.worth);
    assert_int_equal(n->seat, fresh.seat);
    assert_int_equal(n->phase, fresh.phase);
    assert_int_equal(n->on_board, fresh.on_board);
    assert_memory_equal(n->counts, fresh.counts, sizeof n->counts);
    assert_memory_equal(n->stacks, fresh.stacks, sizeof n->stacks);
    assert_memory_equal(n->kinds, fresh.kinds, sizeof n->kinds);
    assert_memory_equal(n->lines.side, fresh.lines.side, sizeof n->lines.side);
    stones_look(n, &v);
    assert_int_equal(stones_evaluate(t, n, &v), stones_value(&t->weights, p));
}

static stones_step step_of(move m)
{
    struct stones_move taken;
    assert_true(stones_unpack(m, &taken));
    if (taken.type == STONES_PASS)
        return STONES_PASS;
    return stones_step_of(
        taken.type, STONES_CELL(taken.from_x, taken.from_y), STONES_CELL(taken.to_x, taken.to_y));
}

// Returns the nodes that were compared.
static int compare_tree(const struct stones_node *n, const position *p, int depth)
{
    assert_node_is(n, p);
    move moves[MOVES_MAX];
    const int count = depth > 0 ? game_stones.moves(p, moves) : 0;
    int nodes = 1;
    for (int i = 0; i < count; i++) {
        struct stones_node next;
        position after = *p;
        game_stones.apply(&after, moves[i]);
        const struct stones s = stones_load(&after);
        bool extinct = false;
        for (int k = 0; k < STONES_KINDS; k++)
            extinct = extinct || !(s.side[0] & s.kind[k]) || !(s.side[1] & s.kind[k]);
        if (extinct)
            continue; // the search does not go there
        stones_play(stones_own_tables(), n, step_of(moves[i]), &next);
        nodes += compare_tree(&next, &after, depth - 1);
    }
    return nodes;
}

static void what_is_carried_from_move_to_move_equals_what_is_made_from_scratch(void **state)
{
    (void)state;
    int nodes = 0;
    for (uint64_t seed = 0; seed < 20; seed++) {
        position line[LINE_PLIES];
        const int count = draw_game(seed, line);
        for (int i = 0; i < count; i += 9) {
            const struct stones s = stones_load(&line[i]);
            struct stones_node n;
            stones_node_of(stones_own_tables(), &s, &n);
            nodes += compare_tree(&n, &line[i], i + 20 > count ? 2 : 1);
        }
    }
    assert_true(nodes > 10000);
}

static void every_instruction_set_evaluates_alike(void **state)
{
    (void)state;
    const struct stones_tables *t = stones_own_tables();
    for (uint64_t seed = 0; seed < 50; seed++) {
        position line[LINE_PLIES];
        const int count = draw_game(seed, line);
        for (int i = 0; i < count; i++) {
            const struct stones s = stones_load(&line[i]);
            const int expected = stones_value(&t->weights, &line[i]);
            for (int level = 0; level < CPU_LEVELS; level++) {
                cpu_limit((enum cpu_level)level);
                assert_int_equal(KERNEL_PICK(stones_static)(t, &s), expected);
            }
            cpu_limit(CPU_LEVELS - 1);
        }
    }
}

static void symmetric_positions_are_worth_the_same(void **state)
{
    (void)state;
    const struct stones_weights *w = &stones_own_tables()->weights;
    for (uint64_t seed = 100; seed < 130; seed++) {
        position line[LINE_PLIES];
        const int count = draw_game(seed, line);
        for (int i = 1; i < count; i++) {
            const int value = stones_value(w, &line[i]);
            for (int k = 1; k < game_stones.symmetries; k++) {
                const position turned = game_stones.symmetry(&line[i], k);
                assert_int_equal(stones_value(w, &turned), value);
            }
            const position swapped = other_colours(&line[i]);
            assert_int_equal(stones_value(w, &swapped), value);
        }
    }
}

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

// --- The search ---

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
    void *memory = calloc(1, engine_stones.bytes);
    assert_non_null(memory);
    assert_true(tt_init(&tt, MEMORY_BYTES));
    for (uint64_t seed = 0; seed < 60; seed++) {
        position line[LINE_PLIES];
        const int count = draw_game(seed, line);
        for (int i = 0; i < count; i++) {
            const struct limits limits = {.nodes = 1 + seed * 5};
            search_run(&engine_stones, &memory, &limits, &line[i], seed, &tt, NULL, &t);
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
        cmocka_unit_test(what_is_carried_from_move_to_move_equals_what_is_made_from_scratch),
        cmocka_unit_test(every_instruction_set_evaluates_alike),
        cmocka_unit_test(symmetric_positions_are_worth_the_same),
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

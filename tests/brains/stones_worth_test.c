// What a position of Game of Stones is worth to its built-in player: carried from move to move as
// from scratch, on every instruction set, from every side.
#include "brains/stones/engine.h"
#include "brains/stones/features.h"
#include "brains/stones_games.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_carried_from_move_to_move_equals_what_is_made_from_scratch),
        cmocka_unit_test(every_instruction_set_evaluates_alike),
        cmocka_unit_test(symmetric_positions_are_worth_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

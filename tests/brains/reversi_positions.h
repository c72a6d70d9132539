// Positions of Reversi that are drawn by lot, and questions to its built-in player about them: for
// the tests of it.
#ifndef AGON_TESTS_BRAINS_REVERSI_POSITIONS_H
#define AGON_TESTS_BRAINS_REVERSI_POSITIONS_H

#include "base/random.h"
#include "brains/brain.h"
#include "games/reversi_bits.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { MEMORY_BYTES = 1 << 20 };

static inline bool pass_if_needed(position *p)
{
    while (!game_reversi.outcome(p).over) {
        move forced = game_reversi.forced(p);
        if (forced == MOVE_NONE)
            return true;
        game_reversi.apply(p, forced);
    }
    return false;
}

static inline int empties_of(const position *p)
{
    struct reversi r = reversi_load(p);
    return r.size * r.size - bits_count(r.stones[0] | r.stones[1]);
}

// A position with that many empty squares and a choice to make, after moves drawn by lot.
static inline position draw_position(struct random *lot, const char *variant, int empties)
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

static inline struct thought think_as(
    const char *brain, const position *p, const struct limits *limits, uint64_t seed)
{
    struct mind *mind = mind_create(brain_find(brain, NULL), &game_reversi, MEMORY_BYTES);
    assert_non_null(mind);
    struct thought t;
    mind_think(mind, p, limits, seed, NULL, &t);
    mind_destroy(mind);
    return t;
}

static inline struct thought think(const position *p, const struct limits *limits, uint64_t seed)
{
    return think_as("@max", p, limits, seed);
}

static inline void assert_line_is_legal(position p, const struct thought *t)
{
    assert_int_equal(t->line[0], t->best);
    assert_in_range(t->line_length, 1, LINE_MOST);
    for (int i = 0; i < t->line_length; i++) {
        assert_true(game_reversi.legal(&p, t->line[i], NULL));
        game_reversi.apply(&p, t->line[i]);
    }
}

#endif

// The built-in player of Game of Stones: its levels, and the way to its search (stones/kernel.c).
#include "brains/stones/engine.h"

#include "brains/stones/features.h"

enum {
    // While so many stacks are on the board, moves that are nearly as good are chosen by lot too.
    OPENING_STACKS = 54,
    OPENING_NOISE = 12,
};

static const struct brain_level levels[LEVELS] = {
    {20, 600},
    {40, 350},
    {130, 160},
    {375, 75},
    {1200, 25},
    {3000, 0},
    {12000, 0},
    {45000, 0},
    {200000, 0},
    {1200000, 0},
};

enum { NEVER = 1000 }; // more than there are moves

const struct stones_cuts stones_usual_cuts = {
    .reduce_from = 3,
    .reduce_base = 50,
    .reduce_share = 67,
    .calm_depth = 3,
    .calm_margin = 80,
    .ahead_depth = 6,
    .ahead_margin = 50,
    .few_attacks = 4,
    .late_one = 8,
    .late_two = NEVER,
    .idle_from = 10,
    .idle_more = 5,
};

move stones_move_of(stones_step m)
{
    if (stones_step_type(m) == STONES_PASS)
        return stones_pack(&(struct stones_move){.type = STONES_PASS});
    const int from = stones_slot[stones_step_from(m)], to = stones_slot[stones_step_to(m)];
    return stones_pack(&(struct stones_move){
        .type = stones_step_type(m),
        .from_x = from % STONES_LENGTH,
        .from_y = from / STONES_LENGTH,
        .to_x = to % STONES_LENGTH,
        .to_y = to / STONES_LENGTH,
    });
}

static void stones_engine_begin(void *state, const struct root *root)
{
    struct stones_state *s = state;
    if (!s->tables)
        s->tables = stones_own_tables();
    if (!s->cuts)
        s->cuts = &stones_usual_cuts;
    s->search = root->search;
    s->tt = root->tt;
    s->seed = root->seed;
    const bool opening = stones_stacks(root->position) >= OPENING_STACKS;
    s->noise = opening && !s->plain ? OPENING_NOISE : 0;
    const struct stones board = stones_load(root->position);
    KERNEL_PICK(stones_begin)(s, &board);
}

static enum step stones_engine_deepen(void *state, int step, struct thought *thought)
{
    return KERNEL_PICK(stones_deepen)(state, step, thought);
}

const struct engine engine_stones = {
    .game = &game_stones,
    .levels = levels,
    .bytes = sizeof(struct stones_state),
    .benchmark = {.depth = 8, .late = 8},
    .chance_score = 164,
    .begin = stones_engine_begin,
    .deepen = stones_engine_deepen,
};

// How Santorini is searched: the row of the table, and the way to the kernels.
#include "brains/santorini/engine.h"

static const struct brain_level levels[LEVELS] = {
    {.nodes = 20, .lots = 500},
    {.nodes = 50, .lots = 300},
    {.nodes = 100, .lots = 130},
    {.nodes = 250, .lots = 30},
    {.nodes = 700},
    {.nodes = 2000},
    {.nodes = 8000},
    {.nodes = 30000},
    {.nodes = 150000},
    {.nodes = 1000000},
};

const struct santorini_habits santorini_habits = {
    .margin_depth = 6,
    .margin = 40,
    .late_depth = 6,
    .late_least = 4,
    .late_rise = 2,
    .futile_depth = 4,
    .futile = 60,
    .reduce_from = 3,
    .reduce_percent = 34,
    .reduce_history = 4000,
    .answer_plies = 1,
};

static void santorini_engine_begin(void *state, const struct root *root)
{
    struct santorini_state *mind = state;
    mind->net = santorini_net(santorini_size(root->position));
    if (!mind->habits)
        mind->habits = &santorini_habits;
    KERNEL_PICK(santorini_begin)(mind, root);
}

static enum step santorini_engine_deepen(void *state, int step, struct thought *thought)
{
    return KERNEL_PICK(santorini_deepen)(state, step, thought);
}

const struct engine engine_santorini = {
    .game = &game_santorini,
    .levels = levels,
    .bytes = sizeof(struct santorini_state),
    .benchmark = {.depth = 11, .late = 28},
    .chance_score = 95,
    .begin = santorini_engine_begin,
    .deepen = santorini_engine_deepen,
};

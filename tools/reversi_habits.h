// The habits of the search of Reversi as keys of a player's name (tools/duel.h).
#ifndef AGON_TOOLS_REVERSI_HABITS_H
#define AGON_TOOLS_REVERSI_HABITS_H

#include "brains/reversi/engine.h"
#include "duel.h"

#define HABIT(name)                                                                                \
    {                                                                                              \
#name, offsetof(struct reversi_habits, name)                                               \
    }

static const struct duel_number reversi_habit_names[] = {HABIT(cut_least), HABIT(probe_percent),
    HABIT(cut_percent), HABIT(error_least), HABIT(error_depth), HABIT(error_empties),
    HABIT(glance_one), HABIT(glance_two), HABIT(end_probe_percent), HABIT(end_cut_percent),
    HABIT(end_error_least), HABIT(end_error_depth), HABIT(end_reach), HABIT(end_bits),
    HABIT(look_one), HABIT(look_two), HABIT(order_margin), HABIT(width)};

// `own` of the player is its struct reversi_habits.
static bool reversi_read_habit(
    struct duel *d, struct duel_player *p, const char *key, const char *value)
{
    (void)d;
    return duel_set(reversi_habit_names, sizeof reversi_habit_names / sizeof *reversi_habit_names,
        p->own, key, value);
}

#endif

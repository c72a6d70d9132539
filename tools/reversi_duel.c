// Two players of Reversi against each other, in one process: the built-in player with any limits
// and habits.
//
//     reversi_duel PLAYER PLAYER [OPTIONS]
//
// tools/duel.h tells what players and options are. Keys of its own: every habit of struct
// reversi_habits by its name. Without a limit: 10,000 nodes.
#include "brains/reversi_engine.h"
#include "duel.h"

enum { MEMORY_BYTES = 8 << 20, NODES = 10000 };

static void sit_down(void *state, const struct duel_player *p)
{
    struct reversi_state *s = state;
    s->habits = p->own;
}

#define HABIT(name)                                                                                \
    {                                                                                              \
#name, offsetof(struct reversi_habits, name)                                               \
    }

static const struct duel_number habits[] = {HABIT(cut_least), HABIT(probe_percent),
    HABIT(cut_percent), HABIT(error_least), HABIT(error_depth), HABIT(error_empties),
    HABIT(glance_one), HABIT(glance_two), HABIT(end_probe_percent), HABIT(end_cut_percent),
    HABIT(end_error_least), HABIT(end_error_depth), HABIT(end_reach), HABIT(end_bits),
    HABIT(look_one), HABIT(look_two), HABIT(order_margin), HABIT(width)};

static bool read_key(struct duel *d, struct duel_player *p, const char *key, const char *value)
{
    (void)d;
    return duel_set(habits, sizeof habits / sizeof *habits, p->own, key, value);
}

int main(int argc, char **argv)
{
    static struct reversi_habits owns[SEATS];
    struct duel d = {.tool = "reversi_duel",
        .usage = "",
        .engine = &engine_reversi,
        .memory_bytes = MEMORY_BYTES,
        .nodes = NODES,
        .pairs = 100,
        .plies = 8,
        .threads = 1,
        .seed = 1,
        .read_key = read_key,
        .sit_down = sit_down};
    for (int i = 0; i < SEATS; i++) {
        owns[i] = reversi_habits;
        d.players[i].own = &owns[i];
    }
    return duel_run(&d, NULL, 0, NULL, argc, argv);
}

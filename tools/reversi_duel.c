// Two players of Reversi against each other, in one process: the built-in player with any limits
// and habits.
//
//     reversi_duel PLAYER PLAYER [OPTIONS]
//
// tools/duel.h tells what players and options are. Keys of its own: every habit of struct
// reversi_habits by its name. Without a limit: 10,000 nodes.
#include "reversi_habits.h"

enum { MEMORY_BYTES = 8 << 20, NODES = 10000 };

static void sit_down(void *state, const struct duel_player *p)
{
    struct reversi_state *s = state;
    s->habits = p->own;
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
        .read_key = reversi_read_habit,
        .sit_down = sit_down};
    for (int i = 0; i < SEATS; i++) {
        owns[i] = reversi_habits;
        d.players[i].own = &owns[i];
    }
    return duel_run(&d, NULL, 0, NULL, argc, argv);
}

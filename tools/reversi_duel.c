// Two players of Reversi against each other, in one process: the built-in player with any limits,
// weights and habits.
//
//     reversi_duel PLAYER PLAYER [OPTIONS]
//
// tools/duel.h tells what players and options are. Keys of its own: weights (a file), and every
// habit of struct reversi_habits by its name. Without a limit: 10,000 nodes.
#include "reversi_habits.h"
#include "reversi_weights.h"

#include <string.h>

enum { MEMORY_BYTES = 8 << 20, NODES = 10000 };

struct own {
    struct reversi_habits habits;    // first: reversi_read_habit finds them here
    struct pattern_weights *weights; // NULL: those of the program
};

static void sit_down(void *state, const struct duel_player *p)
{
    const struct own *own = p->own;
    struct reversi_state *s = state;
    s->habits = &own->habits;
    s->weights = own->weights;
}

static bool read_weights(struct own *own, const char *path)
{
    reversi_tables_fill();
    own->weights = malloc(sizeof *own->weights);
    return own->weights && reversi_weights_read(path, &reversi_tables.patterns, own->weights);
}

static bool read_key(struct duel *d, struct duel_player *p, const char *key, const char *value)
{
    if (strcmp(key, "weights") == 0)
        return read_weights(p->own, value);
    return reversi_read_habit(d, p, key, value);
}

int main(int argc, char **argv)
{
    static struct own owns[SEATS];
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
        owns[i].habits = reversi_habits;
        d.players[i].own = &owns[i];
    }
    return duel_run(&d, NULL, 0, NULL, argc, argv);
}

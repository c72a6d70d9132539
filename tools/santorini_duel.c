// Two players of Santorini against each other, in one process: the built-in player with any limits,
// weights and habits.
//
//     santorini_duel PLAYER PLAYER [--size N] [OPTIONS]
//
// tools/duel.h tells what players and options are. Keys of its own: weights (a file), and every
// habit of struct santorini_habits by its name. Without a limit: 2,000 nodes.
#include "brains/santorini/engine.h"
#include "duel.h"

#include <stdlib.h>
#include <string.h>

enum { MEMORY_BYTES = 4 << 20, NODES = 2000 };

struct own {
    struct santorini_habits habits;
    struct santorini_net *net; // NULL: that of the program
};

static uint64_t size = 5; // of the board

// Our own net takes the place of the program's after every begin of a search.
static void begin_with_net(void *state, const struct root *root)
{
    struct santorini_state *mind = state;
    const struct santorini_net *own = mind->net;
    engine_santorini.begin(state, root);
    if (own && own != mind->net) {
        mind->net = own;
        net_sums_scratch(own, &mind->position, &mind->frames[0].sums);
    }
}

static void sit_down(void *state, const struct duel_player *p)
{
    const struct own *own = p->own;
    struct santorini_state *mind = state;
    mind->habits = &own->habits;
    mind->net = own->net;
}

// --- Arguments ---

static bool read_weights(struct own *own, const char *path)
{
    static struct santorini_net_seed seeds[NET_SIZES];
    FILE *file = fopen(path, "rb");
    const bool well = file && fread(seeds, sizeof seeds, 1, file) == 1;
    if (file)
        fclose(file);
    own->net = well ? aligned_alloc(_Alignof(struct santorini_net), sizeof *own->net) : NULL;
    if (own->net)
        santorini_net_grow(&seeds[size - NET_SIZE_LEAST], (int)size, own->net);
    else
        perror(path);
    return own->net;
}

#define HABIT(name)                                                                                \
    {                                                                                              \
#name, offsetof(struct santorini_habits, name)                                             \
    }

static const struct duel_number habits[] = {HABIT(margin_depth), HABIT(margin), HABIT(late_depth),
    HABIT(late_least), HABIT(late_rise), HABIT(futile_depth), HABIT(futile), HABIT(reduce_from),
    HABIT(reduce_percent), HABIT(reduce_history), HABIT(answer_plies)};

static bool read_key(struct duel *d, struct duel_player *p, const char *key, const char *value)
{
    (void)d;
    struct own *own = p->own;
    if (strcmp(key, "weights") == 0)
        return read_weights(own, value);
    return duel_set(habits, sizeof habits / sizeof *habits, &own->habits, key, value);
}

static bool choose_size(struct duel *d)
{
    d->variant = size == 5 ? "5x5" : "6x6";
    return size == 5 || size == 6;
}

int main(int argc, char **argv)
{
    static struct own owns[SEATS];
    struct engine engine = engine_santorini;
    engine.begin = begin_with_net;
    struct duel d = {.tool = "santorini_duel",
        .usage = " [--size N]",
        .engine = &engine,
        .memory_bytes = MEMORY_BYTES,
        .nodes = NODES,
        .pairs = 100,
        .plies = 6,
        .threads = 1,
        .seed = 1,
        .read_key = read_key,
        .sit_down = sit_down};
    for (int i = 0; i < SEATS; i++) {
        owns[i].habits = santorini_habits;
        d.players[i].own = &owns[i];
    }
    const struct option options[] = {{"--size", &size, NULL}};
    return duel_run(&d, options, 1, choose_size, argc, argv);
}

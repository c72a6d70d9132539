// Two players of Game of Stones against each other, in one process: the built-in player with any
// limits and weights, and two plain ones to measure it by.
//
//     stones_duel PLAYER PLAYER [OPTIONS]
//
// A player is
//     greedy            the move after which it has most, looking no further
//     fixed:DEPTH       alpha-beta to that depth, counting what each side has
//     brain:KEY=N,...   the built-in one. Keys of its own: weights (a file), and the members of
//                       struct stones_cuts
// tools/duel.h tells what other keys and options there are.
#include "brains/stones/engine.h"
#include "duel.h"

#include <stdlib.h>
#include <string.h>

enum { MEMORY_BYTES = 16 << 20, NODES = 5000 };

struct own {
    int depth; // of a plain player
    struct stones_tables *tables;
    struct stones_cuts cuts;
};

// --- The plain players ---

// Every stack is worth the more the fewer there are of its type, and its stones a little more.
static int material(const position *p, int seat)
{
    const struct stones s = stones_load(p);
    int sum = 0;
    for (int owner = 0; owner < SEATS; owner++) {
        int counts[STONES_KINDS] = {0}, worth = 0;
        for (bitboard left = s.side[owner]; left;) {
            const int cell = stones_pop(&left);
            counts[stones_kind(&s, cell)]++;
            worth += stones_height(&s, cell);
        }
        for (int k = 0; k < STONES_KINDS; k++)
            worth += 100 - 100 / (counts[k] + 1);
        sum += owner == seat ? worth : -worth;
    }
    return sum;
}

static int alpha_beta(const position *p, int depth, int alpha, int beta, int ply, move *best)
{
    const struct outcome o = game_stones.outcome(p);
    const int seat = game_stones.turn(p);
    if (o.over)
        return o.winner == seat ? SCORE_WIN - ply : -(SCORE_WIN - ply);
    if (depth == 0)
        return material(p, seat);
    move moves[MOVES_MAX];
    const int count = game_stones.moves(p, moves);
    for (int i = 0; i < count && alpha < beta; i++) {
        position next = *p;
        game_stones.apply(&next, moves[i]);
        const int value = game_stones.turn(&next) == seat
            ? alpha_beta(&next, depth - 1, alpha, beta, ply + 1, NULL)
            : -alpha_beta(&next, depth - 1, -beta, -alpha, ply + 1, NULL);
        if (value > alpha) {
            alpha = value;
            if (best)
                *best = moves[i];
        }
    }
    return alpha;
}

static move play_plain(const struct duel_player *p, const position *from)
{
    const struct own *own = p->own;
    move best = MOVE_NONE;
    alpha_beta(from, own->depth, -SCORE_WIN - 1, SCORE_WIN + 1, 0, &best);
    return best;
}

// --- The built-in one ---

static void sit_down(void *state, const struct duel_player *p)
{
    const struct own *own = p->own;
    struct stones_state *s = state;
    s->tables = own->tables;
    s->cuts = &own->cuts;
}

// --- Arguments ---

static bool read_weights(struct own *own, const char *path)
{
    struct stones_weights w;
    FILE *f = fopen(path, "rb");
    bool well = f && fread(&w, sizeof w, 1, f) == 1;
    if (f)
        fclose(f);
    own->tables = well ? calloc(1, sizeof *own->tables) : NULL;
    if (own->tables)
        stones_fill(own->tables, &w);
    else
        perror(path);
    return own->tables;
}

#define CUT(name)                                                                                  \
    {                                                                                              \
#name, offsetof(struct stones_cuts, name)                                                  \
    }

static const struct duel_number cuts[] = {CUT(reduce_from), CUT(reduce_base), CUT(reduce_share),
    CUT(calm_depth), CUT(calm_margin), CUT(ahead_depth), CUT(ahead_margin), CUT(few_attacks),
    CUT(late_one), CUT(late_two), CUT(idle_from), CUT(idle_more)};

static bool read_key(struct duel *d, struct duel_player *p, const char *key, const char *value)
{
    (void)d;
    struct own *own = p->own;
    if (strcmp(key, "weights") == 0)
        return read_weights(own, value);
    return duel_set(cuts, sizeof cuts / sizeof *cuts, &own->cuts, key, value);
}

static const char *read_name(struct duel_player *p, const char *name)
{
    static const char brain[] = "brain:", fixed[] = "fixed:";
    struct own *own = p->own;
    if (strncmp(name, brain, strlen(brain)) == 0)
        return name + strlen(brain);
    if (strcmp(name, "greedy") == 0)
        own->depth = 1;
    else if (strncmp(name, fixed, strlen(fixed)) == 0)
        own->depth = atoi(name + strlen(fixed));
    p->plain = play_plain;
    return own->depth > 0 ? "-" : NULL;
}

int main(int argc, char **argv)
{
    static struct own owns[SEATS];
    struct duel d = {.tool = "stones_duel",
        .usage = "",
        .engine = &engine_stones,
        .memory_bytes = MEMORY_BYTES,
        .nodes = NODES,
        .pairs = 50,
        .plies = 4,
        .threads = 1,
        .seed = 1,
        .read_key = read_key,
        .read_name = read_name,
        .sit_down = sit_down};
    for (int i = 0; i < SEATS; i++) {
        owns[i].cuts = stones_usual_cuts;
        d.players[i].own = &owns[i];
    }
    return duel_run(&d, NULL, 0, NULL, argc, argv);
}

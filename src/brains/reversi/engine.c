// The Reversi player: what it is to the searches of all games. The search is reversi/kernel.c.
#include "brains/reversi/engine.h"

#include "base/random.h"
#include "brains/reversi/book.h"
#include "games/reversi_bits.h"

enum { OPENING_STONES = 14 };

static const struct brain_level levels[LEVELS] = {
    {.nodes = 1, .lots = 600},
    {.nodes = 1, .lots = 350},
    {.nodes = 1, .lots = 180},
    {.nodes = 60, .lots = 110},
    {.nodes = 250, .lots = 75},
    {.nodes = 900, .lots = 40},
    {.nodes = 3000, .lots = 20},
    {.nodes = 10000, .lots = 7},
    {.nodes = 45000, .lots = 2},
    {.nodes = 1000000},
};

// Most are from docs/brains/reversi.md#log; errors as tools/reversi_errors measures them.
const struct reversi_habits reversi_habits = {
    .cut_least = 3,
    .probe_percent = 40,
    .cut_percent = 190,
    .error_least = 80,
    .error_depth = 35,
    .error_empties = 4,
    .glance_one = 550,
    .glance_two = 600,
    .end_probe_percent = 25,
    .end_cut_percent = 150,
    .end_error_least = 300,
    .end_error_depth = 20,
    .end_reach = 12,
    .end_bits = -300,
    .look_one = 7,
    .look_two = 11,
    .order_margin = 4,
    .width = 3,
};

// In the opening the seed makes some moves a little better, so that not all games of the weaker
// levels are the same. The others have the book.
static void draw_bonuses(struct reversi_state *s, uint64_t seed)
{
    if (seed == SEED_NONE || s->size < REVERSI_LENGTH ||
        bits_count(s->mine | s->theirs) > OPENING_STONES)
        return;
    struct random lot = random_seeded(seed);
    for (int i = 0; i < s->count; i++)
        s->moves[i].bonus = (int8_t)random_below(&lot, BONUS_MOST + 1);
}

// The empty squares go to the winner.
static int reversi_engine_final_score(const position *p, int seat)
{
    const struct reversi r = reversi_load(p);
    const int stones = bits_count(r.stones[0] | r.stones[1]);
    const int difference = bits_count(r.stones[seat]) - bits_count(r.stones[1 - seat]);
    const int empty = r.size * r.size - stones;
    return SCORE_STONE *
        (difference > 0          ? difference + empty
                : difference < 0 ? difference - empty
                                 : 0);
}

static void reversi_engine_begin(void *state, const struct root *root)
{
    struct reversi_state *s = state;
    struct reversi r = reversi_load(root->position);
    reversi_tables_fill();
    s->search = root->search;
    if (!s->habits)
        s->habits = &reversi_habits;
    if (!s->weights)
        s->weights = &reversi_tables.weights;
    s->tt = root->tt;
    s->size = r.size;
    s->whole = root->whole;
    s->depth_most = root->depth_most;
    s->mine = r.stones[r.turn];
    s->theirs = r.stones[1 - r.turn];
    KERNEL_PICK(reversi_begin)(s);
    draw_bonuses(s, root->seed);
}

static enum step reversi_engine_deepen(void *state, int step, struct thought *thought)
{
    return KERNEL_PICK(reversi_deepen)(state, step, thought);
}

const struct engine engine_reversi = {
    .game = &game_reversi,
    .levels = levels,
    .bytes = sizeof(struct reversi_state),
    .benchmark = {.depth = 13, .late = 16},
    .chance_score = 440,
    .counts_stones = true,
    .final_score = reversi_engine_final_score,
    .prepare = reversi_tables_fill,
    .book = reversi_book_answer,
    .begin = reversi_engine_begin,
    .deepen = reversi_engine_deepen,
};

// Rare positions of Game of Stones: boards with few stacks, tall ones among them, on which White
// has the single first request that the protocol asks for (T3).
#include "author/check/rare_position.h"
#include "games/stones.h"

enum {
    RARE_STONES_LEAST = 5,
    RARE_STONES_MORE = 16,
    RARE_STONES_TALL = 5,
    RARE_STONES_FEW = 4, // stacks of a side: one may be taken, and there is still one of each type
    RARE_STONES_FEW_MORE = 3
};

// Puts a stack onto a free cell.
static bool rare_stones_put(struct stones *s, struct random *r, int seat, int kind, int height)
{
    int cell = (int)random_below(r, STONES_CELLS);
    bitboard bit = (bitboard)1 << cell;
    if (cell == STONES_HOLE || (s->side[0] | s->side[1]) & bit)
        return false;
    s->side[seat] |= bit;
    s->kind[kind] |= bit;
    for (int i = 0; i < STONES_PLANES; i++)
        s->tall[i] |= (height - 1) >> i & 1 ? bit : 0;
    return true;
}

static void rare_stones_fill(
    struct stones *s, struct random *r, int seat, uint32_t stacks, uint32_t each)
{
    int left = STONES_PER_SIDE;
    for (uint32_t i = 0; i < stacks && left > 0;) {
        int height = random_below(r, 3) == 0 ? 1 + (int)random_below(r, RARE_STONES_TALL) : 1;
        // So many of each type first: a side that loses the last one has lost.
        int kind =
            (int)(i < each * STONES_KINDS ? i % STONES_KINDS : random_below(r, STONES_KINDS));
        if (height > left || !rare_stones_put(s, r, seat, kind, height))
            continue;
        left -= height;
        i++;
    }
}

bool rare_stones_draw(const struct rare_wish *w, struct random *r, position *p)
{
    struct stones s = {.phase = STONES_FIRST};
    uint32_t most = w->rarity == RARE_USUAL ? 2 * RARE_STONES_MORE : RARE_STONES_MORE;
    bool ends = w->rarity == RARE_LAST_MOVE || w->rarity == RARE_WILL_END;
    bool few = w->rarity == RARE_ONLY_PASS;
    uint32_t stacks = few ? RARE_STONES_FEW + random_below(r, RARE_STONES_FEW_MORE)
                          : RARE_STONES_LEAST + random_below(r, most);
    for (int seat = 0; seat < SEATS; seat++)
        rare_stones_fill(&s, r, seat, stacks < 28 ? stacks : 28, ends || few ? 1 : 2);
    *p = stones_store(&s);
    return true;
}

// Whether the player to move after so many moves, whatever they are, has the pass and nothing else.
static bool rare_stones_leads_to_pass(const position *p, int plies)
{
    move moves[MOVES_MAX];
    if (game_stones.outcome(p).over)
        return false;
    int count = game_stones.moves(p, moves);
    bool leads = plies > 0 || count == 1;
    for (int i = 0; leads && plies > 0 && i < count; i++) {
        position after = *p;
        game_stones.apply(&after, moves[i]);
        leads = rare_stones_leads_to_pass(&after, plies - 1);
    }
    return leads;
}

bool rare_stones_is_only_pass(const position *p)
{
    // White's single first move, the attack of Black, and then its free move: the pass is always
    // among those.
    return rare_stones_leads_to_pass(p, 2);
}

// Rare positions of Santorini: boards that are built up by lot, so that workers are walled in,
// stand in corners, or can step onto level 3.
#include "author/check/rare_position.h"
#include "games/santorini.h"

enum { RARE_SANTORINI_MIXES = 5, RARE_SANTORINI_LEVELS = SANTORINI_DOME + 1 };

// How many of ten squares have each height. Of each kind of board some are drawn.
static const int mixes[RARE_SANTORINI_MIXES][RARE_SANTORINI_LEVELS] = {
    {2, 1, 1, 2, 4}, {1, 2, 3, 2, 2}, {3, 2, 2, 1, 2}, {0, 1, 3, 3, 3}, {6, 2, 1, 1, 0}};

static int rare_santorini_height(const struct rare_wish *w, struct random *r)
{
    // Nothing is rare on the last kind, which is nearly empty.
    int kinds = w->rarity == RARE_USUAL ? RARE_SANTORINI_MIXES : RARE_SANTORINI_MIXES - 1;
    const int *mix = mixes[w->index % kinds];
    int lot = (int)random_below(r, 10), height = 0;
    while (height < SANTORINI_DOME && lot >= mix[height])
        lot -= mix[height++];
    return height;
}

static void rare_santorini_build(
    const struct rare_wish *w, struct santorini *s, struct random *r, uint8_t heights[64])
{
    for (int y = 0; y < s->size; y++) {
        for (int x = 0; x < s->size; x++) {
            int square = y * SANTORINI_ROW + x, height = rare_santorini_height(w, r);
            heights[square] = (uint8_t)height;
            for (int k = 1; k <= height; k++)
                s->at_least[k] |= (bitboard)1 << square;
        }
    }
}

// Nobody stands on level 3 or on a dome: the game would be over.
static bool rare_santorini_place(struct santorini *s, struct random *r, const uint8_t heights[64])
{
    bitboard taken = 0;
    bool corner = random_below(r, 3) == 0;
    for (int i = 0; i < SEATS * SANTORINI_WORKERS; i++) {
        uint32_t edge = (uint32_t)s->size - 1;
        uint32_t x = corner ? random_below(r, 2) * edge : random_below(r, s->size);
        uint32_t y = random_below(r, s->size);
        int square = (int)(y * SANTORINI_ROW + x);
        if (heights[square] >= SANTORINI_WIN || taken >> square & 1)
            return false;
        taken |= (bitboard)1 << square;
        s->workers[i / SANTORINI_WORKERS][i % SANTORINI_WORKERS] = (uint8_t)square;
    }
    return true;
}

bool rare_santorini_draw(const struct rare_wish *w, struct random *r, position *p)
{
    if (!game_santorini.start(p, w->variant, NULL))
        return false;
    struct santorini s = santorini_load(p);
    uint8_t heights[64] = {0};
    rare_santorini_build(w, &s, r, heights);
    if (!rare_santorini_place(&s, r, heights))
        return false;
    s.turn = (uint8_t)random_below(r, SEATS);
    *p = santorini_store(&s);
    return true;
}

// What all turns of a special board have in common.
enum special {
    SPECIAL_DOMES,
    SPECIAL_BACKWARDS,
    SPECIAL_WINS,
    SPECIAL_SECOND,
    SPECIAL_DOWN,
    SPECIALS
};

static bool rare_santorini_has(
    const position *p, enum special special, const struct santorini_move *m)
{
    struct santorini s = santorini_load(p);
    int square = s.workers[s.turn][m->worker];
    int x = square % SANTORINI_ROW, y = square / SANTORINI_ROW;
    int to_x = x + m->dx, to_y = y + m->dy;
    switch (special) {
    case SPECIAL_BACKWARDS:
        return m->builds && m->bx == -m->dx && m->by == -m->dy;
    case SPECIAL_WINS:
        return !m->builds;
    case SPECIAL_SECOND:
        return m->worker == 1;
    default:
        return santorini_height(p, to_x, to_y) < santorini_height(p, x, y);
    }
}

bool rare_santorini_is_special(const struct rare_wish *w, const position *p)
{
    move moves[MOVES_MAX];
    if (w->index >= RARE_SANTORINI_SPECIAL)
        return true;
    int count = game_santorini.moves(p, moves);
    for (int i = 0; i < count; i++) {
        struct santorini_move m;
        santorini_unpack(moves[i], &m);
        if (!rare_santorini_has(p, (enum special)(w->index % SPECIALS), &m))
            return false;
    }
    return true;
}

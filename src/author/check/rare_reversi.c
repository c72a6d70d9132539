// Rare positions of Reversi: boards with one legal move, in each of the eight directions or in all
// of them; boards that are nearly full; and positions of random games.
#include "author/check/rare_position.h"
#include "games/reversi.h"

enum {
    RARE_REVERSI_DIRECTIONS = 8,
    RARE_REVERSI_NOISE = 40,
    RARE_REVERSI_HOLES = 3, // empty squares of a board that is full but for them, at least,
    RARE_REVERSI_HOLES_MORE = 4
};

static const int steps[RARE_REVERSI_DIRECTIONS][2] = {
    {-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}};

static bitboard rare_reversi_bit(int row, int column)
{
    return (bitboard)1 << (row * REVERSI_LENGTH + column);
}

static bitboard rare_reversi_moves(const struct reversi *r)
{
    return reversi_mobility(r->stones[r->turn], r->stones[1 - r->turn], reversi_squares(r->size));
}

static int rare_reversi_mobility(const struct reversi *r)
{
    return __builtin_popcountll(rare_reversi_moves(r));
}

// Puts a line onto an empty board: an empty square, stones of the opponent, one of the mover.
static bool rare_reversi_line(struct reversi *r, struct random *lots, int direction, bitboard *kept)
{
    const int *step = steps[direction];
    int row = (int)random_below(lots, r->size), column = (int)random_below(lots, r->size);
    int turned = 1 + (int)random_below(lots, (uint32_t)r->size - 2);
    int last_row = row + (turned + 1) * step[0], last_column = column + (turned + 1) * step[1];
    if (last_row < 0 || last_row >= r->size || last_column < 0 || last_column >= r->size)
        return false;
    *kept = rare_reversi_bit(row, column);
    for (int i = 1; i <= turned; i++)
        r->stones[1 - r->turn] |= rare_reversi_bit(row + i * step[0], column + i * step[1]);
    r->stones[r->turn] |= rare_reversi_bit(last_row, last_column);
    return true;
}

// More stones, as long as the mover has no other move.
static void rare_reversi_add_noise(struct reversi *r, struct random *lots, bitboard kept)
{
    for (int i = 0; i < RARE_REVERSI_NOISE; i++) {
        int half = r->size / 2 - 1; // the four squares in the centre first
        int row = i < 4 ? half + i / 2 : (int)random_below(lots, r->size);
        int column = i < 4 ? half + i % 2 : (int)random_below(lots, r->size);
        bitboard square = rare_reversi_bit(row, column);
        if ((r->stones[0] | r->stones[1] | kept) & square)
            continue;
        struct reversi more = *r;
        more.stones[random_below(lots, 2)] |= square;
        if (rare_reversi_mobility(&more) == 1)
            *r = more;
    }
}

static bool rare_reversi_one_move(const struct rare_wish *w, struct random *lots, position *p)
{
    game_reversi.start(p, w->variant, NULL);
    struct reversi r = {.size = reversi_load(p).size, .turn = (uint8_t)random_below(lots, 2)};
    bitboard kept;
    if (!rare_reversi_line(&r, lots, w->index % RARE_REVERSI_DIRECTIONS, &kept))
        return false;
    rare_reversi_add_noise(&r, lots, kept);
    *p = reversi_store(&r);
    return rare_reversi_mobility(&r) == 1;
}

static bool rare_reversi_is_on(const struct reversi *r, int row, int column)
{
    return row >= 0 && row < r->size && column >= 0 && column < r->size;
}

// A move into the centre that turns stones in all eight directions, each up to the edge.
static bool rare_reversi_long_list(const struct rare_wish *w, struct random *lots, position *p)
{
    game_reversi.start(p, w->variant, NULL);
    struct reversi r = {.size = reversi_load(p).size, .turn = (uint8_t)random_below(lots, 2)};
    int half = r.size / 2 - 1;
    int row = half + (int)random_below(lots, 2), column = half + (int)random_below(lots, 2);
    for (int i = 0; i < RARE_REVERSI_DIRECTIONS; i++) {
        int y = row + steps[i][0], x = column + steps[i][1];
        for (; rare_reversi_is_on(&r, y + steps[i][0], x + steps[i][1]);
             y += steps[i][0], x += steps[i][1])
            r.stones[1 - r.turn] |= rare_reversi_bit(y, x);
        r.stones[r.turn] |= rare_reversi_bit(y, x);
    }
    bitboard centre = rare_reversi_bit(row, column), others;
    while ((others = rare_reversi_moves(&r) & ~centre))
        r.stones[r.turn] |= others;
    rare_reversi_add_noise(&r, lots, centre);
    *p = reversi_store(&r);
    return rare_reversi_mobility(&r) == 1;
}

// A board full of the mover's stones, but for a few squares that are empty, each beside a stone of
// the other player, who can therefore seldom move.
static bool rare_reversi_nearly_full(const struct rare_wish *w, struct random *lots, position *p)
{
    game_reversi.start(p, w->variant, NULL);
    struct reversi r = {.size = reversi_load(p).size, .turn = (uint8_t)random_below(lots, 2)};
    uint32_t holes = RARE_REVERSI_HOLES + random_below(lots, RARE_REVERSI_HOLES_MORE);
    bitboard empty = 0, theirs = 0;
    for (uint32_t i = 0; i < holes; i++) {
        const int *step = steps[random_below(lots, RARE_REVERSI_DIRECTIONS)];
        int row = (int)random_below(lots, r.size), column = (int)random_below(lots, r.size);
        if (!rare_reversi_is_on(&r, row + step[0], column + step[1]))
            return false;
        empty |= rare_reversi_bit(row, column);
        theirs |= rare_reversi_bit(row + step[0], column + step[1]);
    }
    r.stones[1 - r.turn] = theirs & ~empty;
    r.stones[r.turn] = reversi_squares(r.size) & ~empty & ~theirs;
    *p = reversi_store(&r);
    return true;
}

// A position of a random game; one of its last if an end is wanted.
static bool rare_reversi_played(const struct rare_wish *w, struct random *lots, position *p)
{
    game_reversi.start(p, w->variant, NULL);
    int squares = reversi_load(p).size * reversi_load(p).size;
    bool late = w->rarity == RARE_LAST_MOVE || w->rarity == RARE_WILL_END;
    // Games that end with empty squares end anywhere; the others end when the board is full.
    bool any = w->index % 2 == 1;
    int plies = late && !any ? squares - 5 - (int)random_below(lots, 3)
                             : squares / 6 + (int)random_below(lots, (uint32_t)squares - 8);
    for (int i = 0; i < plies && !game_reversi.outcome(p).over; i++) {
        move moves[MOVES_MAX];
        int count = game_reversi.moves(p, moves);
        game_reversi.apply(p, moves[random_below(lots, (uint32_t)count)]);
    }
    const struct reversi r = reversi_load(p);
    bool full = __builtin_popcountll(r.stones[0] | r.stones[1]) >= squares - 1;
    return !late || full != any;
}

bool rare_reversi_draw(const struct rare_wish *w, struct random *r, position *p)
{
    switch (w->rarity) {
    case RARE_NARROW:
        return rare_reversi_one_move(w, r, p);
    case RARE_LONG_LIST:
        return rare_reversi_long_list(w, r, p);
    case RARE_AGAIN_TWICE:
        return rare_reversi_nearly_full(w, r, p);
    default:
        return rare_reversi_played(w, r, p);
    }
}

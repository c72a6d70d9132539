// Which positions of Reversi are fair openings.
#include "games/reversi.h"

#include <stdlib.h>

enum {
    MOVES_APART = 3,  // how many more places one side may choose from
    STONES_APART = 6, // how many more stones it may have
    CORNERS_FROM = 6, // boards from this size on have corners that decide
};

static bitboard reversi_corners(int size)
{
    int last = size - 1;
    return (bitboard)1 | (bitboard)1 << last | (bitboard)1 << last * REVERSI_LENGTH |
        (bitboard)1 << (last * REVERSI_LENGTH + last);
}

bool reversi_is_balanced(const position *p)
{
    struct reversi r = reversi_load(p);
    bitboard squares = reversi_squares(r.size);
    bitboard places[SEATS] = {reversi_mobility(r.stones[0], r.stones[1], squares),
        reversi_mobility(r.stones[1], r.stones[0], squares)};
    bitboard decided = r.stones[0] | r.stones[1] | places[0] | places[1];
    if (r.size >= CORNERS_FROM && (decided & reversi_corners(r.size)))
        return false;
    int moves_apart = __builtin_popcountll(places[0]) - __builtin_popcountll(places[1]);
    int stones_apart = __builtin_popcountll(r.stones[0]) - __builtin_popcountll(r.stones[1]);
    return places[0] && places[1] && abs(moves_apart) <= MOVES_APART &&
        abs(stones_apart) <= STONES_APART;
}

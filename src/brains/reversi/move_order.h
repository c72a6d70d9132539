// Which moves are tried first: those that leave the opponent few replies.
#ifndef AGON_BRAINS_REVERSI_MOVE_ORDER_H
#define AGON_BRAINS_REVERSI_MOVE_ORDER_H

#include "games/reversi_bits.h"

#define ORDER_CORNERS UINT64_C(0x8100000000000081)

enum { ORDER_REPLY = 40, ORDER_ODD = 12 }; // in units of the evaluation

static const int8_t order_squares[64] = {
    9, 2, 8, 6, 6, 8, 2, 9, //
    2, 1, 3, 4, 4, 3, 1, 2, //
    8, 3, 7, 5, 5, 7, 3, 8, //
    6, 4, 5, 0, 0, 5, 4, 6, //
    6, 4, 5, 0, 0, 5, 4, 6, //
    8, 3, 7, 5, 5, 7, 3, 8, //
    2, 1, 3, 4, 4, 3, 1, 2, //
    9, 2, 8, 6, 6, 8, 2, 9, //
};

// Returns how good a move looks: the greater, the better. `odd` is true if the square lies in a
// quarter of the board with an odd number of empty squares.
static inline int order_by_replies(int at, bitboard replies, bool odd)
{
    return order_squares[at] + (odd ? ORDER_ODD : 0) -
        ORDER_REPLY * (bits_count(replies) + bits_count(replies & ORDER_CORNERS));
}

#endif

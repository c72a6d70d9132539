// Reversi for learners: an action is the number of its square, row by row, and 64 is the pass. On
// smaller boards the squares keep the numbers that they have on a board of 8x8.
#include "games/reversi.h"
#include "library/encoding.h"

enum { SQUARES = REVERSI_LENGTH * REVERSI_LENGTH };

static const char *const reversi_planes[] = {"mine", "theirs", "board", NULL};

static int32_t encoding_reversi_action(const position *p, move m)
{
    (void)p;
    return m;
}

static move encoding_reversi_move(const position *p, int32_t action)
{
    (void)p;
    return (move)action;
}

static void encoding_reversi_features(const position *p, uint8_t *planes)
{
    const struct reversi r = reversi_load(p);
    const bitboard sets[] = {r.stones[r.turn], r.stones[1 - r.turn], reversi_squares(r.size)};
    for (int plane = 0; plane < 3; plane++) {
        for (int square = 0; square < SQUARES; square++)
            planes[plane * SQUARES + square] = (sets[plane] >> square) & 1;
    }
}

const struct encoding encoding_reversi = {
    .game = &game_reversi,
    .actions = REVERSI_PASS + 1,
    .action = encoding_reversi_action,
    .move = encoding_reversi_move,
    .length = REVERSI_LENGTH,
    .names = reversi_planes,
    .features = encoding_reversi_features,
};

// What tools/reversi_games writes and tools/reversi_fit reads, as it lies in memory: the files are
// for the machine that made them.
#ifndef AGON_TOOLS_REVERSI_SAMPLE_H
#define AGON_TOOLS_REVERSI_SAMPLE_H

#include "games/reversi.h"

struct reversi_sample {
    bitboard mine, theirs; // the side to move's, and the other's
    int16_t score;         // for the side to move, in units of EVAL_STONE
    uint8_t unused[6];
};

#endif

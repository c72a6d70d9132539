// What self-play writes and training reads: one sample for each position that was searched, as it
// lies in memory. The files are for the machine that made them.
#ifndef AGON_TOOLS_SAMPLE_H
#define AGON_TOOLS_SAMPLE_H

#include "games/game.h"

struct sample {
    position position;
    int16_t score;  // of the search, for the side to move
    int16_t points; // how the game ended for it: stones more than the other where a game counts
                    // stones, else 1 or -1
    move best;
    uint8_t ply;
    uint8_t exact; // the score was proved
};

#endif

// Games of Reversi in GGF, the text in which Othello programs exchange games: a start position, the
// moves, names and times. Black (`*`) is seat 0, white (`O`) is seat 1.
#ifndef AGON_GAMES_REVERSI_GGF_H
#define AGON_GAMES_REVERSI_GGF_H

#include "games/game.h"

enum {
    GGF_MOVES_MOST = 128, // no game is longer, passes included
    GGF_NAME_BYTES = 64,
};

struct ggf {
    char names[SEATS][GGF_NAME_BYTES]; // "" if it is not told
    int64_t time_ms;                   // of each player for the whole game; 0: it is not told
    position start;
    move moves[GGF_MOVES_MOST];
    int count;
    position end; // after all moves
};

// Reads one game. What may stand before "(;" is skipped, and tags that mean nothing here. A pass
// that a program has not written down is played where the next move is the other player's. Returns
// false and fills `e`, with the byte where the text is wrong.
bool ggf_read(struct ggf *g, const char *text, struct error *e);

// Writes the game in one line without a line end. Letters of names that the text cannot hold become
// "_". `end` need not be set.
void ggf_write(const struct ggf *g, struct text *out);

// A move as GGF and NBoard write it: "F5", "PA".
void ggf_print_move(move m, struct text *out);

#endif

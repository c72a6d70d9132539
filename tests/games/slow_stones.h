// Game of Stones a second time, as the protocol states it: a square of numbers and six directions.
#ifndef AGON_TESTS_SLOW_STONES_H
#define AGON_TESTS_SLOW_STONES_H

#include <stdbool.h>

enum { SLOW_STONES_MOVES = 512 };

struct slow_stones {
    int state[9][9]; // [Y][X]: owner * (height * 4 + type)
    int player;      // 1 White, -1 Black
    char phase[8];   // "first", "attack" or "any"
};

struct slow_stones_move {
    int type; // 0 pass, 1 attack, 2 strengthen
    int from_x, from_y, to_x, to_y;
};

void slow_stones_read(const char *text, struct slow_stones *s);
// The protocol's list of what makes a move valid, in its order; the game is not over.
bool slow_stones_valid(const struct slow_stones *s, const struct slow_stones_move *m);
// All valid moves, found by walking from each stack; none when the game is over.
int slow_stones_moves(
    const struct slow_stones *s, struct slow_stones_move moves[SLOW_STONES_MOVES]);
void slow_stones_apply(struct slow_stones *s, const struct slow_stones_move *m);
// The winner (1 or -1) and the reason, or 0.
int slow_stones_winner(const struct slow_stones *s, const char **reason);

#endif

// Santorini once more, slow and obvious: see slow.h.
#ifndef AGON_TESTS_SLOW_SANTORINI_H
#define AGON_TESTS_SLOW_SANTORINI_H

#include <stdbool.h>

enum { SLOW_SIZE_MAX = 6, SLOW_MOVES_MAX = 256, SLOW_TEXT_BYTES = 80, SLOW_MOVE_BYTES = 9 };

struct slow_santorini {
    int size;
    int height[SLOW_SIZE_MAX][SLOW_SIZE_MAX]; // [y][x]
    int placed[2];                            // how many workers each player has on the board
    int x[2][2], y[2][2];                     // [player][worker]
    int turn;
    int stepped_up; // the player who won by stepping onto level 3, or -1
};

// Where the worker goes (or is placed) and where it builds, as squares.
struct slow_santorini_move {
    bool places, builds;
    int worker, x, y, build_x, build_y;
};

// The texts are right ones.
void slow_santorini_read(struct slow_santorini *s, const char *text);
void slow_santorini_write(const struct slow_santorini *s, char text[SLOW_TEXT_BYTES]);
void slow_santorini_write_move(const struct slow_santorini *s, const struct slow_santorini_move *m,
    char text[SLOW_MOVE_BYTES]);

int slow_santorini_moves(
    const struct slow_santorini *s, struct slow_santorini_move moves[SLOW_MOVES_MAX]);
void slow_santorini_play(struct slow_santorini *s, const struct slow_santorini_move *m);
int slow_santorini_winner(const struct slow_santorini *s); // -1: the game goes on

#endif

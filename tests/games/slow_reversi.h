// Reversi once more, as the rules are told: a board of characters and eight directions to walk.
#ifndef AGON_TESTS_SLOW_REVERSI_H
#define AGON_TESTS_SLOW_REVERSI_H

#include <stdbool.h>

struct slow_reversi {
    int size;
    char board[8][8]; // [row][column]: 'X', 'O' or '-'
    char turn;        // 'X' or 'O'
};

struct slow_reversi slow_reversi_read(const char *text); // a position as in docs/rules/reversi.md
void slow_reversi_write(const struct slow_reversi *s, char *text); // at least 67 bytes

bool slow_reversi_can_place(const struct slow_reversi *s, char who, int row, int column);
bool slow_reversi_can_move(const struct slow_reversi *s, char who);
bool slow_reversi_is_over(const struct slow_reversi *s);
int slow_reversi_stones(const struct slow_reversi *s, char who);

void slow_reversi_place(struct slow_reversi *s, int row, int column);
void slow_reversi_pass(struct slow_reversi *s);

#endif

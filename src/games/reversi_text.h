// Reversi in text: what reversi_text.c and reversi_draw.c give to the game's table and to the words
// of a refusal.
#ifndef AGON_GAMES_REVERSI_TEXT_H
#define AGON_GAMES_REVERSI_TEXT_H

#include "games/reversi.h"

bool reversi_parse(position *p, const char *text, struct error *e);
void reversi_print(const position *p, struct text *out);
bool reversi_parse_move(const position *p, const char *text, move *m, struct error *e);
void reversi_print_move(const position *p, move m, struct text *out);
void reversi_print_square(int at, struct text *out);
void reversi_describe_move(const position *p, move m, struct text *out);
void reversi_draw(const position *p, const struct drawing *style, struct text *out);

#endif

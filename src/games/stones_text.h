// Game of Stones in words: what stones.c (the rules) and stones_text.c (text and drawing) share.
#ifndef AGON_GAMES_STONES_TEXT_H
#define AGON_GAMES_STONES_TEXT_H

#include "games/stones.h"

// The entries of game_stones; see game.h.
bool stones_parse(position *p, const char *text, struct error *e);
void stones_print(const position *p, struct text *out);
bool stones_parse_move(const position *p, const char *text, move *m, struct error *e);
void stones_print_move(const position *p, move m, struct text *out);
void stones_describe_move(const position *p, move m, struct text *out);
void stones_draw(const position *p, const struct drawing *style, struct text *out);

enum { STONES_PLACE_BYTES = 16 };

// "D4", the hole's "E5", or "(8,0)" for what is off the board. Returns `name`.
const char *stones_place_name(int x, int y, char name[STONES_PLACE_BYTES]);

#endif

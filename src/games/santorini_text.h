// Santorini as text and as a drawing: functions of santorini_text.c, santorini_draw.c and
// santorini_picture.c for the row of the game (see struct game).
#ifndef AGON_GAMES_SANTORINI_TEXT_H
#define AGON_GAMES_SANTORINI_TEXT_H

#include "games/game.h"

bool santorini_parse(position *p, const char *text, struct error *e);
void santorini_print(const position *p, struct text *out);
bool santorini_parse_move(const position *p, const char *text, move *m, struct error *e);
void santorini_print_move(const position *p, move m, struct text *out);
void santorini_describe_move(const position *p, move m, struct text *out);
void santorini_draw(const position *p, const struct drawing *style, struct text *out);
void santorini_picture(const position *p, const struct drawing *style, struct picture *to);

#endif

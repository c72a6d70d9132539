// A recorded game as an animated picture: a frame for each position, and one for the verdict.
#ifndef AGON_REPORT_GAME_GIF_H
#define AGON_REPORT_GAME_GIF_H

#include "referee/recorded_game.h"

enum { GAME_GIF_CAPTION_BYTES = 160 };

// Each position stays for `pace_ms`, the last one longer. Returns false if memory runs out.
bool game_gif_write(struct text *out, const struct recorded_game *g, int64_t pace_ms, bool flipped,
    struct error *e);

// What stands below the board after `count` moves: "17  ann  H4xH5". At the end: who has won.
void game_gif_caption(struct text *out, const struct recorded_game *g, int count, bool end);

#endif

#include "report/game_gif.h"

#include "report/board_raster.h"
#include "report/gif.h"

#include <stdlib.h>
#include <string.h>

enum { END_MS = 3000, NAME_COLUMNS = 14 };

static const double game_gif_scale = .75;

// A name that fits below a board.
static void game_gif_put_name(struct text *out, const struct recorded_game *g, int seat)
{
    const char *name = g->players[seat].name;
    size_t length = strlen(name), at = 0;
    for (int i = 0; i < NAME_COLUMNS && at < length; i++)
        at += letter_at(name + at, length - at).bytes;
    text_bytes(out, name, at < length ? at : length);
    if (at < length)
        text_char(out, '.');
}

void game_gif_caption(struct text *out, const struct recorded_game *g, int count, bool end)
{
    if (end && g->ended && g->end.winner != NOBODY) {
        game_gif_put_name(out, g, g->end.winner);
        text_string(out, " wins");
        if (g->end.blame != NOBODY)
            text_format(out, " by %s", verdicts[g->end.verdict].code);
        return;
    }
    if (end && g->ended) {
        text_string(out, g->end.verdict == VERDICT_DRAW ? "a draw" : "void");
        return;
    }
    if (count == 0) {
        game_gif_put_name(out, g, 0);
        text_string(out, " - ");
        game_gif_put_name(out, g, 1);
        return;
    }
    text_format(out, "%d  ", count);
    game_gif_put_name(out, g, g->moves[count - 1].seat);
    text_format(out, "  %s", g->moves[count - 1].text);
}

static bool game_gif_draw(struct board_raster *r, const struct recorded_game *g, int frame,
    bool flipped, struct board_palette *palette, struct error *e)
{
    const bool end = frame > g->move_count;
    const int count = end ? g->move_count : frame;
    char caption[GAME_GIF_CAPTION_BYTES];
    struct text words = TEXT_IN(caption);
    game_gif_caption(&words, g, count, end);
    const struct board_scene scene = {.game = g->game,
        .position = recorded_game_position(g, count),
        .last = recorded_game_last_move(g, count),
        .flipped = flipped,
        .caption = caption};
    return board_raster_draw(r, &scene, game_gif_scale, palette, e);
}

// Only what has changed since the frame before is written.
static struct gif_frame game_gif_changed(
    const struct board_raster *now, const struct board_raster *before)
{
    int left = now->width, top = now->height, right = 0, bottom = 0;
    for (int i = 0; i < now->width * now->height; i++) {
        if (before->pixels && now->pixels[i] == before->pixels[i])
            continue;
        const int x = i % now->width, y = i / now->width;
        left = x < left ? x : left;
        right = x + 1 > right ? x + 1 : right;
        top = y < top ? y : top;
        bottom = y + 1 > bottom ? y + 1 : bottom;
    }
    if (right == 0) // nothing has: a frame has at least one pixel
        left = top = 0, right = bottom = 1;
    return (struct gif_frame){.left = left,
        .top = top,
        .width = right - left,
        .height = bottom - top,
        .stride = now->width,
        .pixels = now->pixels + (size_t)top * (size_t)now->width + left};
}

// The palette is known when the last frame has been drawn; the frames wait for it in `frames`.
static bool game_gif_put_frames(struct text *frames, const struct recorded_game *g, int64_t pace_ms,
    bool flipped, struct board_palette *palette, int size[2], struct error *e)
{
    struct board_raster before = {0}, now = {0};
    const int last = g->move_count + (g->ended ? 1 : 0);
    bool well = true;
    for (int i = 0; well && i <= last; i++) {
        well = game_gif_draw(&now, g, i, flipped, palette, e);
        if (well) {
            struct gif_frame frame = game_gif_changed(&now, &before);
            frame.delay_ms = i == last && pace_ms < END_MS ? END_MS : pace_ms;
            gif_add(frames, &frame);
        }
        board_raster_destroy(&before);
        before = now;
    }
    size[0] = before.width;
    size[1] = before.height;
    board_raster_destroy(&before);
    return well;
}

bool game_gif_write(
    struct text *out, const struct recorded_game *g, int64_t pace_ms, bool flipped, struct error *e)
{
    struct board_palette *palette = calloc(1, sizeof *palette);
    struct text frames = text_growing();
    int size[2];
    bool well = palette || error_set(e, "no memory for a picture");
    well = well && game_gif_put_frames(&frames, g, pace_ms, flipped, palette, size, e);
    if (well) {
        gif_begin(out, size[0], size[1], palette->colours, palette->count);
        text_bytes(out, frames.bytes, frames.length);
        gif_end(out);
    }
    well = well && (!(frames.cut || out->cut) || error_set(e, "no memory for a picture"));
    text_destroy(&frames);
    free(palette);
    return well;
}

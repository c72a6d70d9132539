// A recorded game as somebody looks at it in a terminal: step by step, with the clocks, the
// messages behind a move, stderr and the verdict. Pure: keys and a size in, lines out.
#ifndef AGON_CLI_REPLAY_VIEW_H
#define AGON_CLI_REPLAY_VIEW_H

#include "cli/key_reader.h"
#include "cli/replay_pages.h"
#include "cli/view.h"

enum { REPLAY_NOTHING_TYPED = -1 };

// `place` without its step, the pace and `flipped` are to be set at the beginning. The rest is zero
// until replay_view_begin.
struct replay_view {
    struct replay_place place;
    int64_t pace_ms; // how long each position stays while it plays
    enum replay_page page;
    bool flipped, playing, quit;
    int typed;  // a number that is being typed, or REPLAY_NOTHING_TYPED
    int scroll; // lines above those that are shown of a page
    struct key_reader keys;
    struct view view; // what is drawn of the board
};

void replay_view_begin(struct replay_view *v);
int replay_view_last_step(const struct replay_view *v);

// Presses the keys that these bytes are.
void replay_view_type(struct replay_view *v, const char *bytes, size_t length);
// The pace is over: goes on to the next step. At the end it stops playing.
void replay_view_tick(struct replay_view *v);

// As many lines as fit, as view_draw.
void replay_view_draw(
    struct replay_view *v, const struct drawing *style, struct view_size size, struct text *out);

#endif

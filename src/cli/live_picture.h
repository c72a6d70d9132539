// What the live table of a contest shows, as lines of text: title, progress, standings, the last
// notice, help. It is made from values, without a terminal.
#ifndef AGON_CLI_LIVE_PICTURE_H
#define AGON_CLI_LIVE_PICTURE_H

#include "archive/definition.h"
#include "archive/standings.h"

struct live_picture {
    const char *title;
    const struct definition *definition;
    const struct standings *standings;
    double games_per_second; // 0: not known yet
    const char *notice;      // "": there is none
    size_t running;          // games under way
    bool stopping;           // no new game is begun
    bool paused;             // the reason is `agon contest pause`
};

// Appends at most `rows` lines, each with at most `columns` - 1 columns. On a low screen only the
// most important lines are shown.
void live_picture_draw(struct text *out, const struct live_picture *p, int columns, int rows);

#endif

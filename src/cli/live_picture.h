// What the live table of a contest, or of several, shows as lines of text: title, progress,
// standings, the last notice, help. It is made from values, without a terminal.
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
// The same for several contests, one below the other, at least one. `head` stands above them all;
// NULL: nothing does. The notice and whether games are finished are those of the first.
void live_picture_draw_all(struct text *out, const char *head, const struct live_picture *list,
    size_t count, int columns, int rows);

#endif

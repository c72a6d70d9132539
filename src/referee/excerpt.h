// Chooses what to show of the stderr of a bot that lost by a fault: not too much, but with the line
// that names the error. Pure.
//
// A short text is shown whole. Of a long text the last lines are shown, because Python names the
// error there. The last lines that look like the name of an error are shown as well, with some
// lines around them: node, Rust, Java, Go and the sanitizers name the error first, and a long list
// of calls follows. If no line looks like that, the first lines are shown. Every gap is marked.
#ifndef AGON_REFEREE_EXCERPT_H
#define AGON_REFEREE_EXCERPT_H

#include "link/link.h"

enum {
    EXCERPT_WHOLE_LINES = 32, // a text of so many lines is shown whole; of a longer one
    EXCERPT_LAST_LINES = 12,  // so many lines at the end,
    EXCERPT_FIRST_LINES = 12, // so many at the beginning if no error is named,
    EXCERPT_NAMES = 3,        // else so many that name an error,
    EXCERPT_BEFORE_LINES = 4, // with so many lines before
    EXCERPT_AFTER_LINES = 3,  // and so many after each
    EXCERPT_LINE_BYTES = 160, // a longer line is cut
    EXCERPT_BYTES = 6144      // enough for all that, with its NUL
};

// An entry runs in a copy of its folder, called after its hash, and a trace names the files there.
// Its author is shown "mybot/main.py" instead, since changes in the copy would be lost; lines are
// cut after that. `player` is the text that named the player: "entry:mybot"; with another, or NULL,
// the words stay. A record keeps what the bot has written: its pieces are counted in bytes, and it
// may be read elsewhere.
void excerpt_write(const struct link_stderr *said, const char *player, struct text *out);

#endif

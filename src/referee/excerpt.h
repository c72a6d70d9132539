// What to show of the stderr of a bot that lost by a fault: little enough to be read, with the line
// that names the error in it. Pure.
//
// A short text is shown whole. Of a long one the last lines are shown (Python names the error
// there), and the last lines that look like the name of an error, each with what stands around it:
// node, Rust, Java, Go and the sanitizers name it first and let a long list of calls follow. Where
// no line looks like that, the first lines are shown. Every gap is told.
#ifndef AGON_REFEREE_EXCERPT_H
#define AGON_REFEREE_EXCERPT_H

#include "link/link.h"

enum {
    EXCERPT_WHOLE_LINES = 32, // a text of so many lines is shown whole
    EXCERPT_LAST_LINES = 12,  // of a longer one: its end,
    EXCERPT_FIRST_LINES = 12, // its beginning, where no error is named,
    EXCERPT_NAMES = 3,        // or so many lines that name an error,
    EXCERPT_BEFORE_LINES = 4, // with so many before
    EXCERPT_AFTER_LINES = 3,  // and after each
    EXCERPT_LINE_BYTES = 160, // a longer line is cut
    EXCERPT_BYTES = 6144      // enough for all that, with its NUL
};

void excerpt_write(const struct link_stderr *said, struct text *out);

#endif

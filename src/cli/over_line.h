// The line of a game of a contest that is over, with the command that shows its fault.
#ifndef AGON_CLI_OVER_LINE_H
#define AGON_CLI_OVER_LINE_H

#include "arena/event.h"

struct over_line {
    const char *file; // what was typed for the contest
    int name_width;   // of its longest name, in columns
    bool json;
};

void over_line_write(struct text *out, const struct arena_event *over, const struct over_line *how);

#endif

// The best lines of a position, as `agon analyse` prints them.
#ifndef AGON_CLI_ANALYSE_LINES_H
#define AGON_CLI_ANALYSE_LINES_H

#include "brains/lines.h"

// Appends a line of text for each of the lines, `columns` wide at most, with "\n" behind it. `tail`
// stands before that: an escape that wipes the rest of a line, or "".
void analyse_lines_text(const struct game *game, const position *p, const struct line *lines,
    int count, int columns, const char *tail, struct text *out);

// The document lines/1, without its schema and its last brace.
void analyse_lines_json(const struct game *game, const position *p, const struct line *lines,
    int count, uint64_t nodes, struct text *out);

// The session: reads what to do from stdin until its end, or "quit".
struct analyse_session_wish {
    const struct game *game;
    position position;
    int lines, threads;
    bool ascii;
};
int analyse_session(const struct analyse_session_wish *wish);

#endif

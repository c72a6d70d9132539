// How far something is, for people: a bar, an estimate, and both on stderr for what takes longer
// than two seconds, when stderr is a terminal.
#ifndef AGON_CLI_PROGRESS_H
#define AGON_CLI_PROGRESS_H

#include "base/text.h"

// "########------------"
void text_bar(struct text *out, int columns, uint64_t done, uint64_t all);
// "10 s", "12 min", "3 h 20 min", "2 d 5 h"
void text_duration(struct text *out, double seconds);

// Puts a line of our own in place of the one that stands at the end of stderr, a terminal. What is
// wider than it is cut. "" wipes it.
void progress_line(const char *line);
// How many columns a line may have; asked anew for each, since people resize their terminals.
int progress_columns(void);

struct progress {
    int64_t start_ns;
    bool terminal;
    bool drawn;
};

struct progress progress_start(void);
// Call it as often as you like; it draws at its own pace.
void progress_show(struct progress *p, uint64_t done, uint64_t all);
void progress_end(struct progress *p); // wipes the bar

#endif

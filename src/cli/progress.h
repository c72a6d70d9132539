// A progress bar on stderr, with an estimate of the time that is left. It is drawn only if stderr
// is a terminal, and only for work that takes longer than two seconds.
#ifndef AGON_CLI_PROGRESS_H
#define AGON_CLI_PROGRESS_H

#include "base/text.h"

// Appends "########------------", `columns` wide.
void text_bar(struct text *out, int columns, uint64_t done, uint64_t all);
// Appends "10 s", "12 min", "3 h 20 min", "2 d 5 h"
void text_duration(struct text *out, double seconds);

// Replaces the last line of stderr, which must be a terminal. A line that is too wide is cut; ""
// wipes it.
void progress_line(const char *line);
// How many columns such a line may have. Ask again for each line: people resize their terminals.
int progress_columns(void);

struct progress {
    int64_t start_ns;
    bool terminal;
    bool drawn;
};

struct progress progress_start(void);
// Draws the bar, unless less than two seconds have passed since progress_start.
void progress_show(struct progress *p, uint64_t done, uint64_t all);
void progress_end(struct progress *p); // wipes the bar

#endif

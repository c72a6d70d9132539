// A progress bar on stderr for what takes longer than two seconds, when stderr is a terminal.
#ifndef AGON_CLI_PROGRESS_H
#define AGON_CLI_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

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

// The live table of a contest on a terminal: standings, how far it is, and how long it will take.
#ifndef AGON_CLI_LIVE_H
#define AGON_CLI_LIVE_H

#include "cli/hall.h"

struct live;

// Takes the screen and draws a few times a second on a thread of its own, until live_end. `title`
// stands above the table. NULL: no memory or no thread for it; the contest is none the worse.
struct live *live_begin(struct hall *h, const char *title);
void live_end(struct live *l); // gives the screen back

#endif

// The terminal of somebody who looks at a recorded game: takes it, reads keys, gives it back.
#ifndef AGON_CLI_REPLAY_SCREEN_H
#define AGON_CLI_REPLAY_SCREEN_H

#include "cli/replay_view.h"

// Can there be one: are stdout and the keyboard a terminal's? Stdin may be a pipe that was read.
bool replay_screen_is_possible(void);

// Returns when the person quits. The exit status: EXIT_OK, or that of Ctrl-C.
int replay_screen_run(struct replay_view *v, bool ascii);

#endif

// The terminal behind stdout, taken over as a whole for a picture that changes: what stood there
// before comes back when we leave, however the process ends, as far as a process can see to that.
#ifndef AGON_CLI_SCREEN_H
#define AGON_CLI_SCREEN_H

#include "base/text.h"

// Is stdout a terminal that can do this?
bool screen_is_possible(void);

// `woken` is called when the picture should be drawn anew at once (another size, back from Ctrl-Z),
// inside a signal handler.
void screen_enter(void (*woken)(void));
// Harmless when it was left already; may be called in a signal handler.
void screen_leave(void);
bool screen_is_on(void);

struct screen_size {
    int columns, rows;
};
struct screen_size screen_size(void);

// Puts these lines (each ended by '\n') in place of what is there. Whoever makes them sees to it
// that they fit.
void screen_show(const struct text *lines);

#endif

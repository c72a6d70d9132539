// The terminal behind stdout or stderr, taken over as a whole for a picture that changes: what
// stood there before comes back when it is left, also when a signal ends the process. There is one
// screen at a time.
#ifndef AGON_CLI_SCREEN_H
#define AGON_CLI_SCREEN_H

#include "base/text.h"

// Can the terminal behind `fd` be taken over?
bool screen_is_possible(int fd);

// Takes the terminal behind `fd`, which is stdout or stderr. `keys`: single keys are wanted from
// stdin, unshown. `woken` is called when the picture should be drawn anew at once (another size,
// back from Ctrl-Z), inside a signal handler.
void screen_enter(int fd, bool keys, void (*woken)(void));
// Harmless when it was left already; may be called in a signal handler.
void screen_leave(void);
bool screen_is_on(void);
// Whether keys can be read from stdin now: not while the terminal is the shell's.
bool screen_has_keys(void);

struct screen_size {
    int columns, rows;
};
// Of the terminal behind `fd`; 80 columns and 24 rows where it does not say.
struct screen_size screen_size(int fd);

// Puts these lines (each ended by '\n') in place of what is there. The caller makes sure that they
// fit.
void screen_show(const struct text *lines);

#endif

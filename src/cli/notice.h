// What whoever runs a contest is told besides its games: who is absent, who is out, who was turned
// away. A line on stderr each; while the terminal is drawn upon, a line of the picture, and all of
// them on stderr afterwards. From any thread.
#ifndef AGON_CLI_NOTICE_H
#define AGON_CLI_NOTICE_H

#include "base/text.h"

void notice_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

// From now on they are kept instead of printed: the last ones, if there are many.
void notice_hold(void);
// The last of those that are kept, if there is one.
void notice_last(struct text *out);
// Prints those that were kept, and prints again from now on.
void notice_release(void);

#endif

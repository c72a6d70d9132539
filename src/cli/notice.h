// What the person who runs a contest is told besides its games: who is absent, who is out, who was
// turned away. Each notice is a line on stderr. While the screen is taken, the last notice is shown
// there, and all of them are printed afterwards. All functions may be called from any thread.
#ifndef AGON_CLI_NOTICE_H
#define AGON_CLI_NOTICE_H

#include "base/text.h"

void notice_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

// From now on notices are kept instead of printed; if there are many, the last ones.
void notice_hold(void);
// The last of those that are kept, if there is one.
void notice_last(struct text *out);
// Prints those that were kept, and prints again from now on.
void notice_release(void);

#endif

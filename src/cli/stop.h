// What makes a contest stop: Ctrl-C, SIGTERM, `agon contest pause`, or a reason of our own. The
// first of them lets the running games finish; Ctrl-C or SIGTERM after it ends the process at once.
#ifndef AGON_CLI_STOP_H
#define AGON_CLI_STOP_H

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

// What `agon contest pause` sends. Whoever owns a contest catches or ignores it.
enum { STOP_PAUSE_SIGNAL = SIGUSR1 };

// Begins to listen; `resume` is the command that goes on, for people.
void stop_listen(const char *resume);
void stop_listen_no_more(void); // harmless when nobody listened

void stop_ask(void); // from any thread
bool stop_asked(void);

// Calls `told` once a stop is asked for, or now if that has happened already. It is called from any
// thread or from a signal handler, and must be fit for that. One can be told at a time, until
// stop_listen_no_more, which waits for a call that is under way.
void stop_tell(void (*told)(void *user), void *user);

// The process that has sent STOP_PAUSE_SIGNAL since stop_listen, or 0.
pid_t stop_paused_by(void);

#endif

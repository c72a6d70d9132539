// Signals, and what else wakes a command that waits: Ctrl-C, SIGTERM, `agon contest pause`, another
// size of the terminal. The first Ctrl-C or pause asks to stop: the games that are under way are
// finished. Ctrl-C or SIGTERM after it ends the process at once.
#ifndef AGON_CLI_STOP_H
#define AGON_CLI_STOP_H

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

// What `agon contest pause` sends. A process that owns a contest catches or ignores it.
enum { STOP_PAUSE_SIGNAL = SIGUSR1 };

enum stop_manner {
    STOP_MATCH,   // Ctrl-C alone is caught
    STOP_NEVER,   // the same, and nothing comes of it: a debugger has the terminal
    STOP_PERSON,  // the same, and the first one ends the process: a person wants to leave
    STOP_CONTEST, // SIGTERM and `agon contest pause` too
    // The same for a process that shows several contests: a pause concerns one of them, and asks
    // nobody else to stop.
    STOP_SERVER,
    // Ctrl-C and SIGTERM; the second one stops the games at once, the third one ends the process.
    STOP_WORKER,
};

// Begins to listen. `resume` is the command that goes on, for people; NULL: there is none.
void stop_listen(enum stop_manner manner, const char *resume);
void stop_listen_no_more(void); // harmless when nobody listened
// STOP_SERVER: are games under way, which a signal lets finish? At first there are none.
void stop_set_playing(bool playing);

void stop_ask(void); // for another reason than a signal
bool stop_asked(void);
bool stop_asked_again(void); // STOP_WORKER: twice
// The process that has sent STOP_PAUSE_SIGNAL since stop_listen, or 0.
pid_t stop_paused_by(void);
// The same, and forgets it, so that the next one can be heard. `mark` says which contest it means.
pid_t stop_take_pause(int *mark);
// How STOP_PAUSE_SIGNAL names a contest: the mark of its file of results. 0: there is no such file.
int stop_mark_of(const char *path);

// Readable (for poll) when a signal has come, or stop_wake was called, since stop_silence; -1:
// nobody listens.
int stop_fd(void);
void stop_wake(void); // may be called in a signal handler
void stop_silence(void);

#endif

// A program that we start with our own stderr, and with stdin and stdout as the caller wishes:
// those of this terminal, pipes, /dev/null. It stays in our process group, so that Ctrl-C reaches
// it, and it is killed if this process dies. For a bot in a contest there is link/link.h instead.
#ifndef AGON_AUTHOR_ATTACHED_PROGRAM_H
#define AGON_AUTHOR_ATTACHED_PROGRAM_H

#include "base/error.h"

#include <stdbool.h>
#include <sys/types.h>

struct attached_program {
    pid_t pid;  // 0: it was never started
    int pidfd;  // readable when it has ended; -1: this kernel has none, so look now and then
    bool ended; // it was waited for,
    int status; // with this result, as waitpid tells it
};

// Starts a program, which is searched for in PATH. `input` and `output` become its stdin and
// stdout; -1: it has ours. Must be called on a thread that lives as long as the program. Returns
// false and fills `e` if it cannot be started.
bool attached_program_start(
    struct attached_program *p, char *const *command, int input, int output, struct error *e);

// Returns whether it has ended. Does not wait.
bool attached_program_look(struct attached_program *p);
void attached_program_signal(const struct attached_program *p, int signal);
// Kills it if it still runs, and waits for it. Call it once for each program that was started.
void attached_program_end(struct attached_program *p);

// The exit status as a shell tells it: 128 and the number of the signal for one that was killed.
int attached_program_exit_status(const struct attached_program *p);

// Orphans of programs that were started become children of this process from now on.
void attached_program_adopt_orphans(void);
// Kills all children of this process, and their children, and waits for them. Only for a process
// that has no other children.
void attached_program_kill_orphans(void);

#endif

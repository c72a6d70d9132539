// Follows a process and its children from their start, and notes each system call on a path that
// failed, and each call that was refused. By ptrace, which needs no root for processes of our own.
#ifndef AGON_LINK_INSIDE_TRACER_H
#define AGON_LINK_INSIDE_TRACER_H

#include "base/error.h"
#include "link/inside/syscalls.h"

#include <limits.h>
#include <sys/stat.h>
#include <sys/types.h>

enum { TRACER_FAILURES_MOST = 64, TRACER_TASKS_MOST = 64 };

// One call that failed.
struct tracer_failure {
    enum syscalls_act act; // never SYSCALLS_OPEN: that is one of the others
    char path[PATH_MAX];   // absolute; "" if the call takes none:
    const char *call;      // its name,
    const char *purpose;   // and what it is for
    int error;             // ENOENT, EACCES or EPERM
};

struct tracer_call {
    pid_t task;
    uint64_t number, arguments[SYSCALLS_ARGUMENTS];
    bool entered;
};

struct tracer {
    pid_t pid;                 // the process that was started
    struct stat input, output; // our pipes that are its stdin and stdout
    struct tracer_call calls[TRACER_TASKS_MOST];
    pid_t ended[TRACER_TASKS_MOST]; // the last tasks that have ended, and
    size_t ended_count;             // how many there were in all

    // What came of it.
    struct tracer_failure *failures; // the newest last; at most TRACER_FAILURES_MOST
    size_t failure_count;
    bool started; // it has read its input, written its output, or connected
    int status;   // as of waitpid, if it has not started
};

// Call it on a thread that has no other children. `pid` waits at `gate` (traced.h), which is
// closed. Returns when the process has started or has ended, and all of its group is gone. The
// caller kills it if that takes too long. Returns false and fills `e` if it cannot be traced; then
// too all of its group is gone.
bool tracer_follow(struct tracer *t, int gate, struct error *e);

#endif

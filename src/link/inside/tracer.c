#include "link/inside/tracer.h"

#include "link/inside/way.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__x86_64__)
#define TRACER_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define TRACER_ARCH AUDIT_ARCH_AARCH64
#else
#define TRACER_ARCH 0
#endif

enum { PAGE_BYTES_LEAST = 4096, EVENT_SHIFT = 16, SYSCALL_STOP = SIGTRAP | 0x80 };

// --- Its memory and paths ---

static bool tracer_read_bytes(pid_t task, uint64_t at, void *bytes, size_t length)
{
    struct iovec here = {bytes, length}, there = {(void *)(uintptr_t)at, length}; // NOLINT
    return process_vm_readv(task, &here, 1, &there, 1, 0) == (ssize_t)length;
}

// Reads a text that ends with a NUL. A page at a time: the next one may not exist.
static bool tracer_read_text(pid_t task, uint64_t at, char text[PATH_MAX])
{
    size_t done = 0;
    while (done < PATH_MAX) {
        size_t some = PAGE_BYTES_LEAST - (size_t)((at + done) % PAGE_BYTES_LEAST);
        some = some < PATH_MAX - done ? some : PATH_MAX - done;
        if (!tracer_read_bytes(task, at + done, text + done, some))
            return false;
        if (memchr(text + done, '\0', some))
            return true;
        done += some;
    }
    return false;
}

// The folder that a relative path is meant from, as the task sees it.
static bool tracer_base(pid_t task, int64_t folder, char base[PATH_MAX])
{
    char link[64];
    if (folder == AT_FDCWD)
        snprintf(link, sizeof link, "/proc/%d/cwd", (int)task);
    else
        snprintf(link, sizeof link, "/proc/%d/fd/%d", (int)task, (int)folder);
    ssize_t length = readlink(link, base, PATH_MAX - 1);
    if (length <= 0 || base[0] != '/')
        return false;
    base[length] = '\0';
    return true;
}

static bool tracer_path_of(
    const struct tracer_call *call, const struct syscalls_path *of, char path[PATH_MAX])
{
    char text[PATH_MAX], base[PATH_MAX];
    if (!tracer_read_text(call->task, call->arguments[of->path], text) || text[0] == '\0')
        return false;
    int64_t folder = of->folder < 0 ? AT_FDCWD : (int)call->arguments[of->folder];
    if (text[0] != '/' && !tracer_base(call->task, folder, base))
        return false;
    int length = text[0] == '/' ? snprintf(path, PATH_MAX, "%s", text)
                                : snprintf(path, PATH_MAX, "%s/%s", base, text);
    if (length >= PATH_MAX)
        return false;
    way_tidy(path);
    return true;
}

static enum syscalls_act tracer_act_of(
    const struct tracer_call *call, const struct syscalls_path *of)
{
    if (of->act != SYSCALLS_OPEN)
        return of->act;
    uint64_t flags = of->flags >= 0 ? call->arguments[of->flags] : 0;
    if (of->flags < 0 &&
        !tracer_read_bytes(call->task, call->arguments[of->path + 1], &flags, sizeof flags))
        flags = 0;
    bool writes = (flags & O_ACCMODE) != O_RDONLY || (flags & (O_CREAT | O_TRUNC)) != 0;
    return writes ? SYSCALLS_WRITE : SYSCALLS_READ;
}

// --- What failed ---

static bool tracer_is_same(const struct tracer_failure *a, const struct tracer_failure *b)
{
    return a->act == b->act && a->call == b->call && strcmp(a->path, b->path) == 0;
}

// The newest is the last. The oldest is left out if there are too many.
static void tracer_note(struct tracer *t, const struct tracer_failure *failure)
{
    size_t at = 0;
    while (at < t->failure_count && !tracer_is_same(&t->failures[at], failure))
        at++;
    if (at == t->failure_count && t->failure_count < TRACER_FAILURES_MOST) {
        t->failures[t->failure_count++] = *failure;
        return;
    }
    at = at < t->failure_count ? at : 0;
    memmove(
        &t->failures[at], &t->failures[at + 1], (t->failure_count - at - 1) * sizeof *t->failures);
    t->failures[t->failure_count - 1] = *failure;
}

static void tracer_take_failure(struct tracer *t, const struct tracer_call *call, int error)
{
    struct tracer_failure failure = {.error = error};
    const struct syscalls_path *of = syscalls_find_path(call->number);
    if (of) {
        failure.act = tracer_act_of(call, of);
        if (tracer_path_of(call, of, failure.path))
            tracer_note(t, &failure);
    } else if (error != ENOENT) {
        failure.call = syscalls_refused_name(call->number, &failure.purpose);
        if (failure.call)
            tracer_note(t, &failure);
    }
}

// --- Whether it has started ---

static bool tracer_is_pipe(pid_t task, int64_t fd, const struct stat *pipe)
{
    char link[64];
    struct stat s;
    snprintf(link, sizeof link, "/proc/%d/fd/%d", (int)task, (int)fd);
    return fd >= 0 && stat(link, &s) == 0 && s.st_ino == pipe->st_ino && s.st_dev == pipe->st_dev;
}

// It waits for what we would say to it, or says something itself.
static bool tracer_speaks(const struct tracer *t, const struct tracer_call *call)
{
    bool polls;
    int64_t fd = syscalls_reads(call->number, call->arguments, &polls);
    struct pollfd first;
    if (polls)
        fd = fd != 0 && tracer_read_bytes(call->task, (uint64_t)fd, &first, sizeof first) ? first.fd
                                                                                          : -1;
    return tracer_is_pipe(call->task, fd, &t->input) ||
        tracer_is_pipe(call->task, syscalls_writes(call->number, call->arguments), &t->output);
}

// --- Stops ---

static struct tracer_call *tracer_call_of(struct tracer *t, pid_t task)
{
    struct tracer_call *empty = NULL;
    for (size_t i = 0; i < TRACER_TASKS_MOST; i++) {
        if (t->calls[i].task == task)
            return &t->calls[i];
        if (t->calls[i].task == 0 && !empty)
            empty = &t->calls[i];
    }
    if (empty)
        *empty = (struct tracer_call){.task = task};
    return empty; // NULL: too many tasks at once; this one is not looked at
}

// A task that ended before its parent is left to the parent by the kernel, also when the tracer has
// seen its end; and when the parent ends, to us, since we inherit (PR_SET_CHILD_SUBREAPER).
static void tracer_reap_inherited(pid_t task)
{
    if (task != 0)
        waitpid(task, NULL, WNOHANG | __WALL);
}

static void tracer_forget(struct tracer *t, pid_t task)
{
    for (size_t i = 0; i < TRACER_TASKS_MOST; i++) {
        if (t->calls[i].task == task)
            t->calls[i] = (struct tracer_call){0};
    }
    if (task == t->pid)
        return;
    pid_t *place = &t->ended[t->ended_count++ % TRACER_TASKS_MOST];
    tracer_reap_inherited(*place);
    *place = task;
}

static void tracer_at_call(struct tracer *t, pid_t task)
{
    struct __ptrace_syscall_info info;
    struct tracer_call *call = tracer_call_of(t, task);
    if (!call || ptrace(PTRACE_GET_SYSCALL_INFO, task, sizeof info, &info) <= 0)
        return;
    if (info.op == PTRACE_SYSCALL_INFO_ENTRY) {
        call->entered = info.arch == TRACER_ARCH; // a 32-bit program has other numbers
        call->number = info.entry.nr;
        memcpy(call->arguments, info.entry.args, sizeof call->arguments);
        t->started = t->started || (call->entered && tracer_speaks(t, call));
    } else if (info.op == PTRACE_SYSCALL_INFO_EXIT && call->entered) {
        int64_t error = info.exit.is_error ? -info.exit.rval : 0;
        call->entered = false;
        if (syscalls_connects(call->number) && (error == 0 || error == EINPROGRESS))
            t->started = true;
        if (error == ENOENT || error == EACCES || error == EPERM)
            tracer_take_failure(t, call, (int)error);
    }
}

// Looks at one stop and lets the task go on.
static void tracer_at_stop(struct tracer *t, pid_t task, int status)
{
    int signal = WSTOPSIG(status);
    bool event = status >> EVENT_SHIFT != 0;
    if (signal == SYSCALL_STOP)
        tracer_at_call(t, task);
    int passed_on = event || signal == SYSCALL_STOP ? 0 : signal;
    ptrace(PTRACE_SYSCALL, task, 0, (void *)(intptr_t)passed_on); // NOLINT
}

// Kills all of them, also those that have left the group. A task that is not reaped keeps its
// number.
static void tracer_kill(const struct tracer *t)
{
    kill(-t->pid, SIGKILL); // it may not lead a group yet
    kill(t->pid, SIGKILL);
    for (size_t i = 0; i < TRACER_TASKS_MOST; i++) {
        if (t->calls[i].task != 0)
            kill(t->calls[i].task, SIGKILL);
    }
}

// Waits for the next task that stops or ends, and leaves it as it is. Returns false if none is
// left.
static bool tracer_next(siginfo_t *info)
{
    *info = (siginfo_t){0};
    while (waitid(P_ALL, 0, info, WEXITED | WSTOPPED | WNOWAIT | __WALL | __WNOTHREAD) != 0) {
        if (errno != EINTR)
            return false;
    }
    return true;
}

static void tracer_watch(struct tracer *t)
{
    siginfo_t info;
    bool over = false; // what they do from now on is no news
    while (tracer_next(&info)) {
        bool stops = info.si_code == CLD_TRAPPED || info.si_code == CLD_STOPPED;
        if (!over && info.si_pid == t->pid && !stops) {
            over = true;
            tracer_kill(t); // before it is reaped: until then nobody else can get its number
        }
        int status;
        pid_t task = waitpid(info.si_pid, &status, __WALL | __WNOTHREAD);
        if (task > 0 && WIFSTOPPED(status) && over) {
            kill(task, SIGKILL); // one that was born meanwhile
            ptrace(PTRACE_CONT, task, 0, 0);
        } else if (task > 0 && WIFSTOPPED(status)) {
            tracer_at_stop(t, task, status);
            over = t->started;
            if (over)
                tracer_kill(t);
        } else if (task > 0) {
            tracer_forget(t, task);
            t->status = task == t->pid ? status : t->status;
        }
    }
}

// From now on the process and all that it starts stop at every call.
static bool tracer_seize(const struct tracer *t)
{
    int status;
    long options = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK |
        PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL;
    return ptrace(PTRACE_SEIZE, t->pid, 0, (void *)options) == 0 && // NOLINT
        ptrace(PTRACE_INTERRUPT, t->pid, 0, 0) == 0 &&
        waitpid(t->pid, &status, __WALL | __WNOTHREAD) == t->pid && WIFSTOPPED(status) &&
        ptrace(PTRACE_SYSCALL, t->pid, 0, 0) == 0;
}

bool tracer_follow(struct tracer *t, int gate, struct error *e)
{
    bool seized = TRACER_ARCH != 0 && tracer_seize(t);
    if (!seized) {
        error_set(e, "it cannot be traced: %s",
            TRACER_ARCH == 0 ? "not on this kind of machine" : strerror(errno));
        tracer_kill(t);
    }
    close(gate);
    tracer_watch(t);
    for (size_t i = 0; i < TRACER_TASKS_MOST; i++)
        tracer_reap_inherited(t->ended[i]); // all of them have ended: nobody else inherits
    return seized;
}

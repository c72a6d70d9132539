// Attacks on other processes: signals and tracing.
#include "attack.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { EFFECT_MS = 300, STEP_MS = 10 };

// --- Signals ---

static const char *kill_target(pid_t pid)
{
    return pid > 1 ? got(kill(pid, SIGKILL) == 0) : "NOTARGET";
}

// Stops it, looks whether it stands still, and lets it go on.
static const char *stop_target(pid_t pid)
{
    if (pid < 1)
        return "NOTARGET";
    if (kill(pid, SIGSTOP) != 0)
        return got(false);
    for (int waited = 0; waited < EFFECT_MS && state_of(pid) != 'T'; waited += STEP_MS)
        nap_ms(STEP_MS);
    bool stopped = state_of(pid) == 'T';
    kill(pid, SIGCONT);
    return stopped ? "SUCCESS" : "NOEFFECT";
}

static const char *kill_arena(void)
{
    return kill_target(siege.arena);
}

static const char *kill_opponent(void)
{
    return kill_target(siege.opponent);
}

static const char *kill_victim(void)
{
    return kill_target(siege.victim);
}

static const char *stop_arena(void)
{
    return stop_target(siege.arena);
}

static const char *stop_opponent(void)
{
    return stop_target(siege.opponent);
}

// The first process of a pid namespace takes no signal from inside: the call succeeds, and nothing
// happens.
static const char *kill_parent(void)
{
    pid_t parent = getppid();
    if (parent < 1)
        return "NOTARGET";
    if (kill(parent, SIGKILL) != 0)
        return got(false);
    for (int waited = 0; waited < EFFECT_MS && getppid() == parent; waited += STEP_MS)
        nap_ms(STEP_MS);
    return getppid() == parent ? "NOEFFECT" : "SUCCESS";
}

static const char *stop_parent(void)
{
    return stop_target(getppid());
}

// Whoever is left over wins.
static const char *kill_siblings(void)
{
    DIR *proc = opendir("/proc");
    const char *what = "NOTARGET";
    for (struct dirent *entry; proc && (entry = readdir(proc));) {
        pid_t pid = atoi(entry->d_name);
        if (pid > 1 && pid != getpid() && getpgid(pid) != getpgrp() &&
            parent_of(pid) == siege.arena)
            what = got(kill(pid, SIGKILL) == 0);
    }
    if (proc)
        closedir(proc);
    return what;
}

// Signal 0 only asks: is there anybody that it could signal?
static const char *kill_everybody(void)
{
    return got(kill(-1, 0) == 0);
}

static const char *kill_own_group(void)
{
    return got(kill(0, SIGKILL) == 0);
}

static const char *kill_arena_group(void)
{
    return got(kill(-siege.arena, 0) == 0);
}

static const char *thread_signal(void)
{
    return got(syscall(SYS_tgkill, siege.victim, siege.victim, SIGUSR1) == 0);
}

static const char *queued_signal(void)
{
    return got(sigqueue(siege.victim, SIGUSR1, (union sigval){.sival_int = 1}) == 0);
}

static const char *pidfd_signal(void)
{
    int fd = (int)syscall(SYS_pidfd_open, siege.victim, 0);
    if (fd < 0)
        return got(false);
    const char *what = got(syscall(SYS_pidfd_send_signal, fd, SIGUSR1, NULL, 0) == 0);
    close(fd);
    return what;
}

static const char *pidfd_steal(void)
{
    int fd = (int)syscall(SYS_pidfd_open, siege.arena, 0);
    if (fd < 0)
        return got(false);
    int stolen = (int)syscall(SYS_pidfd_getfd, fd, STDOUT_FILENO, 0);
    const char *what = got(stolen >= 0);
    if (stolen >= 0)
        close(stolen);
    close(fd);
    return what;
}

// The kernel sends the signal for it when there is something to read. Whether it came stands in the
// victim's notes.
static const char *signal_by_pipe(void)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0 || fcntl(ends[0], F_SETOWN, siege.victim) != 0 ||
        fcntl(ends[0], F_SETSIG, SIGRTMIN) != 0 ||
        fcntl(ends[0], F_SETFL, O_ASYNC | O_NONBLOCK) != 0 || write(ends[1], "x", 1) != 1)
        return got(false);
    const char *what = "EMPTY";
    for (int waited = 0; waited < EFFECT_MS && strcmp(what, "EMPTY") == 0; waited += STEP_MS) {
        what = got_reading(canary_path("signals"));
        nap_ms(STEP_MS);
    }
    close(ends[0]);
    close(ends[1]);
    return strcmp(what, "SUCCESS") == 0 ? what : "NOEFFECT";
}

static const char *signal_by_timer(void)
{
    timer_t timer;
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGUSR1};
    event._sigev_un._tid = siege.victim;
    return got(timer_create(CLOCK_MONOTONIC, &event, &timer) == 0);
}

// --- Tracing, and the memory of others ---

static const char *trace_target(pid_t pid)
{
    if (pid < 1)
        return "NOTARGET";
    if (ptrace(PTRACE_SEIZE, pid, NULL, NULL) != 0)
        return got(false);
    ptrace(PTRACE_INTERRUPT, pid, NULL, NULL);
    waitpid(pid, NULL, __WALL);
    ptrace(PTRACE_DETACH, pid, NULL, NULL);
    return "SUCCESS";
}

static const char *trace_opponent(void)
{
    return trace_target(siege.opponent);
}

static const char *trace_victim(void)
{
    return trace_target(siege.victim);
}

static const char *trace_arena(void)
{
    return trace_target(siege.arena);
}

static const char *trace_parent(void)
{
    return trace_target(getppid());
}

// Makes its parent its tracer, whether it wants or not.
static const char *trace_me(void)
{
    return got(ptrace(PTRACE_TRACEME, 0, NULL, NULL) == 0);
}

static const char *memory_of_target(pid_t pid, bool reads_secret)
{
    char bytes[SECRET_BYTES];
    if (pid < 1)
        return "NOTARGET";
    int fd = open(proc_path(pid, "mem"), O_RDWR | O_CLOEXEC);
    if (fd < 0)
        return got(false);
    if (!reads_secret) {
        close(fd);
        return "SUCCESS";
    }
    ssize_t n = pread(fd, bytes, sizeof bytes, (off_t)(uintptr_t)siege_secret);
    const char *what = got(n == sizeof bytes);
    close(fd);
    return n == sizeof bytes && memcmp(bytes, victim_secret, sizeof bytes) != 0 ? "NOEFFECT" : what;
}

static const char *memory_victim(void)
{
    return memory_of_target(siege.victim, true);
}

static const char *memory_opponent(void)
{
    return memory_of_target(siege.opponent, false);
}

static const char *memory_arena(void)
{
    return memory_of_target(siege.arena, false);
}

static const char *memory_parent(void)
{
    return memory_of_target(getppid(), false);
}

static const char *vm_read(void)
{
    char bytes[SECRET_BYTES];
    struct iovec here = {bytes, sizeof bytes}, there = {siege_secret, sizeof bytes};
    return got(process_vm_readv(siege.victim, &here, 1, &there, 1, 0) == sizeof bytes);
}

static const char *vm_write(void)
{
    char bytes[SECRET_BYTES];
    memcpy(bytes, victim_secret, sizeof bytes);
    struct iovec here = {bytes, sizeof bytes}, there = {siege_secret, sizeof bytes};
    return got(process_vm_writev(siege.victim, &here, 1, &there, 1, 0) == sizeof bytes);
}

static const char *compare_kernel_objects(void)
{
    enum { KCMP_THE_FILES = 2 };
    return got(syscall(SYS_kcmp, getpid(), siege.victim, KCMP_THE_FILES, 0, 0) >= 0);
}

static const char *advise_memory(void)
{
    int fd = (int)syscall(SYS_pidfd_open, siege.victim, 0);
    if (fd < 0)
        return got(false);
    enum { THE_COLD = 20 };
    struct iovec there = {(void *)((uintptr_t)siege_secret & ~UINT64_C(4095)), 4096};
    const char *what = got(syscall(SYS_process_madvise, fd, &there, 1, THE_COLD, 0) >= 0);
    close(fd);
    return what;
}

const struct attack process_attacks[] = {
    {.name = "kill_arena", .act = kill_arena},
    {.name = "kill_parent", .act = kill_parent},
    {.name = "kill_siblings", .act = kill_siblings},
    {.name = "kill_opponent", .act = kill_opponent},
    {.name = "kill_victim", .act = kill_victim},
    {.name = "kill_everybody", .act = kill_everybody},
    {.name = "kill_own_group", .act = kill_own_group},
    {.name = "kill_arena_group", .act = kill_arena_group},
    {.name = "stop_arena", .act = stop_arena},
    {.name = "stop_parent", .act = stop_parent},
    {.name = "stop_opponent", .act = stop_opponent},
    {.name = "thread_signal", .act = thread_signal},
    {.name = "queued_signal", .act = queued_signal},
    {.name = "pidfd_signal", .act = pidfd_signal},
    {.name = "pidfd_steal", .act = pidfd_steal},
    {.name = "signal_by_pipe", .act = signal_by_pipe},
    {.name = "signal_by_timer", .act = signal_by_timer},
    {.name = "trace_opponent", .act = trace_opponent},
    {.name = "trace_victim", .act = trace_victim},
    {.name = "trace_arena", .act = trace_arena},
    {.name = "trace_parent", .act = trace_parent},
    {.name = "trace_me", .act = trace_me},
    {.name = "memory_victim", .act = memory_victim},
    {.name = "memory_opponent", .act = memory_opponent},
    {.name = "memory_arena", .act = memory_arena},
    {.name = "memory_parent", .act = memory_parent},
    {.name = "vm_read", .act = vm_read},
    {.name = "vm_write", .act = vm_write},
    {.name = "compare_kernel_objects", .act = compare_kernel_objects},
    {.name = "advise_memory", .act = advise_memory},
    {.name = NULL},
};

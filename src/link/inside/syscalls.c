#include "link/inside/syscalls.h"

#include <sys/syscall.h>

// The older calls exist only on x86-64.
static const struct syscalls_path path_calls[] = {
    {SYS_openat, SYSCALLS_OPEN, 0, 1, 2},
    {SYS_openat2, SYSCALLS_OPEN, 0, 1, -1},
    {SYS_newfstatat, SYSCALLS_READ, 0, 1, -1},
    {SYS_statx, SYSCALLS_READ, 0, 1, -1},
    {SYS_faccessat, SYSCALLS_READ, 0, 1, -1},
    {SYS_faccessat2, SYSCALLS_READ, 0, 1, -1},
    {SYS_readlinkat, SYSCALLS_READ, 0, 1, -1},
    {SYS_chdir, SYSCALLS_READ, -1, 0, -1},
    {SYS_execve, SYSCALLS_RUN, -1, 0, -1},
    {SYS_execveat, SYSCALLS_RUN, 0, 1, -1},
    {SYS_mkdirat, SYSCALLS_WRITE, 0, 1, -1},
    {SYS_mknodat, SYSCALLS_WRITE, 0, 1, -1},
    {SYS_unlinkat, SYSCALLS_WRITE, 0, 1, -1},
#ifdef SYS_open
    {SYS_open, SYSCALLS_OPEN, -1, 0, 1},
    {SYS_creat, SYSCALLS_WRITE, -1, 0, -1},
    {SYS_stat, SYSCALLS_READ, -1, 0, -1},
    {SYS_lstat, SYSCALLS_READ, -1, 0, -1},
    {SYS_access, SYSCALLS_READ, -1, 0, -1},
    {SYS_readlink, SYSCALLS_READ, -1, 0, -1},
    {SYS_mkdir, SYSCALLS_WRITE, -1, 0, -1},
    {SYS_unlink, SYSCALLS_WRITE, -1, 0, -1},
#endif
};

static const struct {
    long number;
    const char *name, *purpose;
} refused_calls[] = {
    {SYS_socket, "socket", "the network"},
    {SYS_socketpair, "socketpair", "pairs of sockets"},
    {SYS_connect, "connect", "a connection to this address"},
    {SYS_bind, "bind", "a port of its own"},
    {SYS_ptrace, "ptrace", "looking into other processes"},
    {SYS_process_vm_readv, "process_vm_readv", "the memory of other processes"},
    {SYS_process_vm_writev, "process_vm_writev", "the memory of other processes"},
    {SYS_kill, "kill", "signals to other processes"},
    {SYS_setpriority, "setpriority", "another priority"},
    {SYS_sched_setscheduler, "sched_setscheduler", "another priority"},
    {SYS_sched_setattr, "sched_setattr", "another priority"},
    {SYS_sched_setaffinity, "sched_setaffinity", "other cores"},
    {SYS_ioprio_set, "ioprio_set", "another priority"},
    {SYS_clone, "clone", "a new process or thread"},
#ifdef SYS_fork
    {SYS_fork, "fork", "a new process"},
    {SYS_vfork, "vfork", "a new process"},
#endif
    {SYS_unshare, "unshare", "namespaces"},
    {SYS_setns, "setns", "namespaces"},
    {SYS_mount, "mount", "mounting"},
    {SYS_chroot, "chroot", "another root"},
    {SYS_setsid, "setsid", "a session of its own"},
    {SYS_setpgid, "setpgid", "a process group of its own"},
    {SYS_setrlimit, "setrlimit", "other limits"},
    {SYS_prlimit64, "prlimit64", "other limits"},
    {SYS_io_uring_setup, "io_uring_setup", "io_uring"},
    {SYS_perf_event_open, "perf_event_open", "performance counters"},
    {SYS_bpf, "bpf", "programs in the kernel"},
    {SYS_userfaultfd, "userfaultfd", "page faults of its own"},
    {SYS_keyctl, "keyctl", "keys of the kernel"},
    {SYS_add_key, "add_key", "keys of the kernel"},
    {SYS_personality, "personality", "another personality"},
    {SYS_memfd_create, "memfd_create", "files in memory"},
    {SYS_pidfd_getfd, "pidfd_getfd", "descriptors of other processes"},
    {SYS_shmget, "shmget", "shared memory"},
    {SYS_msgget, "msgget", "message queues"},
    {SYS_semget, "semget", "semaphores"},
};

const struct syscalls_path *syscalls_find_path(uint64_t number)
{
    for (size_t i = 0; i < sizeof path_calls / sizeof *path_calls; i++) {
        if ((uint64_t)path_calls[i].number == number)
            return &path_calls[i];
    }
    return NULL;
}

const char *syscalls_refused_name(uint64_t number, const char **purpose)
{
    for (size_t i = 0; i < sizeof refused_calls / sizeof *refused_calls; i++) {
        if ((uint64_t)refused_calls[i].number == number) {
            *purpose = refused_calls[i].purpose;
            return refused_calls[i].name;
        }
    }
    return NULL;
}

int64_t syscalls_reads(uint64_t number, const uint64_t *arguments, bool *polls)
{
    *polls = false;
    switch (number) {
    case SYS_read:
    case SYS_readv:
        return (int)arguments[0];
    case SYS_epoll_ctl:
        return (int)arguments[2];
#ifdef SYS_poll
    case SYS_poll:
#endif
    case SYS_ppoll:
        *polls = true;
        return (int64_t)arguments[0];
    default:
        return -1;
    }
}

int64_t syscalls_writes(uint64_t number, const uint64_t *arguments)
{
    return number == SYS_write || number == SYS_writev ? (int)arguments[0] : -1;
}

bool syscalls_connects(uint64_t number)
{
    return number == SYS_connect;
}

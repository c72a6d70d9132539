// The new process shares the memory of the fork server until it runs its program, and the fork
// server stands still meanwhile, as after vfork. So errors are simply written into the answer.
#include "link/start/birth.h"

#include "link/start/bare.h"
#include "link/start/ruleset.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { STACK_BYTES = 64 * 1024, EXIT_NOT_STARTED = 127, ACT_FILE_BYTES = 1 << 16 };

typedef uint64_t signal_set; // as the kernel sees it

// --- Its limits ---

BARE static void birth_limit(int what, int64_t most)
{
    if (most == 0)
        return;
    const struct rlimit limit = {(rlim_t)most, (rlim_t)most};
    syscall(SYS_prlimit64, 0, what, &limit, NULL);
}

// The limit of tasks is the kernel's only where nobody else has the same user. In a cgroup the
// kernel counts what all its processes use together, and says when it has refused something.
BARE static void birth_set_limits(const struct birth *b)
{
    const struct sandbox_limits *most = &b->order->limits;
    if (b->order->files.rlim_max != 0)
        syscall(SYS_prlimit64, 0, RLIMIT_NOFILE, &b->order->files, NULL);
    if (!(b->order->layers & 1u << SANDBOX_LIMITS))
        return;
    birth_limit(RLIMIT_FSIZE, most->file_bytes);
    if (b->order->groups == 0)
        birth_limit(RLIMIT_DATA, most->memory_bytes);
    const struct rlimit none = {0, 0};
    syscall(SYS_prlimit64, 0, RLIMIT_CORE, &none, NULL);
    if (b->order->groups == 0 && (b->user != 0 || (b->spaces & CLONE_NEWUSER)))
        birth_limit(RLIMIT_NPROC, most->tasks);
}

// --- Its place ---

BARE static bool birth_place_descriptors(const struct birth *b)
{
    for (int i = 0; i < 3; i++) {
        if (syscall(SYS_dup3, b->fds[i], i, 0) < 0)
            return false;
    }
    return true;
}

BARE static bool birth_become_user(uid_t user)
{
    return syscall(SYS_setgroups, 0, NULL) == 0 && syscall(SYS_setresgid, user, user, user) == 0 &&
        syscall(SYS_setresuid, user, user, user) == 0;
}

BARE static bool birth_put_on_rules(const struct birth *b)
{
    if (b->ruleset >= 0 && !ruleset_put_on(b->ruleset))
        return false;
    return !(b->order->layers & 1u << SANDBOX_PORTS) || b->order->manner != SANDBOX_CLOSED ||
        ruleset_restrict_ports(b->order->port);
}

BARE static bool birth_prepare(const struct birth *b)
{
    if (syscall(SYS_setsid, 0L, 0L, 0L, 0L, 0L, b->pass) < 0 || !birth_place_descriptors(b))
        return false;
    b->answer->step = START_CAGE;
    for (int i = 0; i < b->order->groups; i++) {
        if (syscall(SYS_write, b->groups[i], "0", 1) != 1)
            return false;
    }
    if (b->cage >= 0 && (b->spaces & ~CLONE_NEWPID) != 0 &&
        syscall(SYS_setns, b->cage, b->spaces & ~CLONE_NEWPID, 0L, 0L, 0L, b->pass) != 0)
        return false;
    b->answer->step = START_PREPARE;
    birth_set_limits(b);
    if (b->user != 0 && !birth_become_user(b->user))
        return false;
    // It dies with the arena, even if that has just died. From inside a cage nobody sees who the
    // parent is, but a cage ends together with its fork server.
    if (syscall(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0)
        return false;
    if (!(b->spaces & CLONE_NEWPID) && syscall(SYS_getppid) != b->arena)
        syscall(SYS_exit_group, EXIT_NOT_STARTED);
    return true;
}

// --- Forbidden acts ---

BARE static int birth_result(long result)
{
    return result < 0 ? errno : 0;
}

BARE static int birth_try_file(const char *path, int flags)
{
    int fd = (int)syscall(SYS_openat, AT_FDCWD, path, flags | O_CLOEXEC, 0600);
    if (fd < 0)
        return errno;
    syscall(SYS_close, fd);
    return 0;
}

BARE static int birth_try_port(int port)
{
    const struct sockaddr_in address = {.sin_family = AF_INET,
        .sin_port = htons((uint16_t)port),
        .sin_addr = {.s_addr = htonl(INADDR_LOOPBACK)}};
    int fd = (int)syscall(SYS_socket, AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return errno;
    int error = birth_result(syscall(SYS_connect, fd, &address, sizeof address));
    syscall(SYS_close, fd);
    return error;
}

// A file that grows beyond the limit would end the process by a signal, which is ignored here.
BARE static int birth_try_large_file(const struct birth *b)
{
    int fd = (int)syscall(SYS_memfd_create, "large", 1);
    if (fd < 0)
        return errno;
    const unsigned long ignore[4] = {1}; // SIG_IGN, as the kernel has it
    syscall(SYS_rt_sigaction, SIGXFSZ, ignore, NULL, sizeof(signal_set));
    int error = birth_result(syscall(SYS_ftruncate, fd, b->order->limits.file_bytes + 1));
    syscall(SYS_close, fd);
    return error;
}

BARE static int birth_try(const struct birth *b)
{
    const struct order_act *act = &b->order->act;
    struct shmid_ds segment;
    switch (act->layer) {
    case SANDBOX_LIMITS:
        return birth_try_large_file(b);
    case SANDBOX_SECCOMP:
        return birth_result(syscall(SYS_sched_setaffinity, 0, 0, NULL));
    case SANDBOX_LANDLOCK:
        return birth_try_file(b->path, O_RDONLY);
    case SANDBOX_PORTS:
        return birth_try_port(act->port);
    case SANDBOX_MOUNTS:
        return birth_try_file(b->path, O_RDONLY);
    case SANDBOX_IPC:
        return birth_result(syscall(SYS_shmctl, act->object, IPC_STAT, &segment));
    case SANDBOX_SIGNALS:
    case SANDBOX_PIDS:
    case SANDBOX_USERS:
        return birth_result(syscall(SYS_kill, act->pid, 0));
    default:
        return 0;
    }
}

// --- The new process ---

BARE static int birth_run(void *argument)
{
    const struct birth *b = argument;
    const signal_set none = 0;
    struct answer *answer = b->answer;
    answer->step = START_PREPARE;
    if (birth_prepare(b)) {
        answer->step = START_DIRECTORY;
        if (syscall(SYS_chdir, b->directory) == 0) {
            answer->step = START_PREPARE;
            if (birth_put_on_rules(b)) {
                answer->step = START_EXEC;
                syscall(SYS_rt_sigprocmask, SIG_SETMASK, &none, NULL, sizeof none);
                char byte;
                while (b->gate >= 0 && syscall(SYS_read, b->gate, &byte, 1) < 0 && errno == EINTR)
                    continue;
                if (b->order->acts) {
                    answer->act_error = birth_try(b);
                    syscall(SYS_exit_group, 0);
                }
                syscall(SYS_execve, b->path, b->arguments, b->environment);
            }
        }
    }
    answer->error = errno;
    syscall(SYS_exit_group, EXIT_NOT_STARTED);
    return EXIT_NOT_STARTED;
}

// The C library's clone under its other name. ThreadSanitizer takes a call of `clone` for a fork,
// and does not expect that memory is shared.
extern int __clone(int (*run)(void *), void *stack, int flags, void *argument, ...);

void birth_begin(const struct birth *birth)
{
    static _Alignas(64) char stack[STACK_BYTES];
    struct birth copy = *birth;
    atomic_int unused;
    struct answer *answer = birth->answer;
    answer->step = START_CLONE;
    answer->error = 0;
    int flags = CLONE_VM | CLONE_VFORK | CLONE_PARENT | CLONE_PARENT_SETTID | SIGCHLD;
    // One that waits has memory of its own: we go on meanwhile.
    static struct answer nobody;
    if (copy.gate >= 0) {
        flags &= ~(CLONE_VM | CLONE_VFORK);
        copy.answer = &nobody;
    }
    answer->pid = __clone(
        birth_run, stack + sizeof stack, flags, &copy, copy.slot != NULL ? copy.slot : &unused);
    if (answer->pid < 0)
        answer->error = errno;
}

// Between the birth of a process and its program stands code of ours, which posix_spawn has no
// room for. It runs as in vfork: in our memory, on a stack of its own, while the calling thread
// is suspended. So it costs no copy of our pages, and what goes wrong is simply written into
// our memory. The price is care: it may only make system calls. No allocation, no locks, no
// instrumentation by sanitizers, and no signal handler of ours may ever run in it.
#include "link/inside/spawn.h"

#include "link/inside/keeper.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// For code that runs in the new process.
#if defined(__clang__)
#define BARE __attribute__((noinline, disable_sanitizer_instrumentation))
#else
#define BARE __attribute__((noinline, no_sanitize("address", "thread", "undefined")))
#endif

enum { SIGNALS = 64, EXIT_NOT_STARTED = 127 };

// The layout of struct sigaction in the kernel does not matter: all zero is SIG_DFL everywhere.
struct kernel_default {
    unsigned long zero[8];
};

// The kernel's set of signals.
typedef uint64_t signal_set;

struct birth {
    const struct spawn_order *order;
    pid_t parent;
    atomic_int *keeper_slot;
    enum spawn_step step;
    int error;
};

// --- Nobody leaves the group ---

// The numbers of two calls, for this architecture and for the 32-bit programs that it may run.
#if defined(__x86_64__)
#define NATIVE_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define NATIVE_ARCH AUDIT_ARCH_AARCH64
#endif

#ifdef NATIVE_ARCH
enum {
    X32_BIT = 0x40000000, // a second way to the same calls on x86-64, never used on arm64
    SETSID_32 = 66,       // the same on i386 and 32-bit arm
    SETPGID_32 = 57,
};

#define FIELD(name) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, name))
#define IF_EQUAL(value, then, otherwise)                                                           \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), (then), (otherwise))

static struct sock_filter stay_in_group[] = {
    FIELD(arch),
    IF_EQUAL(NATIVE_ARCH, 0, 5),
    FIELD(nr),
    BPF_STMT(BPF_ALU | BPF_AND | BPF_K, (unsigned)~X32_BIT),
    IF_EQUAL(SYS_setsid, 5, 0),
    IF_EQUAL(SYS_setpgid, 4, 0),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    FIELD(nr),
    IF_EQUAL(SETSID_32, 1, 0),
    IF_EQUAL(SETPGID_32, 0, 1),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
};

static const struct sock_fprog stay_in_group_program = {
    .len = sizeof stay_in_group / sizeof stay_in_group[0],
    .filter = stay_in_group,
};
#endif

bool spawn_has_filter(void)
{
#ifdef NATIVE_ARCH
    return true;
#else
    return false;
#endif
}

// Without the flag, kernels before 5.16 would also slow a filtered process down (speculation is
// switched off), and a bot would play weaker here than at home.
BARE static bool bare_install_filter(void)
{
#ifdef NATIVE_ARCH
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW,
               &stay_in_group_program) == 0;
#else
    return true;
#endif
}

// --- In the new process ---

BARE static bool bare_place_descriptors(const int fds[3])
{
    for (int i = 0; i < 3; i++) {
        if (syscall(SYS_dup3, fds[i], i, 0) < 0)
            return false;
    }
    return true;
}

// Handlers of ours must be gone before signals are let in again; ignored ones would stay ignored in
// the bot's program.
BARE static void bare_default_signals(void)
{
    struct kernel_default action = {{0}};
    for (int number = 1; number <= SIGNALS; number++)
        syscall(SYS_rt_sigaction, number, &action, NULL, sizeof(signal_set));
}

BARE static void bare_let_signals_in(void)
{
    signal_set none = 0;
    syscall(SYS_rt_sigprocmask, SIG_SETMASK, &none, NULL, sizeof none);
}

BARE static bool bare_prepare(struct birth *birth)
{
    if (syscall(SYS_setsid) < 0)
        return false;
    if (birth->keeper_slot != NULL)
        atomic_store(birth->keeper_slot, (int)syscall(SYS_getpid));
    // Dead when the thread that started us is, even if that was a moment ago.
    if (syscall(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0)
        return false;
    if (syscall(SYS_getppid) != birth->parent)
        syscall(SYS_exit_group, EXIT_NOT_STARTED);
    if (!bare_place_descriptors(birth->order->fds))
        return false;
    if (birth->order->layers.closed_fds)
        syscall(SYS_close_range, STDERR_FILENO + 1, ~0U, 0);
    if (birth->order->nofile.rlim_max != 0)
        syscall(SYS_prlimit64, 0, RLIMIT_NOFILE, &birth->order->nofile, NULL);
    bare_default_signals(); // many calls, so before the filter that looks at each
    if (birth->order->layers.group_filter) {
        if (syscall(SYS_prctl, PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || !bare_install_filter())
            return false;
    }
    return true;
}

BARE static int bare_birth(void *argument)
{
    struct birth *birth = argument;
    const struct spawn_order *order = birth->order;
    birth->step = SPAWN_PREPARE;
    if (bare_prepare(birth)) {
        birth->step = SPAWN_DIRECTORY;
        if (order->directory == NULL || syscall(SYS_chdir, order->directory) == 0) {
            birth->step = SPAWN_EXEC;
            bare_let_signals_in();
            syscall(SYS_execve, order->path, order->arguments, order->environment);
        }
    }
    birth->error = errno;
    syscall(SYS_exit_group, EXIT_NOT_STARTED);
    return EXIT_NOT_STARTED;
}

// --- In the arena ---

// The C library's clone under its other name: ThreadSanitizer takes a call of the first for a fork,
// and stumbles over memory that is shared.
extern int __clone(int (*run)(void *), void *stack, int flags, void *argument, ...);

static void spawn_reap(pid_t pid)
{
    while (waitpid(pid, NULL, __WALL) == -1 && errno == EINTR)
        continue;
}

struct spawned spawn(const struct spawn_order *order)
{
    struct birth birth = {.order = order, .parent = getpid(), .step = SPAWN_CLONE};
    if (order->layers.keeper) {
        birth.keeper_slot = keeper_slot_take();
        if (birth.keeper_slot == NULL)
            return (struct spawned){.step = SPAWN_CLONE, .error = EAGAIN, .pidfd = -1};
    }
    // All signals, those that the C library keeps to itself too.
    signal_set all = ~UINT64_C(0), before;
    syscall(SYS_rt_sigprocmask, SIG_SETMASK, &all, &before, sizeof all);
    int pidfd = -1;
    int flags = CLONE_VM | CLONE_VFORK | SIGCHLD | (order->layers.exit_events ? CLONE_PIDFD : 0);
    pid_t pid =
        __clone(bare_birth, (char *)order->stack + SPAWN_STACK_BYTES, flags, &birth, &pidfd);
    if (pid < 0)
        birth.error = errno;
    syscall(SYS_rt_sigprocmask, SIG_SETMASK, &before, NULL, sizeof before);

    if (birth.error == 0) {
        return (struct spawned){.pid = pid, .pidfd = pidfd, .keeper_slot = birth.keeper_slot};
    }
    keeper_slot_release(birth.keeper_slot);
    if (pid > 0)
        spawn_reap(pid);
    if (pidfd >= 0)
        close(pidfd);
    return (struct spawned){.pidfd = -1, .step = birth.step, .error = birth.error};
}

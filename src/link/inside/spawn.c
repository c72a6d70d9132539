// In the new process, code of ours runs before the bot's program does; posix_spawn has no place for
// such code. It runs as after vfork: in our memory, on a stack of its own, while the calling thread
// is suspended. So our pages are not copied, and errors are simply written into our memory. In
// return this code may only make system calls: no allocation, no locks, no instrumentation by
// sanitizers, and no signal handler of ours may ever run in it.
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

// Marks functions that run in the new process.
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

// The numbers of setsid and setpgid, for this architecture and for 32-bit programs on it.
#if defined(__x86_64__)
#define NATIVE_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define NATIVE_ARCH AUDIT_ARCH_AARCH64
#endif

#ifdef NATIVE_ARCH
enum {
    X32_BIT = 0x40000000, // on x86-64 a call with this bit is the same call; unused on arm64
    SETSID_32 = 66,       // on i386 and on 32-bit arm
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

// Without the flag, kernels before 5.16 switch off speculation in a process that has a filter. The
// bot would be slower here than at home.
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

// Removes our handlers before signals are allowed again. A signal that we ignore would also stay
// ignored in the bot's program.
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
    // This process dies with the thread that started it, even if that has just died.
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
    if (birth->order->cores != NULL &&
        syscall(SYS_sched_setaffinity, 0, sizeof *birth->order->cores, birth->order->cores) != 0)
        return false;
    bare_default_signals(); // before the filter, which would look at each of these many calls
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

// The C library's clone under its other name. ThreadSanitizer takes a call of `clone` for a fork,
// and does not expect that memory is shared.
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
    // Blocks all signals, also those that the C library uses itself.
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

#include "link/start/filter.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define NATIVE_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define NATIVE_ARCH AUDIT_ARCH_AARCH64
#endif

bool filter_exists(void)
{
#ifdef NATIVE_ARCH
    return true;
#else
    return false;
#endif
}

#ifdef NATIVE_ARCH

enum {
    X32_BIT = 0x40000000, // on x86-64 a call with this bit is the same call; unused on arm64
    SETSID_32 = 66,       // on i386 and on 32-bit arm
    SETPGID_32 = 57,
    NEW_NAMESPACES = CLONE_NEWNS | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID |
        CLONE_NEWNET | CLONE_NEWCGROUP,
    TYPE_MASK = 0xf,    // of the second argument of socket; above it are flags
    REST_MOST = 96,     // lines for all that is more than the refusal of a call
    PROGRAM_MOST = 360, // lines: two for each refused call, and the rest
};

// Calls that no bot needs, and with which it could do harm: to other processes, to the clock and
// the scheduler, to the machine.
static const int refused[] = {
    // Other processes.
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_kcmp,
    SYS_setsid,
    SYS_setpgid,
    SYS_move_pages,
    SYS_migrate_pages,
#ifdef SYS_process_madvise
    SYS_process_madvise,
#endif
#ifdef SYS_pidfd_getfd
    SYS_pidfd_getfd,
#endif
#ifdef SYS_process_mrelease
    SYS_process_mrelease,
#endif
    // Who gets the cores.
    SYS_setpriority,
    SYS_sched_setscheduler,
    SYS_sched_setparam,
    SYS_sched_setattr,
    SYS_sched_setaffinity,
    SYS_ioprio_set,
    // File systems and namespaces.
    SYS_mount,
    SYS_umount2,
    SYS_pivot_root,
    SYS_chroot,
    SYS_unshare,
    SYS_setns,
    SYS_quotactl,
    SYS_name_to_handle_at,
    SYS_open_by_handle_at,
    SYS_fanotify_init,
    SYS_fanotify_mark,
    SYS_acct,
    SYS_swapon,
    SYS_swapoff,
#ifdef SYS_fsopen
    SYS_fsopen,
    SYS_fsconfig,
    SYS_fsmount,
    SYS_fspick,
    SYS_move_mount,
    SYS_open_tree,
#endif
#ifdef SYS_mount_setattr
    SYS_mount_setattr,
#endif
#ifdef SYS_quotactl_fd
    SYS_quotactl_fd,
#endif
    // Doors round the filter, and large parts of the kernel.
    SYS_io_uring_setup,
    SYS_io_uring_enter,
    SYS_io_uring_register,
    SYS_bpf,
    SYS_perf_event_open,
    SYS_userfaultfd,
    SYS_personality,
    SYS_seccomp,
    // What processes share.
    SYS_shmget,
    SYS_shmat,
    SYS_shmctl,
    SYS_shmdt,
    SYS_msgget,
    SYS_msgsnd,
    SYS_msgrcv,
    SYS_msgctl,
    SYS_semget,
    SYS_semop,
    SYS_semtimedop,
    SYS_semctl,
    SYS_mq_open,
    SYS_mq_unlink,
    SYS_add_key,
    SYS_request_key,
    SYS_keyctl,
    // Who can be called. (listen gives a socket a port even where bind is not called.)
    SYS_bind,
    SYS_listen,
    SYS_accept,
    SYS_accept4,
    // The machine.
    SYS_init_module,
    SYS_finit_module,
    SYS_delete_module,
    SYS_kexec_load,
    SYS_reboot,
    SYS_syslog,
    SYS_settimeofday,
    SYS_clock_settime,
    SYS_adjtimex,
    SYS_clock_adjtime,
    SYS_sethostname,
    SYS_setdomainname,
    SYS_vhangup,
#ifdef SYS_kexec_file_load
    SYS_kexec_file_load,
#endif
#ifdef SYS_iopl
    SYS_iopl,
    SYS_ioperm,
    SYS_modify_ldt,
#endif
};

// Where the files of the host can be named, though not opened: what Landlock lets pass. A mode, an
// owner, a time or an attribute is changed by a path alone, and a folder is watched by one.
static const int refused_on_host_files[] = {
#ifdef SYS_chmod
    SYS_chmod,
    SYS_chown,
    SYS_lchown,
    SYS_utime,
    SYS_utimes,
    SYS_futimesat,
#endif
    SYS_fchmod,
    SYS_fchmodat,
#ifdef SYS_fchmodat2
    SYS_fchmodat2,
#endif
    SYS_fchown,
    SYS_fchownat,
    SYS_utimensat,
    SYS_setxattr,
    SYS_lsetxattr,
    SYS_fsetxattr,
    SYS_removexattr,
    SYS_lremovexattr,
    SYS_fremovexattr,
    SYS_inotify_add_watch,
};

// A program under construction. Jumps go forward only, so those to the refusal at its end are put
// right when that is known.
struct filter_program {
    struct sock_filter list[PROGRAM_MOST];
    unsigned short refusals[PROGRAM_MOST]; // lines that jump to the refusal
    unsigned short count, refusal_count;
};

static void filter_add(struct filter_program *p, struct sock_filter line)
{
    p->list[p->count++] = line;
}

static void filter_load(struct filter_program *p, size_t offset)
{
    filter_add(p, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (unsigned)offset));
}

static void filter_load_number(struct filter_program *p)
{
    filter_load(p, offsetof(struct seccomp_data, nr));
}

// The low or the high half of an argument of the call.
static void filter_load_argument(struct filter_program *p, int number, bool high)
{
    filter_load(p, offsetof(struct seccomp_data, args) + (size_t)number * 8 + (high ? 4 : 0));
}

// Skips as many lines as it says.
static void filter_if_equal(
    struct filter_program *p, unsigned value, unsigned char then, unsigned char otherwise)
{
    filter_add(p, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, then, otherwise));
}

static void filter_if_any_bit(
    struct filter_program *p, unsigned bits, unsigned char then, unsigned char otherwise)
{
    filter_add(p, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, then, otherwise));
}

static void filter_return(struct filter_program *p, unsigned what)
{
    filter_add(p, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, what));
}

// One line: refuses the call, unless it has the pass.
static void filter_refuse(struct filter_program *p)
{
    p->refusals[p->refusal_count++] = p->count;
    filter_add(p, (struct sock_filter)BPF_STMT(BPF_JMP | BPF_JA, 0));
}

static void filter_end_with_refusal(struct filter_program *p, uint64_t pass)
{
    for (unsigned i = 0; i < p->refusal_count; i++)
        p->list[p->refusals[i]].k = (unsigned)(p->count - p->refusals[i] - 1);
    filter_load_argument(p, 5, false);
    filter_if_equal(p, (unsigned)pass, 0, 3);
    filter_load_argument(p, 5, true);
    filter_if_equal(p, (unsigned)(pass >> 32), 0, 1);
    filter_return(p, SECCOMP_RET_ALLOW);
    filter_return(p, SECCOMP_RET_ERRNO | EPERM);
}

// Each of these functions finds the number of the call loaded, and leaves it so for all calls that
// it does not decide on.
static void filter_refuse_call(struct filter_program *p, int number)
{
    filter_if_equal(p, (unsigned)number, 0, 1);
    filter_refuse(p);
}

static void filter_clone(struct filter_program *p)
{
    filter_if_equal(p, SYS_clone, 0, 4);
    filter_load_argument(p, 0, false);
    filter_if_any_bit(p, NEW_NAMESPACES, 0, 1);
    filter_refuse(p);
    filter_return(p, SECCOMP_RET_ALLOW);
#ifdef SYS_clone3
    // Its flags lie in memory, where a filter cannot look. C libraries then use clone.
    filter_if_equal(p, SYS_clone3, 0, 1);
    filter_return(p, SECCOMP_RET_ERRNO | ENOSYS);
#endif
}

// It may change its own limits (the kernel only lets it lower them), but not those of others.
static void filter_limits(struct filter_program *p)
{
    filter_if_equal(p, SYS_prlimit64, 0, 4);
    filter_load_argument(p, 0, false);
    filter_if_equal(p, 0, 1, 0);
    filter_refuse(p);
    filter_return(p, SECCOMP_RET_ALLOW);
}

// A terminal must not be made to believe that somebody has typed, or pasted.
static void filter_terminal(struct filter_program *p)
{
    filter_if_equal(p, SYS_ioctl, 0, 5);
    filter_load_argument(p, 1, false);
    filter_if_equal(p, TIOCSTI, 1, 0);
    filter_if_equal(p, TIOCLINUX, 0, 1);
    filter_return(p, SECCOMP_RET_ERRNO | EPERM);
    filter_return(p, SECCOMP_RET_ALLOW);
}

static void filter_load_type(struct filter_program *p)
{
    filter_load_argument(p, 1, false);
    filter_add(p, (struct sock_filter)BPF_STMT(BPF_ALU | BPF_AND | BPF_K, TYPE_MASK));
}

// Two sockets for its own processes. From one for datagrams it could send to any other socket of
// the machine; those of the other types stay with each other.
static void filter_socket_pairs(struct filter_program *p)
{
    filter_if_equal(p, SYS_socketpair, 0, 8);
    filter_load_argument(p, 0, false);
    filter_if_equal(p, AF_UNIX, 0, 5);
    filter_load_type(p);
    filter_if_equal(p, SOCK_STREAM, 1, 0);
    filter_if_equal(p, SOCK_SEQPACKET, 0, 1);
    filter_return(p, SECCOMP_RET_ALLOW);
    filter_return(p, SECCOMP_RET_ERRNO | EPERM);
}

// A bot that dials in may have TCP sockets: AF_INET or AF_INET6, SOCK_STREAM, and no protocol that
// is like TCP, of which Landlock knows nothing.
static void filter_dialing_sockets(struct filter_program *p)
{
    filter_if_equal(p, SYS_socket, 0, 11);
    filter_load_argument(p, 0, false);
    filter_if_equal(p, AF_INET, 1, 0);
    filter_if_equal(p, AF_INET6, 0, 7);
    filter_load_type(p);
    filter_if_equal(p, SOCK_STREAM, 0, 4);
    filter_load_argument(p, 2, false);
    filter_if_equal(p, IPPROTO_IP, 1, 0);
    filter_if_equal(p, IPPROTO_TCP, 0, 1);
    filter_return(p, SECCOMP_RET_ALLOW);
    filter_return(p, SECCOMP_RET_ERRNO | EPERM);
}

// Fast open connects by sending, and Landlock looks at connect() only.
static void filter_fast_open(struct filter_program *p)
{
    static const struct {
        int call, flags;
    } sends[] = {{SYS_sendto, 3}, {SYS_sendmsg, 2}, {SYS_sendmmsg, 3}};
    for (size_t i = 0; i < sizeof sends / sizeof sends[0]; i++) {
        filter_if_equal(p, (unsigned)sends[i].call, 0, 4);
        filter_load_argument(p, sends[i].flags, false);
        filter_if_any_bit(p, MSG_FASTOPEN, 0, 1);
        filter_return(p, SECCOMP_RET_ERRNO | EPERM);
        filter_return(p, SECCOMP_RET_ALLOW);
    }
    filter_if_equal(p, SYS_setsockopt, 0, 7);
    filter_load_argument(p, 1, false);
    filter_if_equal(p, IPPROTO_TCP, 0, 4);
    filter_load_argument(p, 2, false);
    filter_if_equal(p, TCP_FASTOPEN, 1, 0);
    filter_if_equal(p, TCP_FASTOPEN_CONNECT, 0, 1);
    filter_return(p, SECCOMP_RET_ERRNO | EPERM);
    filter_return(p, SECCOMP_RET_ALLOW);
}

static void filter_sockets(struct filter_program *p, enum filter_kind kind)
{
    filter_socket_pairs(p);
    if (kind == FILTER_CLOSED_DIAL) {
        filter_dialing_sockets(p);
        filter_fast_open(p);
    } else {
        filter_refuse_call(p, SYS_socket);
        filter_refuse_call(p, SYS_connect);
    }
}

// Programs for another instruction set of this machine number their calls in another way. A closed
// sandbox refuses all their calls; an open one only keeps them in their group.
static void filter_architecture(struct filter_program *p, enum filter_kind kind)
{
    filter_load(p, offsetof(struct seccomp_data, arch));
    if (kind == FILTER_GROUP) {
        filter_if_equal(p, NATIVE_ARCH, 5, 0);
        filter_load_number(p);
        filter_if_equal(p, SETSID_32, 1, 0);
        filter_if_equal(p, SETPGID_32, 0, 1);
        filter_return(p, SECCOMP_RET_ERRNO | EPERM);
        filter_return(p, SECCOMP_RET_ALLOW);
        filter_load_number(p);
        filter_add(p, (struct sock_filter)BPF_STMT(BPF_ALU | BPF_AND | BPF_K, (unsigned)~X32_BIT));
    } else {
        filter_if_equal(p, NATIVE_ARCH, 1, 0);
        filter_return(p, SECCOMP_RET_ERRNO | ENOSYS);
        filter_load_number(p);
        filter_if_any_bit(p, X32_BIT, 0, 1);
        filter_return(p, SECCOMP_RET_ERRNO | ENOSYS);
    }
}

#define COUNT(list) (sizeof(list) / sizeof(list)[0])

_Static_assert(2 * (COUNT(refused) + COUNT(refused_on_host_files)) + REST_MOST <= PROGRAM_MOST,
    "too many calls");

static void filter_refuse_calls(struct filter_program *p, const int *calls, size_t count)
{
    for (size_t i = 0; i < count; i++)
        filter_refuse_call(p, calls[i]);
}

static void filter_build(
    struct filter_program *p, enum filter_kind kind, sandbox_layers layers, uint64_t pass)
{
    filter_architecture(p, kind);
    if (kind == FILTER_GROUP) {
        filter_refuse_call(p, SYS_setsid);
        filter_refuse_call(p, SYS_setpgid);
    } else {
        filter_refuse_calls(p, refused, COUNT(refused));
        if (!(layers & 1u << SANDBOX_MOUNTS))
            filter_refuse_calls(p, refused_on_host_files, COUNT(refused_on_host_files));
        // Files in memory count for nobody but a cgroup.
        if (!(layers & 1u << SANDBOX_CGROUP))
            filter_refuse_call(p, SYS_memfd_create);
        filter_clone(p);
        filter_limits(p);
        filter_terminal(p);
        filter_sockets(p, kind);
    }
    filter_return(p, SECCOMP_RET_ALLOW);
    filter_end_with_refusal(p, pass);
}

bool filter_install(enum filter_kind kind, sandbox_layers layers, uint64_t pass)
{
    struct filter_program p = {.count = 0};
    filter_build(&p, kind, layers, pass);
    const struct sock_fprog program = {.len = p.count, .filter = p.list};
    // Without the flag, kernels before 5.16 switch off speculation in a process that has a filter.
    // The bot would be slower here than at home.
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
        syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, &program) ==
        0;
}

#else

bool filter_install(enum filter_kind kind, sandbox_layers layers, uint64_t pass)
{
    (void)kind;
    (void)layers;
    (void)pass;
    errno = ENOSYS;
    return false;
}

#endif

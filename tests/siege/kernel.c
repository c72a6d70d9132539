// Attacks by rare system calls. Those that would change the machine are made in a way that changes
// nothing: with what is set already, or with something that is wrong only behind the check of
// rights.
#include "attack.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <linux/filter.h>
#include <linux/keyctl.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/klog.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/swap.h>
#include <sys/syscall.h>
#include <sys/timex.h>
#include <sys/wait.h>
#include <unistd.h>

static const char nowhere[] = "/nowhere-of-the-siege";

static const char *got_descriptor(long fd)
{
    if (fd < 0)
        return got(false);
    close((int)fd);
    return "SUCCESS";
}

// --- Namespaces and mounts ---

static const char *new_users_itself(void)
{
    return got(unshare(CLONE_NEWUSER) == 0);
}

static const char *new_users(void)
{
    return got_in_child(new_users_itself);
}

static const char *new_network_itself(void)
{
    return got(unshare(CLONE_NEWNET) == 0);
}

static const char *new_network(void)
{
    return got_in_child(new_network_itself);
}

static const char *new_mounts_itself(void)
{
    return got(unshare(CLONE_NEWNS) == 0);
}

static const char *new_mounts(void)
{
    return got_in_child(new_mounts_itself);
}

// As unshare, by the call whose flags lie in memory, where a filter cannot see them.
static const char *clone_new_users(void)
{
    struct {
        uint64_t flags, pidfd, child_tid, parent_tid, exit_signal, stack, stack_size, tls;
    } how = {.flags = CLONE_NEWUSER, .exit_signal = SIGCHLD};
    long child = syscall(SYS_clone3, &how, sizeof how);
    if (child == 0)
        _exit(0);
    if (child > 0)
        waitpid((pid_t)child, NULL, 0);
    return got(child > 0);
}

static const char *old_clone_new_users(void)
{
    long child = syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0);
    if (child == 0)
        _exit(0);
    if (child > 0)
        waitpid((pid_t)child, NULL, 0);
    return got(child > 0);
}

static const char *join_arena_itself(void)
{
    int fd = open(proc_path(siege.arena, "ns/mnt"), O_RDONLY | O_CLOEXEC);
    return got(fd >= 0 && setns(fd, CLONE_NEWNS) == 0);
}

static const char *join_arena(void)
{
    return got_in_child(join_arena_itself);
}

// Nothing is mounted: the kind is unknown, which is seen behind the check of rights.
static const char *mount_something(void)
{
    return got_past(mount("none", "/", "kind-of-the-siege", 0, NULL), ENODEV);
}

static const char *unmount_something(void)
{
    return got_past(umount2(nowhere, MNT_DETACH), ENOENT);
}

static const char *mount_anew(void)
{
    return got_descriptor(syscall(SYS_fsopen, "tmpfs", 0));
}

static const char *copy_mounts(void)
{
    enum { TREE_CLONE = 1 };
    return got_descriptor(syscall(SYS_open_tree, AT_FDCWD, "/", TREE_CLONE | O_CLOEXEC));
}

static const char *change_root_itself(void)
{
    return got(chroot("/") == 0);
}

static const char *change_root(void)
{
    return got_in_child(change_root_itself);
}

static const char *pivot_root(void)
{
    return got_past(syscall(SYS_pivot_root, nowhere, nowhere), ENOENT);
}

// --- Parts of the kernel that bots have no use for ---

static const char *add_key(void)
{
    return got(syscall(SYS_add_key, "user", "siege", "x", 1, KEY_SPEC_PROCESS_KEYRING) >= 0);
}

static const char *session_keys(void)
{
    return got(syscall(SYS_keyctl, KEYCTL_GET_KEYRING_ID, KEY_SPEC_SESSION_KEYRING, 0) >= 0);
}

static const char *kernel_program(void)
{
    union bpf_attr map = {
        .map_type = BPF_MAP_TYPE_ARRAY, .key_size = 4, .value_size = 4, .max_entries = 1};
    return got_descriptor(syscall(SYS_bpf, BPF_MAP_CREATE, &map, sizeof map));
}

static const char *page_faults(void)
{
    enum { USER_MODE_ONLY = 1 };
    return got_descriptor(syscall(SYS_userfaultfd, O_CLOEXEC | USER_MODE_ONLY));
}

// System calls that no filter sees.
static const char *ring_of_calls(void)
{
    char parameters[256] = {0};
    return got_descriptor(syscall(SYS_io_uring_setup, 4, parameters));
}

static const char *fixed_addresses(void)
{
    return got(personality(ADDR_NO_RANDOMIZE) >= 0);
}

static const char *local_descriptors(void)
{
#ifdef SYS_modify_ldt
    char table[64];
    return got(syscall(SYS_modify_ldt, 0, table, sizeof table) >= 0);
#else
    errno = ENOSYS;
    return got(false);
#endif
}

static const char *ports_of_machine_itself(void)
{
#ifdef SYS_ioperm
    return got(syscall(SYS_ioperm, 0x80, 1, 1) == 0);
#else
    errno = ENOSYS;
    return got(false);
#endif
}

static const char *ports_of_machine(void)
{
    return got_in_child(ports_of_machine_itself);
}

// --- The machine as a whole ---

static const char *swap_on(void)
{
    return got_past(swapon(nowhere, 0), ENOENT);
}

// The magic number is wrong, which is seen behind the check of rights.
static const char *reboot_machine(void)
{
    return got_past(syscall(SYS_reboot, 0, 0, 0, NULL), EINVAL);
}

static const char *set_time(void)
{
    return got(syscall(SYS_settimeofday, NULL, NULL) == 0);
}

// The length of a tick, as it is already.
static const char *bend_time(void)
{
    struct timex now = {.modes = 0};
    if (adjtimex(&now) < 0)
        return got(false);
    now.modes = ADJ_TICK;
    return got(adjtimex(&now) >= 0);
}

// As it is already.
static const char *set_host_name(void)
{
    char name[256];
    return got(gethostname(name, sizeof name) == 0 && sethostname(name, strlen(name)) == 0);
}

static const char *new_kernel(void)
{
    return got(syscall(SYS_kexec_load, 0, 0, NULL, 0) == 0);
}

static const char *new_module(void)
{
    return got_past(syscall(SYS_finit_module, -1, "", 0), EBADF);
}

static const char *remove_module(void)
{
    return got_past(syscall(SYS_delete_module, "module_of_the_siege", O_NONBLOCK), ENOENT);
}

static const char *kernel_log(void)
{
    enum { READ_ALL = 3 };
    char bytes[64];
    return got(klogctl(READ_ALL, bytes, sizeof bytes) >= 0);
}

static const char *account(void)
{
    return got_past(acct(nowhere), ENOENT);
}

// --- Round the filter ---

// An old system call of a 32-bit program. A new session cannot be taken back, so a child asks.
static const char *old_call_itself(void)
{
#ifdef __x86_64__
    enum { SETSID_OF_I386 = 66 };
    long result;
    __asm__ volatile("int $0x80"
                     : "=a"(result)
                     : "0"(SETSID_OF_I386)
                     : "memory", "r8", "r9", "r10", "r11");
    errno = result < 0 ? (int)-result : 0;
    return got(result > 0);
#else
    errno = ENOSYS;
    return got(false);
#endif
}

static const char *old_call(void)
{
    return got_in_child(old_call_itself);
}

static const char *short_call_itself(void)
{
#ifdef __x86_64__
    enum { SHORT_POINTERS = 0x40000000 };
    return got(syscall(SHORT_POINTERS | SYS_setsid) > 0);
#else
    errno = ENOSYS;
    return got(false);
#endif
}

static const char *short_call(void)
{
    return got_in_child(short_call_itself);
}

// A filter of its own that would hear of all calls, and answer them.
static const char *filter_listener_itself(void)
{
    struct sock_filter all[] = {BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
    struct sock_fprog program = {1, all};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return got(false);
    return got(syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER,
                   &program) >= 0);
}

static const char *filter_listener(void)
{
    return got_in_child(filter_listener_itself);
}

// A program that no folder has.
static const char *program_in_memory(void)
{
    int from = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    int to = memfd_create("program", MFD_CLOEXEC), status;
    char bytes[65536];
    ssize_t n;
    if (from < 0 || to < 0)
        return got(false);
    while ((n = read(from, bytes, sizeof bytes)) > 0) {
        if (write(to, bytes, (size_t)n) != n)
            return got(false);
    }
    close(from);
    pid_t child = fork();
    if (child == 0) {
        char program[] = "program", word[] = "started";
        fexecve(to, (char *[]){program, word, NULL}, (char *[]){NULL});
        _exit(errno);
    }
    waitpid(child, &status, 0);
    close(to);
    errno = WIFEXITED(status) ? WEXITSTATUS(status) : EINTR;
    return got(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

const struct attack kernel_attacks[] = {
    {.name = "new_users", .act = new_users},
    {.name = "new_network", .act = new_network},
    {.name = "new_mounts", .act = new_mounts},
    {.name = "clone_new_users", .act = clone_new_users},
    {.name = "old_clone_new_users", .act = old_clone_new_users},
    {.name = "join_arena", .act = join_arena},
    {.name = "mount", .act = mount_something},
    {.name = "unmount", .act = unmount_something},
    {.name = "mount_anew", .act = mount_anew},
    {.name = "copy_mounts", .act = copy_mounts},
    {.name = "change_root", .act = change_root},
    {.name = "pivot_root", .act = pivot_root},
    {.name = "add_key", .act = add_key},
    {.name = "session_keys", .act = session_keys},
    {.name = "kernel_program", .act = kernel_program},
    {.name = "page_faults", .act = page_faults},
    {.name = "ring_of_calls", .act = ring_of_calls},
    {.name = "fixed_addresses", .act = fixed_addresses},
    {.name = "local_descriptors", .act = local_descriptors},
    {.name = "ports_of_machine", .act = ports_of_machine},
    {.name = "swap_on", .act = swap_on},
    {.name = "reboot", .act = reboot_machine},
    {.name = "set_time", .act = set_time},
    {.name = "bend_time", .act = bend_time},
    {.name = "set_host_name", .act = set_host_name},
    {.name = "new_kernel", .act = new_kernel},
    {.name = "new_module", .act = new_module},
    {.name = "remove_module", .act = remove_module},
    {.name = "kernel_log", .act = kernel_log},
    {.name = "account", .act = account},
    {.name = "old_call", .act = old_call},
    {.name = "short_call", .act = short_call},
    {.name = "filter_listener", .act = filter_listener},
    {.name = "program_in_memory", .act = program_in_memory},
    {.name = NULL},
};

// Runs a command under a filter that forbids new user namespaces, as many containers do:
//
//     no_userns COMMAND [WORD...]
//
// unshare() and clone() with CLONE_NEWUSER fail with EPERM, and clone3(), whose flags a filter
// cannot see, with ENOSYS.
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define THIS_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define THIS_ARCH AUDIT_ARCH_AARCH64
#else
#error "no_userns does not know this architecture"
#endif

#define LOAD(member) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, member))
#define UNLESS(value, skip) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), 0, (skip))
#define REFUSE(number) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (number))
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

// Without the bit no_new_privs, which the sandbox has to set for itself, only root may do so.
static int forbid_user_namespaces(void)
{
    struct sock_filter filter[] = {
        LOAD(arch),
        UNLESS(THIS_ARCH, 10),
        LOAD(nr),
        UNLESS(SYS_clone3, 1),
        REFUSE(ENOSYS),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_unshare, 2, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 1, 0),
        ALLOW,
        LOAD(args[0]),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_NEWUSER, 0, 1),
        REFUSE(EPERM),
        ALLOW,
        REFUSE(ENOSYS),
    };
    struct sock_fprog program = {sizeof filter / sizeof filter[0], filter};
    if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0)
        return 0;
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0
        ? -1
        : (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: no_userns COMMAND [WORD...]\n");
        return EXIT_FAILURE;
    }
    if (forbid_user_namespaces() != 0) {
        fprintf(stderr, "no_userns: the filter cannot be put on: %s\n", strerror(errno));
        return EXIT_FAILURE;
    }
    execvp(argv[1], argv + 1);
    fprintf(stderr, "no_userns: %s cannot be started: %s\n", argv[1], strerror(errno));
    return 127;
}

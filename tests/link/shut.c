// Stands for a sandbox: shuts itself off and becomes the command that follows.
//
//     shut [-n] PATH... -- COMMAND WORD...
//
// Only the paths and the system's folders can be read, and nothing can be written, by Landlock;
// with -n there are no sockets, by seccomp. Exits with 77 if this kernel has no Landlock.
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
    NO_LANDLOCK = 77,
    READS = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR,
    ALL = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1,
};

static void let_in(int rules, const char *path, unsigned folder_rights)
{
    struct landlock_path_beneath_attr rule = {.parent_fd = open(path, O_PATH | O_CLOEXEC)};
    struct stat s;
    if (rule.parent_fd < 0 || fstat(rule.parent_fd, &s) != 0)
        return;
    rule.allowed_access = S_ISDIR(s.st_mode) ? folder_rights : READS & ~LANDLOCK_ACCESS_FS_READ_DIR;
    syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    close(rule.parent_fd);
}

static void refuse_sockets(void)
{
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
    syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
}

int main(int argc, char **argv)
{
    static const char *const system[] = {"/usr", "/bin", "/lib", "/lib64", "/etc", "/proc", NULL};
    struct landlock_ruleset_attr all = {.handled_access_fs = ALL};
    int rules = (int)syscall(SYS_landlock_create_ruleset, &all, sizeof all, 0), i = 1;
    if (rules < 0)
        return NO_LANDLOCK;
    for (const char *const *path = system; *path; path++)
        let_in(rules, *path, READS);
    let_in(rules, "/dev", READS | LANDLOCK_ACCESS_FS_WRITE_FILE);
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    for (; i < argc && strcmp(argv[i], "--") != 0; i++)
        strcmp(argv[i], "-n") == 0 ? refuse_sockets() : let_in(rules, argv[i], READS);
    if (i + 1 >= argc || syscall(SYS_landlock_restrict_self, rules, 0) != 0)
        return 1;
    execvp(argv[i + 1], argv + i + 1);
    perror(argv[i + 1]);
    return 127;
}

// Attacks on files: sources, results, records, secrets, the system, devices.
#include "attack.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

// --- What belongs to others ---

static const char *read_source(void)
{
    return got_reading(canary_path("other/bot.py"));
}

static const char *write_source(void)
{
    return got_writing(canary_path("other/bot.py"), "import os; os._exit(0)\n");
}

static const char *remove_source(void)
{
    return got(unlink(canary_path("other/bot.py")) == 0);
}

static const char *read_database(void)
{
    return got_reading(canary_path("cup.db"));
}

static const char *write_database(void)
{
    return got_writing(canary_path("cup.db"), "UPDATE game SET winner = 1;");
}

static const char *read_contest(void)
{
    return got_reading(canary_path("siege.yaml"));
}

// The results of the very contest that it plays in.
static const char *open_own_results(void)
{
    return got_writing(canary_path("siege.db"), NULL);
}

static const char *read_records(void)
{
    return got_reading(canary_path("records/1.jsonl"));
}

static const char *plant_link(void)
{
    return got(symlink("../home/.bashrc", canary_path("records/2.jsonl")) == 0);
}

static const char *plant_hard_link(void)
{
    return got(link(canary_path("secret"), canary_path("records/3.jsonl")) == 0);
}

static const char *plant_fifo(void)
{
    return got(mkfifo(canary_path("played/99999.jsonl"), 0600) == 0);
}

static const char *rename_results(void)
{
    return got(rename(canary_path("cup.db"), canary_path("old.db")) == 0);
}

static const char *truncate_results(void)
{
    return got(truncate(canary_path("cup.db"), 0) == 0);
}

static const char *change_owner(void)
{
    return got(chown(canary_path("secret"), 1, 1) == 0);
}

static const char *change_mode(void)
{
    return got(chmod(canary_path("secret"), 0644) == 0);
}

static const char *change_attribute(void)
{
    return got(utimensat(AT_FDCWD, canary_path("secret"), NULL, 0) == 0);
}

static const char *read_secret(void)
{
    return got_reading(canary_path("secret"));
}

static const char *look_for_secret(void)
{
    struct stat seen;
    return got(stat(canary_path("secret"), &seen) == 0);
}

// The bot knows the way, so a link in its own scratch folder must not lead there.
static const char *link_to_secret(void)
{
    const char *name = scratch_path("way");
    if (symlink(canary_path("secret"), name) != 0)
        return got(false);
    const char *what = got_reading(name);
    unlink(name);
    return what;
}

// --- The home of the arena's user, and the system ---

static const char *write_shell_start(void)
{
    return got_writing(canary_path("home/.bashrc"), "echo caught\n");
}

static const char *read_private_key(void)
{
    return got_reading(canary_path("home/.ssh/id_ed25519"));
}

static const char *into_home(void)
{
    return got_into_folder(canary_path("home"));
}

static const char *its_home_is_the_arenas(void)
{
    const char *home = getenv("HOME");
    return home && strcmp(home, canary_path("home")) == 0 ? "SUCCESS" : "HIDDEN";
}

static const char *into_crontab(void)
{
    return got_into_folder("/var/spool/cron");
}

static const char *into_system(void)
{
    const char *const folders[] = {"/etc", "/usr/bin", "/usr/lib", "/var/lib", "/opt", "/"};
    const char *what = "NOTARGET";
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        what = got_into_folder(folders[i]);
        if (strcmp(what, "SUCCESS") == 0)
            break;
    }
    return what;
}

static const char *into_run(void)
{
    const char *what = got_into_folder("/run");
    return strcmp(what, "SUCCESS") == 0 ? what : got_into_folder("/run/lock");
}

static const char *read_shadow(void)
{
    return got_reading("/etc/shadow");
}

static const char *list_root(void)
{
    int fd = open("/root", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return got(false);
    close(fd);
    return access("/root/.", R_OK) == 0 && access("/root/.bashrc", F_OK) == 0 ? "SUCCESS" : "EMPTY";
}

static const char *shared_temporary_file(void)
{
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "/tmp/%s", siege.token);
    return got_reading(path);
}

// --- Its own program ---

static const char *its_own_mode(void)
{
    struct stat now;
    return got(
        stat("/proc/self/exe", &now) == 0 && chmod("/proc/self/exe", now.st_mode & 07777) == 0);
}

static const char *its_own_folder(void)
{
    char path[PATH_BYTES];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
    if (n < 0)
        return got(false);
    path[n] = '\0';
    return got_into_folder(dirname(path));
}

static const char *replace_program(void)
{
    char path[PATH_BYTES], beside[PATH_BYTES + 8];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
    if (n < 0)
        return got(false);
    path[n] = '\0';
    snprintf(beside, sizeof beside, "%s.new", path);
    if (link(path, beside) != 0)
        return got(false);
    return got(unlink(beside) == 0);
}

// --- By other ways than a path ---

static const char *open_by_handle(void)
{
    union {
        struct file_handle handle;
        char bytes[sizeof(struct file_handle) + MAX_HANDLE_SZ];
    } h = {.handle = {.handle_bytes = MAX_HANDLE_SZ}};
    int mount;
    const char *folder = "/usr";
    if (name_to_handle_at(AT_FDCWD, folder, &h.handle, &mount, 0) != 0)
        return got(false);
    int at = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int fd = open_by_handle_at(at, &h.handle, O_RDONLY);
    const char *what = got(fd >= 0);
    if (fd >= 0)
        close(fd);
    if (at >= 0)
        close(at);
    return what;
}

static const char *make_device(void)
{
    const char *path = scratch_path("device");
    const char *what = got(mknod(path, S_IFCHR | 0600, makedev(1, 3)) == 0);
    if (strcmp(what, "SUCCESS") == 0) {
        what = got_reading(path); // the null device: empty if it may be opened
        what = strcmp(what, "EMPTY") == 0 ? "SUCCESS" : what;
    }
    unlink(path);
    return what;
}

static const char *open_devices(void)
{
    const char *const devices[] = {"/dev/mem", "/dev/kmsg", "/dev/port", "/dev/vda", "/dev/sda",
        "/dev/nvme0n1", "/dev/loop-control", "/dev/fuse", "/dev/kvm", "/dev/net/tun"};
    const char *what = "NOTARGET";
    for (size_t i = 0; i < sizeof devices / sizeof devices[0]; i++) {
        int fd = open(devices[i], O_RDONLY | O_NONBLOCK | O_CLOEXEC);
        what = got(fd >= 0);
        if (fd >= 0) {
            close(fd);
            return what;
        }
    }
    return what;
}

static const char *kernel_settings(void)
{
    const char *what = got_writing("/proc/sys/kernel/core_pattern", NULL);
    return strcmp(what, "SUCCESS") == 0 ? what : got_writing("/proc/sysrq-trigger", NULL);
}

static const char *cgroup_escape(void)
{
    const char *const files[] = {"/sys/fs/cgroup/cgroup.procs", "/sys/fs/cgroup/pids/cgroup.procs",
        "/sys/fs/cgroup/memory/cgroup.procs", "/sys/fs/cgroup/unified/cgroup.procs"};
    const char *what = "NOTARGET";
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        what = got_writing(files[i], NULL);
        if (strcmp(what, "SUCCESS") == 0)
            break;
    }
    return what;
}

// --- The terminal ---

static const char *open_terminal(void)
{
    int fd = open("/dev/tty", O_RDWR | O_CLOEXEC);
    const char *what = got(fd >= 0);
    if (fd >= 0)
        close(fd);
    return what;
}

// Types for the person at the terminal.
static const char *type_at_terminal(void)
{
    int fd = open("/dev/tty", O_RDWR | O_CLOEXEC);
    if (fd < 0)
        return got(false);
    const char *what = got(ioctl(fd, TIOCSTI, "x") == 0);
    close(fd);
    return what;
}

static const char *type_at_stderr(void)
{
    return got(ioctl(STDERR_FILENO, TIOCSTI, "x") == 0);
}

// --- Privileges ---

static const char *become_root_itself(void)
{
    return got(setresuid(0, 0, 0) == 0);
}

static const char *become_root(void)
{
    return got_in_child(become_root_itself);
}

static const char *become_another_itself(void)
{
    return got(setresuid(12345, 12345, 12345) == 0);
}

static const char *become_another(void)
{
    return got_in_child(become_another_itself);
}

// A program that the system gives more rights: it waits for a password, and meanwhile its effective
// user is seen.
static const char *setuid_program(void)
{
    static const char program[] = "/usr/bin/su";
    int ends[2], effective = -1;
    char line[256];
    if (access(program, X_OK) != 0)
        return got(false);
    if (geteuid() == 0)
        return "NOTARGET";
    if (pipe2(ends, O_CLOEXEC) != 0)
        return got(false);
    pid_t child = fork();
    if (child == 0) {
        int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
        dup2(ends[0], STDIN_FILENO);
        dup2(null, STDOUT_FILENO);
        dup2(null, STDERR_FILENO);
        execl(program, "su", "-c", "true", (char *)NULL);
        _exit(127);
    }
    bool runs = false;
    for (int i = 0; i < 100 && !runs; i++) {
        nap_ms(5);
        FILE *status = fopen(proc_path(child, "status"), "re");
        while (status && fgets(line, sizeof line, status)) {
            runs = runs || strcmp(line, "Name:\tsu\n") == 0;
            sscanf(line, "Uid: %*d %d", &effective);
        }
        if (status)
            fclose(status);
    }
    kill(child, SIGKILL);
    close(ends[0]);
    close(ends[1]);
    waitpid(child, NULL, 0);
    return runs && effective == 0 ? "SUCCESS" : "NOEFFECT";
}

static const char *dump_core(void)
{
    int status;
    if (setrlimit(RLIMIT_CORE, &(struct rlimit){1 << 20, 1 << 20}) != 0)
        return got(false);
    const char *folder = getenv("TMPDIR");
    pid_t child = fork();
    if (child == 0) {
        if (chdir(folder ? folder : "/nowhere") != 0)
            _exit(1);
        prctl(PR_SET_DUMPABLE, 1);
        abort();
    }
    if (child < 0 || waitpid(child, &status, 0) != child)
        return got(false);
    return WIFSIGNALED(status) && WCOREDUMP(status) ? "SUCCESS" : "NOEFFECT";
}

const struct attack file_attacks[] = {
    {.name = "read_source", .act = read_source},
    {.name = "write_source", .act = write_source},
    {.name = "remove_source", .act = remove_source},
    {.name = "read_database", .act = read_database},
    {.name = "write_database", .act = write_database},
    {.name = "read_contest", .act = read_contest},
    {.name = "open_own_results", .act = open_own_results},
    {.name = "read_records", .act = read_records},
    {.name = "plant_link", .act = plant_link},
    {.name = "plant_hard_link", .act = plant_hard_link},
    {.name = "plant_fifo", .act = plant_fifo},
    {.name = "rename_results", .act = rename_results},
    {.name = "truncate_results", .act = truncate_results},
    {.name = "change_owner", .act = change_owner},
    {.name = "change_mode", .act = change_mode},
    {.name = "change_attribute", .act = change_attribute},
    {.name = "read_secret", .act = read_secret},
    {.name = "look_for_secret", .act = look_for_secret},
    {.name = "link_to_secret", .act = link_to_secret},
    {.name = "write_shell_start", .act = write_shell_start},
    {.name = "read_private_key", .act = read_private_key},
    {.name = "into_home", .act = into_home},
    {.name = "its_home_is_the_arenas", .act = its_home_is_the_arenas},
    {.name = "into_crontab", .act = into_crontab},
    {.name = "into_system", .act = into_system},
    {.name = "into_run", .act = into_run},
    {.name = "read_shadow", .act = read_shadow},
    {.name = "list_root", .act = list_root},
    {.name = "shared_temporary_file", .act = shared_temporary_file},
    {.name = "its_own_mode", .act = its_own_mode},
    {.name = "its_own_folder", .act = its_own_folder},
    {.name = "replace_program", .act = replace_program},
    {.name = "open_by_handle", .act = open_by_handle},
    {.name = "make_device", .act = make_device},
    {.name = "open_devices", .act = open_devices},
    {.name = "kernel_settings", .act = kernel_settings},
    {.name = "cgroup_escape", .act = cgroup_escape},
    {.name = "open_terminal", .act = open_terminal},
    {.name = "type_at_terminal", .act = type_at_terminal},
    {.name = "type_at_stderr", .act = type_at_stderr},
    {.name = "become_root", .act = become_root},
    {.name = "become_another", .act = become_another},
    {.name = "setuid_program", .act = setuid_program},
    {.name = "dump_core", .act = dump_core},
    {.name = NULL},
};

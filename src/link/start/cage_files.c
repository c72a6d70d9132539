#include "link/start/cage_files.h"

#include "link/inside/needs.h"
#include "link/inside/way.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <linux/mount.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { LINKS_MOST = 40, OLD_BYTES = PATH_MAX + 8 };

// Where the files of the host are while the new root is made.
#define OLD "/.old"

static const char *const devices[] = {
    "/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"};

// --- System calls that a filter refuses to bots ---

static long cage_files_call(
    const struct cage_files *f, long number, const void *a, const void *b, const void *c, long d)
{
    return syscall(number, a, b, c, d, 0L, f->pass);
}

static bool cage_files_mount(const struct cage_files *f, const char *source, const char *target,
    const char *type, unsigned long flags, const char *options)
{
    return syscall(SYS_mount, source, target, type, flags, options, f->pass) == 0;
}

static bool cage_files_set(
    const struct cage_files *f, int folder, const char *path, const struct mount_attr *attributes)
{
    unsigned flags = AT_RECURSIVE | (path[0] == '\0' ? AT_EMPTY_PATH : 0);
    return syscall(SYS_mount_setattr, folder, path, flags, attributes, sizeof *attributes,
               f->pass) == 0;
}

static int cage_files_clone_tree(const struct cage_files *f, int folder, const char *path)
{
    return (int)syscall(SYS_open_tree, folder, path,
        OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_RECURSIVE, 0L, 0L, f->pass);
}

// Puts a tree that belongs to nowhere at `target`, and closes it.
static bool cage_files_attach(const struct cage_files *f, int tree, const char *target)
{
    bool good =
        syscall(SYS_move_mount, tree, "", AT_FDCWD, target, MOVE_MOUNT_F_EMPTY_PATH, f->pass) == 0;
    int error = errno;
    close(tree);
    errno = error;
    return good;
}

// --- Whose the files are ---

// What the child of cage_files_make_mapping does: tells the number that the host knows it by, and
// waits to be killed.
static _Noreturn void cage_files_hold_mapping(int report)
{
    char number[16];
    ssize_t length = readlink(OLD "/proc/self", number, sizeof number);
    if (length > 0 && write(report, number, (size_t)length) == length)
        pause();
    _exit(1);
}

static bool cage_files_write_map(const char *number, const char *file, unsigned from, unsigned to)
{
    char path[64], text[64];
    snprintf(path, sizeof path, OLD "/proc/%s/%s", number, file);
    int length = snprintf(text, sizeof text, "%u %u 1\n", from, to);
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    bool good = fd >= 0 && write(fd, text, (size_t)length) == length;
    close(fd);
    return good;
}

// A namespace in which the files of `owner` belong to the bot's user; -1 on failure.
static int cage_files_make_mapping(const struct cage_files *f, uid_t owner, gid_t group)
{
    int ends[2], space = -1;
    char number[16] = "", path[64];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return -1;
    pid_t pid = (pid_t)syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0L, 0L, 0L, 0L, f->pass);
    if (pid == 0)
        cage_files_hold_mapping(ends[1]);
    close(ends[1]);
    if (pid > 0 && read(ends[0], number, sizeof number - 1) > 0 &&
        cage_files_write_map(number, "uid_map", owner, f->user) &&
        cage_files_write_map(number, "gid_map", group, f->user)) {
        snprintf(path, sizeof path, OLD "/proc/%s/ns/user", number);
        space = open(path, O_RDONLY | O_CLOEXEC);
    }
    close(ends[0]);
    if (pid > 0)
        kill(pid, SIGKILL); // nobody waits for it: its end is ignored
    return space;
}

// --- Showing files ---

enum manner_of_showing {
    SHOW_SYSTEM, // to read
    SHOW_OWN,    // to read; it belongs to the bot, as far as its user can see
    SHOW_DEVICE,
    SHOW_WRITABLE, // the same as SHOW_OWN, and it may write there
};

// Gives the files in the tree to the bot's user. Where the file system does not know how, they stay
// what they are; if the bot cannot read them then, its start says so.
static void cage_files_give(const struct cage_files *f, int tree, const struct stat *s)
{
    int space = cage_files_make_mapping(f, s->st_uid, s->st_gid);
    if (space < 0)
        return;
    const struct mount_attr mapped = {
        .attr_set = MOUNT_ATTR_IDMAP, .userns_fd = (uint64_t)(unsigned)space};
    cage_files_set(f, tree, "", &mapped);
    close(space);
}

static bool cage_files_bind(const struct cage_files *f, const char *path, const struct stat *s,
    enum manner_of_showing manner)
{
    char old[OLD_BYTES];
    snprintf(old, sizeof old, OLD "%s", path);
    int tree = cage_files_clone_tree(f, AT_FDCWD, old);
    if (tree < 0)
        return false;
    struct mount_attr attributes = {.attr_set = MOUNT_ATTR_NOSUID};
    if (manner != SHOW_DEVICE)
        attributes.attr_set |= MOUNT_ATTR_NODEV;
    if (manner == SHOW_SYSTEM || manner == SHOW_OWN)
        attributes.attr_set |= MOUNT_ATTR_RDONLY;
    if (!cage_files_set(f, tree, "", &attributes)) {
        int error = errno;
        close(tree);
        errno = error;
        return false;
    }
    if (f->user != 0 && (manner == SHOW_OWN || manner == SHOW_WRITABLE))
        cage_files_give(f, tree, s);
    return cage_files_attach(f, tree, path);
}

// An empty folder that belongs to nowhere: a mount, or -1.
static int cage_files_make_mount(const struct cage_files *f)
{
    int context = (int)syscall(SYS_fsopen, "tmpfs", FSOPEN_CLOEXEC, 0L, 0L, 0L, f->pass),
        mount = -1;
    if (context >= 0 &&
        syscall(SYS_fsconfig, context, FSCONFIG_SET_STRING, "mode", "0755", 0, f->pass) == 0 &&
        syscall(SYS_fsconfig, context, FSCONFIG_CMD_CREATE, NULL, NULL, 0, f->pass) == 0)
        mount = (int)syscall(SYS_fsmount, context, FSMOUNT_CLOEXEC,
            MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV, 0L, 0L, f->pass);
    int error = errno;
    close(context);
    errno = error;
    return mount;
}

// The scratch folder is the bot's: it could rename a folder there, and put another in its place. So
// folders on the way to its files lie in a mount, which becomes read-only in the end.
static bool cage_files_make_roof(struct cage_files *f, const char *path)
{
    if (f->roof_count == CAGE_ROOFS_MOST) {
        errno = E2BIG;
        return false;
    }
    int roof = cage_files_make_mount(f);
    if (roof < 0)
        return false;
    f->roofs[f->roof_count++] = roof;
    return syscall(SYS_move_mount, roof, "", AT_FDCWD, path, MOVE_MOUNT_F_EMPTY_PATH, f->pass) == 0;
}

static bool cage_files_close_roofs(struct cage_files *f)
{
    const struct mount_attr read_only = {.attr_set = MOUNT_ATTR_RDONLY};
    bool good = true;
    while (f->roof_count > 0) {
        int roof = f->roofs[--f->roof_count];
        good = good &&
            syscall(SYS_mount_setattr, roof, "", AT_EMPTY_PATH, &read_only, sizeof read_only,
                f->pass) == 0;
        close(roof);
    }
    return good;
}

static bool cage_files_is_in_scratch(const char *path)
{
    return strncmp(path, "/tmp/", 5) == 0 && strchr(path + 5, '/') == NULL;
}

// Makes all folders on the way to `path`, and a file or folder of that name.
static bool cage_files_make_place(struct cage_files *f, char *path, bool folder)
{
    for (char *at = path + 1; (at = strchr(at, '/')) != NULL; at++) {
        *at = '\0';
        bool made = mkdir(path, 0755) == 0;
        bool good = made ? !cage_files_is_in_scratch(path) || cage_files_make_roof(f, path)
                         : errno == EEXIST;
        *at = '/';
        if (!good)
            return false;
    }
    if (folder)
        return mkdir(path, 0755) == 0 || errno == EEXIST;
    int fd = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0644);
    close(fd);
    return fd >= 0;
}

// Follows `path` on the host until there is no link in it, and makes the same links in the cage.
// Returns false with ENOENT if there is no such file.
static bool cage_files_follow(struct cage_files *f, char path[PATH_MAX])
{
    for (int links = 0; links < LINKS_MOST; links++) {
        bool again = false;
        for (char *at = path; !again && at != NULL && *at != '\0';) {
            at = strchr(at + 1, '/');
            char old[OLD_BYTES], target[PATH_MAX], next[PATH_MAX];
            int length = at == NULL ? (int)strlen(path) : (int)(at - path);
            snprintf(old, sizeof old, OLD "%.*s", length, path);
            ssize_t got = readlink(old, target, sizeof target - 1);
            if (got < 0 && errno == EINVAL)
                continue;
            if (got < 0)
                return false;
            target[got] = '\0';
            char here[PATH_MAX];
            snprintf(here, sizeof here, "%.*s", length, path);
            char *name = strrchr(here, '/');
            *name = '\0';
            if (here[0] != '\0' && !cage_files_make_place(f, here, true))
                return false;
            *name = '/';
            if (symlink(target, here) != 0 && errno != EEXIST)
                return false;
            *name = '\0';
            if (snprintf(next, sizeof next, "%s%s%s%s", target[0] == '/' ? "" : here,
                    target[0] == '/' ? "" : "/", target, at == NULL ? "" : at) >= (int)sizeof next)
                return false;
            memcpy(path, next, sizeof next);
            again = true;
        }
        if (!again)
            return true;
    }
    errno = ELOOP;
    return false;
}

// Shows a file or folder of the host at the same place. What does not exist is not shown.
static bool cage_files_show(struct cage_files *f, const char *wanted, enum manner_of_showing manner)
{
    char path[PATH_MAX], old[OLD_BYTES];
    snprintf(path, sizeof path, "%s", wanted);
    way_tidy(path);
    if (!cage_files_follow(f, path))
        return errno == ENOENT || errno == ENOTDIR || errno == EACCES;
    way_tidy(path);
    struct stat theirs, ours;
    snprintf(old, sizeof old, OLD "%s", path);
    if (stat(old, &theirs) != 0)
        return true;
    if (manner != SHOW_WRITABLE && stat(path, &ours) == 0 && ours.st_dev == theirs.st_dev &&
        ours.st_ino == theirs.st_ino)
        return true; // it is part of what was shown before
    return cage_files_make_place(f, path, S_ISDIR(theirs.st_mode)) &&
        cage_files_bind(f, path, &theirs, manner);
}

static bool cage_files_show_all(
    struct cage_files *f, size_t place, size_t count, enum manner_of_showing manner)
{
    const char *path = f->room->text + place;
    f->doing = "show its files";
    for (size_t i = 0; i < count; i++, path += strlen(path) + 1) {
        if (!cage_files_show(f, path, manner))
            return false;
    }
    return true;
}

// Links that only have to exist: what they lead to is shown or not.
static bool cage_files_make_links(struct cage_files *f)
{
    const char *path = f->room->text + f->room->order.links;
    f->doing = "make the links to its files";
    for (size_t i = 0; i + 1 < f->room->order.link_count; i += 2) {
        const char *target = path + strlen(path) + 1;
        char parent[PATH_MAX];
        snprintf(parent, sizeof parent, "%s", path);
        char *name = strrchr(parent, '/');
        struct stat s;
        if (name != NULL && name != parent) {
            *name = '\0';
            if (stat(parent, &s) != 0 && !cage_files_make_place(f, parent, true))
                return false;
        }
        // It may be there already, in a folder that is shown.
        if (symlink(target, path) != 0 && errno != EEXIST && errno != EROFS)
            return false;
        path = target + strlen(target) + 1;
    }
    return true;
}

// --- Hiding files ---

// An empty file and an empty folder that belong to nowhere.
static int cage_files_make_nothing(const struct cage_files *f)
{
    int nothing = cage_files_make_mount(f);
    if (nothing >= 0) {
        int file = openat(nothing, "file", O_CREAT | O_WRONLY | O_CLOEXEC, 0);
        close(file);
        if (file < 0 || mkdirat(nothing, "folder", 0) != 0) {
            close(nothing);
            nothing = -1;
        }
    }
    return nothing;
}

static bool cage_files_hide(struct cage_files *f)
{
    const struct order *order = &f->room->order;
    if (order->hide_count == 0)
        return true;
    f->doing = "hide the results";
    int nothing = cage_files_make_nothing(f);
    bool good = nothing >= 0;
    const char *path = f->room->text + order->hides;
    for (size_t i = 0; good && i < order->hide_count; i++, path += strlen(path) + 1) {
        struct stat s;
        if (stat(path, &s) != 0)
            continue;
        int tree = cage_files_clone_tree(f, nothing, S_ISDIR(s.st_mode) ? "folder" : "file");
        good = tree >= 0 && cage_files_attach(f, tree, path);
    }
    int error = errno;
    close(nothing);
    errno = error;
    return good;
}

// --- The whole ---

static bool cage_files_make_root(struct cage_files *f)
{
    f->doing = "make a root of its own";
    return cage_files_mount(f, NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) &&
        cage_files_mount(
            f, "tmpfs", "/tmp", "tmpfs", MS_NOSUID | MS_NODEV, "size=4m,nr_inodes=16k,mode=0755") &&
        mkdir("/tmp" OLD, 0700) == 0 &&
        cage_files_call(f, SYS_pivot_root, "/tmp", "/tmp" OLD, NULL, 0) == 0 && chdir("/") == 0;
}

static bool cage_files_show_system(struct cage_files *f)
{
    f->doing = "show the system's folders";
    for (const char *const *folder = needs_system_folders; *folder != NULL; folder++) {
        if (!cage_files_show(f, *folder, SHOW_SYSTEM))
            return false;
    }
    f->doing = "show the devices";
    for (size_t i = 0; i < sizeof devices / sizeof devices[0]; i++) {
        if (!cage_files_show(f, devices[i], SHOW_DEVICE))
            return false;
    }
    return symlink("/proc/self/fd", "/dev/fd") == 0 && symlink("/tmp", "/dev/shm") == 0 &&
        symlink("/proc/self/fd/0", "/dev/stdin") == 0 &&
        symlink("/proc/self/fd/1", "/dev/stdout") == 0 &&
        symlink("/proc/self/fd/2", "/dev/stderr") == 0;
}

// In some containers nobody may mount a /proc; then there is none in the cage.
static bool cage_files_show_processes(struct cage_files *f)
{
    f->doing = "make /proc";
    if (mkdir("/proc", 0555) != 0)
        return false;
    if (f->processes)
        cage_files_mount(f, "proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL);
    return true;
}

static bool cage_files_make_scratch(struct cage_files *f)
{
    const struct order *order = &f->room->order;
    char options[160];
    uid_t user = f->user != 0 ? f->user : getuid();
    gid_t group = f->user != 0 ? (gid_t)f->user : getgid();
    snprintf(options, sizeof options, "size=%" PRId64 ",nr_inodes=64k,mode=0700,uid=%u,gid=%u",
        order->limits.scratch_bytes, user, group);
    f->doing = "make its scratch folder";
    return (mkdir("/tmp", 0755) == 0 || errno == EEXIST) &&
        cage_files_mount(f, "scratch", "/tmp", "tmpfs", MS_NOSUID | MS_NODEV, options);
}

// Programs that look for the other folder of temporary files find the same one, unless files of the
// bot lie there.
static bool cage_files_link_scratch(struct cage_files *f)
{
    f->doing = "make /var/tmp";
    return (mkdir("/var", 0755) == 0 || errno == EEXIST) &&
        (symlink("/tmp", "/var/tmp") == 0 || errno == EEXIST);
}

// The directory of the bot exists, though nothing in it may be shown.
static bool cage_files_make_directory(struct cage_files *f)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s", f->room->text + f->room->order.directory);
    f->doing = "make its directory";
    struct stat s;
    return stat(path, &s) == 0 || cage_files_make_place(f, path, true);
}

static bool cage_files_leave_host(struct cage_files *f)
{
    f->doing = "leave the host's files";
    const struct mount_attr read_only = {.attr_set = MOUNT_ATTR_RDONLY};
    return syscall(SYS_umount2, OLD, MNT_DETACH, 0L, 0L, 0L, f->pass) == 0 && rmdir(OLD) == 0 &&
        syscall(SYS_mount_setattr, AT_FDCWD, "/", 0, &read_only, sizeof read_only, f->pass) == 0;
}

bool cage_files_close(struct cage_files *f)
{
    const struct order *order = &f->room->order;
    umask(0022);
    return cage_files_make_root(f) && cage_files_show_system(f) && cage_files_make_scratch(f) &&
        cage_files_show_all(f, order->reads, order->read_count, SHOW_OWN) &&
        cage_files_show_all(f, order->writes, order->write_count, SHOW_WRITABLE) &&
        cage_files_make_links(f) && cage_files_make_directory(f) && cage_files_link_scratch(f) &&
        cage_files_hide(f) && cage_files_show_processes(f) && cage_files_close_roofs(f) &&
        cage_files_leave_host(f);
}

bool cage_files_open(struct cage_files *f)
{
    f->doing = "make mounts of its own";
    if (!cage_files_mount(f, NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) || !cage_files_hide(f))
        return false;
    if (f->processes)
        cage_files_mount(f, "proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL);
    return true;
}

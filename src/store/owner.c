#include "store/owner.h"

#include "base/clock.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    HEIR_WAIT_MS = 3000, // how long the lock of a dead owner is waited for,
    HEIR_LOOK_MS = 10    // and how often we look
};

// The owner removes its file when it is done, so the one that was opened may be another one than
// the one which stands there when the lock is had.
static bool owner_still_there(const struct owner *o)
{
    struct stat locked, named;
    return fstat(o->fd, &locked) == 0 && stat(o->path, &named) == 0 &&
        locked.st_ino == named.st_ino && locked.st_dev == named.st_dev;
}

// 0: the owner has locked it and has not written its pid yet.
static pid_t owner_read_pid(int fd)
{
    char digits[16] = "";
    if (pread(fd, digits, sizeof digits - 1, 0) <= 0)
        return 0;
    long pid = strtol(digits, NULL, 10);
    return pid > 0 ? (pid_t)pid : 0;
}

static bool owner_refuse(const struct owner *o, const char *file, struct error *e)
{
    pid_t pid = owner_read_pid(o->fd);
    if (pid == 0)
        return error_set(e, "%s is in use by another process", file);
    return error_set(e, "%s is in use by process %d", file, (int)pid);
}

// A lock of the open file, not of the process: two stores of one process are two owners.
static struct flock owner_whole_file(void)
{
    return (struct flock){.l_type = F_WRLCK, .l_whence = SEEK_SET};
}

bool owner_is_dead(pid_t pid)
{
    if (pid == 0)
        return false;
    if (kill(pid, 0) != 0)
        return errno == ESRCH;
    char path[48], line[512];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t length = fd < 0 ? -1 : read(fd, line, sizeof line - 1);
    if (fd >= 0)
        close(fd);
    line[length > 0 ? length : 0] = '\0';
    const char *behind_name = strrchr(line, ')');
    return behind_name != NULL && strncmp(behind_name, ") Z", 3) == 0;
}

// A process that its owner was just starting has the lock, too, until it runs its own program; if
// the owner is killed at that moment, its lock outlives it for as long. False with errno EAGAIN:
// somebody has it.
static bool owner_lock(const struct owner *o)
{
    struct flock whole = owner_whole_file();
    int waited_ms = 0;
    while (fcntl(o->fd, F_OFD_SETLK, &whole) != 0) {
        int error = errno == EACCES ? EAGAIN : errno;
        if (error != EAGAIN || waited_ms >= HEIR_WAIT_MS || !owner_is_dead(owner_read_pid(o->fd))) {
            errno = error;
            return false;
        }
        nanosleep(&(struct timespec){.tv_nsec = HEIR_LOOK_MS * NS_PER_MS}, NULL);
        waited_ms += HEIR_LOOK_MS;
    }
    return true;
}

static bool owner_fail(const struct owner *o, struct error *e)
{
    return error_set(e, "%s cannot be locked: %s", o->path, strerror(errno));
}

static bool owner_write_pid(const struct owner *o, struct error *e)
{
    char pid[16];
    int length = snprintf(pid, sizeof pid, "%d\n", (int)getpid());
    if (ftruncate(o->fd, 0) == 0 && pwrite(o->fd, pid, (size_t)length, 0) == length)
        return true;
    return owner_fail(o, e);
}

static void owner_let_go(struct owner *o)
{
    if (o->fd >= 0)
        close(o->fd);
    free(o->path);
    *o = (struct owner){.fd = -1};
}

static bool owner_has_one_name(const char *file, struct error *e)
{
    struct stat s;
    return stat(file, &s) != 0 || s.st_nlink <= 1 ||
        error_set(e,
            "%.120s has %lu names (hard links), and its log goes by one of them   (keep one name;"
            " cp makes a copy)",
            file, (unsigned long)s.st_nlink);
}

bool owner_take(struct owner *o, const char *file, struct error *e)
{
    *o = (struct owner){.fd = -1};
    if (!owner_has_one_name(file, e))
        return false;
    if (asprintf(&o->path, "%s-owner", file) < 0) {
        o->path = NULL;
        return error_set(e, "no memory to lock a contest");
    }
    bool taken = false;
    do {
        if (o->fd >= 0)
            close(o->fd);
        o->fd = open(o->path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (o->fd < 0) {
            owner_fail(o, e);
            break;
        }
        if (!owner_lock(o)) {
            errno == EAGAIN ? owner_refuse(o, file, e) : owner_fail(o, e);
            break;
        }
        taken = owner_still_there(o);
    } while (!taken);
    if (taken && owner_write_pid(o, e))
        return true;
    owner_let_go(o);
    return false;
}

void owner_release(struct owner *o)
{
    if (o->fd >= 0)
        unlink(o->path);
    owner_let_go(o);
}

// --- Finding it ----------------------------------------------------------------------------------

// Does the process have this file open? A pid alone may be that of somebody else: of another
// container, or of a process that came later.
static bool owner_has_open(pid_t pid, int fd)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/fd", (int)pid);
    DIR *folder = opendir(path);
    struct stat wanted, seen;
    bool has = false;
    bool known = folder != NULL && fstat(fd, &wanted) == 0;
    for (struct dirent *entry; known && !has && (entry = readdir(folder)) != NULL;)
        has = fstatat(dirfd(folder), entry->d_name, &seen, 0) == 0 &&
            seen.st_ino == wanted.st_ino && seen.st_dev == wanted.st_dev;
    if (folder != NULL)
        closedir(folder);
    return has;
}

// The pidfd is had first: what is true of the pid afterwards is true of it.
static bool owner_reach(int fd, pid_t pid, struct owner_process *found, struct error *e)
{
    int pidfd = pid != 0 ? pidfd_open(pid, 0) : -1;
    if (pidfd >= 0 && owner_has_open(pid, fd)) {
        *found = (struct owner_process){pid, pidfd};
        return true;
    }
    if (pidfd >= 0)
        close(pidfd);
    if (pid == 0)
        return error_set(e, "somebody is just taking it over: try again");
    return error_set(e, "process %d has it, and cannot be reached from here", (int)pid);
}

bool owner_find(const char *path, struct owner_process *found, struct error *e)
{
    *found = (struct owner_process){.pidfd = -1};
    char *file = realpath(path, NULL), *name = NULL;
    if (file == NULL || asprintf(&name, "%s-owner", file) < 0)
        name = NULL;
    int fd = name != NULL ? open(name, O_RDONLY | O_NONBLOCK | O_CLOEXEC) : -1;
    int error = errno;
    free(file);
    free(name);
    if (fd < 0)
        return error == ENOENT || error_set(e, "%s: %s", path, strerror(error));
    struct flock whole = owner_whole_file();
    bool locked = fcntl(fd, F_OFD_GETLK, &whole) == 0 && whole.l_type != F_UNLCK;
    bool answered = !locked || owner_reach(fd, owner_read_pid(fd), found, e);
    close(fd);
    return answered;
}

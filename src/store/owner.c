#include "store/owner.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

// The owner removes its file when it is done, so the one that was opened may be another one than
// the one which stands there when the lock is had.
static bool still_there(const struct owner *o)
{
    struct stat locked, named;
    return fstat(o->fd, &locked) == 0 && stat(o->path, &named) == 0 &&
        locked.st_ino == named.st_ino && locked.st_dev == named.st_dev;
}

static bool refuse(const struct owner *o, const char *file, struct error *e)
{
    char pid[16] = "";
    ssize_t length = pread(o->fd, pid, sizeof pid - 1, 0);
    // The owner may have locked it and not have written its pid yet.
    if (length <= 0 || strspn(pid, "0123456789") == 0)
        return error_set(e, "%s is in use by another process", file);
    pid[strspn(pid, "0123456789")] = '\0';
    return error_set(e, "%s is in use by process %s", file, pid);
}

static bool fail(const struct owner *o, struct error *e)
{
    return error_set(e, "%s cannot be locked: %s", o->path, strerror(errno));
}

static bool write_pid(const struct owner *o, struct error *e)
{
    char pid[16];
    int length = snprintf(pid, sizeof pid, "%d\n", (int)getpid());
    if (ftruncate(o->fd, 0) == 0 && pwrite(o->fd, pid, (size_t)length, 0) == length)
        return true;
    return fail(o, e);
}

static void let_go(struct owner *o)
{
    if (o->fd >= 0)
        close(o->fd);
    free(o->path);
    *o = (struct owner){.fd = -1};
}

bool owner_take(struct owner *o, const char *file, struct error *e)
{
    *o = (struct owner){.fd = -1};
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
            fail(o, e);
            break;
        }
        if (flock(o->fd, LOCK_EX | LOCK_NB) != 0) {
            errno == EWOULDBLOCK ? refuse(o, file, e) : fail(o, e);
            break;
        }
        taken = still_there(o);
    } while (!taken);
    if (taken && write_pid(o, e))
        return true;
    let_go(o);
    return false;
}

void owner_release(struct owner *o)
{
    if (o->fd >= 0)
        unlink(o->path);
    let_go(o);
}

// A disk that fails: loaded before the C library (LD_PRELOAD), it refuses to change files while the
// test says so, with the error that the test wants. What is no file (a pipe, a terminal) goes on.
// The 64-bit names (pwrite64, ...) are what SQLite and agon call, and what the compiler makes of
// the plain ones below.
//
// The first refused write of a full disk is cut in half instead, as the kernel does it: so there
// are torn lines and torn pages.
#include "crash/arena.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static struct disk_control *control;

__attribute__((constructor)) static void find_control(void)
{
    const char *path = getenv("FAILING_DISK");
    int fd = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (fd < 0)
        return;
    void *shared = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    control = shared == MAP_FAILED ? NULL : shared;
}

static bool is_file(int fd)
{
    struct stat s;
    return fstat(fd, &s) == 0 && S_ISREG(s.st_mode);
}

// Sets errno and says so when a change is to fail.
static bool fails(void)
{
    int error = control ? atomic_load(&control->error) : 0;
    if (error == 0)
        return false;
    atomic_fetch_add(&control->failures, 1);
    errno = error;
    return true;
}

// How much of a write is done: all, half, or (with errno) nothing.
static size_t share(int fd, size_t length, bool *refused)
{
    *refused = false;
    if (!control || atomic_load(&control->error) == 0 || !is_file(fd))
        return length;
    bool first = atomic_load(&control->failures) == 0;
    *refused = fails();
    if (!*refused || errno != ENOSPC || !first || length < 2)
        return *refused ? 0 : length;
    *refused = false;
    return length / 2;
}

ssize_t write(int fd, const void *bytes, size_t length)
{
    bool refused;
    size_t allowed = share(fd, length, &refused);
    return refused ? -1 : syscall(SYS_write, fd, bytes, allowed);
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t at)
{
    bool refused;
    size_t allowed = share(fd, length, &refused);
    return refused ? -1 : syscall(SYS_pwrite64, fd, bytes, allowed, at);
}

int ftruncate(int fd, off_t length)
{
    return is_file(fd) && fails() ? -1 : (int)syscall(SYS_ftruncate, fd, length);
}

int fsync(int fd)
{
    return fails() ? -1 : (int)syscall(SYS_fsync, fd);
}

int fdatasync(int fd)
{
    return fails() ? -1 : (int)syscall(SYS_fdatasync, fd);
}

int unlink(const char *path)
{
    return fails() ? -1 : (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
}

int mkdir(const char *path, mode_t mode)
{
    return fails() ? -1 : (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode);
}

// A file that would have to be made, or opened for writing on a disk that is read-only.
static bool open_fails(const char *path, int flags)
{
    int error = control ? atomic_load(&control->error) : 0;
    if (error == 0 || strncmp(path, "/dev/", 5) == 0 || strncmp(path, "/proc/", 6) == 0)
        return false;
    bool writes = (flags & O_ACCMODE) != O_RDONLY;
    bool makes = (flags & O_CREAT) != 0 && access(path, F_OK) != 0;
    return (makes || (error == EROFS && writes)) && fails();
}

int open(const char *path, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    mode_t mode = (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    return open_fails(path, flags) ? -1 : (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

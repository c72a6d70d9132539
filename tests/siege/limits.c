// Attacks by size: memory, disk, processes, threads, descriptors. All of them end, at two to four
// times what the siege allows (tests/siege/world.py), and everything is given back at once.
#include "attack.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    MEBIBYTE = 1 << 20,
    STEP_BYTES = 16 * MEBIBYTE,
    MEMORY_STEPS = 16, // 256 MiB of 64 that are allowed
    SHARED_STEPS = 12, // 192 MiB
    MEMORY_FILES = 16,
    MEMORY_FILE_MEBIBYTES = 12, // of 16 that are allowed
    FAMILY = 4,                 // processes that share the 192 MiB
    DISK_MEBIBYTES = 60,        // of 32 that are allowed
    MANY_TASKS = 256,           // of 64 that are allowed
    TREE_DEPTH = 7,             // 255 processes
    MANY_FILES = 5000,
    MANY_NAMES = 20000,
    MANY_MAPPINGS = 70000,
    MANY_PIPES = 200, // of 1 MiB, where the kernel allows that
    HOLD_MS = 5000, // so long a bot that was not stopped stays large: whoever samples has seen it,
                    // also on a busy machine
    THREAD_STACK_BYTES = 64 * 1024,
};

// --- Memory ---

// Touches so many steps of memory; how many there were. Gives them back after a while.
static int take_memory(int steps, int flags)
{
    void *taken[MEMORY_STEPS];
    int count = 0;
    for (; count < steps; count++) {
        taken[count] = mmap(NULL, STEP_BYTES, PROT_READ | PROT_WRITE, flags, -1, 0);
        if (taken[count] == MAP_FAILED)
            break;
        memset(taken[count], 1, STEP_BYTES);
    }
    int why = errno;
    if (count == steps)
        nap_ms(HOLD_MS);
    for (int i = 0; i < count; i++)
        munmap(taken[i], STEP_BYTES);
    errno = why;
    return count;
}

static const char *memory(void)
{
    return got(take_memory(MEMORY_STEPS, MAP_PRIVATE | MAP_ANONYMOUS) == MEMORY_STEPS);
}

static const char *shared_memory(void)
{
    return got(take_memory(SHARED_STEPS, MAP_SHARED | MAP_ANONYMOUS) == SHARED_STEPS);
}

// No single process has more than 48 MiB.
static const char *memory_of_family(void)
{
    int status, failed = 0;
    for (int i = 0; i < FAMILY; i++) {
        pid_t child = fork();
        if (child == 0) {
            int steps = SHARED_STEPS / FAMILY;
            _exit(take_memory(steps, MAP_PRIVATE | MAP_ANONYMOUS) == steps ? 0 : 1);
        }
        failed += child < 0;
    }
    while (wait(&status) > 0)
        failed += !WIFEXITED(status) || WEXITSTATUS(status) != 0;
    errno = ENOMEM;
    return got(failed == 0);
}

// Files that no folder has, and that no process has mapped. Each is small enough for a limit of
// one.
static const char *memory_in_files(void)
{
    static char bytes[MEBIBYTE];
    int fds[MEMORY_FILES], count = 0, written = 0;
    memset(bytes, 1, sizeof bytes);
    signal(SIGXFSZ, SIG_IGN); // an error is enough
    for (; count < MEMORY_FILES; count++) {
        fds[count] = memfd_create("large", MFD_CLOEXEC);
        if (fds[count] < 0)
            break;
        int here = 0;
        while (here < MEMORY_FILE_MEBIBYTES && write(fds[count], bytes, sizeof bytes) == MEBIBYTE)
            here++;
        written += here;
        if (here < MEMORY_FILE_MEBIBYTES) {
            count++;
            break;
        }
    }
    int why = errno;
    if (written == MEMORY_FILES * MEMORY_FILE_MEBIBYTES)
        nap_ms(HOLD_MS);
    for (int i = 0; i < count; i++)
        close(fds[i]);
    errno = why;
    return got(written == MEMORY_FILES * MEMORY_FILE_MEBIBYTES);
}

static const char *lock_memory(void)
{
    void *at = mmap(NULL, STEP_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED)
        return got(false);
    const char *what = got(mlock(at, STEP_BYTES) == 0);
    munmap(at, STEP_BYTES);
    return what;
}

static const char *mappings(void)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), length = 2 * page * MANY_MAPPINGS;
    char *at = mmap(NULL, length, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED)
        return got(false);
    int count = 0;
    while (count < MANY_MAPPINGS && mprotect(at + 2 * page * (size_t)count, page, PROT_READ) == 0)
        count++;
    int why = errno;
    munmap(at, length);
    errno = why;
    return got(count == MANY_MAPPINGS);
}

// --- Disk ---

static const char *write_disk(int files, int mebibytes_each)
{
    static char bytes[MEBIBYTE];
    char name[32];
    int written = 0, why = 0;
    memset(bytes, 1, sizeof bytes);
    signal(SIGXFSZ, SIG_IGN); // an error is enough
    for (int file = 0; file < files && why == 0; file++) {
        snprintf(name, sizeof name, "large%d", file);
        int fd = open(scratch_path(name), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
        for (int i = 0; fd >= 0 && i < mebibytes_each && why == 0; i++) {
            if (write(fd, bytes, sizeof bytes) == sizeof bytes)
                written++;
            else
                why = errno != 0 ? errno : ENOSPC;
        }
        if (fd < 0)
            why = errno;
        else
            close(fd);
    }
    if (why == 0)
        nap_ms(HOLD_MS);
    for (int file = 0; file < files; file++) {
        snprintf(name, sizeof name, "large%d", file);
        unlink(scratch_path(name));
    }
    errno = why;
    return got(written == files * mebibytes_each);
}

static const char *disk_one_file(void)
{
    return write_disk(1, DISK_MEBIBYTES);
}

static const char *disk_many_files(void)
{
    return write_disk(DISK_MEBIBYTES / 10, 10);
}

// It has the length, and no bytes.
static const char *disk_hole(void)
{
    const char *path = scratch_path("hole");
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0)
        return got(false);
    signal(SIGXFSZ, SIG_IGN);
    const char *what = got(ftruncate(fd, (off_t)1 << 40) == 0);
    close(fd);
    unlink(path);
    return what;
}

// Empty files: no bytes, but memory of the kernel for each. They are left for whoever cleans up.
static const char *disk_names(void)
{
    char name[32];
    int count = 0;
    for (; count < MANY_NAMES; count++) {
        snprintf(name, sizeof name, "name%d", count);
        int fd = open(scratch_path(name), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
        if (fd < 0)
            break;
        close(fd);
    }
    return got(count == MANY_NAMES);
}

// A deep tree of folders, which a careless cleaner cannot remove.
static const char *disk_depth(void)
{
    const char *folder = getenv("TMPDIR");
    pid_t child = fork();
    int status;
    if (child == 0) {
        if (chdir(folder ? folder : "/nowhere") != 0)
            _exit(errno);
        char top[PATH_BYTES];
        snprintf(top, sizeof top, "%s-deep", siege.token);
        if (mkdir(top, 0700) != 0 || chdir(top) != 0)
            _exit(errno);
        for (int i = 0; i < 2000; i++) {
            if (mkdir("folder-in-folder", 0700) != 0 || chdir("folder-in-folder") != 0)
                _exit(errno);
        }
        _exit(0);
    }
    if (child < 0 || waitpid(child, &status, 0) != child)
        return got(false);
    errno = WIFEXITED(status) ? WEXITSTATUS(status) : EINTR;
    return got(errno == 0);
}

// Nobody but root can look into it: a cleaner has to make it readable first.
static const char *disk_locked_folder(void)
{
    const char *path = scratch_path("locked");
    char inside[PATH_BYTES + 8];
    snprintf(inside, sizeof inside, "%s/x", path);
    return got(mkdir(path, 0700) == 0 && mkdir(inside, 0) == 0 && chmod(path, 0) == 0);
}

// --- Processes and threads ---

// Each child lives until the pipe is closed.
static void wait_for_end(int fd)
{
    char byte;
    while (read(fd, &byte, 1) > 0)
        continue;
    _exit(0);
}

static const char *fork_bomb(void)
{
    int ends[2], count = 0;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return got(false);
    for (; count < MANY_TASKS; count++) {
        pid_t child = fork();
        if (child == 0) {
            close(ends[1]);
            wait_for_end(ends[0]);
        }
        if (child < 0)
            break;
    }
    int why = errno;
    if (count == MANY_TASKS)
        nap_ms(HOLD_MS);
    close(ends[1]);
    close(ends[0]);
    while (wait(NULL) > 0)
        continue;
    errno = why;
    return got(count == MANY_TASKS);
}

// Every child has two children. What one of them could not do, it tells by its end.
static int grow_tree(int depth, int hold)
{
    int failed = 0, status;
    for (int i = 0; depth > 0 && i < 2; i++) {
        pid_t child = fork();
        if (child == 0)
            _exit(grow_tree(depth - 1, hold));
        failed |= child < 0;
    }
    struct pollfd never = {.fd = -1};
    poll(&never, 1, failed ? 0 : hold);
    while (wait(&status) > 0)
        failed |= !WIFEXITED(status) || WEXITSTATUS(status) != 0;
    return failed;
}

static const char *fork_tree(void)
{
    int failed = grow_tree(TREE_DEPTH, HOLD_MS);
    errno = EAGAIN;
    return got(!failed);
}

static const char *zombies(void)
{
    int count = 0;
    for (; count < MANY_TASKS; count++) {
        pid_t child = fork();
        if (child == 0)
            _exit(0);
        if (child < 0)
            break;
    }
    int why = errno;
    if (count == MANY_TASKS)
        nap_ms(HOLD_MS);
    while (wait(NULL) > 0)
        continue;
    errno = why;
    return got(count == MANY_TASKS);
}

static void *wait_in_thread(void *fd)
{
    char byte;
    while (read(*(int *)fd, &byte, 1) > 0)
        continue;
    return NULL;
}

static const char *threads(void)
{
    static pthread_t started[MANY_TASKS];
    int ends[2], count = 0, why = 0;
    pthread_attr_t small;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return got(false);
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, THREAD_STACK_BYTES);
    while (count < MANY_TASKS && why == 0) {
        why = pthread_create(&started[count], &small, wait_in_thread, &ends[0]);
        count += why == 0;
    }
    if (why == 0)
        nap_ms(HOLD_MS);
    close(ends[1]);
    for (int i = 0; i < count; i++)
        pthread_join(started[i], NULL);
    close(ends[0]);
    pthread_attr_destroy(&small);
    errno = why;
    return got(count == MANY_TASKS);
}

// --- Descriptors ---

static const char *descriptors(void)
{
    static int fds[MANY_FILES];
    int count = 0;
    while (count < MANY_FILES && (fds[count] = dup(STDIN_FILENO)) >= 0)
        count++;
    const char *what = got(count == MANY_FILES);
    for (int i = 0; i < count; i++)
        close(fds[i]);
    return what;
}

// The kernel keeps what is in a pipe.
static const char *full_pipes(void)
{
    static char bytes[MEBIBYTE];
    int fds[2 * MANY_PIPES], count = 0;
    while (count < MANY_PIPES && pipe2(&fds[2 * count], O_CLOEXEC | O_NONBLOCK) == 0) {
        fcntl(fds[2 * count], F_SETPIPE_SZ, MEBIBYTE);
        if (write(fds[2 * count + 1], bytes, sizeof bytes) < 0)
            break;
        count++;
    }
    const char *what = got(count == MANY_PIPES);
    for (int i = 0; i < 2 * count; i++)
        close(fds[i]);
    return what;
}

const struct attack limit_attacks[] = {
    {.name = "memory", .act = memory},
    {.name = "shared_memory", .act = shared_memory},
    {.name = "memory_of_family", .act = memory_of_family},
    {.name = "memory_in_files", .act = memory_in_files},
    {.name = "lock_memory", .act = lock_memory},
    {.name = "mappings", .act = mappings},
    {.name = "disk_one_file", .act = disk_one_file},
    {.name = "disk_many_files", .act = disk_many_files},
    {.name = "disk_hole", .act = disk_hole},
    {.name = "disk_names", .act = disk_names},
    {.name = "disk_depth", .act = disk_depth},
    {.name = "disk_locked_folder", .act = disk_locked_folder},
    {.name = "fork_bomb", .act = fork_bomb},
    {.name = "fork_tree", .act = fork_tree},
    {.name = "zombies", .act = zombies},
    {.name = "threads", .act = threads},
    {.name = "descriptors", .act = descriptors},
    {.name = "full_pipes", .act = full_pipes},
    {.name = NULL},
};

#include "link/inside/keeper.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <uv.h>

// A slot of the table holds FREE, or TAKEN while its process has not started, or a process group.
enum { FREE = 0, TAKEN = -1 };

static struct {
    atomic_int *table; // shared with the keeper
    pid_t pid;
    int pipe; // our end; the keeper acts when it is closed
    pthread_mutex_t lock;
    size_t next; // where to look for a free slot first
} keeper = {.pipe = -1, .lock = PTHREAD_MUTEX_INITIALIZER};

static void keeper_close_from(unsigned first)
{
#ifdef SYS_close_range
    if (syscall(SYS_close_range, first, ~0U, 0) == 0)
        return;
#endif
    long limit = sysconf(_SC_OPEN_MAX);
    for (long fd = (long)first; fd < limit; fd++)
        close((int)fd);
}

// What the keeper's process does. Only SIGKILL and the end of the pipe end it.
static _Noreturn void keeper_keep_watch(int pipe, atomic_int *table)
{
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    setsid();
    prctl(PR_SET_NAME, "agon-keeper");
    dup2(pipe, STDIN_FILENO);
    keeper_close_from(STDIN_FILENO + 1);
    if (chdir("/") != 0) {
        // It needs no folder, and must not keep one busy.
    }
    char byte;
    while (read(STDIN_FILENO, &byte, 1) == -1 && errno == EINTR)
        continue;
    for (size_t i = 0; i < KEEPER_SLOTS; i++) {
        int group = atomic_load(&table[i]);
        if (group > 1)
            kill(-group, SIGKILL);
    }
    _exit(0);
}

bool keeper_start(struct error *e)
{
    size_t bytes = KEEPER_SLOTS * sizeof *keeper.table;
    void *table = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (table == MAP_FAILED)
        return error_set(e, "no memory for the table of running bots: %s", uv_strerror(-errno));
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {
        int why = errno;
        munmap(table, bytes);
        return error_set(e, "no pipe to the keeper: %s", uv_strerror(-why));
    }
    pid_t pid = fork();
    if (pid == 0)
        keeper_keep_watch(ends[0], table);
    int why = errno;
    close(ends[0]);
    if (pid < 0) {
        close(ends[1]);
        munmap(table, bytes);
        return error_set(e, "the keeper cannot be started: %s", uv_strerror(-why));
    }
    keeper.table = table;
    keeper.pid = pid;
    keeper.pipe = ends[1];
    keeper.next = 0;
    return true;
}

void keeper_stop(void)
{
    if (keeper.table == NULL)
        return;
    close(keeper.pipe);
    while (waitpid(keeper.pid, NULL, 0) == -1 && errno == EINTR)
        continue;
    munmap(keeper.table, KEEPER_SLOTS * sizeof *keeper.table);
    keeper.table = NULL;
    keeper.pipe = -1;
}

atomic_int *keeper_slot_take(void)
{
    atomic_int *slot = NULL;
    pthread_mutex_lock(&keeper.lock);
    for (size_t tried = 0; tried < KEEPER_SLOTS && slot == NULL; tried++) {
        size_t i = (keeper.next + tried) % KEEPER_SLOTS;
        if (atomic_load_explicit(&keeper.table[i], memory_order_relaxed) == FREE) {
            slot = &keeper.table[i];
            keeper.next = i; // it is often free again soon, so few pages of memory are used
            atomic_store(slot, TAKEN);
        }
    }
    pthread_mutex_unlock(&keeper.lock);
    return slot;
}

void keeper_slot_release(atomic_int *slot)
{
    if (slot == NULL)
        return;
    pthread_mutex_lock(&keeper.lock);
    atomic_store(slot, FREE);
    keeper.next = (size_t)(slot - keeper.table);
    pthread_mutex_unlock(&keeper.lock);
}

#include "link/start/keeper.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>

// A slot of the table holds FREE, or TAKEN while its process has not started, or a process group.
enum { FREE = 0, TAKEN = -1 };

struct keeper_table {
    atomic_int slots[KEEPER_SLOTS];
};

static struct {
    struct keeper_table *table; // shared with the fork servers
    pthread_mutex_t lock;
    int next; // where to look for a free slot first
} keeper = {.lock = PTHREAD_MUTEX_INITIALIZER};

bool keeper_open(struct error *e)
{
    void *table =
        mmap(NULL, sizeof *keeper.table, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (table == MAP_FAILED)
        return error_set(e, "no memory for the table of running bots: %s", strerror(errno));
    keeper.table = table;
    keeper.next = 0;
    return true;
}

void keeper_close(void)
{
    if (keeper.table != NULL)
        munmap(keeper.table, sizeof *keeper.table);
    keeper.table = NULL;
}

int keeper_slot_take(void)
{
    int slot = KEEPER_NO_SLOT;
    pthread_mutex_lock(&keeper.lock);
    for (int tried = 0; tried < KEEPER_SLOTS && slot == KEEPER_NO_SLOT; tried++) {
        int i = (keeper.next + tried) % KEEPER_SLOTS;
        if (atomic_load_explicit(&keeper.table->slots[i], memory_order_relaxed) == FREE) {
            slot = i;
            keeper.next = i; // it is often free again soon, so few pages of memory are used
            atomic_store(&keeper.table->slots[i], TAKEN);
        }
    }
    pthread_mutex_unlock(&keeper.lock);
    return slot;
}

void keeper_slot_release(int slot)
{
    if (slot == KEEPER_NO_SLOT)
        return;
    pthread_mutex_lock(&keeper.lock);
    atomic_store(&keeper.table->slots[slot], FREE);
    keeper.next = slot;
    pthread_mutex_unlock(&keeper.lock);
}

pid_t keeper_slot_take_back(int slot)
{
    const int was = atomic_exchange(&keeper.table->slots[slot], TAKEN);
    return was > 0 ? was : 0;
}

atomic_int *keeper_slot_numbered(int slot)
{
    return &keeper.table->slots[slot];
}

void keeper_kill_all(void)
{
    for (int i = 0; i < KEEPER_SLOTS; i++) {
        int group = atomic_load(&keeper.table->slots[i]);
        if (group > 1)
            kill(-group, SIGKILL);
    }
}

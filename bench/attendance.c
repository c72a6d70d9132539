#include "attendance.h"

#include <fcntl.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

struct attendance *attendance_open(const char *path)
{
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (fd < 0 || ftruncate(fd, sizeof(struct attendance)) != 0)
        return NULL;
    void *memory = mmap(NULL, sizeof(struct attendance), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    return memory == MAP_FAILED ? NULL : memory;
}

void attendance_come(struct attendance *a)
{
    int here = atomic_fetch_add(&a->here, 1) + 1;
    int most = a->most;
    while (here > most && !atomic_compare_exchange_weak(&a->most, &most, here))
        continue;
}

void attendance_go(struct attendance *a)
{
    atomic_fetch_sub(&a->here, 1);
}

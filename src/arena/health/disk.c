// How fast the disk is on which results would be kept, and whether they can be kept there at all.
#include "arena/health/parts.h"

#include "base/clock.h"
#include "base/number.h"
#include "store/store.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <linux/magic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <sys/vfs.h>
#include <unistd.h>

enum {
    WRITES_MOST = 50,
    WRITE_BYTES = 4096,
    SERIES_MOST_MS = 500,
    SLOW_MS = 100, // for one write: then games wait for the store
    ROOM_LEAST_MIB = 100,
};

#ifndef SMB2_SUPER_MAGIC
#define SMB2_SUPER_MAGIC 0xFE534D42
#endif
#ifndef CIFS_SUPER_MAGIC
#define CIFS_SUPER_MAGIC 0xFF534D42
#endif

struct disk_series {
    int64_t times_ns[WRITES_MOST];
    int count;
};

static int disk_compare(const void *a, const void *b)
{
    int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;
    return (left > right) - (left < right);
}

// Writes and syncs again and again. Returns false with errno.
static bool disk_measure(int fd, struct disk_series *s)
{
    static const char block[WRITE_BYTES];
    int64_t end = clock_now_ns() + SERIES_MOST_MS * NS_PER_MS;
    while (s->count < WRITES_MOST && (s->count == 0 || clock_now_ns() < end)) {
        int64_t began = clock_now_ns();
        if (pwrite(fd, block, sizeof block, (off_t)s->count * WRITE_BYTES) != WRITE_BYTES ||
            fdatasync(fd) != 0)
            return false;
        s->times_ns[s->count++] = clock_now_ns() - began;
    }
    qsort(s->times_ns, (size_t)s->count, sizeof *s->times_ns, disk_compare);
    return true;
}

// A file that has no name any more.
static int disk_make_file(const char *folder)
{
    char path[PATH_MAX];
    if (snprintf(path, sizeof path, "%s/.agon-doctor-XXXXXX", folder) >= (int)sizeof path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    int fd = mkostemp(path, O_CLOEXEC);
    if (fd >= 0)
        unlink(path);
    return fd;
}

// One transaction brings up to STORE_BATCH_MOST results, and they begin STORE_PACE_MS apart.
static void disk_judge_speed(struct health_finding *f, const struct disk_series *s)
{
    int64_t middle = s->times_ns[s->count / 2], slowest = s->times_ns[s->count - 1];
    int64_t pace = number_larger(middle, STORE_PACE_MS * NS_PER_MS);
    health_seen(f,
        "%.2f ms until a write is on the disk (slowest of %d: %.2f ms): at most %" PRId64
        " results/s",
        (double)middle / NS_PER_MS, s->count, (double)slowest / NS_PER_MS,
        STORE_BATCH_MOST * NS_PER_SECOND / pace);
    if (middle > SLOW_MS * NS_PER_MS)
        health_mend(f, HEALTH_WEAK, "keep results on a faster disk");
}

static void disk_add_speed(struct health *h, const char *folder)
{
    struct health_finding *f = health_add(h, "disk", "speed");
    struct disk_series series = {.count = 0};
    int fd = disk_make_file(folder);
    bool well = fd >= 0 && disk_measure(fd, &series);
    int error = errno;
    if (fd >= 0)
        close(fd);
    if (well) {
        disk_judge_speed(f, &series);
        return;
    }
    health_seen(f, "%.160s cannot be written: %s", folder, strerror(error));
    health_mend(f, HEALTH_MISSING, "name another folder with --folder, and keep results there");
}

static void disk_add_kind(struct health *h, const char *folder)
{
    struct statfs about;
    struct statvfs room;
    if (statfs(folder, &about) != 0 || statvfs(folder, &room) != 0)
        return; // `speed` says why
    struct health_finding *f = health_add(h, "disk", "room");
    int64_t mebibytes = (int64_t)((uint64_t)room.f_bavail * room.f_frsize >> 20);
    unsigned long kind = (unsigned long)about.f_type & 0xFFFFFFFF;
    health_seen(f, "%" PRId64 " MiB are free in %.160s", mebibytes, folder);
    if (kind == NFS_SUPER_MAGIC || kind == SMB2_SUPER_MAGIC || kind == CIFS_SUPER_MAGIC ||
        kind == SMB_SUPER_MAGIC) {
        health_seen(f, "%.160s is on another machine", folder);
        health_mend(f, HEALTH_MISSING, "keep results on a disk of this machine: SQLite needs one");
    } else if (kind == TMPFS_MAGIC || kind == RAMFS_MAGIC) {
        health_seen(f, "%" PRId64 " MiB are free in %.160s, which is memory", mebibytes, folder);
        health_mend(f, HEALTH_WEAK, "keep results on a disk: these are lost with the power");
    } else if (mebibytes < ROOM_LEAST_MIB) {
        health_mend(f, HEALTH_WEAK, "make room: a full disk stops a contest");
    }
}

void disk_examine(struct health *h, const char *folder)
{
    disk_add_kind(h, folder);
    disk_add_speed(h, folder);
}

#include "fleet/parcel_cache.h"

#include "archive/entry.h"
#include "arena/build.h"
#include "base/atomic_file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define PARCEL_ENDING ".tar"

// --- Folders ---

static bool parcel_cache_make_folder(const char *path, struct error *e)
{
    return mkdir(path, 0700) == 0 || errno == EEXIST ||
        error_set(e, "%.160s: %s", path, strerror(errno));
}

bool parcel_cache_home(char folder[PATH_MAX], struct error *e)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    struct text path = text_fixed(folder, PATH_MAX);
    bool has_cache = cache && cache[0] == '/';
    if (!has_cache && (!home || home[0] != '/'))
        return error_set(e, "neither XDG_CACHE_HOME nor HOME is a folder to keep entries in");
    text_format(&path, "%s%s", has_cache ? cache : home, has_cache ? "" : "/.cache");
    if (!parcel_cache_make_folder(folder, e))
        return false;
    text_string(&path, "/agon");
    return path.cut ? error_set(e, "the path of the cache is too long")
                    : parcel_cache_make_folder(folder, e);
}

bool parcel_cache_open(
    struct parcel_cache *c, const char *home, int64_t most_bytes, struct error *e)
{
    *c = (struct parcel_cache){.most_bytes = most_bytes};
    if (snprintf(c->parcels, sizeof c->parcels, "%s/parcels", home) >= PATH_MAX ||
        snprintf(c->shelf, sizeof c->shelf, "%s/built", home) >= PATH_MAX)
        return error_set(e, "the path of the cache is too long");
    return parcel_cache_make_folder(c->parcels, e);
}

void parcel_cache_close(struct parcel_cache *c)
{
    for (size_t i = 0; i < c->held_count; i++)
        close(c->held[i]);
    free(c->held);
    *c = (struct parcel_cache){0};
}

static bool parcel_cache_path(const struct parcel_cache *c, const char *hash, char path[PATH_MAX])
{
    bool is_hash = strlen(hash) == ENTRY_HASH_BYTES - 1 &&
        strspn(hash, "0123456789abcdef") == ENTRY_HASH_BYTES - 1;
    return is_hash && snprintf(path, PATH_MAX, "%s/%s" PARCEL_ENDING, c->parcels, hash) < PATH_MAX;
}

static bool parcel_cache_lock(int fd, int how)
{
    int result;
    do
        result = flock(fd, how);
    while (result != 0 && errno == EINTR);
    return result == 0;
}

// For whoever writes or removes parcels. Returns the descriptor that holds the lock, or -1.
static int parcel_cache_lock_folder(const struct parcel_cache *c)
{
    int fd = open(c->parcels, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0 && !parcel_cache_lock(fd, LOCK_EX)) {
        close(fd);
        fd = -1;
    }
    return fd;
}

// --- Holding ---

static bool parcel_cache_is_whole(const char *path, const char *hash)
{
    struct entry entry;
    bool is_whole = entry_look(&entry, path, NULL) && strcmp(entry.hash, hash) == 0;
    entry_destroy(&entry);
    return is_whole;
}

static bool parcel_cache_keep(struct parcel_cache *c, int fd)
{
    int *held = realloc(c->held, (c->held_count + 1) * sizeof *held);
    if (!held)
        return false;
    c->held = held;
    c->held[c->held_count++] = fd;
    return true;
}

// Whoever drops a parcel has locked its file alone. So one that is locked together with others, and
// still has its name, stays. One that is damaged is left to parcel_cache_put: only who has locked
// the folder may take a name away, since a whole parcel may have it by now.
bool parcel_cache_hold(struct parcel_cache *c, const char *hash)
{
    char path[PATH_MAX];
    struct stat seen;
    if (!parcel_cache_path(c, hash, path))
        return false;
    int fd = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        return false;
    bool is_there = parcel_cache_lock(fd, LOCK_SH) && fstat(fd, &seen) == 0 && seen.st_nlink > 0;
    if (is_there && parcel_cache_is_whole(path, hash) && parcel_cache_keep(c, fd)) {
        futimens(fd, NULL); // it was used now
        return true;
    }
    close(fd);
    return false;
}

// Another process may have put the same parcel since we looked, and may hold it. A second file in
// its place would be one that it does not hold.
static bool parcel_cache_write(struct parcel_cache *c, const char *hash, const char *path,
    const void *bytes, size_t length, struct error *e)
{
    if (parcel_cache_hold(c, hash))
        return true;
    return atomic_file_write_private(path, bytes, length, e) &&
        (parcel_cache_hold(c, hash) || error_set(e, "%.160s cannot be read", path));
}

bool parcel_cache_put(
    struct parcel_cache *c, const char *hash, const void *bytes, size_t length, struct error *e)
{
    char path[PATH_MAX];
    struct entry entry = {0};
    if (!parcel_cache_path(c, hash, path))
        return error_set(e, "\"%.80s\" is not the hash of an entry", hash);
    bool well = entry_look_at_bytes(&entry, bytes, length, e);
    if (well && strcmp(entry.hash, hash) != 0)
        well = error_set(e,
            "it is not the entry that was asked for: its hash is %.12s..., not "
            "%.12s...",
            entry.hash, hash);
    entry_destroy(&entry);
    if (!well)
        return false;
    int lock = parcel_cache_lock_folder(c);
    well = lock >= 0 ? parcel_cache_write(c, hash, path, bytes, length, e)
                     : error_set(e, "%.160s: %s", c->parcels, strerror(errno));
    if (lock >= 0)
        close(lock);
    return well;
}

// --- Dropping ---

struct parcel_seen {
    char hash[ENTRY_HASH_BYTES];
    int64_t bytes;
    struct timespec used;
};

struct parcel_list {
    struct parcel_seen *list;
    size_t count;
    int64_t bytes;
};

static void parcel_cache_note(const struct parcel_cache *c, struct parcel_list *l, const char *name)
{
    char path[PATH_MAX];
    struct stat seen;
    struct parcel_seen parcel = {0};
    size_t length = ENTRY_HASH_BYTES - 1;
    if (strlen(name) != length + strlen(PARCEL_ENDING) || strcmp(name + length, PARCEL_ENDING) != 0)
        return;
    memcpy(parcel.hash, name, length);
    if (!parcel_cache_path(c, parcel.hash, path) || lstat(path, &seen) != 0)
        return;
    struct parcel_seen *list = realloc(l->list, (l->count + 1) * sizeof *list);
    if (!list)
        return;
    parcel.used = seen.st_mtim;
    parcel.bytes = (int64_t)seen.st_blocks * 512 + build_bytes(c->shelf, parcel.hash);
    l->list = list;
    l->list[l->count++] = parcel;
    l->bytes += parcel.bytes;
}

static int parcel_cache_compare(const void *left, const void *right)
{
    const struct parcel_seen *a = left, *b = right;
    if (a->used.tv_sec != b->used.tv_sec)
        return a->used.tv_sec < b->used.tv_sec ? -1 : 1;
    return (a->used.tv_nsec > b->used.tv_nsec) - (a->used.tv_nsec < b->used.tv_nsec);
}

static struct parcel_list parcel_cache_list(const struct parcel_cache *c)
{
    struct parcel_list l = {0};
    DIR *folder = opendir(c->parcels);
    for (struct dirent *d; folder && (d = readdir(folder));)
        parcel_cache_note(c, &l, d->d_name);
    if (folder)
        closedir(folder);
    if (l.count > 0)
        qsort(l.list, l.count, sizeof *l.list, parcel_cache_compare);
    return l;
}

// What was built goes first: a parcel without it can be built again, and the other way round nobody
// would find it.
static bool parcel_cache_drop(const struct parcel_cache *c, const char *hash)
{
    char path[PATH_MAX];
    if (!parcel_cache_path(c, hash, path))
        return false;
    int fd = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    bool dropped = fd >= 0 && parcel_cache_lock(fd, LOCK_EX | LOCK_NB) &&
        build_remove(c->shelf, hash, NULL) && unlink(path) == 0;
    if (fd >= 0)
        close(fd);
    return dropped;
}

void parcel_cache_trim(struct parcel_cache *c)
{
    int lock = parcel_cache_lock_folder(c);
    if (lock < 0)
        return;
    struct parcel_list l = parcel_cache_list(c);
    for (size_t i = 0; i < l.count && l.bytes > c->most_bytes; i++) {
        if (parcel_cache_drop(c, l.list[i].hash))
            l.bytes -= l.list[i].bytes;
    }
    free(l.list);
    close(lock);
}

#include "arena/build/folder_tree.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DEPTH_MOST = 64 };

struct folder_walker {
    // Called for everything in the folder, for a folder before what lies in it. False: stop.
    bool (*each)(struct folder_walker *w, int folder, const char *name, const struct stat *seen);
    // Called for a folder after what lies in it; may be NULL.
    bool (*leave)(struct folder_walker *w, int folder, const char *name);
    // Called for a folder that is too deep to be walked. False: stop.
    bool (*too_deep)(struct folder_walker *w, int folder, const char *name);
    int root;
    int64_t bytes;
    int moved;    // folders that were too deep
    bool lenient; // what cannot be opened is passed over
    struct error error;
};

static bool folder_tree_fail(struct folder_walker *w, const char *name)
{
    const char *why = strerror(errno);
    return error_set(&w->error, "\"%.100s\": %s", name, why);
}

static bool folder_tree_all(struct folder_walker *w, int fd, int depth);

static bool folder_tree_inner(struct folder_walker *w, int folder, const char *name, int depth)
{
    if (depth == DEPTH_MOST)
        return w->too_deep(w, folder, name);
    int fd = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        return w->lenient || folder_tree_fail(w, name);
    return folder_tree_all(w, fd, depth + 1) && (!w->leave || w->leave(w, folder, name));
}

// The descriptor belongs to this function.
static bool folder_tree_all(struct folder_walker *w, int fd, int depth)
{
    DIR *folder = fdopendir(fd);
    if (!folder) {
        close(fd);
        return error_set(&w->error, "out of memory");
    }
    bool well = true;
    for (struct dirent *d; well && (d = readdir(folder));) {
        struct stat seen;
        if (strcmp(d->d_name, ".") == 0 || strcmp(d->d_name, "..") == 0)
            continue;
        if (fstatat(dirfd(folder), d->d_name, &seen, AT_SYMLINK_NOFOLLOW) != 0)
            well = w->lenient || folder_tree_fail(w, d->d_name);
        else
            well = w->each(w, dirfd(folder), d->d_name, &seen) &&
                (!S_ISDIR(seen.st_mode) || folder_tree_inner(w, dirfd(folder), d->d_name, depth));
    }
    closedir(folder);
    return well;
}

static bool folder_tree_walk(struct folder_walker *w, const char *path)
{
    w->root = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (w->root < 0)
        return folder_tree_fail(w, path);
    int fd = openat(w->root, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool well = fd < 0 ? folder_tree_fail(w, path) : folder_tree_all(w, fd, 0);
    close(w->root);
    return well;
}

static bool folder_tree_refuse_depth(struct folder_walker *w, int folder, const char *name)
{
    (void)folder;
    return error_set(&w->error, "\"%.100s\" lies more than %d folders deep", name, DEPTH_MOST);
}

// --- Its size ---

static bool folder_tree_add(
    struct folder_walker *w, int folder, const char *name, const struct stat *seen)
{
    (void)folder;
    (void)name;
    w->bytes += (int64_t)seen->st_blocks * 512;
    return true;
}

int64_t folder_tree_bytes(const char *path)
{
    struct folder_walker w = {
        .each = folder_tree_add, .too_deep = folder_tree_refuse_depth, .lenient = true};
    return folder_tree_walk(&w, path) || w.error.words[0] == '\0' ? w.bytes : INT64_MAX;
}

// --- Its modes ---

static bool folder_tree_loosen(
    struct folder_walker *w, int folder, const char *name, const struct stat *seen)
{
    bool runs = S_ISDIR(seen->st_mode) || (seen->st_mode & S_IXUSR);
    return S_ISLNK(seen->st_mode) || fchmodat(folder, name, runs ? 0777 : 0666, 0) == 0 ||
        folder_tree_fail(w, name);
}

bool folder_tree_open_up(const char *path, mode_t mode, struct error *e)
{
    struct folder_walker w = {.each = folder_tree_loosen, .too_deep = folder_tree_refuse_depth};
    if (folder_tree_walk(&w, path) && (chmod(path, mode) == 0 || folder_tree_fail(&w, path)))
        return true;
    return error_set(e, "%s", w.error.words);
}

static bool folder_tree_tidy(
    struct folder_walker *w, int folder, const char *name, const struct stat *seen)
{
    bool runs = S_ISDIR(seen->st_mode) || (seen->st_mode & S_IXUSR);
    if (!S_ISDIR(seen->st_mode) && !S_ISREG(seen->st_mode) && !S_ISLNK(seen->st_mode))
        return error_set(&w->error, "the build left \"%.100s\", a device, FIFO or socket", name);
    if (seen->st_uid != geteuid() &&
        fchownat(folder, name, geteuid(), getegid(), AT_SYMLINK_NOFOLLOW) != 0)
        return folder_tree_fail(w, name);
    return S_ISLNK(seen->st_mode) || fchmodat(folder, name, runs ? 0755 : 0644, 0) == 0 ||
        folder_tree_fail(w, name);
}

bool folder_tree_settle(const char *path, struct error *e)
{
    struct folder_walker w = {.each = folder_tree_tidy, .too_deep = folder_tree_refuse_depth};
    if (folder_tree_walk(&w, path) &&
        ((lchown(path, geteuid(), getegid()) == 0 && chmod(path, 0755) == 0) ||
            folder_tree_fail(&w, path)))
        return true;
    return error_set(e, "%s", w.error.words);
}

// --- Its end ---

static bool folder_tree_delete(
    struct folder_walker *w, int folder, const char *name, const struct stat *seen)
{
    // A folder without rights could not be opened.
    if (S_ISDIR(seen->st_mode))
        return fchmodat(folder, name, 0700, 0) == 0 || folder_tree_fail(w, name);
    return unlinkat(folder, name, 0) == 0 || folder_tree_fail(w, name);
}

static bool folder_tree_delete_folder(struct folder_walker *w, int folder, const char *name)
{
    return unlinkat(folder, name, AT_REMOVEDIR) == 0 || folder_tree_fail(w, name);
}

// Moves it up, for another walk.
static bool folder_tree_lift(struct folder_walker *w, int folder, const char *name)
{
    char lifted[40];
    do
        snprintf(lifted, sizeof lifted, "too-deep-%d", w->moved++);
    while (renameat2(folder, name, w->root, lifted, RENAME_NOREPLACE) != 0 && errno == EEXIST);
    return faccessat(folder, name, F_OK, AT_SYMLINK_NOFOLLOW) != 0 || folder_tree_fail(w, name);
}

bool folder_tree_remove(const char *path, struct error *e)
{
    struct folder_walker w = {.each = folder_tree_delete,
        .leave = folder_tree_delete_folder,
        .too_deep = folder_tree_lift};
    struct stat seen;
    if (lstat(path, &seen) != 0 && errno == ENOENT)
        return true;
    int moved;
    do {
        moved = w.moved;
        if (!folder_tree_walk(&w, path))
            return error_set(e, "%.80s cannot be removed: %.140s", path, w.error.words);
    } while (w.moved > moved);
    return rmdir(path) == 0 || error_set(e, "%.80s cannot be removed: %s", path, strerror(errno));
}

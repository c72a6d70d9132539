// A folder, with all that lies in it. No link is followed.
#include "archive/entry/members.h"
#include "archive/entry/source.h"

#include "base/whole_file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { READ_BYTES = 64 * 1024 };

struct folder_walk {
    const struct source_visitor *visitor;
    void *user;
    struct text path; // of what is being looked at, relative to the folder
};

static bool source_folder_fail(const struct folder_walk *w, struct error *e)
{
    char shown[MEMBERS_SHOWN_BYTES];
    const char *why = strerror(errno);
    return error_set(e, "\"%s\" cannot be read: %s", members_show(w->path.bytes, shown), why);
}

static bool source_folder_refuse(const struct folder_walk *w, mode_t mode, struct error *e)
{
    char shown[MEMBERS_SHOWN_BYTES];
    return error_set(e, "\"%s\" is a %s", members_show(w->path.bytes, shown),
        S_ISFIFO(mode)       ? "FIFO"
            : S_ISSOCK(mode) ? "socket"
                             : "device");
}

static bool source_folder_content(struct folder_walk *w, int fd, struct error *e)
{
    char bytes[READ_BYTES];
    for (;;) {
        ssize_t length = read(fd, bytes, sizeof bytes);
        if (length < 0 && errno == EINTR)
            continue;
        if (length < 0)
            return source_folder_fail(w, e);
        if (length == 0)
            return w->visitor->end(w->user, e);
        if (!w->visitor->bytes(w->user, bytes, (size_t)length, e))
            return false;
    }
}

static bool source_folder_file(
    struct folder_walk *w, int folder, const char *name, const struct stat *seen, struct error *e)
{
    const struct source_file file = {
        .name = w->path.bytes, .executable = (seen->st_mode & S_IXUSR) != 0};
    // Without waiting, lest somebody has put a FIFO in its place by now.
    int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return source_folder_fail(w, e);
    struct stat now;
    bool well = fstat(fd, &now) == 0 && S_ISREG(now.st_mode)
        ? w->visitor->begin(w->user, &file, e) && source_folder_content(w, fd, e)
        : error_set(e, "\"%.100s\" changed while it was read", name);
    close(fd);
    return well;
}

static bool source_folder_link(struct folder_walk *w, int folder, const char *name, struct error *e)
{
    char target[ENTRY_PATH_BYTES];
    ssize_t length = readlinkat(folder, name, target, sizeof target - 1);
    if (length < 0)
        return source_folder_fail(w, e);
    target[length] = '\0';
    const struct source_file file = {.name = w->path.bytes, .kind = SOURCE_LINK, .target = target};
    return w->visitor->begin(w->user, &file, e);
}

static bool source_folder_all(struct folder_walk *w, int fd, struct error *e);

static bool source_folder_inner(
    struct folder_walk *w, int folder, const char *name, struct error *e)
{
    const struct source_file file = {.name = w->path.bytes, .kind = SOURCE_FOLDER};
    // The visitor ends the walk when folders are too deep.
    if (!w->visitor->begin(w->user, &file, e))
        return false;
    int fd = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    return fd < 0 ? source_folder_fail(w, e) : source_folder_all(w, fd, e);
}

static bool source_folder_one(struct folder_walk *w, int folder, const char *name, struct error *e)
{
    struct stat seen;
    if (fstatat(folder, name, &seen, AT_SYMLINK_NOFOLLOW) != 0)
        return source_folder_fail(w, e);
    if (members_is_left_out(name))
        return true;
    if (S_ISREG(seen.st_mode))
        return source_folder_file(w, folder, name, &seen, e);
    if (S_ISLNK(seen.st_mode))
        return source_folder_link(w, folder, name, e);
    if (S_ISDIR(seen.st_mode))
        return source_folder_inner(w, folder, name, e);
    return source_folder_refuse(w, seen.st_mode, e);
}

// The descriptor belongs to this function.
static bool source_folder_all(struct folder_walk *w, int fd, struct error *e)
{
    DIR *folder = fdopendir(fd);
    if (!folder) {
        close(fd);
        return error_set(e, "out of memory");
    }
    size_t length = w->path.length;
    bool well = true;
    errno = 0;
    for (struct dirent *d; well && (d = readdir(folder)); errno = 0) {
        if (strcmp(d->d_name, ".") == 0 || strcmp(d->d_name, "..") == 0)
            continue;
        text_format(&w->path, "%s%s", length > 0 ? "/" : "", d->d_name);
        well = w->path.cut ? error_set(e, "out of memory")
                           : source_folder_one(w, dirfd(folder), d->d_name, e);
        w->path.length = length;
        w->path.bytes[length] = '\0';
    }
    if (well && errno != 0)
        well = source_folder_fail(w, e);
    closedir(folder);
    return well;
}

bool source_walk_folder(
    const char *path, const struct source_visitor *visitor, void *user, struct error *e)
{
    struct folder_walk w = {visitor, user, text_growing()};
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool well = fd < 0 ? error_set(e, "the folder cannot be read: %s", strerror(errno))
                       : source_folder_all(&w, fd, e);
    text_destroy(&w.path);
    return well;
}

// --- Either ---

int64_t source_packed_bytes(const char *path, int64_t most, struct error *e)
{
    struct stat seen;
    if (stat(path, &seen) != 0) {
        error_set(e, "%s", errno == ENOENT ? "there is no such folder or file" : strerror(errno));
        return -1;
    }
    if (S_ISDIR(seen.st_mode))
        return 0;
    if (!S_ISREG(seen.st_mode) || seen.st_size == 0)
        error_set(e, "it is neither a folder nor a .zip or .tar.gz");
    else if (seen.st_size > most)
        error_set(e, "the archive is larger than %d MiB", (int)(most >> 20));
    else
        return seen.st_size;
    return -1;
}

bool source_walk(
    const char *path, const struct source_visitor *visitor, void *user, struct error *e)
{
    struct stat seen;
    if (stat(path, &seen) == 0 && S_ISDIR(seen.st_mode))
        return source_walk_folder(path, visitor, user, e);
    int fd = whole_file_open(path, e);
    if (fd < 0)
        return false;
    bool well = source_walk_archive(fd, visitor, user, e);
    close(fd);
    return well;
}

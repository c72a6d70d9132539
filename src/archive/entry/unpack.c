// Writes the files of an entry into a folder. Everything is opened from the descriptor of a folder,
// part by part, and no link is followed; links are made when all files are there.
#include "archive/entry.h"
#include "archive/entry/members.h"
#include "archive/entry/source.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

struct unpack {
    struct members members;
    const char *top;
    int root;                    // the folder
    int fd;                      // of the file that is being written; -1: none
    char path[ENTRY_PATH_BYTES]; // of it, in the entry
    bool executable;
    struct sha256 sha;
};

static bool unpack_fail(const char *path, struct error *e)
{
    char shown[MEMBERS_SHOWN_BYTES];
    const char *why = strerror(errno);
    return error_set(e, "\"%s\" cannot be written: %s", members_show(path, shown), why);
}

static bool unpack_changed(struct error *e)
{
    return error_set(e, "it changed while it was unpacked");
}

// The folder in which a file lies, made where it is not there. Returns a descriptor, or -1.
static int unpack_open_folder(const struct unpack *u, const char *path)
{
    int folder = dup(u->root);
    const char *part = path;
    for (const char *slash; folder >= 0 && (slash = strchr(part, '/')); part = slash + 1) {
        char name[MEMBERS_NAME_MOST + 1];
        struct text text = TEXT_IN(name);
        text_bytes(&text, part, (size_t)(slash - part));
        int next = -1;
        if (mkdirat(folder, name, 0700) == 0 || errno == EEXIST)
            next = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        int error = errno;
        close(folder);
        errno = error;
        folder = next;
    }
    return folder;
}

static const char *unpack_base(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

// The path without the one folder in which all lies; NULL if it does not lie there.
static const char *unpack_inner(const struct unpack *u, const char *path)
{
    size_t length = strlen(u->top);
    return strncmp(path, u->top, length) == 0 && path[length] != '\0' ? path + length : NULL;
}

static bool unpack_create(struct unpack *u, const char *path, struct error *e)
{
    int folder = unpack_open_folder(u, path);
    if (folder < 0)
        return unpack_fail(path, e);
    u->fd = openat(folder, unpack_base(path), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
        u->executable ? 0700 : 0600);
    if (u->fd < 0 && errno == EEXIST)
        error_set(e, "\"%.100s\" is there twice", path);
    else if (u->fd < 0)
        unpack_fail(path, e);
    close(folder);
    return u->fd >= 0;
}

static bool unpack_begin(void *user, const struct source_file *file, struct error *e)
{
    struct unpack *u = user;
    if (!members_name(&u->members, file->name, u->path, e))
        return false;
    u->sha = sha256_begin();
    u->executable = file->executable;
    if (file->kind == SOURCE_FOLDER || members_is_left_out(u->path))
        return true;
    const char *inner = unpack_inner(u, u->path);
    if (!inner)
        return unpack_changed(e);
    return file->kind == SOURCE_LINK ? members_add_link(&u->members, u->path, file->target, e)
                                     : unpack_create(u, inner, e);
}

static bool unpack_bytes(void *user, const char *bytes, size_t length, struct error *e)
{
    struct unpack *u = user;
    if (!members_count(&u->members, u->path, length, e))
        return false;
    sha256_add(&u->sha, bytes, length);
    while (u->fd >= 0 && length > 0) {
        ssize_t written = write(u->fd, bytes, length);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return unpack_fail(u->path, e);
        bytes += written;
        length -= (size_t)written;
    }
    return true;
}

static bool unpack_end(void *user, struct error *e)
{
    struct unpack *u = user;
    struct member file = {.path = u->path, .kind = u->executable ? MEMBER_PROGRAM : MEMBER_FILE};
    if (u->fd < 0)
        return true; // it is left out
    int failed = close(u->fd);
    u->fd = -1;
    sha256_end(&u->sha, file.digest);
    return failed ? unpack_fail(u->path, e) : members_add(&u->members, &file, e);
}

static bool unpack_links(const struct unpack *u, struct error *e)
{
    for (size_t i = 0; i < u->members.count; i++) {
        const struct member *link = &u->members.list[i];
        if (link->kind != MEMBER_LINK)
            continue;
        int folder = unpack_open_folder(u, link->path);
        bool well = folder >= 0 && symlinkat(link->target, folder, unpack_base(link->path)) == 0;
        well = well || unpack_fail(link->path, e);
        if (folder >= 0)
            close(folder);
        if (!well)
            return false;
    }
    return true;
}

bool entry_unpack(const struct entry *entry, const char *path, const char *folder, struct error *e)
{
    static const struct source_visitor visitor = {
        .begin = unpack_begin, .bytes = unpack_bytes, .end = unpack_end};
    int64_t packed = source_packed_bytes(path, MEMBERS_PACKED_BYTES_MOST, e);
    if (packed < 0)
        return false;
    struct unpack u = {.members = members_begin(packed),
        .top = entry->top,
        .root = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC),
        .fd = -1};
    bool well = u.root >= 0 || unpack_fail(folder, e);
    well = well && source_walk(path, &visitor, &u, e) && members_finish(&u.members, e) &&
        ((strcmp(u.members.hash, entry->hash) == 0 && strcmp(u.members.top, entry->top) == 0) ||
            unpack_changed(e)) &&
        unpack_links(&u, e);
    if (u.fd >= 0)
        close(u.fd);
    if (u.root >= 0)
        close(u.root);
    members_destroy(&u.members);
    return well;
}

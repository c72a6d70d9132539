#include "archive/token_file.h"

#include "base/atomic_file.h"
#include "base/whole_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

// A line is a hash, a time and a name.
enum { TOKEN_FILE_BYTES_MOST = TOKEN_LIST_MOST * 256 };

#define TOKEN_FILE_ENDING ".tokens"

// --- Where it is ---

static bool token_file_has_ending(const char *path)
{
    size_t length = strlen(path), ending = strlen(TOKEN_FILE_ENDING);
    return length > ending && strcmp(path + length - ending, TOKEN_FILE_ENDING) == 0;
}

bool token_file_path(
    char path[TOKEN_FILE_PATH_BYTES], const char *contest, const char *named, struct error *e)
{
    const char *slash = strrchr(contest, '/'), *name = slash ? slash + 1 : contest;
    const char *dot = strrchr(name, '.');
    int folder = (int)(name - contest), written;
    if (token_file_has_ending(contest))
        written = snprintf(path, TOKEN_FILE_PATH_BYTES, "%s", contest);
    else if (named && strcmp(named, "required") != 0)
        written = snprintf(
            path, TOKEN_FILE_PATH_BYTES, "%.*s%s", named[0] == '/' ? 0 : folder, contest, named);
    else
        written = snprintf(path, TOKEN_FILE_PATH_BYTES, "%.*s" TOKEN_FILE_ENDING,
            dot && dot > name ? (int)(dot - contest) : (int)strlen(contest), contest);
    return written < TOKEN_FILE_PATH_BYTES || error_set(e, "the name of the file is too long");
}

// --- Reading ---

bool token_file_look(const char *path, struct token_file_stamp *stamp)
{
    struct stat about;
    if (stat(path, &about) != 0)
        return false;
    *stamp = (struct token_file_stamp){.device = about.st_dev,
        .file = about.st_ino,
        .bytes = (uint64_t)about.st_size,
        .changed_s = about.st_mtim.tv_sec,
        .changed_ns = about.st_mtim.tv_nsec};
    return true;
}

bool token_file_is_same(const struct token_file_stamp *a, const struct token_file_stamp *b)
{
    return a->device == b->device && a->file == b->file && a->bytes == b->bytes &&
        a->changed_s == b->changed_s && a->changed_ns == b->changed_ns;
}

static bool token_file_is_private(const char *path, struct error *e)
{
    struct stat about;
    if (stat(path, &about) != 0)
        return error_set(e, "%.160s cannot be read: %s", path, strerror(errno));
    return (about.st_mode & 077) == 0 ||
        error_set(e, "others may read or write %.90s: chmod 600 %.90s", path, path);
}

static bool token_file_read(const char *path, struct token_list *list, struct error *e)
{
    struct text text = text_growing();
    struct error why;
    bool well = whole_file_read(path, TOKEN_FILE_BYTES_MOST, &text, e);
    if (well && (text.cut || text.length > TOKEN_FILE_BYTES_MOST))
        well = error_set(e, "%.160s is too long for a file of tokens", path);
    else if (well && !token_list_read(list, text.bytes, text.length, &why))
        well = error_set(e, "%.80s: %.160s", path, why.words);
    text_destroy(&text);
    return well;
}

bool token_file_load(
    const char *path, struct token_list *list, struct token_file_stamp *stamp, struct error *e)
{
    struct token_file_stamp own;
    *list = (struct token_list){0};
    if (!token_file_look(path, stamp ? stamp : &own) && errno == ENOENT)
        return error_set(e,
            "there are no tokens yet: %.80s does not exist   (agon token add FILE NAME makes one)",
            path);
    return token_file_is_private(path, e) && token_file_read(path, list, e);
}

// --- Changing ---

// Opens and locks the file. The one who had the lock before may have put another file in its place.
static int token_file_lock(const char *path, int flags, struct error *e)
{
    for (;;) {
        struct stat locked, now;
        int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | flags, 0600);
        if (fd < 0 && errno == ENOENT && !(flags & O_CREAT)) {
            error_set(e, "there are no tokens: %.160s does not exist", path);
            return -1;
        }
        int locking = 0;
        while (fd >= 0 && (locking = flock(fd, LOCK_EX)) != 0 && errno == EINTR)
            continue;
        if (fd < 0 || locking != 0 || fstat(fd, &locked) != 0) {
            error_set(e, "%.160s cannot be changed: %s", path, strerror(errno));
            if (fd >= 0)
                close(fd);
            return -1;
        }
        if (stat(path, &now) == 0 && now.st_dev == locked.st_dev && now.st_ino == locked.st_ino)
            return fd;
        close(fd);
    }
}

static bool token_file_replace(const char *path, const struct token_list *list, struct error *e)
{
    struct text text = text_growing();
    token_list_write(list, &text);
    bool well = text.cut ? error_set(e, "out of memory")
                         : atomic_file_write_private(path, text.bytes, text.length, e);
    text_destroy(&text);
    return well;
}

bool token_file_add(const char *path, const char *name, char token[TOKEN_BYTES], struct error *e)
{
    struct token added = {.added_s = time(NULL)};
    if (!player_name_read(added.name, name, e) || !token_make(token, e))
        return false;
    token_hash(token, added.hash);
    int lock = token_file_lock(path, O_CREAT, e);
    if (lock < 0)
        return false;
    struct token_list list;
    bool well = token_file_load(path, &list, NULL, e) && token_list_add(&list, &added, e) &&
        token_file_replace(path, &list, e);
    token_list_destroy(&list);
    close(lock);
    return well;
}

bool token_file_revoke(const char *path, const char *name, struct error *e)
{
    char known[PLAYER_NAME_BYTES];
    int lock = player_name_read(known, name, e) ? token_file_lock(path, 0, e) : -1;
    if (lock < 0)
        return false;
    struct token_list list;
    bool well = token_file_load(path, &list, NULL, e) && token_list_remove(&list, known, e) &&
        token_file_replace(path, &list, e);
    token_list_destroy(&list);
    close(lock);
    return well;
}

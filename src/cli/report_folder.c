#include "cli/report_folder.h"

#include "base/atomic_file.h"
#include "report/frozen.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool report_folder_is_meant(const char *path)
{
    struct stat status;
    size_t length = strlen(path);
    return (length > 0 && path[length - 1] == '/') ||
        (stat(path, &status) == 0 && S_ISDIR(status.st_mode));
}

bool report_folder_in_place_of(char folder[PATH_MAX], const char *file)
{
    static const char ending[] = ".html";
    size_t length = strlen(file), ends = strlen(ending);
    const char *name = strrchr(file, '/') ? strrchr(file, '/') + 1 : file;
    if (strlen(name) <= ends || length >= PATH_MAX || strcmp(file + length - ends, ending) != 0)
        return false;
    snprintf(folder, PATH_MAX, "%.*s", (int)(length - ends), file);
    return true;
}

static bool report_folder_make(const char *path, struct error *e)
{
    struct stat status;
    if (mkdir(path, 0777) == 0 ||
        (errno == EEXIST && stat(path, &status) == 0 && S_ISDIR(status.st_mode)))
        return true;
    return error_set(e, "%s cannot be created: %s", path, strerror(errno));
}

static bool report_folder_join(
    char out[PATH_MAX], const char *folder, const char *path, const char *ending, struct error *e)
{
    int length = snprintf(out, PATH_MAX, "%s/%s%s", folder, path, ending);
    return (length >= 0 && length < PATH_MAX) || error_set(e, "%s: its name is too long", folder);
}

bool report_folder_is_free(const char *folder, struct error *e)
{
    char script[PATH_MAX];
    struct stat status;
    if (lstat(folder, &status) != 0 && errno == ENOENT)
        return true;
    return (report_folder_join(script, folder, "agon.js", "", e) && stat(script, &status) == 0) ||
        error_set(e, "%s is there, and has no pages of a contest in it", folder);
}

// A page that is being replaced is never half there. It is brought to the disk with all others, at
// the end: waiting for the disk at each of many thousands would take minutes.
static bool report_folder_write_page(
    const char *folder, const char *path, const struct text *bytes, struct error *e)
{
    char part[PATH_MAX], whole[PATH_MAX];
    if (!report_folder_join(part, folder, path, ".part", e) ||
        !report_folder_join(whole, folder, path, "", e))
        return false;
    FILE *file = fopen(part, "wbe");
    bool written = file && fwrite(bytes->bytes, 1, bytes->length, file) == bytes->length;
    int error = errno;
    if (file && fclose(file) != 0 && written) {
        written = false;
        error = errno;
    }
    if (written && rename(part, whole) == 0)
        return true;
    error = written ? errno : error;
    if (file)
        unlink(part);
    return error_set(e, "%s cannot be written: %s", whole, strerror(error));
}

static bool report_folder_sync(const char *folder, struct error *e)
{
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool synced = fd >= 0 && syncfs(fd) == 0;
    if (!synced)
        error_set(e, "%s cannot be written: %s", folder, strerror(errno));
    if (fd >= 0)
        close(fd);
    return synced;
}

static bool report_folder_put(
    void *user, const char *path, const struct text *bytes, struct error *e)
{
    const char *folder = user;
    if (strcmp(path, "index.html") != 0)
        return report_folder_write_page(folder, path, bytes, e);
    char whole[PATH_MAX];
    return report_folder_sync(folder, e) && report_folder_join(whole, folder, path, "", e) &&
        atomic_file_write(whole, bytes->bytes, bytes->length, e);
}

bool report_folder_write(const char *path, const struct report *r, struct error *e)
{
    char folder[PATH_MAX], below[PATH_MAX];
    size_t length = strlen(path);
    while (length > 1 && path[length - 1] == '/')
        length--;
    if (length >= sizeof folder)
        return error_set(e, "the name of the folder is too long");
    snprintf(folder, sizeof folder, "%.*s", (int)length, path);
    if (!report_folder_make(folder, e))
        return false;
    for (const char *const *name = frozen_folders; *name; name++) {
        if (!report_folder_join(below, folder, *name, "", e) || !report_folder_make(below, e))
            return false;
    }
    const struct frozen_sink sink = {report_folder_put, folder};
    return frozen_write_folder(r, &sink, e);
}

#include "base/atomic_file.h"

#include "base/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ATOMIC_FILE_SHARED = 0666, ATOMIC_FILE_PRIVATE = 0600 };

// --- Names ---

// Can this path be replaced by renaming another file? Devices and pipes cannot.
static bool atomic_file_can_replace(const char *path)
{
    struct stat s;
    return stat(path, &s) != 0 || S_ISREG(s.st_mode) || S_ISDIR(s.st_mode);
}

static bool atomic_file_set_paths(struct atomic_file *f, const char *path)
{
    f->path = realpath(path, NULL);
    if (!f->path)
        f->path = strdup(path);
    if (!f->path)
        return false;
    if (atomic_file_can_replace(path) && asprintf(&f->part_path, "%s.part", f->path) < 0) {
        f->part_path = NULL;
        return false;
    }
    return true;
}

static void atomic_file_free_paths(struct atomic_file *f)
{
    free(f->path);
    free(f->part_path);
}

static bool atomic_file_failed(const struct atomic_file *f, struct error *e)
{
    return error_set(e, "%.160s cannot be written: %s", f->path, strerror(errno));
}

// --- Life ---

// Removes what is there under this name and creates a new file: opening a FIFO would block, and a
// symbolic link would lead elsewhere.
static FILE *atomic_file_create_part(const char *part_path, mode_t mode)
{
    unlink(part_path);
    int fd = open(part_path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    FILE *stream = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (fd >= 0 && !stream)
        close(fd);
    return stream;
}

// With `mode` 0600 nothing but a file is opened: a device may be read by others.
static bool atomic_file_open_as(
    struct atomic_file *f, const char *path, mode_t mode, struct error *e)
{
    *f = (struct atomic_file){0};
    if (!atomic_file_set_paths(f, path)) {
        atomic_file_free_paths(f);
        return error_set(e, "out of memory");
    }
    errno = EINVAL;
    if (f->part_path)
        f->stream = atomic_file_create_part(f->part_path, mode);
    else if (mode != ATOMIC_FILE_PRIVATE)
        f->stream = fopen(f->path, "w");
    if (f->stream)
        return true;
    atomic_file_failed(f, e);
    atomic_file_free_paths(f);
    return false;
}

bool atomic_file_open(struct atomic_file *f, const char *path, struct error *e)
{
    return atomic_file_open_as(f, path, ATOMIC_FILE_SHARED, e);
}

// fclose does not report errors of earlier writes, so they are looked up before it.
static bool atomic_file_close(struct atomic_file *f)
{
    bool well = !ferror(f->stream) && fflush(f->stream) == 0;
    well = well && (!f->part_path || fsync(fileno(f->stream)) == 0);
    return fclose(f->stream) == 0 && well;
}

bool atomic_file_finish(struct atomic_file *f, struct error *e)
{
    bool well = atomic_file_close(f) && (!f->part_path || rename(f->part_path, f->path) == 0);
    if (!well)
        atomic_file_failed(f, e);
    if (!well && f->part_path)
        unlink(f->part_path);
    well = well && (!f->part_path || folder_sync(f->path, e));
    atomic_file_free_paths(f);
    return well;
}

void atomic_file_discard(struct atomic_file *f)
{
    fclose(f->stream);
    if (f->part_path)
        unlink(f->part_path);
    atomic_file_free_paths(f);
}

static bool atomic_file_write_as(
    const char *path, mode_t mode, const char *bytes, size_t length, struct error *e)
{
    struct atomic_file file;
    if (!atomic_file_open_as(&file, path, mode, e))
        return false;
    fwrite(bytes, 1, length, file.stream);
    return atomic_file_finish(&file, e);
}

bool atomic_file_write(const char *path, const char *bytes, size_t length, struct error *e)
{
    return atomic_file_write_as(path, ATOMIC_FILE_SHARED, bytes, length, e);
}

bool atomic_file_write_private(const char *path, const char *bytes, size_t length, struct error *e)
{
    return atomic_file_write_as(path, ATOMIC_FILE_PRIVATE, bytes, length, e);
}

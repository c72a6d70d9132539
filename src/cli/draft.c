#include "cli/draft.h"

#include "base/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// --- Names ---

static bool is_plain(const char *path)
{
    struct stat s;
    return stat(path, &s) != 0 || S_ISREG(s.st_mode) || S_ISDIR(s.st_mode);
}

static bool name_it(struct draft *d, const char *path)
{
    d->path = realpath(path, NULL);
    if (!d->path)
        d->path = strdup(path);
    if (!d->path)
        return false;
    if (is_plain(path) && asprintf(&d->part, "%s.part", d->path) < 0) {
        d->part = NULL;
        return false;
    }
    return true;
}

static void forget(struct draft *d)
{
    free(d->path);
    free(d->part);
}

static bool failed(const struct draft *d, struct error *e)
{
    return error_set(e, "%.160s cannot be written: %s", d->path, strerror(errno));
}

// --- Life ---

// A new file, whatever somebody has left or put there under its name: a FIFO would hold us up, and
// a link would lead elsewhere.
static FILE *create_part(const char *part)
{
    unlink(part);
    int fd = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    FILE *file = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (fd >= 0 && !file)
        close(fd);
    return file;
}

bool draft_open(struct draft *d, const char *path, struct error *e)
{
    *d = (struct draft){0};
    if (!name_it(d, path)) {
        forget(d);
        return error_set(e, "out of memory");
    }
    d->file = d->part ? create_part(d->part) : fopen(d->path, "w");
    if (d->file)
        return true;
    failed(d, e);
    forget(d);
    return false;
}

// Closing says nothing of what could not be written before.
static bool close_file(struct draft *d)
{
    bool well = !ferror(d->file) && fflush(d->file) == 0;
    well = well && (!d->part || fsync(fileno(d->file)) == 0);
    return fclose(d->file) == 0 && well;
}

bool draft_finish(struct draft *d, struct error *e)
{
    bool well = close_file(d) && (!d->part || rename(d->part, d->path) == 0);
    if (!well)
        failed(d, e);
    if (!well && d->part)
        unlink(d->part);
    well = well && (!d->part || folder_sync(d->path, e));
    forget(d);
    return well;
}

void draft_discard(struct draft *d)
{
    fclose(d->file);
    if (d->part)
        unlink(d->part);
    forget(d);
}

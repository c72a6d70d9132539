#include "archive/archive.h"

#include "archive/results_place.h"
#include "archive/sibling.h"
#include "base/whole_file.h"
#include "store/postgres.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *archive_base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

bool archive_entries_path(char path[ARCHIVE_PATH_BYTES], const char *file, struct error *e)
{
    return sibling_path(path, ARCHIVE_PATH_BYTES, file, SIBLING_ENTRIES, e);
}

// A file by its first bytes: what SQLite writes there, no contest file can begin with.
bool archive_holds_results(const char *path)
{
    if (postgres_is_place(path))
        return true;
    static const char magic[] = "SQLite format 3";
    char bytes[sizeof magic] = "";
    struct error ignored;
    int fd = whole_file_open(path, &ignored);
    if (fd < 0)
        return false;
    bool whole = read(fd, bytes, sizeof bytes) == (ssize_t)sizeof bytes;
    close(fd);
    return whole && memcmp(bytes, magic, sizeof magic) == 0;
}

static bool archive_find(struct archive *a, const char *file, struct error *e)
{
    bool exists = false;
    if (archive_holds_results(file) && !postgres_is_place(file)) {
        int written = snprintf(a->path, sizeof a->path, "%s", file);
        return written < (int)sizeof a->path || error_set(e, "the name of the file is too long");
    }
    if (!results_place_find(a->path, file, e) || !location_exists(a->path, &exists, e))
        return false;
    if (exists)
        return true;
    if (postgres_is_place(file))
        return error_set(e, "there is no contest %.200s", a->path);
    if (access(file, F_OK) != 0)
        return error_set(e, "there is no %.160s", file);
    return error_set(e, "%.80s has not been run yet: there is no %.80s", file, a->path);
}

static void archive_take_name(struct archive *a)
{
    const char *own = a->definition.file.name, *name = archive_base_name(a->path);
    const char *mark = postgres_is_place(a->path) ? strchr(a->path, '#') : NULL;
    if (!own && mark)
        snprintf(a->name, sizeof a->name, "%s", mark + 1);
    else if (own)
        snprintf(a->name, sizeof a->name, "%s", own);
    else
        snprintf(a->name, sizeof a->name, "%.*s", sibling_stem_length(name), name);
}

static bool archive_open_with(struct archive *a, const char *file,
    struct reader *(*open)(const char *, struct error *), struct error *e)
{
    *a = (struct archive){0};
    if (!archive_find(a, file, e) || !(a->reader = open(a->path, e)) ||
        !definition_stored(&a->definition, a->reader, e))
        return false;
    archive_take_name(a);
    return true;
}

bool archive_open(struct archive *a, const char *file, struct error *e)
{
    return archive_open_with(a, file, reader_open, e);
}

bool archive_open_unchecked(struct archive *a, const char *file, struct error *e)
{
    return archive_open_with(a, file, reader_open_unchecked, e);
}

void archive_close(struct archive *a)
{
    definition_destroy(&a->definition);
    if (a->reader)
        reader_close(a->reader);
}

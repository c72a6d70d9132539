#include "arena/record_folder.h"

#include "base/text.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAME_BYTES = 32 }; // of "/NUMBER.jsonl"

#define NUMBER_MOST (INT64_MAX / 4) // a file with a greater number is not one of ours

bool record_folder_make(const char *path, struct error *e)
{
    if (strlen(path) + NAME_BYTES > RECORD_FOLDER_PATH_BYTES)
        return error_set(e, "the name of the folder %.80s... is too long", path);
    if (mkdir(path, 0755) != 0 && errno != EEXIST)
        return error_set(e, "the folder %.80s cannot be made: %s", path, strerror(errno));
    if (access(path, W_OK | X_OK) != 0)
        return error_set(e, "the folder %.80s cannot be written to: %s", path, strerror(errno));
    return true;
}

// The number of "41.jsonl"; 0: it is not the name of a record.
static int64_t record_folder_number_of(const char *name)
{
    char *end;
    if (name[0] < '1' || name[0] > '9')
        return 0;
    errno = 0;
    long long number = strtoll(name, &end, 10);
    return errno == 0 && strcmp(end, ".jsonl") == 0 && number < NUMBER_MOST ? number : 0;
}

int64_t record_folder_last(const char *path)
{
    DIR *entries = opendir(path);
    if (!entries)
        return -1;
    int64_t last = 0;
    for (const struct dirent *entry; (entry = readdir(entries));) {
        int64_t number = record_folder_number_of(entry->d_name);
        last = number > last ? number : last;
    }
    closedir(entries);
    return last;
}

bool record_folder_open(struct record_folder *f, const char *path, struct error *e)
{
    *f = (struct record_folder){.path = path, .lock = PTHREAD_MUTEX_INITIALIZER};
    if (!path)
        return true;
    if (!record_folder_make(path, e))
        return false;
    f->before = record_folder_last(path);
    return f->before >= 0 ||
        error_set(e, "the folder %.80s cannot be read: %s", path, strerror(errno));
}

static bool record_folder_make_file(const char *path)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    return fd >= 0 && close(fd) == 0;
}

// The games of a run have consecutive numbers. If somebody else has taken the number of a game, it
// and the games after it get numbers behind all that are there.
int64_t record_folder_claim(
    struct record_folder *f, int64_t index, char path[RECORD_FOLDER_PATH_BYTES])
{
    pthread_mutex_lock(&f->lock);
    int64_t number;
    bool made, taken;
    do {
        number = f->before + index;
        struct text name = text_fixed(path, RECORD_FOLDER_PATH_BYTES);
        text_format(&name, "%s/%" PRId64 ".jsonl", f->path, number);
        made = record_folder_make_file(path);
        taken = !made && errno == EEXIST;
        int64_t last = taken ? record_folder_last(f->path) : 0;
        if (taken)
            f->before = (last > number ? last : number) + 1 - index;
    } while (taken);
    pthread_mutex_unlock(&f->lock);
    return made ? number : 0;
}

// --- Ranges ---

void record_ranges_add(struct record_ranges *r, int64_t number)
{
    if (r->count > 0 && r->list[r->count - 1].last + 1 == number) {
        r->list[r->count - 1].last = number;
        return;
    }
    struct record_range *list = realloc(r->list, (r->count + 1) * sizeof *list);
    if (!list) {
        r->failed = true;
        return;
    }
    r->list = list;
    r->list[r->count++] = (struct record_range){number, number};
}

void record_ranges_destroy(struct record_ranges *r)
{
    free(r->list);
    *r = (struct record_ranges){0};
}

void text_records(
    struct text *out, const char *before, const struct record_ranges *r, const char *folder)
{
    text_format(
        out, "%sRecord%s ", before, r->count > 1 || r->list[0].last > r->list[0].first ? "s" : "");
    for (size_t i = 0; i < r->count; i++) {
        const struct record_range *range = &r->list[i];
        text_format(out, "%s%" PRId64, i > 0 ? ", " : "", range->first);
        if (range->last > range->first)
            text_format(out, " to %" PRId64, range->last);
    }
    text_string(out, " in ");
    text_visible(out, folder, strlen(folder));
}

void text_record_ranges_json(struct text *out, const struct record_ranges *r)
{
    text_char(out, '[');
    for (size_t i = 0; i < r->count; i++)
        text_format(out, "%s[%" PRId64 ",%" PRId64 "]", i > 0 ? "," : "", r->list[i].first,
            r->list[i].last);
    text_char(out, ']');
}

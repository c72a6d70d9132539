#include "archive/late_entries.h"

#include "archive/entry/members.h"
#include "archive/results_place.h"
#include "contest/entry_text.h"
#include "contest/file.h"
#include "store/reader.h"

#include <fts.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PATH_BYTES = 4096 };

// --- Who is in the results ---

static bool late_entries_keep(struct late_entries *l, const char *player, struct error *e)
{
    struct entry_text entry;
    if (!entry_text_is(player) || !entry_text_read(&entry, player, NULL))
        return true;
    char *path = strdup(entry.path);
    if (!path)
        return error_set(e, "out of memory");
    l->known[l->known_count++] = path;
    return true;
}

// A text that cannot be read has no entries: whoever goes on with the contest tells what is wrong.
static bool late_entries_keep_all(struct late_entries *l, const char *text, struct error *e)
{
    struct contest_file begun;
    struct contest_problems ignored;
    const struct contest_words anything = {0};
    contest_file_read(&begun, text, strlen(text), &anything, &ignored);
    l->known = calloc(begun.player_count + 1, sizeof *l->known);
    bool well = l->known || error_set(e, "out of memory");
    for (size_t i = 0; well && i < begun.player_count; i++)
        well = !begun.players[i].player || late_entries_keep(l, begun.players[i].player, e);
    contest_file_destroy(&begun);
    return well;
}

static bool late_entries_read_results(struct late_entries *l, const char *file, struct error *e)
{
    char path[LOCATION_BYTES];
    struct error ignored;
    bool exists = false;
    if (!results_place_find(path, file, e) || !location_exists(path, &exists, e))
        return false;
    struct reader *reader = exists ? reader_open(path, &ignored) : NULL;
    if (!reader)
        return true;
    bool well = late_entries_keep_all(l, reader_contest(reader)->text, e);
    reader_close(reader);
    return well;
}

bool late_entries_init(struct late_entries *l, const struct tree_node *root, const char *file,
    struct text *words, struct error *e)
{
    *l = (struct late_entries){.words = words};
    const struct tree_node *until = tree_find(root, "entries_until");
    // What is wrong with the time is told by whoever reads the file.
    if (!until || until->kind != TREE_TEXT || !calendar_read(until->text, &l->until))
        return true;
    return late_entries_read_results(l, file, e);
}

void late_entries_destroy(struct late_entries *l)
{
    for (size_t i = 0; i < l->known_count; i++)
        free(l->known[i]);
    free(l->known);
    *l = (struct late_entries){0};
}

// --- When an entry came ---

static int64_t late_entries_later(int64_t so_far, const struct stat *seen)
{
    int64_t latest = seen->st_ctime > seen->st_mtime ? seen->st_ctime : seen->st_mtime;
    return latest > so_far ? latest : so_far;
}

// The last change of anything in it, in seconds since 1970. The time of a file can be set by
// whoever hands it in, but not the time at which the disk has noted that.
static int64_t late_entries_changed_s(const char *place)
{
    char path[PATH_BYTES];
    struct text copy = TEXT_IN(path);
    text_string(&copy, place);
    char *const paths[] = {path, NULL};
    FTS *files = copy.cut ? NULL : fts_open(paths, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
    int64_t changed = 0;
    for (FTSENT *file; files && (file = fts_read(files));) {
        if (file->fts_level > 0 && members_is_left_out(file->fts_name))
            fts_set(files, file, FTS_SKIP);
        else if (file->fts_info != FTS_NS && file->fts_info != FTS_DP)
            changed = late_entries_later(changed, file->fts_statp);
    }
    if (files)
        fts_close(files);
    struct stat seen; // of what a link leads to
    return stat(place, &seen) == 0 ? late_entries_later(changed, &seen) : changed;
}

bool late_entries_refuse(struct late_entries *l, const char *path, const char *place)
{
    if (!calendar_is_given(&l->until))
        return false;
    for (size_t i = 0; i < l->known_count; i++) {
        if (strcmp(l->known[i], path) == 0)
            return false;
    }
    int64_t changed = late_entries_changed_s(place);
    if (changed <= calendar_unix_s(&l->until))
        return false;
    struct calendar_time came = calendar_like(&l->until, changed);
    text_visible(l->words, path, strlen(path));
    text_string(l->words, " came or was changed at ");
    calendar_print(l->words, &came);
    text_string(l->words, ", after entries_until (");
    calendar_print(l->words, &l->until);
    text_string(l->words, "): it is left out\n");
    return true;
}

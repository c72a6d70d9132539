#include "archive/resume.h"

#include "store/location.h"

#include <stdlib.h>
#include <string.h>

// Has the log done it already?
static bool resume_is_done(const struct contest_file *now, const struct contest_edit *edit)
{
    for (size_t i = 0; i < now->player_count; i++) {
        const struct contest_player *p = &now->players[i];
        if (strcmp(p->name, edit->player->name) == 0)
            return edit->kind == EDIT_REMOVE ? p->until != INT64_MAX && !p->suspended
                                             : contest_compare_players(p, edit->player);
    }
    return false;
}

static void resume_find_edits(struct resume *r, const struct definition *d, struct reader *reader)
{
    struct contest_edit edits[RESUME_EDITS_MOST];
    struct definition now;
    struct error ignored;
    size_t count = contest_compare_edits(&r->begun.file, &d->file, edits, RESUME_EDITS_MOST);
    if (definition_stored(&now, reader, &ignored))
        r->edit_count = count;
    for (size_t i = 0; i < r->edit_count && i < RESUME_EDITS_MOST; i++)
        r->edits[i] = (struct resume_edit){edits[i], resume_is_done(&now.file, &edits[i])};
    definition_destroy(&now);
}

// --- Entries that were replaced where they lie ---

static const struct contest_player *resume_find(const struct contest_file *f, const char *name)
{
    for (size_t i = 0; i < f->player_count; i++) {
        if (strcmp(f->players[i].name, name) == 0)
            return &f->players[i];
    }
    return NULL;
}

static bool resume_copy_text(char **to, const char *from, struct error *e)
{
    char *copy = from ? strdup(from) : NULL;
    if (from && !copy)
        return error_set(e, "out of memory");
    free(*to);
    *to = copy;
    return true;
}

// An entry is handed in again under the same path, and a command has made a new version of it: then
// the file finds the new one, and the log says so, too. The file is taken as it was at the start;
// the log then does the rest.
static bool resume_rewind_entries(
    const struct resume *r, struct definition *d, struct reader *reader, struct error *e)
{
    struct definition now;
    bool well = definition_stored(&now, reader, e);
    for (size_t i = 0; well && i < d->file.player_count; i++) {
        struct contest_player *p = &d->file.players[i];
        const struct contest_player *was = resume_find(&r->begun.file, p->name);
        const struct contest_player *is = resume_find(&now.file, p->name);
        if (was && is && contest_compare_content(was, p) && strcmp(is->player, p->player) == 0)
            well = resume_copy_text(&p->player, was->player, e) &&
                resume_copy_text(&p->wire, was->wire, e);
    }
    definition_destroy(&now);
    return well;
}

// --- Whether it may go on ---

// No openings are stored if agon was killed before the first game.
static bool resume_compare_openings(
    const struct definition *begun, const struct definition *now, struct error *e)
{
    return begun->opening_text.length == 0 ||
        strcmp(begun->opening_text.bytes, now->opening_text.bytes) == 0 ||
        error_set(e, "%.80s holds other openings", now->file.opening_file);
}

static bool resume_compare(
    struct resume *r, const struct definition *d, const char *file, struct error *e)
{
    struct error what;
    return (contest_compare(&r->begun.file, &d->file, &what) &&
               resume_compare_openings(&r->begun, d, &what)) ||
        error_set(e,
            "%.60s is not the contest that began: %.100s   (put it back; another contest takes a "
            "file of another name)",
            file, what.words);
}

static bool resume_stop_at_once(void *user, const struct store_entry *entry)
{
    (void)user;
    (void)entry;
    return false;
}

static bool resume_from(struct resume *r, struct definition *d, const char *file, const char *path,
    struct reader *reader, struct error *e)
{
    struct error ignored;
    // That the log cannot be read is another failure than a contest that differs.
    if (!reader_walk_log(reader, resume_stop_at_once, NULL, e))
        return false;
    if (!definition_begun(&r->begun, reader, &ignored))
        return error_set(e, "%.160s holds a contest that this agon does not understand", path);
    if (!resume_rewind_entries(r, d, reader, e))
        return false;
    if (!resume_compare(r, d, file, e)) {
        resume_find_edits(r, d, reader);
        return false;
    }
    r->text = strdup(r->begun.text.bytes);
    return (r->text || error_set(e, "out of memory")) && definition_follow_log(d, reader, e);
}

bool resume_read(
    struct resume *r, struct definition *d, const char *file, const char *path, struct error *e)
{
    *r = (struct resume){0};
    bool exists = false;
    if (!location_exists(path, &exists, e))
        return false;
    if (!exists)
        return true;
    struct error unread;
    struct reader *reader = reader_open(path, &unread);
    if (!reader)
        return true; // new, if agon was killed while making it, or wrong: the store will say
    bool well = resume_from(r, d, file, path, reader, e);
    reader_close(reader);
    return well;
}

void resume_destroy(struct resume *r)
{
    free(r->text);
    definition_destroy(&r->begun);
}

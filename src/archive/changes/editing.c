#include "archive/changes/editing.h"

#include "archive/results_place.h"
#include "store/owner.h"
#include "store/postgres.h"

#include <inttypes.h>
#include <unistd.h>

// --- Open and close ---

// On the store's thread.
static void editing_written(void *user, void *tag, const struct error *error)
{
    (void)tag;
    struct changes *c = user;
    if (error && !c->refused) {
        c->refused = true;
        c->refusal = *error;
    }
}

static bool editing_check_nobody_runs(
    struct changes *c, const char *path, const char *file, struct error *e)
{
    struct owner_process owner;
    if (postgres_is_place(path)) // the store says it, and here nobody can be asked to stop
        return true;
    if (!owner_find(path, &owner, e))
        return false;
    if (owner.pid == 0)
        return true;
    close(owner.pidfd);
    c->runner = owner.pid;
    return error_set(e, "process %d is running %.60s", (int)owner.pid, file);
}

// No change is needed where nothing has been played.
static bool editing_find_results(
    char path[ARCHIVE_PATH_BYTES], bool *exists, const char *file, struct error *e)
{
    if (!results_place_find(path, file, e) || !location_exists(path, exists, e))
        return false;
    return *exists || access(file, F_OK) != 0 ||
        error_set(e, "%.80s has not been run yet: the file itself can still be changed", file);
}

static bool editing_read(struct changes *c, const char *file, struct error *e)
{
    return archive_open(&c->archive, file, e) &&
        ledger_load(&c->ledger, c->archive.reader, (int)c->archive.definition.count, e);
}

static void editing_forget(struct changes *c)
{
    ledger_destroy(&c->ledger);
    archive_close(&c->archive);
    c->ledger = (struct ledger){0};
}

bool changes_open(struct changes *c, const char *file, struct error *e)
{
    char path[ARCHIVE_PATH_BYTES];
    bool exists = false;
    *c = (struct changes){.file = file};
    const struct store_options options = {.location = path, .done = editing_written, .user = c};
    if (!editing_find_results(path, &exists, file, e))
        return false;
    if (exists &&
        (!editing_check_nobody_runs(c, path, file, e) || !(c->store = store_open(&options, e))))
        return false;
    return editing_read(c, file, e);
}

bool changes_close(struct changes *c, struct error *e)
{
    editing_forget(c); // before the store, which leaves one file only if it is the last
    bool closed = !c->store || store_close(c->store, e);
    return closed && (!c->refused || error_set(e, "%s", c->refusal.words));
}

bool editing_refresh(struct changes *c, struct error *e)
{
    if (!c->is_stale)
        return true;
    editing_forget(c);
    c->is_stale = !editing_read(c, c->file, e);
    return !c->is_stale;
}

// --- Trying and writing ---

bool editing_try(struct changes *c, const struct contest_change *change,
    const struct contest_words *words, struct editing_trial *t, struct error *e)
{
    *t = (struct editing_trial){.entry = text_growing()};
    change_print(&t->entry, &c->archive.definition.file, change);
    if (t->entry.cut)
        return error_set(e, "out of memory");
    if (!definition_stored(&t->after, c->archive.reader, e))
        return false;
    definition_set_folder(&t->after, postgres_is_place(c->file) ? "" : c->file);
    return definition_change(&t->after, change->kind, t->entry.bytes, words, e) &&
        definition_complete(&t->after, e);
}

void editing_end_trial(struct editing_trial *t)
{
    definition_destroy(&t->after);
    text_destroy(&t->entry);
}

bool editing_void(struct changes *c, int64_t pair, int game, const char *reason, struct error *e)
{
    c->is_stale = true;
    return (store_room(c->store) > 0 || store_wait(c->store, e)) &&
        store_void_game(c->store, pair, game, reason, NULL, e);
}

bool editing_write(
    struct changes *c, enum change_kind kind, const struct editing_trial *t, struct error *e)
{
    c->is_stale = true;
    return (store_room(c->store) > 0 || store_wait(c->store, e)) &&
        store_add_entry(c->store, change_name(kind), t->entry.bytes, NULL, e);
}

bool editing_finish(struct changes *c, struct error *e)
{
    if (!store_wait(c->store, e))
        return false;
    bool refused = c->refused;
    c->refused = false; // the next change may do better
    return !refused || error_set(e, "%s", c->refusal.words);
}

// --- Checks ---

int editing_number(const struct changes *c, const struct contest_player *p)
{
    return (int)(p - c->archive.definition.file.players);
}

bool editing_check_in(const struct changes *c, const struct contest_state *s,
    const struct contest_player *p, struct error *e)
{
    return !s->out[editing_number(c, p)] ||
        error_set(e,
            "%s is out by its faults and plays no more; it is in again when those games are void "
            "  (agon contest void)",
            p->name);
}

bool editing_check_rounds(const struct changes *c, const struct contest_state *s, struct error *e)
{
    const struct definition *d = &c->archive.definition;
    int64_t rounds = d->plan.rounds;
    if (definition_is_fixed(d))
        return true;
    if (s->over)
        return error_set(e, "the contest is over");
    return definition_is_knockout(d) || rounds == 0 || s->at < rounds ||
        error_set(e, "the last of its %" PRId64 " rounds has begun: nobody can come or go any more",
            rounds);
}

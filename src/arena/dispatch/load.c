// Reads what the file of a contest holds when it is opened.
#include "arena/dispatch/parts.h"

#include <string.h>

static bool dispatch_load_notice_openings(void *user, const struct store_entry *entry)
{
    bool *kept = user;
    *kept = strcmp(entry->kind, DEFINITION_OPENINGS_ENTRY) == 0;
    return !*kept;
}

// The text of the file with the openings goes to the log before the first game: nothing that
// happens to that file can then change the contest.
static bool dispatch_load_keep_openings(struct dispatch *d, struct reader *r, struct error *e)
{
    bool kept = d->options.openings == NULL;
    if (!kept && !reader_walk_log(r, dispatch_load_notice_openings, &kept, e))
        return false;
    return kept ||
        store_add_entry(d->store, DEFINITION_OPENINGS_ENTRY, d->options.openings, NULL, e);
}

static bool dispatch_load_count_change(void *user, const struct store_entry *entry)
{
    *(int64_t *)user += change_find(entry->kind) != CHANGE_KINDS;
    return true;
}

// The definition was read before this process owned the file. Is it still the stored one?
static bool dispatch_load_is_up_to_date(struct dispatch *d, struct reader *r, struct error *e)
{
    int64_t changes = 0;
    return reader_walk_log(r, dispatch_load_count_change, &changes, e) &&
        (changes == d->options.roster->definition->changes ||
            error_set(e, "somebody has just changed the contest: run it again"));
}

// Is this the expected head, and has nobody written to the file since it was opened?
static bool dispatch_load_is_expected(struct dispatch *d, struct reader *r, struct error *e)
{
    const struct head ours = store_head(d->store), *expected = d->options.expected;
    struct head read;
    if ((expected && !reader_expect(r, expected, e)) || !reader_head(r, &read, e))
        return false;
    return head_equal(&ours, &read) ||
        error_set(e, "somebody else is writing to %.160s", d->options.path);
}

bool dispatch_load(struct dispatch *d, struct error *e)
{
    struct reader *r = reader_open(d->options.path, e);
    if (!r)
        return false;
    bool read = dispatch_load_is_up_to_date(d, r, e) && dispatch_load_is_expected(d, r, e) &&
        ledger_load(&d->ledger, r, (int)d->options.roster->count, e) && exclusions_load(d, r, e) &&
        dispatch_load_keep_openings(d, r, e) && deaths_load(d, r, e);
    reader_close(r);
    return read;
}

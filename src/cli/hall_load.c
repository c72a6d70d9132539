// What the file of a contest holds when the hall opens it.
#include "cli/hall_inside.h"

#include <string.h>

static bool notice_openings(void *user, const struct store_entry *entry)
{
    bool *kept = user;
    *kept = strcmp(entry->kind, DEFINITION_OPENINGS_ENTRY) == 0;
    return !*kept;
}

// The text of the file with the openings goes to the log before the first game: nothing that
// happens to that file can then change the contest.
static bool keep_openings(struct hall *h, struct reader *r, struct error *e)
{
    bool kept = h->tournament->openings == NULL;
    if (!kept && !reader_walk_log(r, notice_openings, &kept, e))
        return false;
    return kept ||
        store_add_entry(h->store, DEFINITION_OPENINGS_ENTRY, h->tournament->openings, NULL, e);
}

static bool count_change(void *user, const struct store_entry *entry)
{
    *(int64_t *)user += change_find(entry->kind) != CHANGE_KINDS;
    return true;
}

// The definition was read before the file was ours: it may have been changed in between.
static bool is_up_to_date(struct hall *h, struct reader *r, struct error *e)
{
    int64_t changes = 0;
    return reader_walk_log(r, count_change, &changes, e) &&
        (changes == h->tournament->lineup->definition->changes ||
            error_set(e, "somebody has just changed the contest: run it again"));
}

// What was read and what will be written must be one chain.
static bool is_expected(struct hall *h, struct reader *r, struct error *e)
{
    const struct head ours = store_head(h->store), *expected = h->tournament->expected;
    struct head read;
    if ((expected && !reader_expect(r, expected, e)) || !reader_head(r, &read, e))
        return false;
    return head_equal(&ours, &read) ||
        error_set(e, "somebody else is writing to %.160s", h->tournament->path);
}

bool hall_load(struct hall *h, struct error *e)
{
    struct reader *r = reader_open(h->tournament->path, e);
    if (!r)
        return false;
    bool read = is_up_to_date(h, r, e) && is_expected(h, r, e) &&
        ledger_load(&h->ledger, r, (int)h->tournament->lineup->count, e) &&
        hall_outs_load(h, r, e) && keep_openings(h, r, e);
    reader_close(r);
    return read;
}

// The records of a contest that is over are dropped.
#include "archive/changes/editing.h"

static bool pruning_check_over(struct changes *c, struct error *e)
{
    struct contest_state state = {0};
    bool over = contest_state_read(&state, &c->archive.definition, &c->ledger, e) &&
        (state.over || error_set(e, "the contest is not over: its records stay until it is"));
    contest_state_destroy(&state);
    return over;
}

bool changes_prune(struct changes *c, bool keep_faults, struct error *e)
{
    if (!editing_refresh(c, e) || !pruning_check_over(c, e))
        return false;
    c->is_stale = true;
    return store_prune(c->store, keep_faults, NULL, e) && editing_finish(c, e);
}

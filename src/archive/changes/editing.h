// What all kinds of changes share: a contest that is open to be changed, and how a change is tried
// on a copy of its definition and then written.
#ifndef AGON_ARCHIVE_CHANGES_EDITING_H
#define AGON_ARCHIVE_CHANGES_EDITING_H

#include "archive/changes.h"
#include "archive/contest_state.h"

// Brings archive and ledger up to what has been written. Every change calls it first.
bool editing_refresh(struct changes *c, struct error *e);

// --- Trying ---

// The definition as it will be after a change, and the words of the change's entry in the log.
struct editing_trial {
    struct definition after;
    struct text entry;
};
// Returns false if the change cannot be done, and `e` says why. To be ended in both cases.
bool editing_try(struct changes *c, const struct contest_change *change,
    const struct contest_words *words, struct editing_trial *t, struct error *e);
void editing_end_trial(struct editing_trial *t);

// --- Writing ---

bool editing_void(struct changes *c, int64_t pair, int game, const char *reason, struct error *e);
bool editing_write(
    struct changes *c, enum change_kind kind, const struct editing_trial *t, struct error *e);
// Waits until all that was written is on the disk. The last step of every change.
bool editing_finish(struct changes *c, struct error *e);

// --- Checks ---

int editing_number(const struct changes *c, const struct contest_player *p);
// Is the player not out by its faults?
bool editing_check_in(const struct changes *c, const struct contest_state *s,
    const struct contest_player *p, struct error *e);
// Does a round follow that is not drawn yet? Behind a fixed schedule there may be newcomers.
bool editing_check_rounds(const struct changes *c, const struct contest_state *s, struct error *e);

#endif

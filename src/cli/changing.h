// A contest that has begun and that nobody is running, opened to be changed. Whatever is done to it
// goes into the log of its file, from which everything is computed again: the same log gives the
// same contest.
#ifndef AGON_CLI_CHANGING_H
#define AGON_CLI_CHANGING_H

#include "archive/archive.h"
#include "cli/survey.h"
#include "store/store.h"

struct changing {
    const char *file;
    struct store *store;
    struct archive archive;
    struct ledger ledger;
    bool refused; // something that was to be written; `error` says why
    struct error error;
};

// False: what is wrong has been printed. To be closed in both cases.
bool changing_open(struct changing *c, const char *file);
// `status` is an exit status so far. Everything is on the disk now, or it is printed why not; then
// the status that is returned is another one.
int changing_close(struct changing *c, int status);

bool changing_void(struct changing *c, int64_t pair, int game, const char *reason, struct error *e);

// --- Its players ---

bool changing_is_fixed(const struct changing *c); // is the whole schedule known from the start?
bool changing_is_knockout(const struct changing *c);
// "game 37" or "round 4"
void changing_text_place(struct text *out, const struct changing *c, int64_t at);

// The player with this name, whether it has left or not; NULL: there was never one.
const struct contest_player *changing_find(const struct changing *c, const char *name);
int changing_number(const struct changing *c, const struct contest_player *p);

// Is the player not out by its faults?
bool changing_check_in(const struct changing *c, const struct survey *s,
    const struct contest_player *p, struct error *e);
// Does a round follow that is not drawn yet? Behind a fixed schedule there may be newcomers.
bool changing_check_rounds(const struct changing *c, const struct survey *s, struct error *e);

// The change is done to the contest that is open, `check` (which may be NULL) finds nothing against
// that, and it goes into the log.
bool changing_write(struct changing *c, const struct contest_change *change,
    bool (*check)(struct changing *c, void *user, struct error *e), void *user, struct error *e);

#endif

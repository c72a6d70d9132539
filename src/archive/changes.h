// What is done to a contest that has begun and that nobody is running: games become void, records
// are dropped, players come, leave, rest, return and are replaced. Everything goes into the log of
// its results, from which the contest is computed again: the same log gives the same contest.
// docs/contests.md says what a change means in each format.
//
// Each change is on the disk when its function returns true. When it returns false, `e` says why,
// and the contest is as it was, unless the disk has failed.
#ifndef AGON_ARCHIVE_CHANGES_H
#define AGON_ARCHIVE_CHANGES_H

#include "archive/archive.h"
#include "archive/ledger.h"
#include "store/store.h"

#include <sys/types.h>

struct changes {
    const char *file; // the caller's
    struct archive archive;
    struct ledger ledger;
    struct store *store;
    pid_t runner;         // if somebody runs the contest, so that it cannot be changed; else 0
    bool is_stale;        // something was written since archive and ledger were read
    bool refused;         // the store has refused a part of the change that is being written;
    struct error refusal; // this says why
};

// `file` is the contest file, or the address of the contest; it must live as long. Returns false if
// the contest cannot be changed now, and `e` says why (see also `runner`, and
// archive.definition.problems). To be closed in both cases. The struct must not be moved while it
// is open.
bool changes_open(struct changes *c, const char *file, struct error *e);
// Returns false if what was written may not be on the disk.
bool changes_close(struct changes *c, struct error *e);

// --- Games ---

struct change_void {
    int64_t number;  // of the game, in the schedule, from 1
    const char *why; // for the log; NULL: no reason is given
    bool later; // also the games that depend on its result; else it is refused if there are any
};

struct change_voided {
    char game[96]; // "game 17 (ann - bob)"
    int64_t later; // so many games that depend on its result are void, too
};

// The game counts for nothing and is to be played again.
bool changes_void(
    struct changes *c, const struct change_void *v, struct change_voided *done, struct error *e);

// --- Records ---

// Drops the records of a contest that is over, or, with `keep_faults`, those of games in which
// nobody made a fault. Results stay. The file gets smaller when the changes are closed.
bool changes_prune(struct changes *c, bool keep_faults, struct error *e);

// --- Players ---

// Decides which players may come. The caller gives it, since the archive cannot start bots.
struct change_guard {
    const struct contest_words *words;
    // Can this player of the definition be started? May be NULL.
    bool (*can_start)(void *user, const struct definition *d, int player, struct error *e);
    void *user;
};

// What was done to a player.
struct change_done {
    enum change_kind kind;
    char name[PLAYER_NAME_BYTES];
    bool is_fixed; // the whole schedule is known from the start, so `at` is a pair; else a round
    int64_t at;    // from there on, counted from 0. CHANGE_REPLACE: the number of rows before
    int64_t games; // that fall away or wait; CHANGE_RESUME: that are to be played after all
    bool walkover; // those games are won by the other player
    int version;   // CHANGE_REPLACE: of the new player, from 2
};

// A new player. `player` is what the contest file would say of it.
bool changes_add(struct changes *c, const struct change_texts *player,
    const struct change_guard *guard, struct change_done *done, struct error *e);
// A new version of the player of the same name. What `player` leaves out stays as it was.
bool changes_replace(struct changes *c, const struct change_texts *player,
    const struct change_guard *guard, struct change_done *done, struct error *e);
// The player leaves for ever, rests, or returns from a rest.
bool changes_remove(struct changes *c, const char *name, struct change_done *done, struct error *e);
bool changes_suspend(
    struct changes *c, const char *name, struct change_done *done, struct error *e);
bool changes_resume(struct changes *c, const char *name, struct change_done *done, struct error *e);

#endif

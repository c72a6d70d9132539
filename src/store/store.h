// The store of a contest: one SQLite file, or one schema of a PostgreSQL database, to which one
// owner adds games and entries of a log.
//
// Adding never waits for the disk: the store copies what is added into a bounded queue, and a
// thread of the store writes it. Everything that came while the disk was busy, or shortly after the
// last transaction, goes into the next transaction together, with one fsync for all. `done` is
// called for each addition when it is on the disk. Only then may a game be shown as finished.
//
// Any failure of the disk or the file is final for this store: it writes nothing more, reports
// everything that waits as failed, and every call says why. What was reported as written stays. One
// may open the same file again and go on. A game whose writing failed may be in the file or not:
// ask the file (store/reader.h).
#ifndef AGON_STORE_STORE_H
#define AGON_STORE_STORE_H

#include "base/error.h"
#include "store/contents.h"
#include "store/head.h"

#include <stddef.h>

enum { STORE_PACE_MS = 20 }; // the least time from the beginning of a transaction to the next one

struct store;

// Called on the thread of the store, once for each addition, in the order of adding. `error` is
// NULL if the addition is on the disk. The function should only wake up somebody; it may add to the
// store, but it must not wait or close.
typedef void store_done(void *user, void *tag, const struct error *error);

struct store_options {
    const char *location;                // store/location.h
    const struct store_contest *contest; // a new file begins with it, and an old file must hold the
                                         // same. NULL means that the file must exist. A file that
                                         // exists and is not the file of a contest is never
                                         // changed. All this is said of a schema as well
    store_done *done;                    // may be NULL
    void *user;                          // for `done`
};

// Returns NULL and fills `e` if the file has another owner (`e` has its pid, and its host), is not
// ours, is newer than this program, is damaged, ...
struct store *store_open(const struct store_options *options, struct error *e);

// Writes what waits and closes the file. Returns false and fills `e` if the store has failed at any
// time.
bool store_close(struct store *s, struct error *e);

// Functions that add to the store. Any thread may call them. Each copies what it is given. Each
// returns false and fills `e` if the queue is full or the store has failed; `done` is not called
// then.

// Whether a game can be stored. Returns false and fills `e` if one of its numbers is one that no
// reader accepts.
bool store_check_game(const struct store_game *game, struct error *e);
// Adds a game; one that cannot be stored is refused at once. A game that is stored already and
// counts is refused: `done` gets the error, and the store goes on. The thread of the store packs
// the record.
bool store_add_game(struct store *s, const struct store_game *game, void *tag, struct error *e);
// Makes a game void: it does not count any more and is to be played again. Its row stays, and the
// log says why. If there is no such game, `done` gets the error.
bool store_void_game(
    struct store *s, int64_t pair, int64_t game, const char *reason, void *tag, struct error *e);
// Adds an entry to the log. `kind` is any word but "void".
bool store_add_entry(
    struct store *s, const char *kind, const char *words, void *tag, struct error *e);

// Drops the records of all games or, with `keep_faults`, only of those in which nobody made a
// fault. Results stay, and the log says so. The file gets smaller when the last process that has it
// open closes it.
bool store_prune(struct store *s, bool keep_faults, void *tag, struct error *e);

// Returns for how many more games there is room. If one starts a game only while this is more than
// the number of games under way, the queue is never full.
size_t store_room(struct store *s);

// Writes what has been added now, without waiting for STORE_PACE_MS: for when somebody waits for
// it.
void store_hurry(struct store *s);

// Waits until everything that was added is written and reported. Returns false and fills `e` if the
// store has failed.
bool store_wait(struct store *s, struct error *e);

// Returns the head of the file after everything that has been reported through `done`. It does not
// read the file.
struct head store_head(struct store *s);

// True if the store has failed; then fills `e`.
bool store_failed(struct store *s, struct error *e);

#endif

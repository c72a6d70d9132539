// What must survive: one contest in one SQLite file, written by one owner.
//
// Adding never waits: what is added is copied into a bounded queue, and a thread of the store's
// writes it. Everything that has come while the disk was busy, or shortly after the last
// transaction, goes into the next one together, with one fsync for all. `done` tells what has
// become of each; only a game that was reported there as durable may be shown as finished, because
// only that one is on the disk.
//
// Any failure of the disk or the file is final for this store: nothing more is written, everything
// that waits is reported as not durable, and every call says why. What was reported as durable
// stays. Opening the same file again goes on from there; a game whose writing failed may be
// in the file or not, so ask the file (store/reader.h) and not one's memory.
#ifndef AGON_STORE_STORE_H
#define AGON_STORE_STORE_H

#include "base/error.h"
#include "store/contents.h"
#include "store/head.h"

#include <stddef.h>

enum {
    STORE_QUEUE_MOST = 1024,                   // how many additions may be under way,
    STORE_QUEUE_MOST_BYTES = 64 * 1024 * 1024, // and at how many bytes there is no room for games
    STORE_BATCH_MOST = 256,                    // how many go into one transaction
    STORE_PACE_MS = 5 // from the beginning of one transaction to that of the next, at least
};

struct store;

// On the writer's thread, once for each addition, in the order of adding. `error` is NULL when it
// is on the disk. It should only wake the one who waits; it may add, but not wait or close.
typedef void store_done(void *user, void *tag, const struct error *error);

struct store_options {
    const char *path;
    const struct store_contest *contest; // a new file begins with it, and one that is there must
                                         // hold the same. NULL: the file must be there. A file that
                                         // is there and holds no contest is never written to
    store_done *done;                    // NULL: nobody wants to know
    void *user;
};

// NULL and words: it has another owner (its pid is told), it is not ours, newer, damaged, ...
struct store *store_open(const struct store_options *options, struct error *e);

// Writes what waits and gives the file back. False and words: the store has failed at some time.
bool store_close(struct store *s, struct error *e);

// The additions, from any thread. Each copies what it is given. False and words: the queue is full
// or the store has failed; `done` is not called then.

// A game that is stored already and counts is refused, through `done`; the store goes on. Its
// record is packed on the store's thread.
bool store_add_game(struct store *s, const struct store_game *game, void *tag, struct error *e);
// The game no longer counts and is to be played again; its row stays, and the log says why. Refused
// through `done` when there is no such game.
bool store_void_game(
    struct store *s, int64_t pair, int64_t game, const char *reason, void *tag, struct error *e);
// `kind` is any word but "void".
bool store_add_entry(
    struct store *s, const char *kind, const char *words, void *tag, struct error *e);

// Drops the records of all games, or of those in which nobody made a fault; results stay, and the
// log says it. The file gets smaller when it is closed by the last one who has it open.
bool store_prune(struct store *s, bool keep_faults, void *tag, struct error *e);

// For how many more games there is room. Whoever starts a game only while this is more than the
// games under way never finds the queue full.
size_t store_room(struct store *s);

// Somebody waits for what has been added: it is written now and not when its time has come.
void store_hurry(struct store *s);

// Waits until everything added so far is written and reported, and hurries. False: the store has
// failed.
bool store_wait(struct store *s, struct error *e);

// The head of the file as this store knows it, without asking the file: after everything that has
// been reported through `done`.
struct head store_head(struct store *s);

// Has the store failed? Says why.
bool store_failed(struct store *s, struct error *e);

#endif

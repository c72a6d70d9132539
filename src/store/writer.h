// Writes additions to the file, as chained rows, many in one transaction. Only one thread may use a
// writer at a time.
#ifndef AGON_STORE_WRITER_H
#define AGON_STORE_WRITER_H

#include "store/database.h"
#include "store/head.h"
#include "store/pack.h"
#include "store/queue.h"
#include "store/stored_games.h"

struct writer {
    struct database db;
    struct statement *add_game, *add_entry, *void_game, *add_dictionary, *add_record;
    struct chain games, log;
    struct packer *packer; // NULL until the first record is written
    int64_t dictionary;    // the row of its dictionary; 0 if it has none
    int64_t dictionaries;  // the last row of them
    struct stored_games stored;
};

// Opens the connection; then brings the tables to the current schema, and checks that they hold
// this contest, which may be NULL for any. The caller destroys the writer after a failure, too.
bool writer_open(struct writer *w, const char *location, struct error *e);
bool writer_begin(struct writer *w, const struct store_contest *contest, struct error *e);
void writer_destroy(struct writer *w);

// Writes a list of additions in one transaction, with one fsync. Additions that are refused are
// marked; the others are written. If it returns false, nothing of the list may be on the disk. If
// there is no memory for a record, the game is written without it.
bool writer_write(struct writer *w, struct addition *list, struct error *e);

#endif

// The file as its owner writes it: transactions of additions, chained. One thread at a time.
#ifndef AGON_STORE_WRITER_H
#define AGON_STORE_WRITER_H

#include "store/database.h"
#include "store/head.h"
#include "store/pack.h"
#include "store/queue.h"

struct writer {
    struct database db;
    sqlite3_stmt *add_game, *add_entry, *void_game, *add_dictionary, *add_record;
    struct chain games, log;
    struct packer *packer; // NULL: no record has been written yet
    int64_t dictionary;    // the row of the packer's; 0: it has none
};

// Makes the file of a new contest. It gets its name when it is whole: whoever finds a file under
// that name that is not one, knows that it is damaged. The caller syncs the folder.
bool writer_create(const char *path, const struct store_contest *contest, struct error *e);

// Opens the file, takes it to the current schema, checks that it holds this contest (NULL:
// whichever is there). Destroy it after a failure, too.
bool writer_open(
    struct writer *w, const char *path, const struct store_contest *contest, struct error *e);
void writer_destroy(struct writer *w);

// Writes a list of additions in one transaction, with one fsync. Those that are refused are marked,
// and do not hinder the others. False: nothing of it is promised to be on the disk. A record for
// which there is no memory is left out; its game is written all the same.
bool writer_write(struct writer *w, struct addition *list, struct error *e);

#endif

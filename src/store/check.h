// Checks that a contest's file holds what was written to it: the text of the contest, both chains,
// and that games and log agree about what is void. What cannot be seen: rows that are missing at
// the very end (store/head.h).
#ifndef AGON_STORE_CHECK_H
#define AGON_STORE_CHECK_H

#include "store/contents.h"
#include "store/database.h"
#include "store/head.h"

// One thing that is wrong. `play`: the number of the game by the schedule, as its row says it; 0:
// it is no game, or its row cannot be read. Returns false to hear no more.
typedef bool check_found(void *user, int64_t play, const char *words);

struct check {
    const struct database *db;
    const struct store_contest *contest;
    check_found *found;
    void *user;
};

// False: the file could not be read. `end` is where the chain ends, `counting` how many games are
// not void; both only mean something if nothing was found.
bool check_games(const struct check *c, struct chain *end, int64_t *counting, struct error *e);
bool check_log(const struct check *c, struct chain *end, struct error *e);

// Has every record a game that had one? What it holds is checked when it is read.
bool check_records(const struct check *c, struct error *e);

// SQLite's own check of its pages and indexes.
bool check_pages(const struct check *c, struct error *e);

#endif

// Checks that the file of a contest holds what was written to it: the text of the contest, both
// chains, and that games and log agree about which games are void. It cannot see that rows are
// missing at the very end; for that one needs a head (store/head.h).
#ifndef AGON_STORE_CHECK_H
#define AGON_STORE_CHECK_H

#include "store/contents.h"
#include "store/database.h"
#include "store/head.h"

// Told of each thing that is wrong. `play` is the number of the game by the schedule, as its row
// says; 0 if the thing is not a game, or its row cannot be read. Returns false to end the check.
typedef bool check_found(void *user, int64_t play, const char *words);

struct check {
    const struct database *db;
    const struct store_contest *contest;
    check_found *found;
    void *user;
};

// Both return false and fill `e` if the file could not be read. They fill in where the chain ends,
// and how many games are not void (`counting`); these numbers mean something only if nothing was
// found.
bool check_games(const struct check *c, struct chain *end, int64_t *counting, struct error *e);
bool check_log(const struct check *c, struct chain *end, struct error *e);

// Checks that every record belongs to a game that had one. What a record holds is checked when it
// is read.
bool check_records(const struct check *c, struct error *e);

// Runs the engine's own check of its pages and indexes, where it has one.
bool check_pages(const struct check *c, struct error *e);

#endif

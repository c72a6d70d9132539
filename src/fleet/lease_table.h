// What the coordinator does to the tables of the schema `agon`: many rows at a time, each function
// one statement.
#ifndef AGON_FLEET_LEASE_TABLE_H
#define AGON_FLEET_LEASE_TABLE_H

#include "fleet/lease_book.h"
#include "fleet/lease_needs.h"
#include "fleet/shared_contest.h"
#include "store/postgres_array.h"

// Of submissions that are fetched at once. The last one may go beyond the bytes.
enum { LEASE_TABLE_FETCH_MOST = 2000, LEASE_TABLE_FETCH_MOST_BYTES = 16 * 1024 * 1024 };

struct lease_table {
    struct postgres *db;
    struct shared_contest contest;
    const struct game *game;
    // What waits for lease_table_write and lease_table_clear.
    struct postgres_array firsts, counts, jobs, cans, cores, memories, speeds, copies, not_for;
    struct postgres_array over;            // leases that are over
    struct postgres_array stray;           // submissions that nobody waits for
    struct postgres_array praised, praise; // workers, and how many of their games were counted
};

void lease_table_init(struct lease_table *t, struct postgres *db, const struct game *game);
void lease_table_destroy(struct lease_table *t);

// Offers a lease with the next lease_table_write. `not_for` 0: anybody may take it.
void lease_table_offer(
    struct lease_table *t, const struct lease *l, const struct lease_needs *needs, int64_t not_for);
// Writes the leases that are offered, sets their rows in the book, and wakes workers.
bool lease_table_write(struct lease_table *t, struct lease_book *b, struct error *e);

// The leases that an earlier coordinator has left are added to the book, with all their games
// unwanted. Those of another generation, and copies, are dropped.
bool lease_table_load(struct lease_table *t, struct lease_book *b, size_t players, struct error *e);

// Removes what is over and stray, with all submissions of those leases.
bool lease_table_clear(struct lease_table *t, struct error *e);
// All leases and submissions of the contest.
bool lease_table_clear_all(struct lease_table *t, struct error *e);
// The contest is not played now: its leases are not given out.
bool lease_table_close(struct lease_table *t, struct error *e);

// A statement that waits longer than this for somebody's lock fails (LEASE_TABLE_LOCKED).
#define LEASE_TABLE_LOCKED "55P03"
bool lease_table_set_patience(struct lease_table *t, int64_t ms, struct error *e);
// After such a failure: the words of `e` become who keeps a lock, if that can be found out. Returns
// false.
bool lease_table_name_blocker(struct lease_table *t, struct error *e);

// Submissions whose rows are not in `known`, the first ones: id, game, copy, worker, record.
PGresult *lease_table_submissions(
    struct lease_table *t, struct postgres_array *known, struct error *e);

// Takes a worker out of the fleet ("out") or away from the games ("quarantined"), and gives its
// leases to others.
bool lease_table_judge(
    struct lease_table *t, int64_t worker, const char *state, const char *why, struct error *e);

// The workers of the last day; those who were not heard of for too long are gone from now on.
// id, host, cores, state, why, gone, speed in hundredths, silent (for too long), games that came
// too late.
PGresult *lease_table_workers(struct lease_table *t, int64_t silence_ms, struct error *e);

#endif

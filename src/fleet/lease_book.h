// The leases that a coordinator has offered, in memory: which games each of them has, and how far
// they are. One thread uses it.
#ifndef AGON_FLEET_LEASE_BOOK_H
#define AGON_FLEET_LEASE_BOOK_H

#include "arena/pool.h"
#include "fleet/assignment.h"

enum { LEASE_GAMES = 2, LEASE_BUCKETS = 32768 };

enum lease_stage {
    LEASE_UNWANTED, // nobody waits for this game: it was stored before, or was never drawn
    LEASE_AWAITED,  // its record is to come
    LEASE_DONE,     // its result was handed to the source
    LEASE_SETTLED,  // the source has let go of it
};

// How a game ended.
struct lease_end {
    enum verdict verdict;
    int winner, blame;  // a seat, or NOBODY
    bool gave_up;       // the other one did
    uint64_t moves;     // a digest of all its moves
    bool short_of_time; // see struct claimed_game
};

struct lease_game {
    enum lease_stage stage;
    struct assignment job;
    struct pool_game *game; // while it is awaited
    int64_t submission;     // the row of its record; 0: there is none
    size_t bytes;           // of its record, LEASE_DONE and later
    struct lease_end end;   // LEASE_DONE and later; of a copy: of the game that it is compared with
    struct lease_end audited; // of a copy, once it is settled
};

struct lease {
    int64_t id; // its row; 0: it is not written yet
    int64_t first;
    int count;      // of its games
    int copy;       // as in the schema
    int64_t worker; // who has handed in its last record; 0: nobody yet. Of a copy: of the first one
    int64_t auditor; // of a copy: who has handed in its last record
    bool mixed;      // several workers have handed in its records
    struct lease_game games[LEASE_GAMES];
    struct lease *next;            // in its bucket
    struct lease *before, *behind; // in the list of all
};

struct lease_book {
    struct lease *buckets[LEASE_BUCKETS];
    struct lease *all;
    size_t open; // leases with an awaited game, without copies
};

// Adds an empty lease. Returns NULL if memory runs out.
struct lease *lease_book_add(struct lease_book *b, int64_t first, int count, int copy);
void lease_book_remove(struct lease_book *b, struct lease *l);
void lease_book_destroy(struct lease_book *b);

// The lease with the game of this number; NULL: there is none. `which` is set to its place.
struct lease *lease_book_find(struct lease_book *b, int64_t number, int copy, int *which);

void lease_book_stage(struct lease_book *b, struct lease *l, int which, enum lease_stage stage);
// A number that stands for a text: no two texts that one meets have the same.
uint64_t lease_digest(const char *text);
bool lease_is_open(const struct lease *l); // a game is awaited
bool lease_is_over(const struct lease *l); // every game is settled or unwanted

#endif

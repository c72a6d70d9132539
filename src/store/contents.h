// What a contest's file holds, as plain values: the contest, its games and its log.
//
// Texts belong to whoever filled the struct. Those that are read are valid until the function that
// was called with them returns. A text that is NULL is stored as "" (`record`: as none).
#ifndef AGON_STORE_CONTENTS_H
#define AGON_STORE_CONTENTS_H

#include <stdint.h>

enum { STORE_NOBODY = -1 }; // as a winner or as the one to blame

struct store_contest {
    uint64_t seed;
    const char *text; // the contest file, as it was written
};

struct store_game {
    int64_t id; // its row, from 1, in the order of storing; only read

    int64_t pair;                         // which pair of the schedule,
    int64_t game;                         // and which game of the pair: together its name
    int64_t play;                         // which game of the contest, by the schedule
    int64_t first_id, second_id;          // who played: seat 0 and seat 1
    const char *first_name, *second_name; // and what they were called
    const char *start;                    // the position in which it began, as text
    const char *verdict;                  // "WON", "TIMEOUT"
    int64_t winner, blame;                // a seat or STORE_NOBODY
    const char *rule;                     // the rule that was broken, or ""
    const char *explanation;              // one sentence for a person
    const char *moves;                    // all of them, as one text
    int64_t plies;

    int64_t wall_ns;    // measured, so it is never the same twice: no part of the chain
    const char *record; // the whole record, or NULL. Measured like wall_ns. Not filled by a walk:
                        // reader_record

    const char *void_reason; // NULL: it counts. Else it counts for nothing and is played again
};

struct store_entry {
    int64_t id;        // its row, from 1; only read
    int64_t at;        // seconds since 1970 (UTC), stamped when it is written; only read
    const char *kind;  // "void", "pause", "openings", "out", or as in contest/change.h
    int64_t game;      // the row of the game that a "void" is about, or 0; only read
    const char *words; // why, who
};

#endif

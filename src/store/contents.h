// What a contest's file holds, as plain values: the contest, its games and its log.
//
// Texts belong to whoever filled the struct. Those that are read are valid until the function that
// was called with them returns. A text that is NULL is stored as "".
#ifndef AGON_STORE_CONTENTS_H
#define AGON_STORE_CONTENTS_H

#include <stddef.h>
#include <stdint.h>

enum {
    STORE_NOBODY = -1,                        // as a winner or as the one to blame
    STORE_RECORD_MOST_BYTES = 4 * 1024 * 1024 // of one record; no file can make a reader hold more
};

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

    int64_t wall_ns; // measured, so it is never the same twice: no part of the chain

    // The whole record (docs/record.md); NULL: none is kept. A walk does not fill it in: see
    // reader_record.
    const char *record;
    size_t record_bytes;              // at most STORE_RECORD_MOST_BYTES
    const unsigned char *record_hash; // SHA-256 of the record, also after the record was dropped;
                                      // NULL: none was ever kept. Only read

    const char *void_reason; // NULL: it counts. Else it counts for nothing and is played again
};

// What became of a record that somebody wants to read.
enum stored_record {
    STORED_FOUND,    // it is there, and is the one that was stored
    STORED_NOT_KEPT, // the game never had one
    STORED_DROPPED,  // it was dropped, and the log says so (store_prune)
    STORED_WRONG,    // it was changed, is damaged or is missing
    STORED_FAILED    // the file could not be read, or has no such row
};

struct store_entry {
    int64_t id;        // its row, from 1; only read
    int64_t at;        // seconds since 1970 (UTC), stamped when it is written; only read
    const char *kind;  // "void", "pause", "openings", "out", "prune", or as in contest/change.h
    int64_t game;      // the row of the game that a "void" is about; of a "prune", the last row
                       // whose record may have been dropped; or 0; only read
    const char *words; // why, who
};

#endif

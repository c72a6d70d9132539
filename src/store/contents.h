// What the file of a contest holds, as plain values: the contest, its games and its log.
//
// The code that fills a struct owns its texts. Texts that come from the file are valid until the
// function that was called with them returns. A text that is NULL is stored as "". A field that is
// "only read" is ignored when one adds to the file.
#ifndef AGON_STORE_CONTENTS_H
#define AGON_STORE_CONTENTS_H

#include <stddef.h>
#include <stdint.h>

enum {
    STORE_NOBODY = -1,                         // instead of a seat: nobody won, nobody is to blame
    STORE_NOT_MEASURED = -1,                   // instead of a time
    STORE_RECORD_MOST_BYTES = 4 * 1024 * 1024, // one record is at most this long, in every file
    STORE_BATCH_MOST = 256                     // how many additions go into one transaction
};

struct store_contest {
    uint64_t seed;
    const char *text; // the contest file, as it was written
};

struct store_game {
    int64_t id; // its row, from 1, in the order of storing; only read

    int64_t pair;                         // the pair of the schedule, and
    int64_t game;                         // the game of the pair: together they name the game
    int64_t play;                         // the number of the game in the contest, by the schedule
    int64_t first_id, second_id;          // the players with seat 0 and with seat 1
    const char *first_name, *second_name; // their names
    const char *start;                    // the position in which it began, as text
    const char *verdict;                  // "WON", "TIMEOUT"
    int64_t winner, blame;                // a seat or STORE_NOBODY
    const char *rule;                     // the rule that was broken, or ""
    const char *explanation;              // one sentence for a person
    const char *moves;                    // all of them, as one text
    int64_t plies;

    // Measured, so two runs differ in them: they are not part of the chain.
    int64_t wall_ns;
    // How long each bot computed while it was not asked, or STORE_NOT_MEASURED.
    int64_t first_pondered_ns, second_pondered_ns;

    // The whole record (docs/record.md), or NULL if none is kept. Functions that go over all games
    // do not fill it in: see reader_record.
    const char *record;
    size_t record_bytes;              // at most STORE_RECORD_MOST_BYTES
    const unsigned char *record_hash; // SHA-256 of the record, also after the record was dropped;
                                      // NULL if there never was one. Only read

    const char *void_reason; // NULL if the game counts; otherwise it is to be played again
};

// Whether a record can be read, and why not.
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
    const char *kind;  // "void", "pause", "serve", "openings", "out", "prune", "died", or as in
                       // contest/change.h
    int64_t game;      // the row of the game that a "void" is about; of a "prune", the last row
                       // whose record may have been dropped; or 0; only read
    const char *words; // the rest: why, or who
};

#endif

// The record of a stored game, compared with its row in the results.
#ifndef AGON_ARCHIVE_VERIFY_RECORD_CHECK_H
#define AGON_ARCHIVE_VERIFY_RECORD_CHECK_H

#include "archive/definition.h"
#include "base/text.h"
#include "referee/recorded.h"
#include "store/contents.h"

enum record_state {
    RECORD_IS_RIGHT,
    RECORD_IS_TORN, // it lacks its end, as after a power cut
    RECORD_IS_MISSING,
    RECORD_IS_WRONG, // `e` says how
};

// Compares the bytes of a record. `pairing`: where the schedule has the game; NULL: not known, and
// what follows from it is not compared. Never returns RECORD_IS_MISSING.
enum record_state verify_record_bytes(const struct text *record, const struct store_game *g,
    const struct definition *d, const struct pairing *pairing, struct error *e);

// The same for a file.
enum record_state verify_record(const char *path, const struct store_game *g,
    const struct definition *d, const struct pairing *pairing, struct error *e);

// What the end of a record says must be what the row says: moves, verdict, winner, words. For a
// record that has ended. Returns false if it is not; `e` says what differs.
bool verify_record_end(const struct recorded *r, const struct store_game *g, struct error *e);

#endif

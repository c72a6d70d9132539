// Reads, unpacks and checks single records of the file of a contest. Only for this layer: other
// code uses store/reader.h.
#ifndef AGON_STORE_RECORD_READER_H
#define AGON_STORE_RECORD_READER_H

#include "base/text.h"
#include "store/contents.h"
#include "store/database.h"
#include "store/pack.h"

// All zero at the start.
struct record_reader {
    struct statement *select;
    struct unpacker *unpacker;
    int64_t dictionary;   // the row of the dictionary that the unpacker has; 0 if none
    bool knows_prune;     // true if `pruned_up_to` has been read
    int64_t pruned_up_to; // the last row whose record may have been dropped
};

void record_reader_destroy(struct record_reader *r);

// See reader_record.
enum stored_record record_reader_read(struct record_reader *r, const struct database *db,
    int64_t id, struct text *record, struct error *e);

#endif

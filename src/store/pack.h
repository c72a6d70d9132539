// Packs records for the file of a contest, as frames of Zstandard (RFC 8878). The records of one
// contest are similar, so one of them is the dictionary for the others: with it they need about a
// tenth of their bytes. The dictionary is in the same file, so that later versions of agon and
// other programs can unpack the records.
#ifndef AGON_STORE_PACK_H
#define AGON_STORE_PACK_H

#include "base/error.h"
#include "base/text.h"

#include <stddef.h>
#include <stdint.h>

enum {
    PACK_DICTIONARY_LEAST_BYTES = 1024,     // a shorter record is not used as a dictionary
    PACK_DICTIONARY_MOST_BYTES = 64 * 1024, // of a longer record only the beginning is used
    PACK_FRAME_MOST_BYTES = 5 * 1024 * 1024 // of a frame: a little more than the longest record
};

struct packed {
    const void *frame; // NULL if memory ran out
    size_t length;
};

struct unpacked {
    const char *bytes;
    size_t length;
    bool out_of_memory; // if it could not be unpacked: for want of memory
};

// Appends the name and the version of the library behind it: "zstd 1.5.4".
void pack_library(struct text *out);

// --- Packing: one thread at a time ---

struct packer;

struct packer *packer_create(void); // NULL if memory runs out
void packer_destroy(struct packer *p);

// True if this record should be the dictionary from now on: it is the first one that is long
// enough, or it is twice as long as the dictionary.
bool packer_wants(const struct packer *p, size_t length);
// Makes the beginning of a record the dictionary. Returns the dictionary as a frame that needs no
// dictionary itself.
struct packed packer_set_dictionary(struct packer *p, const char *record, size_t length);

// Packs a record with the dictionary, if there is one. The frames of these two functions are valid
// until the next call.
struct packed packer_pack(struct packer *p, const char *record, size_t length);

// --- Unpacking: one thread at a time ---

struct unpacker;

struct unpacker *unpacker_create(void); // NULL if memory runs out
void unpacker_destroy(struct unpacker *u);

// Unpacks a frame that needs no dictionary, and makes it the dictionary. Returns false if the frame
// is damaged or too long; then there is no dictionary.
bool unpacker_set_dictionary(struct unpacker *u, const struct packed *packed);

// Unpacks a record, which is valid until the next call. Returns false and fills `e` if the frame is
// damaged, or says that it holds more than STORE_RECORD_MOST_BYTES; no memory is taken for that.
bool unpacker_unpack(struct unpacker *u, const struct packed *packed, bool with_dictionary,
    struct unpacked *unpacked, struct error *e);

#endif

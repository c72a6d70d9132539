// Records as they lie in a contest's file: frames of Zstandard (RFC 8878). The records of one
// contest are much alike, so one of them is the dictionary for the others: with it they need about
// a tenth of their bytes. The dictionary lies in the same file, so that every later version of
// agon, and any other program, can unpack them.
#ifndef AGON_STORE_PACK_H
#define AGON_STORE_PACK_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

enum {
    PACK_DICTIONARY_LEAST_BYTES = 1024,     // a shorter record is not worth being a dictionary
    PACK_DICTIONARY_MOST_BYTES = 64 * 1024, // of a longer one the beginning is
    PACK_FRAME_MOST_BYTES = 5 * 1024 * 1024 // of a frame: a little more than the longest record
};

struct packed {
    const void *frame; // NULL: there was no memory
    size_t length;
};

struct unpacked {
    const char *bytes;
    size_t length;
};

// --- Packing: one thread at a time ---

struct packer;

struct packer *packer_create(void); // NULL: no memory
void packer_destroy(struct packer *p);

// Should this record be the dictionary from now on? The first one that is long enough should, and
// later one that is twice as long as the dictionary is.
bool packer_wants(const struct packer *p, size_t length);
// Takes the beginning of a record for the dictionary, and gives it as a frame that needs none.
struct packed packer_set_dictionary(struct packer *p, const char *record, size_t length);

// With the dictionary, if there is one. Both frames are valid until the next call.
struct packed packer_pack(struct packer *p, const char *record, size_t length);

// --- Unpacking: one thread at a time ---

struct unpacker;

struct unpacker *unpacker_create(void); // NULL: no memory
void unpacker_destroy(struct unpacker *u);

// Unpacks a frame that needs no dictionary, and takes it for one. False: it is damaged, or longer
// than a dictionary can be; then there is none.
bool unpacker_set_dictionary(struct unpacker *u, const struct packed *packed);

// `unpacked` is valid until the next call. False and words: the frame is damaged, or claims to hold
// more than STORE_RECORD_MOST_BYTES, for which nothing is allocated.
bool unpacker_unpack(struct unpacker *u, const struct packed *packed, bool with_dictionary,
    struct unpacked *unpacked, struct error *e);

#endif

// SHA-256 (FIPS 180-4): a fingerprint of bytes. Nobody can find other bytes with the same one.
//     begin, add any number of times, end.
#ifndef AGON_BASE_SHA256_H
#define AGON_BASE_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { SHA256_BYTES = 32, SHA256_BLOCK_BYTES = 64, SHA256_WORDS = 8 };

struct sha256 {
    uint32_t state[SHA256_WORDS];
    uint64_t length_bytes;                   // of everything added so far
    unsigned char block[SHA256_BLOCK_BYTES]; // what does not fill a block yet
};

struct sha256 sha256_begin(void);
void sha256_add(struct sha256 *s, const void *bytes, size_t length);
void sha256_end(struct sha256 *s, unsigned char digest[SHA256_BYTES]); // do not use `s` after it

#endif

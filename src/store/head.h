// The head of a contest's file: how many rows it has, and one hash that depends on all of them.
//
// Whoever has written it down can tell later whether the file still holds what it held then, and
// nothing else before that. It also shows that rows are missing at the end, which the file alone
// cannot show.
#ifndef AGON_STORE_HEAD_H
#define AGON_STORE_HEAD_H

#include "base/error.h"
#include "base/sha256.h"

#include <stdint.h>

// One of the two chains of a file: its games, or its log.
struct chain {
    unsigned char head[SHA256_BYTES]; // the hash of the last row
    int64_t rows;
};

// HASH_BYTES: nobody finds a second file for the same 128 bits, and they fit into a line.
enum { HEAD_HASH_BYTES = 16, HEAD_TEXT_BYTES = 80 };

struct head {
    int64_t games, entries; // rows of the two tables
    unsigned char hash[HEAD_HASH_BYTES];
};

struct head head_of(const struct chain *games, const struct chain *log);
bool head_equal(const struct head *a, const struct head *b);

// "24-3-1f0c5e...": the rows of games, those of the log, and the hash in hexadecimal digits.
void head_print(const struct head *h, char text[HEAD_TEXT_BYTES]);
bool head_read(struct head *h, const char *text, struct error *e);

#endif

// The head of the file of a contest: how many rows it has, and one hash that depends on all of
// them.
//
// A person who has written the head down can check later that the file still begins with the same
// rows. The head also shows whether rows are missing at the end, which the file alone cannot show.
#ifndef AGON_STORE_HEAD_H
#define AGON_STORE_HEAD_H

#include "base/error.h"
#include "base/sha256.h"

#include <stdint.h>

// One of the two chains of a file: that of its games, or that of its log. The hash of a row depends
// on the hash of the row before it.
struct chain {
    unsigned char head[SHA256_BYTES]; // the hash of the last row
    int64_t rows;
};

// 128 bits of the hash are enough that nobody finds a second file for it, and they fit into a line.
enum { HEAD_HASH_BYTES = 16, HEAD_TEXT_BYTES = 80 };

struct head {
    int64_t games, entries; // rows of the two tables
    unsigned char hash[HEAD_HASH_BYTES];
};

struct head head_of(const struct chain *games, const struct chain *log);
bool head_equal(const struct head *a, const struct head *b);

// Write and read a head as text: "24-3-1f0c5e...", the rows of games, those of the log, and the
// hash in hexadecimal digits.
void head_print(const struct head *h, char text[HEAD_TEXT_BYTES]);
bool head_read(struct head *h, const char *text, struct error *e);

#endif

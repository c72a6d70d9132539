// Writes texts and maps in the form of a contest file. What is read again is what was written.
#ifndef AGON_CONTEST_FILE_WRITER_H
#define AGON_CONTEST_FILE_WRITER_H

#include "base/error.h"
#include "base/text.h"

// Appends a text in quotes. Returns false and fills `e` if the text is not UTF-8: no contest file
// can hold it.
bool file_write_text(struct text *out, const char *text, struct error *e);

struct file_write_pair {
    const char *key;
    const char *value; // a pair whose value is NULL is left out
};

// Appends a map: {key: "value", ...}. Returns false and fills `e` if a value is not UTF-8.
bool file_write_map(
    struct text *out, const struct file_write_pair *pairs, size_t count, struct error *e);

#endif

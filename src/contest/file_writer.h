// What agon writes into a contest file itself, so that it is read again as it was.
#ifndef AGON_CONTEST_FILE_WRITER_H
#define AGON_CONTEST_FILE_WRITER_H

#include "base/error.h"
#include "base/text.h"

// A text in quotes. False and words: it is not UTF-8, so no file can hold it.
bool file_write_text(struct text *out, const char *text, struct error *e);

struct file_write_pair {
    const char *key;
    const char *value; // NULL: is left out
};

// {key: "value", ...}: one of the players, or another map.
bool file_write_map(
    struct text *out, const struct file_write_pair *pairs, size_t count, struct error *e);

#endif

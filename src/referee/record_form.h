// The form of the lines of a record (docs/record.md): which keys they have, in which order, with
// which kind of value. Pure. It is for those who must know whether agon can have written a line;
// other readers skip what they do not know.
#ifndef AGON_REFEREE_RECORD_FORM_H
#define AGON_REFEREE_RECORD_FORM_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

enum record_line {
    RECORD_GAME,
    RECORD_TO,
    RECORD_FROM,
    RECORD_MOVE,
    RECORD_NOTE,
    RECORD_STDERR,
    RECORD_PONDERING,
    RECORD_CUT,
    RECORD_END,
    RECORD_LINES // how many there are
};

// Returns false if agon writes no such line. `bytes` is one line without its newline.
bool record_form_check(const char *bytes, size_t length, enum record_line *which);
// The same for a line of a record that is read, with its number, from 1. Fills `e`: also if the
// record is of a later format than this agon knows.
bool record_form_read(
    const char *bytes, size_t length, int64_t number, enum record_line *which, struct error *e);

#endif

// Reads a record back (docs/record.md): who played, which moves, how it ended. Pure. Strict: agon
// must be able to write every line, and in this order.
#ifndef AGON_REFEREE_RECORDED_H
#define AGON_REFEREE_RECORDED_H

#include "base/error.h"
#include "base/text.h"
#include "games/game.h"
#include "wire/wire.h"

enum { RECORDED_NAME_BYTES = WIRE_NAME_BYTES };

struct recorded {
    int64_t index;
    char position[POSITION_TEXT_BYTES]; // where it began
    char names[SEATS][RECORDED_NAME_BYTES];
    struct text header; // the first line
    struct text moves;  // separated by blanks
    struct text seats;  // who made them: a 0 or 1 for each

    bool cut;   // it was too long, and moves may be missing before its end
    bool torn;  // its last line has no newline, and was left out
    bool ended; // it has the line "end"; only then the following is set
    char verdict[RECORDED_NAME_BYTES];
    char rule[RECORDED_NAME_BYTES]; // "": none
    int64_t winner, blame;          // a seat, or NOBODY
    int64_t plies;
    struct text explanation; // as JSON, with its quotes

    bool out_of_memory; // it could not be read for want of memory, and may be right
};

// Returns false if a line cannot be read; `e` names the first one. Destroy `r` in both cases.
bool recorded_read(struct recorded *r, const char *bytes, size_t length, struct error *e);
void recorded_destroy(struct recorded *r);

#endif

// How much time the seats of a recorded game used, added up over its moves (docs/record.md). Pure.
#ifndef AGON_REFEREE_RECORDED_TIME_H
#define AGON_REFEREE_RECORDED_TIME_H

#include "games/game.h"

#include <stddef.h>
#include <stdint.h>

enum { RECORDED_NOT_MEASURED = -1 };

struct recorded_time {
    int64_t charged_us;  // of all answers, also of one that came too late or was wrong
    int64_t slowest_us;  // what the dearest answer was charged; RECORDED_NOT_MEASURED: none was
    int64_t cpu_us;      // of the answers of which it is known; RECORDED_NOT_MEASURED: of none
    int64_t pondered_us; // CPU time while it was not asked, or RECORDED_NOT_MEASURED
};

// Reads a record, lines that it does not know included. Lines that cannot be read are left out.
void recorded_time_read(struct recorded_time times[SEATS], const char *bytes, size_t length);
// Adds the time of another game.
void recorded_time_add(struct recorded_time *sum, const struct recorded_time *more);
extern const struct recorded_time recorded_time_none;

#endif

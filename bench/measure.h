// Runs a program to its end and says what it has cost.
#ifndef AGON_BENCH_MEASURE_H
#define AGON_BENCH_MEASURE_H

#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

enum { MEASURE_WORDS_MAX = 32, MEASURE_SECONDS_MOST = 60 };

struct measured {
    int64_t wall_ns;
    int64_t cpu_ns;     // of the program alone, without its children
    int64_t all_cpu_ns; // of the program and of the children that it has waited for
    bool in_time;       // false: it was ended at the limit, and what it has cost is not known
    int64_t peak_bytes; // the most memory that it, or one of its children, held at one time
    struct text output; // its standard output; destroyed by the caller
};

// Keeps this process and what it starts on one core. Returns its number, -1: it could not.
int measure_pin(void);
// The program's words, ended by NULL; the first is found by PATH. Ends this process when the
// program cannot be started or fails: there is nothing to measure then. After MEASURE_SECONDS_MOST
// it is told to end.
struct measured measure_run(const char *const words[]);

// What the games of `agon play --json` came to.
struct played {
    int64_t games, moves;
    int64_t flagged, timeouts; // games that ended by a fault, and by that one
    int64_t asked;             // moves that were asked for: those made, and those of a TIMEOUT
};

struct played measure_games(const struct measured *m);

// Ends this process with words.
__attribute__((format(printf, 1, 2), noreturn)) void measure_fail(const char *words, ...);

#endif

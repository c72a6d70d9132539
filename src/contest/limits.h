// What a bot may use, as people write it: "memory: 512 MiB" in a contest file, "memory=512MiB" on a
// command line.
#ifndef AGON_CONTEST_LIMITS_H
#define AGON_CONTEST_LIMITS_H

#include "base/error.h"
#include "base/text.h"

#include <stdint.h>

enum contest_limit {
    CONTEST_LIMIT_MEMORY,  // bytes
    CONTEST_LIMIT_TASKS,   // processes and threads
    CONTEST_LIMIT_CPU,     // milliseconds of a game
    CONTEST_LIMIT_FILES,   // open files of a process
    CONTEST_LIMIT_FILE,    // bytes of one file
    CONTEST_LIMIT_SCRATCH, // bytes
    CONTEST_LIMIT_OUTPUT,  // bytes of a game
    CONTEST_LIMITS
};

enum { CONTEST_LIMIT_UNSET = -1, CONTEST_LIMIT_NONE = 0 };

// Each may be CONTEST_LIMIT_UNSET: then that of the contest counts for a player, and the default
// for a contest.
struct contest_limits {
    int64_t of[CONTEST_LIMITS];
};

struct contest_limits contest_limits_unset(void);

const char *contest_limit_name(enum contest_limit limit);
bool contest_limit_find(const char *name, enum contest_limit *limit);

// Reads one value: "512 MiB", "60s", "64", or "none". Returns false with words that name the limit.
bool contest_limit_read(
    enum contest_limit limit, const char *text, int64_t *value, struct error *e);
// Reads "memory=512MiB" into `limits`. The words of `e` begin with --limit.
bool contest_limits_read_option(struct contest_limits *limits, const char *text, struct error *e);

bool contest_limits_same(const struct contest_limits *a, const struct contest_limits *b);
// As a map of a contest file: {"memory": 536870912, "cpu": 60s}; nothing if all are unset.
void contest_limits_print(struct text *out, const struct contest_limits *limits);

#endif

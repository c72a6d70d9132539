// The limits of a bot one by one: what each is called, what it says about a bot that has passed it,
// and how exact it is on this machine.
#ifndef AGON_LINK_LIMIT_H
#define AGON_LINK_LIMIT_H

#include "base/text.h"
#include "link/sandbox.h"

enum limit_kind {
    LIMIT_MEMORY,  // "memory"
    LIMIT_TASKS,   // "tasks"
    LIMIT_CPU,     // "cpu"
    LIMIT_FILES,   // "files"
    LIMIT_FILE,    // "file"
    LIMIT_SCRATCH, // "scratch"
    LIMIT_OUTPUT,  // "output"
    LIMIT_KINDS
};

enum {
    LIMIT_FIRST_LOOK_MS = 100, // a bot that is gone by then is never looked at
    LIMIT_LOOK_LEAST_MS = 50,  // from one look at a bot to the next
    LIMIT_LOOK_MOST_MS = 1000,
    LIMIT_PROCESS_BYTES = 16, // of the name of a process
};

// A limit that a bot has passed.
struct limit_passed {
    enum limit_kind kind;
    int64_t allowed; // in the unit of struct sandbox_limits: bytes, nanoseconds, or a number
    int64_t seen;    // the same; 0: the kernel has stopped the bot at the limit
    int processes;   // of the bot, when it was seen; 0: not known
    char process[LIMIT_PROCESS_BYTES]; // the one that used most; "": not known
};

const char *limit_name(enum limit_kind kind);
bool limit_find(const char *name, enum limit_kind *kind);

// One member of struct sandbox_limits. 0: there is no such limit.
int64_t limit_get(const struct sandbox_limits *limits, enum limit_kind kind);
void limit_set(struct sandbox_limits *limits, enum limit_kind kind, int64_t value);
bool limit_is_any(const struct sandbox_limits *limits);

// For people. "used 1057 MiB of memory, and 1 GiB is allowed".
void limit_words(const struct limit_passed *passed, struct text *t);
// "at most 1 GiB of memory".
void limit_expected_words(const struct limit_passed *passed, struct text *t);
// "1057 MiB in 5 processes, most of it in python3".
void limit_seen_words(const struct limit_passed *passed, struct text *t);

// How exact the limit is where the layers `works` work, for agon doctor: one line without its
// newline.
void limit_exactness(enum limit_kind kind, sandbox_layers works, struct text *t);

#endif

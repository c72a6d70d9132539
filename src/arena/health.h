// What this machine can do for contests and what it cannot, found out by trying it. The findings
// are values; agon doctor prints them.
#ifndef AGON_ARENA_HEALTH_H
#define AGON_ARENA_HEALTH_H

#include <stdbool.h>
#include <stddef.h>

enum {
    HEALTH_FINDINGS_MOST = 64,
    HEALTH_NAME_BYTES = 32,
    HEALTH_WORDS_BYTES = 320,
};

enum health_state {
    HEALTH_OK,
    HEALTH_WEAK,    // contests can be held; something works less well than it could
    HEALTH_MISSING, // contests would not be safe, not be fair, or not be possible at all
};

struct health_finding {
    enum health_state state;
    const char *part; // "sandbox", "clocks", ...
    char name[HEALTH_NAME_BYTES];
    char seen[HEALTH_WORDS_BYTES]; // what was seen
    char mend[HEALTH_WORDS_BYTES]; // what to do about it; "": nothing
};

struct health {
    struct health_finding list[HEALTH_FINDINGS_MOST];
    size_t count;
};

const char *health_state_name(enum health_state state); // "ok", "weak", "missing"

// Looks at everything. `folder` is where results would be kept: some bytes are written there and
// removed again. Takes about a second. To be called between link_process_setup and its end.
void health_examine(struct health *h, const char *folder);

// True if nothing is missing: contests can be held fairly and safely.
bool health_is_good(const struct health *h);

#endif

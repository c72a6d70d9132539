// Why a bot that starts outside its sandbox does not start inside. The command is started once more
// inside, again if that fails, and once outside, each time traced. What only fails inside, although
// it is there for us, is what it lacks.
#ifndef AGON_LINK_DIAGNOSIS_H
#define AGON_LINK_DIAGNOSIS_H

#include "link/link.h"

#include <limits.h>

enum {
    DIAGNOSIS_FINDINGS_MOST = 3,
    DIAGNOSIS_LIMIT_MS = 10000, // a bot that has not ended by then has started
};

enum diagnosis_act {
    DIAGNOSIS_READ,
    DIAGNOSIS_WRITE,
    DIAGNOSIS_RUN,
    DIAGNOSIS_CALL, // a system call that is refused
};

struct diagnosis_finding {
    enum diagnosis_act act;
    char path[PATH_MAX];        // "" for a call
    char offer[PATH_MAX];       // what `read:` would have to name; "" if it does not help
    const char *call, *purpose; // DIAGNOSIS_CALL: its name, and what it is for: "the network"
};

struct diagnosis {
    bool starts_inside;
    bool compared;                                              // it was started outside, too
    bool starts_outside;                                        // if it was
    struct diagnosis_finding findings[DIAGNOSIS_FINDINGS_MOST]; // what failed last comes first
    size_t count;
    struct link_end end; // how it ended inside, if it does not start
};

// Blocks for as long as the bot takes to start or to fail, at most three times DIAGNOSIS_LIMIT_MS.
// So it must not be called on the thread of a loop with games. Returns false and fills `e` if the
// bot cannot be traced here, or is not a command. The memory of `found` is large: keep it off small
// stacks.
bool diagnosis_run(const struct link_spec *inside, struct diagnosis *found, struct error *e);

// The same without starting the bot outside, which would give it all that its sandbox forbids.
bool diagnosis_look_inside(
    const struct link_spec *inside, struct diagnosis *found, struct error *e);

// The same as diagnosis_run with two specs of the caller's; `outside` may be NULL.
bool diagnosis_compare(const struct link_spec *outside, const struct link_spec *inside,
    struct diagnosis *found, struct error *e);

// Appends "NAME starts outside the sandbox and not inside: it cannot read /home/ann/w.bin; add
// `read: [/home/ann/w.bin]`". Returns false and appends nothing if that is not so.
bool diagnosis_words(const struct diagnosis *found, const char *name, struct text *out);

#endif

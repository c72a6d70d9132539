// The scratch folder of a cage, /tmp. A cage is used again only if nothing of the last game is left
// in it: a bot must not leave itself a message.
#ifndef AGON_LINK_START_CAGE_SCRATCH_H
#define AGON_LINK_START_CAGE_SCRATCH_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/statfs.h>

struct cage_scratch {
    struct statfs space; // how much is free
    uint64_t entries;    // a sum of what lies in it
};

// Notes how it is before the first game.
bool cage_scratch_note(struct cage_scratch *s);

// Puts its mode, times and rights right again. Returns whether it is now as it was noted.
bool cage_scratch_restore(const struct cage_scratch *s);

#endif

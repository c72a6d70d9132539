// What a machine can do for contests, as a worker says it when it joins a fleet: layers of the
// sandbox, toolchains, memory, cores, speed. `take` of the schema compares it with what a lease
// needs (fleet/lease_needs.h).
#ifndef AGON_FLEET_CAPABILITIES_H
#define AGON_FLEET_CAPABILITIES_H

#include "fleet/lease_needs.h"

enum { CAPABILITIES_TEXT_BYTES = 256, CAPABILITIES_WORDS_MOST = 64 };

struct capabilities {
    char host[CAPABILITIES_TEXT_BYTES];
    char machine[CAPABILITIES_TEXT_BYTES]; // in words
    char agon[CAPABILITIES_TEXT_BYTES];    // its version
    int64_t cores;                         // games at once
    int64_t memory_bytes;                  // for each of them
    double speed;                          // of a core, in hundredths
    char can[CAPABILITIES_WORDS_MOST][LEASE_NEEDS_WORD_BYTES];
    size_t can_count;
};

// Finds out what this machine can do. `cache` is the folder for what was measured before. Returns
// false if the speed cannot be measured. To be called between link_process_setup and its end; takes
// about a second the first time.
bool capabilities_find(struct capabilities *c, int64_t cores, const char *cache, struct error *e);

// Appends it as JSON: the description of a worker in src/fleet/schema/1_up.sql.
void capabilities_print(struct text *out, const struct capabilities *c);
// Reads such a text. Returns false if it is something else.
bool capabilities_read(struct capabilities *c, const char *bytes, size_t length, struct error *e);

// Can a machine of these capabilities play what needs that? Returns false with the first reason why
// not: "it lacks rustc". The same as agon.is_for of the schema.
bool capabilities_fit(
    const struct capabilities *c, const struct lease_needs *needs, struct error *why);

#endif

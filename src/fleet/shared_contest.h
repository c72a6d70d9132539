// A contest as workers get it: the text of its file and the entries of its log that change its
// players or hold its openings. The coordinator publishes it, a worker makes a definition of it.
#ifndef AGON_FLEET_SHARED_CONTEST_H
#define AGON_FLEET_SHARED_CONTEST_H

#include "archive/definition.h"
#include "store/postgres.h"

// Can it be shared? False with words that name the first player that cannot travel, and why.
bool shared_contest_check(const struct definition *d, struct error *e);

enum { SHARED_COORDINATOR_BYTES = 128 };

struct shared_contest {
    int64_t id, generation;
    // The processes that hand it out, in words: we, and one that has not ended its work ("": none).
    char us[SHARED_COORDINATOR_BYTES], before[SHARED_COORDINATOR_BYTES];
};

struct shared_offer {
    const char *name;
    const char *text; // of the contest file, as it is stored
    const char *path; // of the results, for the log
    int64_t lease_ms;
};

// For the coordinator: writes what workers need, with a new generation if it has changed.
bool shared_contest_publish(struct shared_contest *s, struct postgres *p,
    const struct shared_offer *offer, struct error *e);

// For a worker: the complete definition, from a row (generation, text, kinds, words) of
// agon.contest. `d` is to be destroyed in every case.
bool shared_contest_read(struct definition *d, const PGresult *row, struct error *e);

#endif

// Brings the tables of a contest to another version of their schema, forward or back.
#ifndef AGON_STORE_MIGRATION_H
#define AGON_STORE_MIGRATION_H

#include "base/error.h"

struct migration {
    int from, to; // versions; `to` 0 on the way in: the newest
};

// Nobody may be playing the contest. All steps are done or none. Returns false and fills `e` if
// there is no such version, or no way back to it. Fills in `from`, and `to` if it was 0.
bool migration_run(const char *location, struct migration *m, struct error *e);

#endif

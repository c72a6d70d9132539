// The conditions that games are played under, as commands take them: wire, budgets, records.
#ifndef AGON_ARENA_CONDITIONS_H
#define AGON_ARENA_CONDITIONS_H

#include "base/error.h"
#include "contest/limits.h"
#include "link/sandbox.h"
#include "referee/seat_clock.h"
#include "wire/wire.h"

enum { CONDITIONS_DAY_MS = 24 * 60 * 60 * 1000, CONDITIONS_HOST_BYTES = 256 };

// Reads --time and --clock, which are NULL if they were not given. The defaults are those of the
// wire, which may be NULL. Returns false with `e` if one of them is wrong.
bool conditions_budget(
    struct budget *b, const struct wire *w, const char *time, const char *clock, struct error *e);

// The limits of a player: its own come before those of the contest, and these before the defaults,
// which depend on the manner of its sandbox: without a sandbox there are none. `own` may be NULL.
struct sandbox_limits conditions_limits(enum sandbox_manner manner,
    const struct contest_limits *contest, const struct contest_limits *own);
// Reads --pondering, which is NULL if it was not given.
bool conditions_pondering(struct budget *b, const char *pondering, struct error *e);

// Makes the folder for the records of a new contest. Returns false with `e` if it holds records
// already, or cannot be made. `folder` may be NULL: there are none.
bool conditions_folder(const char *folder, struct error *e);

// The machine, in words, for the record: "Linux 6.1.0 x86_64, 2 cores".
void conditions_host(char host[CONDITIONS_HOST_BYTES]);

#endif

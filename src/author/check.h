// Is a bot correct? A battery of cases over its protocol: each starts the bot, in its sandbox, and
// plays games with it as the arena would, against scripted opponents and in rare positions. All
// that is wrong is collected in one run. docs/checking.md has the cases and their rules.
#ifndef AGON_AUTHOR_CHECK_H
#define AGON_AUTHOR_CHECK_H

#include "author/check_result.h"
#include "base/error.h"
#include "referee/player_spec.h"
#include "referee/seat_clock.h"

struct check_options {
    const struct player *player; // the bot, with its wire and its sandbox
    const char *variant;         // NULL: the default
    struct budget budget;
    uint64_t seed;
    const char *only; // the id of the one case to run; NULL: all
    int concurrency;  // bots at once; 0: as many as are good for this machine
    // Called again and again, on the calling thread; may be NULL.
    void (*progress)(void *user, size_t done, size_t all);
    // The same, once, for a bot that connects to us: where it is awaited, as HOST:PORT.
    void (*waiting)(void *user, const char *address);
    void *user;
};

// Runs the battery on the calling thread, in a process that is ready for bots
// (link_process_setup). Returns false and fills `e` if it cannot be run. The caller destroys `r` in
// both cases.
bool check_run(const struct check_options *o, struct check_result *r, struct error *e);

// --- What cases there are ---

// The row of that number, without figures; false: there is none. `rules` is NULL if the case is not
// for this wire.
bool check_case_row(const struct wire *w, size_t number, struct check_case_result *row);
// Whether there is such a case for this wire. Returns false and fills `e` with the nearest one.
bool check_case_find(const struct wire *w, const char *id, struct error *e);

#endif

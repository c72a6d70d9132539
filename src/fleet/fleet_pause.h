// A pause that somebody asks for by way of the database, from any machine: the coordinator of the
// contest hears it and stops handing out games. Whoever asks must be allowed to change the contests
// of the fleet, which workers and readers are not.
#ifndef AGON_FLEET_FLEET_PAUSE_H
#define AGON_FLEET_FLEET_PAUSE_H

#include "store/postgres.h"

enum { FLEET_PAUSE_WORDS_BYTES = 128 };

// A request that was heard, and is not yet looked at.
struct fleet_pause {
    int backend; // the connection that asks, as the server numbers it; 0: nobody asks
    char words[FLEET_PAUSE_WORDS_BYTES]; // who that is
};

// --- Whoever asks ---

// Is there a coordinator that can be asked? `e` says what is wrong if this connection has no right
// to.
bool fleet_pause_check(struct postgres *p, const char *contest, bool *heard, struct error *e);
// Asks. A coordinator that is just connecting anew misses it, so ask again until it has stopped.
bool fleet_pause_ask(struct postgres *p, const char *contest, struct error *e);

// --- The coordinator ---

bool fleet_pause_listen(struct postgres *p, struct error *e);
// Notes a request if the notice is one for this contest.
void fleet_pause_note(struct fleet_pause *f, const PGnotify *n, const char *contest);
// Sets `granted` if the one who asked may do so.
bool fleet_pause_judge(
    const struct fleet_pause *f, struct postgres *p, bool *granted, struct error *e);

#endif

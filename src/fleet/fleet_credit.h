// Which worker has played which game. It is written before the game is stored, and with the same
// server: so whatever is stored has its worker. A game that becomes void loses it.
#ifndef AGON_FLEET_FLEET_CREDIT_H
#define AGON_FLEET_FLEET_CREDIT_H

#include "store/postgres_array.h"

// The records of these workers are taken for these games, each of which is named once.
bool fleet_credit_write(struct postgres *p, int64_t contest, struct postgres_array *games,
    struct postgres_array *workers, struct error *e);

// The contests of which the worker has played games: their names. NULL on failure.
PGresult *fleet_credit_contests(struct postgres *p, int64_t worker, struct error *e);
// The games of the worker in this contest that are stored and count: their numbers, the last one
// first. NULL on failure.
PGresult *fleet_credit_games(
    struct postgres *p, const char *contest, int64_t worker, struct error *e);
// Games of the contest that do not count any more were played by nobody. Without a fleet in the
// database there is nothing to do.
bool fleet_credit_forget(struct postgres *p, const char *contest, struct error *e);

#endif

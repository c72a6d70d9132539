// A database whose contests agon serve shows, wherever they are played: one of them, or all, also
// those that come later. All functions are for the main thread.
#ifndef AGON_CLI_SERVE_DATABASE_H
#define AGON_CLI_SERVE_DATABASE_H

#include "fleet/broadcast.h"
#include "store/postgres.h"
#include "web/web.h"

struct serve_database {
    struct postgres_place place;
    struct broadcast_options options;
    struct broadcast *broadcast; // NULL: it is not open
    struct web *web;
};

// `address` is that of a database, or of a contest in it. Returns false and fills `e` if it cannot
// be reached, or does not hold the contest.
// `hosts`: the page of the fleet names machines.
bool serve_database_open(
    struct serve_database *d, struct web *web, const char *address, bool hosts, struct error *e);
// Shows the fleet of this database, if it has one. A web shows one fleet.
void serve_database_show_fleet(struct serve_database *d);
// The web must still be open.
void serve_database_close(struct serve_database *d); // harmless if it is not open

#endif

// What the tests of a fleet share: a database of the test's own server, set up anew for each test,
// contests whose games are played by workers, and the workers, in this process.
#ifndef AGON_TESTS_FLEET_FLEET_HELP_H
#define AGON_TESTS_FLEET_FLEET_HELP_H

#include "arena/arena_help.h"
#include "fleet/coordinator.h"
#include "fleet/fleet_worker.h"

enum { FLEET_WORKERS_MOST = 4 };

// For cmocka: a folder, and an empty fleet in the database.
int fleet_setup(void **state);
int fleet_teardown(void **state);
#define IN_A_FLEET(test) cmocka_unit_test_setup_teardown(test, fleet_setup, fleet_teardown)

// The address of the database, and a connection of the test's own.
const char *fleet_url(void);
extern struct postgres fleet_db;
// Runs a statement; its result is to be freed by PQclear.
PGresult *fleet_ask(const char *sql);
int64_t fleet_number(const char *sql);
// Asks again and again until the answer is this number.
void fleet_wait_for(const char *sql, int64_t number);

// A hosted contest that is played by workers.
struct shared {
    struct hosted hosted;
    struct coordinator_options coordinator;
    struct arena_ground ground;
};
// The contest has this name in the database, too.
void shared_init(struct shared *s, const char *name, const char *text, int64_t lease_ms);
void shared_destroy(struct shared *s);

// A worker with so many cores that lives until it is stopped.
struct fleet_worker *fleet_hire(struct fleet_worker_options *o, int64_t cores);
void fleet_dismiss(struct fleet_worker *w, struct fleet_worker_state *last);

#endif

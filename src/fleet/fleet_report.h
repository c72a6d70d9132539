// What is told of a fleet: its workers, the contests that it plays, how fast, and what went wrong.
// Nothing in it is secret but the names of machines, which are told only to those who may know
// them.
#ifndef AGON_FLEET_FLEET_REPORT_H
#define AGON_FLEET_FLEET_REPORT_H

#include "base/text.h"
#include "store/postgres.h"

enum { FLEET_REPORT_WORKERS_MOST = 1000 };

struct fleet_report_worker {
    int64_t id, cores;
    const char *host, *speed, *state, *why; // `speed` is a number
    const char *plays;                      // a contest, or ""
    int64_t games, late, leases;
    int64_t heard_of_s; // how long ago
    const char *per_minute;
};

struct fleet_report_contest {
    const char *name, *coordinator;
    bool playing;                 // a coordinator is there
    int64_t open, taken, expired; // leases: for anybody, with a worker, with one that is silent
    int64_t waiting;              // games that are handed in and not counted yet
    const char *lack;             // why nobody takes some of those that are open, or ""
};

// Of the whole fleet.
struct fleet_report_totals {
    int64_t workers, cores; // that are here
    int64_t late, out, quarantined, open, taken, expired, waiting;
    double per_minute; // the sum of what the workers have
};

struct fleet_report {
    PGresult *workers, *contests, *minutes;
    struct text *lacks; // one for each contest
    struct fleet_report_totals totals;
};

// Reads all of it from a database with a fleet. Destroy `r` also on failure.
bool fleet_report_read(struct fleet_report *r, struct postgres *p, struct error *e);
void fleet_report_destroy(struct fleet_report *r);

size_t fleet_report_workers(const struct fleet_report *r);
size_t fleet_report_contests(const struct fleet_report *r);
// The texts live as long as the report.
struct fleet_report_worker fleet_report_worker(const struct fleet_report *r, size_t i);
struct fleet_report_contest fleet_report_contest(const struct fleet_report *r, size_t i);
// Games that were counted in the last whole minute.
int64_t fleet_report_last_minute(const struct fleet_report *r);

// The keys of fleet/1, without the closing brace. `hosts`: names of machines are told.
void fleet_report_json(const struct fleet_report *r, bool hosts, struct text *out);

#endif

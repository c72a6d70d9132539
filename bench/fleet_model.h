// A fleet that is only computed. Coordinator, database and workers are a few queues each, and time
// is a number: one event comes after the other, and nothing is waited for.
#ifndef AGON_BENCH_FLEET_MODEL_H
#define AGON_BENCH_FLEET_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// In seconds. Those of the server are CPU time, measured beside other programs
// (docs/performance.md).
struct costs {
    double way;         // one way through the network
    double call;        // of the server's CPU, for each call that takes, gives or fetches
    double small_call;  // the same, for one that only says or asks something
    double take_lease;  // the same, for each lease of a call
    double submit_game; // for each game that is handed in
    double fetch_game;  // for each that the coordinator fetches
    double offer_lease; // for each lease that it writes, and deletes when it is over
    double store_game;  // for each game that is stored
    double beat_lease;
    double listener; // a notice, for each who listens to anything
    double flush;    // the disk, for all commits that wait
    double replay;   // of the coordinator's CPU, for a game: unpack it and play it again
    double draw;     // the same, to draw a pair and write its lease
};

struct setup {
    const char *name;
    int64_t window; // games that are drawn and not counted yet, at most
    // Leases for each core: how many a worker holds besides the one that is played, and how many
    // the coordinator keeps in all; and at least so many that they last this long.
    int ahead, offered;
    double ahead_s, offered_s;
    // So long a record waits for others, to be handed in together; and so long if there were fewer
    // leases than the worker wanted.
    double gather_s, gather_scarce_s;
    int take_most; // leases in one call
    int submit_most;
    int fetch_most;     // submissions in one call of the coordinator
    int replay_threads; // of the coordinator
    int server_cores;
    double poll_s; // a worker without work asks again after this long
    double beat_s;
    double show_s;    // so often it asks whether somebody watches; 0: it does not ask
    double pause_s;   // of the coordinator, if there is little to be fetched
    bool all_durable; // every call waits for the disk, not only that which stores results
    bool wakes_all;   // new leases wake all workers without work, not only as many as can be used
    bool few_listen;  // only workers without work hear notices, and those cost something
};

struct outcome {
    double efficiency, games_per_s;
    const char *limit; // what is used up
};

// How long games take is drawn from `durations`, whose mean is 1, and stretched to `mean_s`.
struct fleet_model {
    const struct setup *setup;
    const struct costs *costs;
    const double *durations;
    size_t duration_count;
    double mean_s;
    int workers, cores; // of each worker
};

struct outcome fleet_model_run(const struct fleet_model *model);

#endif

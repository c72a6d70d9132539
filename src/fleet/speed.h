// How fast a core of this machine is: a fixed search of the built-in players is run, in CPU time.
// It must look at the same number of nodes on every machine, so that all have done the same work.
// 1.00 is a server core of 2026. docs/fairness.md says what it is used for.
#ifndef AGON_FLEET_SPEED_H
#define AGON_FLEET_SPEED_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

enum {
    SPEED_RUNS = 3,              // of the search on each core
    SPEED_NODES = 974795,        // of one run, of all games together
    SPEED_REFERENCE_US = 380000, // the CPU time of a run where the speed is 1.00
};

// Runs the search on so many cores at once, as games will be. Returns false if memory or threads
// run out, or if the search did not look at SPEED_NODES nodes: then this program does not compute
// what others do. Takes SPEED_RUNS times about a third of a second.
bool speed_measure(double *speed, int cores, struct error *e);
// The same; what was measured since the machine was started, by this version of agon and on so many
// cores, is taken from a file in the folder `cache`. If that file cannot be read or written, the
// speed is measured.
bool speed_find(double *speed, int cores, const char *cache, struct error *e);

// The speed by the CPU times of all runs: that of their median, in hundredths.
double speed_of_times(const int64_t *times_ns, size_t count);

#endif

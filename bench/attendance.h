// How many bots play at one time, as they count themselves in a file that all of them share.
#ifndef AGON_BENCH_ATTENDANCE_H
#define AGON_BENCH_ATTENDANCE_H

#include <stdatomic.h>

struct attendance {
    atomic_int here, most;
};

// NULL: there is no such file, and it cannot be made.
struct attendance *attendance_open(const char *path);
void attendance_come(struct attendance *a);
void attendance_go(struct attendance *a);

#endif

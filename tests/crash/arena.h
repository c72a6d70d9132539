// One run of `agon contest run` in a process of its own, which is watched, killed or robbed of its
// disk at a moment of the test's choice.
#ifndef AGON_TESTS_CRASH_ARENA_H
#define AGON_TESTS_CRASH_ARENA_H

#include "base/text.h"

#include <stdatomic.h>
#include <stdint.h>
#include <sys/types.h>

enum { PLAYS_MOST = 4096 };

// What is shared with the disk of the arena (failing_disk.c), which fails with this error while it
// is not 0.
struct disk_control {
    atomic_int error;
    atomic_int failures; // calls that were refused
};

struct arena {
    const char *agon;
    const char *folder;        // where contest.yaml is
    int concurrency;           // games at once
    struct disk_control *disk; // NULL: it has the machine's own
    const char *disk_library, *disk_path;
    int pipe_bytes; // what it may tell without being heard: then it waits. 0: as much as usual

    // The rest is filled by arena_start.
    pid_t pid;
    int out;   // its standard output
    int watch; // tells of every change of a file in the folder
    int64_t began_ns;
    int64_t told;   // games
    int64_t writes; // changes of the write-ahead log
    int64_t first_told_ns, last_told_ns;
    bool silent; // its output is over
    struct text line, talk;
    struct text table; // what it printed last
    // Called for each game that it tells, by its number in the schedule.
    void (*tell)(void *user, int64_t play);
    void *user;
};

void arena_start(struct arena *a);

// The moments: each waits, and returns false when the arena ended before.
bool arena_until_told(struct arena *a, int64_t games);    // so many games, in this run
bool arena_until_written(struct arena *a, int64_t times); // so many changes of its log
bool arena_until_us(struct arena *a, int64_t us);         // so much later

// What became of it. Whatever it has told before is told.
int arena_end(struct arena *a); // waits until it ends by itself; its exit status, -1: by a signal
void arena_kill(struct arena *a);
void arena_destroy(struct arena *a);

// How many of those whom dead arenas have left behind are still there after a long while: none.
int arena_count_orphans(void);

#endif

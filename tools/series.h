// What the tools that play games for training share: the options among their arguments, threads
// that take one game after the other, the file of samples, and what is said meanwhile.
#ifndef AGON_TOOLS_SERIES_H
#define AGON_TOOLS_SERIES_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

// Either a number or a text.
struct option {
    const char *name; // "--games"
    uint64_t *number;
    const char **text;
};

// Pairs of name and value. False: something is wrong with one, as has been said on stderr.
bool options_read(const struct option *options, size_t count, int argc, char **argv);

struct series {
    const char *tool;                       // its name
    uint64_t games, seconds, threads, seed; // what is asked for; 0 seconds: however long it takes
    size_t sample_bytes;
    // The series' own.
    FILE *file;
    int64_t started_ns;
    pthread_mutex_t lock; // for all below
    uint64_t next, samples, told_s;
    const char *failure; // NULL: none
};

// Runs `work(argument)` on each of the threads, and writes what they find to a new file. Returns
// the exit status of the tool; failures have been told.
int series_run(struct series *s, const char *path, void *(*work)(void *), void *argument);

// For the threads. The next game to be played; false: there is none, or no time for it.
bool series_next(struct series *s, uint64_t *number);
void series_write(struct series *s, const void *samples, size_t count);
void series_fail(struct series *s, const char *words); // no more games

#endif

// A folder into which runs write their records, one after the other or several at once. Every
// record gets a number that is free, and none is ever written over.
#ifndef AGON_ARENA_RECORD_FOLDER_H
#define AGON_ARENA_RECORD_FOLDER_H

#include "base/error.h"
#include "base/text.h"

#include <pthread.h>
#include <stdint.h>

enum { RECORD_FOLDER_PATH_BYTES = 4096 };

struct record_folder {
    const char *path; // NULL: no records
    pthread_mutex_t lock;
    int64_t before; // the number before that of the run's first game; grows when others are faster
};

// Makes the folder if it is not there, and looks whether it can be written to.
bool record_folder_make(const char *path, struct error *e);
// The largest number of a record in it; 0: it holds none. -1: it cannot be read.
int64_t record_folder_last(const char *path);

// The same as record_folder_make, and prepares for a run whose first game gets the next number.
// `path` may be NULL: there are no records.
bool record_folder_open(struct record_folder *f, const char *path, struct error *e);

// Makes an empty file for the game with this index, from 1, and returns its number; from any
// thread. 0: it cannot be made. `path` says where it is, or would have been.
int64_t record_folder_claim(
    struct record_folder *f, int64_t index, char path[RECORD_FOLDER_PATH_BYTES]);

// Numbers as ranges.
struct record_range {
    int64_t first, last;
};

struct record_ranges {
    struct record_range *list;
    size_t count;
    bool failed; // out of memory: some are missing
};

void record_ranges_add(struct record_ranges *r, int64_t number);
void record_ranges_destroy(struct record_ranges *r);
// "Records 41 to 57, 59, 61 to 80 in games", behind `before`.
void text_records(
    struct text *out, const char *before, const struct record_ranges *r, const char *folder);
// The ranges for programs: "[[41,57],[59,59]]".
void text_record_ranges_json(struct text *out, const struct record_ranges *r);

#endif

// A contest with stored results, opened to be read. It may be over, or be played right now.
#ifndef AGON_ARCHIVE_ARCHIVE_H
#define AGON_ARCHIVE_ARCHIVE_H

#include "archive/definition.h"
#include "store/location.h"
#include "store/reader.h"

enum { ARCHIVE_PATH_BYTES = LOCATION_BYTES };

struct archive {
    char path[ARCHIVE_PATH_BYTES]; // of the results: a location
    char name[ARCHIVE_PATH_BYTES]; // what the contest is called: its own name, or the file's
    struct reader *reader;
    struct definition definition; // as it is stored with the results
};

// Where the entries of a contest file are built: those of spring.yaml in the folder spring.entries.
bool archive_entries_path(char path[ARCHIVE_PATH_BYTES], const char *file, struct error *e);

// Whether a file holds results, and is not the contest file. An address of a database does.
bool archive_holds_results(const char *path);

// `file` is a contest file, or the file with its results, or their address. Returns false if they
// cannot be read, and `e` says why; if the stored contest file is wrong, definition.problems has
// all that is wrong with it. To be closed in both cases.
bool archive_open(struct archive *a, const char *file, struct error *e);
// The same without a check of the results, for verify.h, which lists what is wrong with them.
bool archive_open_unchecked(struct archive *a, const char *file, struct error *e);
void archive_close(struct archive *a);

#endif

// A contest that was played or is being played, opened to be looked at.
#ifndef AGON_CLI_ARCHIVE_H
#define AGON_CLI_ARCHIVE_H

#include "cli/contest_input.h"
#include "cli/lineup.h"
#include "store/reader.h"

enum { ARCHIVE_PATH_BYTES = 4096 };

struct archive {
    char path[ARCHIVE_PATH_BYTES]; // of the results
    char name[ARCHIVE_PATH_BYTES]; // what the contest is called: its own name, or the file's
    struct reader *reader;
    struct contest_input input; // as it is stored with the results
    struct lineup lineup;
};

// Where the results of a contest file are: those of spring.yaml in spring.db.
bool archive_path(char path[ARCHIVE_PATH_BYTES], const char *file, struct error *e);

// Whether a file holds results, and is not the contest file.
bool archive_holds_results(const char *path);

// `file` is a contest file, or the file with its results. False: what is wrong has been printed. To
// be closed in both cases.
bool archive_open(struct archive *a, const char *file);
// The same for agon verify alone, which tells what is wrong with results that nobody else reads.
bool archive_open_unchecked(struct archive *a, const char *file);
void archive_close(struct archive *a);

#endif

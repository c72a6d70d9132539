// The pages of a contest without a server: in one file, with everything in it, or, for a contest
// that is too large for that, as a folder with a page for each game and each player. Both are made
// of the documents that a server would send. docs/report.md describes them.
#ifndef AGON_REPORT_FROZEN_H
#define AGON_REPORT_FROZEN_H

#include "report/report.h"

// A browser reads one file as a whole before it shows anything.
enum {
    FROZEN_FILE_GAMES_MOST = 300,
    FROZEN_FILE_MOST_BYTES = 16 * 1024 * 1024,
    // The pages of more players have no history and no explanation of their ratings: each of them
    // takes many fits of all ratings.
    FROZEN_EXPLAINED_PLAYERS = 100,
};

// The one file is a report_writer like the others: report_html. It refuses a contest that is too
// large.

// Takes the files of a folder one after the other. `path` is relative to the folder, such as
// "games/17.html"; the last one is "index.html". False: `e` says why it could not be written.
struct frozen_sink {
    bool (*put)(void *user, const char *path, const struct text *bytes, struct error *e);
    void *user;
};

// The folders that those files lie in, ended by NULL.
extern const char *const frozen_folders[];

bool frozen_write_folder(const struct report *r, const struct frozen_sink *sink, struct error *e);

#endif

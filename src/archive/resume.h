// Whether a contest may go on from its file: only if the file still describes the contest that
// began. Players of a contest that has begun are changed in its log, not in its file.
#ifndef AGON_ARCHIVE_RESUME_H
#define AGON_ARCHIVE_RESUME_H

#include "archive/definition.h"
#include "contest/compare.h"

enum { RESUME_EDITS_MOST = 10 }; // that are kept

// A player whom somebody has edited in the file.
struct resume_edit {
    struct contest_edit edit; // what would have to be done to the contest instead
    bool done;                // the log has done that already; the file is to be put back
};

struct resume {
    char *text; // the contest file that is stored with the results; NULL: there are no results
    // If the contest cannot go on: what is wrong with the stored contest file (`begun.problems`),
    // or how the players were edited.
    struct definition begun; // as the contest began
    struct resume_edit edits[RESUME_EDITS_MOST];
    size_t edit_count; // all of them
};

// `d` was read from `file`, and `path` is where the results are, if there are any. Does to `d` what
// the log says; then definition_complete is the caller's to call. Returns false if the contest
// cannot go on, and `e` says why. To be destroyed in both cases, before `d`.
bool resume_read(
    struct resume *r, struct definition *d, const char *file, const char *path, struct error *e);
void resume_destroy(struct resume *r);

#endif

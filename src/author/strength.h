// How strong the versions of a bot are: the tests between them, kept in a small file, a line of
// JSON for each, and what follows from all of them together.
#ifndef AGON_AUTHOR_STRENGTH_H
#define AGON_AUTHOR_STRENGTH_H

#include "base/error.h"
#include "base/text.h"

#include <stdint.h>

enum {
    STRENGTH_TESTS_MOST = 5000,
    STRENGTH_VERSIONS_MOST = 500,
    STRENGTH_NAME_BYTES = 48, // of a version: its commit, with "+" behind it if files were changed
    STRENGTH_SUBJECT_BYTES = 80,
    STRENGTH_FILE_BYTES = 4 << 20,
};

struct strength_version {
    char name[STRENGTH_NAME_BYTES];
    char subject[STRENGTH_SUBJECT_BYTES];
    int64_t time_s; // when it was committed
    int rank;       // among those of the same second: by the tests, in which the old one came first
    // What strength_judge finds: Elo against the oldest version that it can be compared with, and
    // how far that may be off (95 %).
    double elo, error;
    int group; // versions of different groups were never compared, not even by way of others
    int64_t games;
};

// One test: the second version against the first.
struct strength_test {
    int old, new; // numbers of versions
    double elo, error;
    int64_t games;
};

// The tests of one game.
struct strength {
    struct strength_version versions[STRENGTH_VERSIONS_MOST];
    struct strength_test tests[STRENGTH_TESTS_MOST];
    int version_count, test_count;
};

// What a test has to tell, for its line in the file.
struct strength_entry {
    const char *game, *verdict;               // "accepted"
    const struct strength_version *old, *new; // `elo` and what follows is not used
    double elo, error;
    int64_t games;
    int64_t at_s; // when it was made, since 1970
};

// A rough estimate for a test in which all games were won, or all lost: as if one more had been
// drawn.
void strength_estimate(double points, int64_t games, double *elo, double *error);

// Appends the line of a test, with "\n" behind it.
void strength_line(const struct strength_entry *entry, struct text *out);

// Reads the tests of `game` from the bytes of a file. Lines of other games are skipped. Returns
// false and fills `e` with the number of the line if one cannot be read.
bool strength_read(
    struct strength *s, const char *game, const char *bytes, size_t length, struct error *e);

// Fills `elo` and `error` of all versions, by least squares over all tests, and sorts them: the
// oldest first, group by group. Returns false if there is no memory.
bool strength_judge(struct strength *s, struct error *e);

// Both need strength_judge before.
void strength_text(const struct strength *s, struct text *out);
void strength_svg(const struct strength *s, const char *title, struct text *out);

#endif

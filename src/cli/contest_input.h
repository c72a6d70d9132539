// A contest file as a command reads it: from the disk, or from the contest's own file, with every
// problem told on stderr.
#ifndef AGON_CLI_CONTEST_INPUT_H
#define AGON_CLI_CONTEST_INPUT_H

#include "base/text.h"
#include "contest/change.h"
#include "store/reader.h"

struct contest_input {
    struct text text; // as it was written
    struct contest_file file;
    int64_t changes;      // how often its players were changed
    struct text openings; // what the file holds that it names for them; "" when it names none
};

// False: `problems` says what is wrong in the file, or, if it has none, `e` says why the file or
// its openings cannot be read. To be destroyed in both cases.
bool contest_input_load(
    struct contest_input *in, const char *path, struct contest_problems *problems, struct error *e);
// The same; what is wrong has been printed.
bool contest_input_read(struct contest_input *in, const char *path);
// The same for what is stored with the results of a contest, with what has been done to its players
// since; or as it began.
bool contest_input_stored(struct contest_input *in, const char *path, struct reader *r);
bool contest_input_begun(struct contest_input *in, const char *path, struct reader *r);
// The same for a text that is at hand; `path` is what problems are told of, NULL: of no file.
bool contest_input_take(struct contest_input *in, const char *path, const char *text);
void contest_input_destroy(struct contest_input *in);

// The entry of a contest's log that holds the openings of its file.
#define CONTEST_INPUT_OPENINGS "openings"

// Does what an entry says that is about players. False: it cannot be done, and `e` says why.
bool contest_input_change(
    struct contest_input *in, enum change_kind kind, const char *words, struct error *e);
// All of them in the log, in order. False: the same.
bool contest_input_changes(struct contest_input *in, struct reader *r, struct error *e);

#endif

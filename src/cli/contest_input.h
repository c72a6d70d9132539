// A contest file as a command reads it: from the disk, or from the contest's own file, with every
// problem told on stderr.
#ifndef AGON_CLI_CONTEST_INPUT_H
#define AGON_CLI_CONTEST_INPUT_H

#include "base/text.h"
#include "contest/file.h"
#include "store/reader.h"

struct contest_input {
    struct text text; // as it was written
    struct contest_file file;
    int64_t changes;      // how often players have come and gone
    struct text openings; // what the file holds that it names for them; "" when it names none
};

// False: `problems` says what is wrong in the file, or, if it has none, `e` says why the file or its
// openings cannot be read. To be destroyed in both cases.
bool contest_input_load(struct contest_input *in, const char *path,
    struct contest_problems *problems, struct error *e);
// The same; what is wrong has been printed.
bool contest_input_read(struct contest_input *in, const char *path);
// The same for what is stored with the results of a contest, with the players that have come and
// gone since.
bool contest_input_stored(struct contest_input *in, const char *path, struct reader *r);
// The same for a text that is at hand; `path` is what problems are told of, NULL: of no file.
bool contest_input_take(struct contest_input *in, const char *path, const char *text);
void contest_input_destroy(struct contest_input *in);

// Entries of a contest's log: the openings of its file; players of a ladder who come and go, each
// with the round before which that happens: "round 13: eve", and for one who comes what would stand
// in the contest file: "round 13: {name: eve, player: ./eve}".
#define CONTEST_INPUT_OPENINGS "openings"
#define CONTEST_INPUT_ADD "add"
#define CONTEST_INPUT_REMOVE "remove"

// Does what an entry of this kind says; others mean nothing here. False: it
// cannot be done, and `e` says why.
bool contest_input_change(
    struct contest_input *in, const char *kind, const char *words, struct error *e);
bool contest_input_is_change(const struct store_entry *entry);
// All of them, in order. False: the same.
bool contest_input_changes(struct contest_input *in, struct reader *r, struct error *e);

#endif

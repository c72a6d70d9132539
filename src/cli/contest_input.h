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
    struct text openings; // what the file holds that it names for them; "" when it names none
};

// False: what is wrong has been printed. To be destroyed in both cases.
bool contest_input_read(struct contest_input *in, const char *path);
// The same for what is stored with the results of a contest.
bool contest_input_stored(struct contest_input *in, const char *path, struct reader *r);
// The same for a text that is at hand; `path` is what problems are told of, NULL: of no file.
bool contest_input_take(struct contest_input *in, const char *path, const char *text);
void contest_input_destroy(struct contest_input *in);

// The entry of a contest's log that holds the openings of its file.
#define CONTEST_INPUT_OPENINGS "openings"

#endif

// Whether two contest files describe the same contest: only then may one go on with the other's
// results. Title, comments, concurrency and the folder of records may change at any time.
#ifndef AGON_CONTEST_SAME_H
#define AGON_CONTEST_SAME_H

#include "contest/file.h"

// False: the words name the first key that differs.
bool contest_same(const struct contest_file *a, const struct contest_file *b, struct error *e);

#endif

// A file that is there whole or not at all, also after a power cut: it is written under another
// name, brought to the disk, and then takes the place of the old one.
#ifndef AGON_CLI_DRAFT_H
#define AGON_CLI_DRAFT_H

#include "base/error.h"

#include <stdio.h>

struct draft {
    FILE *file; // to be written to; what goes wrong there is told in the end
    char *path; // what it will be called, behind all links
    char *part; // what it is called now; NULL: a device or a pipe, which is written to as it is
};

// False and words: nothing was opened.
bool draft_open(struct draft *d, const char *path, struct error *e);
// One of these ends it. False and words: what was there before is still there.
bool draft_finish(struct draft *d, struct error *e);
void draft_discard(struct draft *d);

#endif

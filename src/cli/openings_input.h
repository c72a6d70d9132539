// Openings as a command's option asks for them.
#ifndef AGON_CLI_OPENINGS_INPUT_H
#define AGON_CLI_OPENINGS_INPUT_H

#include "archive/playable_openings.h"

// Reads --openings: "none" (or NULL), "random:K", or the name of a file. Returns false with `e` if
// it is wrong. To be destroyed in both cases.
bool openings_input_read(
    struct openings *o, const char *typed, const struct openings_setting *s, struct error *e);

#endif

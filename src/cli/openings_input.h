// Openings as commands and contest files ask for them.
#ifndef AGON_CLI_OPENINGS_INPUT_H
#define AGON_CLI_OPENINGS_INPUT_H

#include "contest/openings.h"
#include "referee/session.h"

// Where games begin otherwise, who plays them, and what shuffles a list.
struct openings_setting {
    const struct game *game;
    const position *start;
    const struct player *players;
    size_t count;
    uint64_t seed;
};

// --openings: "none" (or NULL), "random:K", or the name of a file. To be destroyed in both cases.
bool openings_input_read(
    struct openings *o, const char *typed, const struct openings_setting *s, struct error *e);
// The text of a file, which is called `name` when something is wrong with it.
bool openings_input_take(struct openings *o, const char *name, const struct text *text,
    const struct openings_setting *s, struct error *e);
bool openings_input_draw(
    struct openings *o, int64_t moves, const struct openings_setting *s, struct error *e);

#endif

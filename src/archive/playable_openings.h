// Openings of a contest or a match, in which each of its players can begin.
#ifndef AGON_ARCHIVE_PLAYABLE_OPENINGS_H
#define AGON_ARCHIVE_PLAYABLE_OPENINGS_H

#include "base/text.h"
#include "contest/openings.h"
#include "wire/wire.h"

struct openings_setting {
    const struct game *game;
    const position *start;           // where games begin otherwise
    const struct wire *const *wires; // by player: what it speaks; NULL: it is built in
    const char *const *names;        // by player
    size_t count;                    // of players
    uint64_t seed;                   // shuffles a list
};

// Whether each engine among the players can begin at `start`: its protocol has boards that it
// cannot write. Returns false and fills `e` if one cannot. Bots of the other protocols are sent
// what they are sent.
bool playable_openings_check_start(const struct openings_setting *s, struct error *e);

// The openings of a text. `name` is what the file of the text is called in errors. To be destroyed
// in both cases.
bool playable_openings_read(struct openings *o, const char *name, const struct text *text,
    const struct openings_setting *s, struct error *e);
// So many random moves from the start.
bool playable_openings_draw(
    struct openings *o, int64_t moves, const struct openings_setting *s, struct error *e);

#endif

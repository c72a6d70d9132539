// Where the games of a contest begin: both games of a pair in the same position, drawn by lot or
// taken from a list. Pure and reproducible: the same pair begins in the same position on every
// machine. docs/openings.md says what each game's openings are.
#ifndef AGON_CONTEST_OPENINGS_H
#define AGON_CONTEST_OPENINGS_H

#include "games/game.h"

enum {
    OPENINGS_MOVES_MOST = 60,                   // of a drawn one
    OPENINGS_MOST = 100 * 1000,                 // in a list
    OPENINGS_TEXT_BYTES_MOST = 8 * 1024 * 1024, // of a file with one
};

// All zero: every game begins at the start.
struct openings {
    int64_t moves;  // so many are drawn by lot; 0: none
    position *list; // or these, in the order in which they are used
    size_t count;
};

// Of a text that asks for drawn openings, "random:K", the K, which may be missing or wrong; NULL:
// it asks for something else.
const char *openings_drawn(const char *text);

// So many random moves from this start. False and words: there are no such openings.
bool openings_draw(struct openings *o, const struct game *game, const position *start,
    int64_t moves, struct error *e);

// The text of a file: an opening a line, moves from the start or "position TEXT"; blank lines and
// what follows a # are skipped. The list is shuffled by the seed. False and words that begin with
// the line: it is not such a text. To be destroyed in both cases.
bool openings_read(struct openings *o, const struct game *game, const position *start,
    const char *bytes, size_t length, uint64_t seed, struct error *e);
void openings_destroy(struct openings *o);

// Where the games of this pair begin. `p` comes in as the start of the game; `seed` is the pair's.
void openings_place(
    const struct openings *o, const struct game *game, int64_t pair, uint64_t seed, position *p);

#endif

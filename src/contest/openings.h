// Openings: the positions in which the games of a contest begin. Both games of a pair begin in the
// same position, which is drawn by lot or taken from a list. The same pair begins in the same
// position on every machine. docs/openings.md says what the openings of each game are.
#ifndef AGON_CONTEST_OPENINGS_H
#define AGON_CONTEST_OPENINGS_H

#include "games/game.h"

enum {
    OPENINGS_MOVES_MOST = 60,                   // moves of an opening that is drawn
    OPENINGS_MOST = 100 * 1000,                 // openings of a list
    OPENINGS_TEXT_BYTES_MOST = 8 * 1024 * 1024, // the size of a file with a list
};

// If everything is zero, every game begins at the start.
struct openings {
    int64_t moves;  // how many moves are drawn by lot; 0 means none
    position *list; // or the openings of a list, in the order in which they are used
    size_t count;
};

// If the text asks for drawn openings, as "random:K" or "random" do, returns the K, which may be
// empty or wrong. Otherwise returns NULL.
const char *openings_drawn(const char *text);

// Openings of so many random moves from this start. Returns false and fills `e` if there are too
// few.
bool openings_draw(struct openings *o, const struct game *game, const position *start,
    int64_t moves, struct error *e);

// Reads a list of openings. Each line has one opening: moves from the start, or "position TEXT".
// Blank lines and everything after a # are skipped. Returns false and fills `e`, which begins with
// the line, if the text is not such a list. The caller destroys `o` in both cases.
bool openings_read(struct openings *o, const struct game *game, const position *start,
    const char *bytes, size_t length, struct error *e);
// Puts a list that was read into an order that the seed decides.
void openings_shuffle(struct openings *o, uint64_t seed);
void openings_destroy(struct openings *o);

// Fills in where the games of a pair begin. `p` comes in as the start of the game; `seed` is that
// of the pair.
void openings_place(
    const struct openings *o, const struct game *game, int64_t pair, uint64_t seed, position *p);

#endif

// The best moves of one position, several of them, each with its score and with what follows. Every
// move is judged by a search of the position behind it. That is done in steps: each looks further
// than the one before, and at fewer moves. Pure computation: who asks may draw what is known so far
// after every move that was judged.
#ifndef AGON_BRAINS_LINES_H
#define AGON_BRAINS_LINES_H

#include "brains/brain.h"

enum { LINES_WANTED_MOST = 16 };

// One of the moves. Its thought is that of the side to move: `best` is the move, `line` begins with
// it and has the moves that nobody is asked about (struct game, `forced`).
struct line {
    struct thought thought;
    double chance; // of the side to move: brains/chance.h
    int step;      // in which it was judged last; 0: not yet
};

struct lines;

// `wanted` is how many moves are looked at furthest, at most LINES_WANTED_MOST. Returns NULL and
// fills `e` if the game is over, nobody can analyse it, or memory ran out.
struct lines *lines_create(const struct game *game, const position *p, int wanted, struct error *e);
void lines_destroy(struct lines *l); // `l` may be NULL

// Judges the next move. `mind` is one of "@max" for this game. Returns false if `stop`, which may
// be NULL, became true, or memory ran out: nothing was found. Does not change `l`, so that others
// can read it meanwhile: lines_take does.
bool lines_judge(const struct lines *l, struct mind *mind, int threads, const atomic_bool *stop,
    struct line *out);
void lines_take(struct lines *l, const struct line *found);

// True if further steps would change nothing: the wanted moves are proved, or nothing is left that
// can be looked at.
bool lines_done(const struct lines *l);
uint64_t lines_nodes(const struct lines *l); // that were looked at so far

// Copies the best moves so far, best first, at most `most`. Returns how many.
int lines_copy(const struct lines *l, struct line *out, int most);

// Appends the moves of a line from `p` on, with blanks between them, at most `most` of them.
void line_print(const struct game *game, const position *p, const move *moves, int count, int most,
    struct text *out);

// Plays the moves that nobody is asked about, and puts the first `most` of them into `skipped`,
// which may be NULL if `most` is 0. Returns how many were played.
int line_skip_forced(const struct game *game, position *p, move *skipped, int most);

#endif

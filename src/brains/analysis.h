// The analysis of one game: every position of it is judged by the built-in player, and every move
// by what it lost. Pure computation: src/arena/analyst.h has the thread for it.
//
// With a limit of nodes, what is found does not depend on the machine, on its load, or on where an
// analysis was interrupted: the player forgets everything before each position.
#ifndef AGON_BRAINS_ANALYSIS_H
#define AGON_BRAINS_ANALYSIS_H

#include "brains/brain.h"

enum { ANALYSIS_MOVES_MOST = 1000 };

// A move that lost so much of the chance of who played it is a mistake ("?"), or a blunder ("??").
// web/js/game/evaluation.js has the same numbers.
#define ANALYSIS_MISTAKE 0.10
#define ANALYSIS_BLUNDER 0.25

// A position of the game. Ply 0 is the start, ply n the position after n moves.
struct analysis_ply {
    bool done;
    bool over;    // the game is over here: there is no thought
    double value; // the chance of seat 0: from 0 to 1, a draw counts half
    struct thought thought;
};

struct analysis;

// `moves` are legal one after the other from `start` on, `count` of them. Returns NULL and fills
// `e`: a move is not legal, there are too many, nobody can analyse the game, or memory ran out.
struct analysis *analysis_create(
    const struct game *game, const position *start, const move *moves, int count, struct error *e);
void analysis_destroy(struct analysis *a); // `a` may be NULL
// True if `a` is the analysis of this very game.
bool analysis_is_of(const struct analysis *a, const struct game *game, const position *start,
    const move *moves, int count);
const struct game *analysis_game(const struct analysis *a);

int analysis_plies(const struct analysis *a); // the moves and one more
int analysis_next(const struct analysis *a);  // the first ply that is not done
// Judges a position. `mind` is one of "@max" for this game. Returns false if `stop`, which may be
// NULL, became true, or memory ran out (`stop` is false then): nothing was found. Does not change
// the analysis, so that others can read it meanwhile: analysis_set does.
bool analysis_judge(const struct analysis *a, int ply, struct mind *mind,
    const struct limits *limits, const atomic_bool *stop, struct analysis_ply *out);
void analysis_set(struct analysis *a, int ply, const struct analysis_ply *found);

// What the move of this ply lost of the chance of who played it, at least 0. The move that was
// thought best has lost nothing. Negative if that is not known yet, or no move was played there.
double analysis_loss(const struct analysis *a, int ply);

// How well a seat played: from 0 to 100. A move that lost the part x of the chance counts
// 100 * (1 - x)^4; this is the mean over its moves, without those that were the only legal one.
// Negative if there was none.
double analysis_accuracy(const struct analysis *a, int seat);
// How many moves of a seat lost at least `least` of its chance, and less than `below`.
int analysis_count_losses(const struct analysis *a, int seat, double least, double below);
// The ply whose move gave the better chance for good to the seat that has it at the end. -1: nobody
// has it at the end, or the same seat had it from the start.
int analysis_turning_point(const struct analysis *a);
// The first ply from which on every position is proved; -1: not even the last one is.
int analysis_proved_from(const struct analysis *a);

const position *analysis_position(const struct analysis *a, int ply);
move analysis_played(const struct analysis *a, int ply); // MOVE_NONE at the last ply
const struct analysis_ply *analysis_at(const struct analysis *a, int ply);
// Appends what both sides should play from a ply on, at most `most` moves.
void analysis_print_line(const struct analysis *a, int ply, int most, struct text *out);

// Appends a JSON list of the plies that are done: "plies" of analysis/1.
void analysis_json(const struct analysis *a, struct text *out);

#endif

// What a game is to the rest of agon. The rules and only the rules: nothing here allocates, does
// I/O, or keeps state of its own.
//
// A position is a plain value: copied with =, and two positions are the same exactly when their
// bytes are the same (unused bytes are zero). A move is a small integer that means something only
// together with its position; every value may be asked about, only legal ones may be applied.
// A seat is 0 for the player who begins by custom and 1 for the other.
#ifndef AGON_GAMES_GAME_H
#define AGON_GAMES_GAME_H

#include "base/error.h"
#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint64_t words[16];
} position;

typedef uint16_t move;

enum {
    SEATS = 2,
    NOBODY = -1,               // instead of a seat: a draw, or no winner yet
    MOVE_NONE = 0xFFFF,        // not a move in any game
    MOVES_MAX = 192,           // no position of any game has more legal moves
    POSITION_TEXT_BYTES = 512, // enough for any printed position, its NUL included
    MOVE_TEXT_BYTES = 32,      // the same for a move
    MOVE_WORDS_BYTES = 96,     // and for what it does, in words
    DRAWING_BYTES = 16384      // the same for a drawing in colour
};

// Why a move is not legal: one rule of docs/rulings.md, and words that a student understands.
struct refusal {
    char rule[4];       // "S5"
    char words[160];    // one sentence without a full stop: "target is 2 levels up"
    char expected[112]; // what the rule asks for: "a step of at most one level up"
    char seen[112];     // what was there instead: "(1,0) has height 3, worker 1 stands on 1"
};

struct outcome {
    bool over;
    int winner;         // a seat, or NOBODY
    const char *rule;   // the rule that ended it: "R5"; NULL while the game goes on
    const char *reason; // a few fixed words: "no attack left"; NULL while the game goes on
    int points[SEATS];  // what the game counts (stones in Reversi); 0 where it counts nothing
};

// Sequences of legal moves of exactly a given length. `nodes` does not extend a finished game;
// `leaves` also counts each game that ended earlier, once.
struct perft_count {
    uint64_t nodes;
    uint64_t leaves;
};

struct drawing {
    bool unicode;
    bool colour;  // ANSI escapes
    move last;    // the move that led here, to be marked, or MOVE_NONE
    bool refused; // `last` did not lead here: it was tried here and refused
};

struct game {
    const char *name;                 // as typed: "reversi"
    const char *title;                // as printed: "Reversi"
    const char *const *variants;      // ended by NULL; the first is the default
    const char *seat_names[SEATS];    // as printed: "X" and "O"
    const char *seat_signs[2][SEATS]; // its pieces in a drawing, without and with Unicode
    const char *notation; // how a person types a move, one sentence: "a square such as d3"
    int symmetries;       // how many, the identity (number 0) included

    bool (*start)(position *p, const char *variant, struct error *e); // NULL: the default
    const char *(*variant)(const position *p);                        // one of `variants`
    int (*turn)(const position *p);                                   // the seat to move

    // All legal moves, each once, in a fixed order; returns how many: 0 exactly when it is over.
    int (*moves)(const position *p, move moves[MOVES_MAX]);
    // Asks about any value of `m`; fills `why` (may be NULL) when the answer is no.
    bool (*legal)(const position *p, move m, struct refusal *why);
    void (*apply)(position *p, move m); // `m` is legal
    struct outcome (*outcome)(const position *p);
    // The move that nobody is asked for, since there is no choice and no word for it (Reversi's
    // pass, R4), or MOVE_NONE. May be NULL: the game has no such move.
    move (*forced)(const position *p);
    void (*perft)(const position *p, int depth, struct perft_count *count); // depth 0 or more

    // The same position and move seen through symmetry k, 0 <= k < symmetries.
    position (*symmetry)(const position *p, int k);
    move (*symmetry_move)(const position *p, move m, int k);

    // Text for people and records. print and parse are exact inverses; a parser's error points at
    // the byte. A move's text is read and written in the position it is played in; besides what
    // print_move writes, parse_move reads what a person would type.
    bool (*parse)(position *p, const char *text, struct error *e);
    void (*print)(const position *p, struct text *out);
    bool (*parse_move)(const position *p, const char *text, move *m, struct error *e);
    void (*print_move)(const position *p, move m, struct text *out); // `m` is legal
    // What the move does, in words that follow a name: "puts a stone on d3 and turns 1".
    void (*describe_move)(const position *p, move m, struct text *out); // `m` is legal
    void (*draw)(const position *p, const struct drawing *style, struct text *out);

    // Openings that are drawn by lot; call these through games/opening.h. Both may be NULL: then
    // nothing has to be changed, and every opening is fair.
    void (*begin_opening)(position *p);     // makes `p` a position in which a game can begin
    bool (*is_balanced)(const position *p); // neither side is much better off
};

extern const struct game *const games[];                         // ended by NULL
const struct game *game_find(const char *name, struct error *e); // NULL: no such game

// "X" or, where its pieces look otherwise, "first A".
void game_print_seat(const struct game *game, int seat, bool unicode, struct text *out);

bool position_equal(const position *a, const position *b);
uint64_t position_hash(const position *p);

// Fills `why` (may be NULL) and returns false. `words` is printf-like; set expected and seen with
// the two that follow.
bool refuse(struct refusal *why, const char *rule, const char *words, ...)
    __attribute__((format(printf, 3, 4)));
void refusal_expected(struct refusal *why, const char *words, ...)
    __attribute__((format(printf, 2, 3)));
void refusal_seen(struct refusal *why, const char *words, ...)
    __attribute__((format(printf, 2, 3)));

#endif

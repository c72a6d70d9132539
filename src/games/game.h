// What a game is to the rest of agon: one row of functions, struct game. The rules and only the
// rules: no function here allocates memory, reads or writes files, or remembers anything.
//
// A position is a plain value. It is copied with =, and two positions are the same exactly when
// their bytes are the same (unused bytes are zero). A move is a small integer that means something
// only together with its position. Any value may be asked about; only legal moves may be applied.
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
    MOVE_TEXT_BYTES = 32,      // enough for any printed move
    MOVE_WORDS_BYTES = 96,     // enough for what a move does, in words
    DRAWING_BYTES = 16384,     // enough for any drawing in colour
    SVG_BYTES = 65536          // enough for any drawing as SVG
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

// How many sequences of legal moves of a given length there are. `nodes` counts those of exactly
// that length; `leaves` also counts each game that ended earlier, once.
struct perft_count {
    uint64_t nodes;
    uint64_t leaves;
};

// How a position is drawn.
struct drawing {
    bool unicode;
    bool colour;  // ANSI escapes
    move last;    // the move that led here, to be marked, or MOVE_NONE
    bool refused; // `last` did not lead here: it was tried here and refused
    bool flipped; // turned by half a turn: seen from the other side of the board
    bool small;   // of a picture: to be seen at the size of a thumb
};

struct picture;

struct game {
    const char *name;                 // as typed: "reversi"
    const char *title;                // as printed: "Reversi"
    const char *const *variants;      // ended by NULL; the first is the default
    const char *seat_names[SEATS];    // as printed: "X" and "O"
    const char *seat_signs[2][SEATS]; // its pieces in a drawing, without and with Unicode
    const char *notation; // how a person types a move, one sentence: "a square such as d3"
    int symmetries;       // how many, the identity (number 0) included

    // Fills `p` with the start of a variant. `variant` may be NULL: then it is the default one.
    bool (*start)(position *p, const char *variant, struct error *e);
    const char *(*variant)(const position *p); // one of `variants`
    int (*turn)(const position *p);            // the seat to move

    // Lists all legal moves, each once, in a fixed order. Returns how many there are: 0 exactly
    // when the game is over.
    int (*moves)(const position *p, move moves[MOVES_MAX]);
    // Is `m`, which may be any value, a legal move? If not, fills `why`, which may be NULL.
    bool (*legal)(const position *p, move m, struct refusal *why);
    void (*apply)(position *p, move m); // `m` must be legal
    struct outcome (*outcome)(const position *p);
    // Returns the move that agon makes without asking the player, because there is no other and the
    // protocols have no word for it (Reversi's pass, R4); MOVE_NONE if the player is asked. The
    // function may be NULL if the game has no such moves.
    move (*forced)(const position *p);
    // Counts the sequences of `depth` moves; 0 or more.
    void (*perft)(const position *p, int depth, struct perft_count *count);

    // The same position and move seen through symmetry k, 0 <= k < symmetries.
    position (*symmetry)(const position *p, int k);
    move (*symmetry_move)(const position *p, move m, int k);

    // Text for people and records. `parse` reads exactly what `print` writes; its error points at
    // the byte that is wrong. The text of a move belongs to the position in which it is played.
    // `parse_move` reads what `print_move` writes, and also what a person would type.
    bool (*parse)(position *p, const char *text, struct error *e);
    void (*print)(const position *p, struct text *out);
    bool (*parse_move)(const position *p, const char *text, move *m, struct error *e);
    void (*print_move)(const position *p, move m, struct text *out); // `m` must be legal
    // Says what the move does, in words that follow a name: "puts a stone on d3 and turns 1".
    void (*describe_move)(const position *p, move m, struct text *out); // `m` must be legal
    void (*draw)(const position *p, const struct drawing *style, struct text *out);
    // Draws a picture. Others call it through games/picture.h.
    void (*picture)(const position *p, const struct drawing *style, struct picture *to);

    // For openings that are drawn by lot. Others call these through games/opening.h. Both may be
    // NULL: then nothing has to be changed, and every opening is fair.
    void (*begin_opening)(position *p);     // makes `p` a position in which a game can begin
    bool (*is_balanced)(const position *p); // neither side is much better off
};

extern const struct game *const games[]; // ended by NULL
// Returns the game with this name. Returns NULL and fills `e` if there is none.
const struct game *game_find(const char *name, struct error *e);

// Appends the name of a seat, and how its pieces look where that is something else: "X", "first A".
void game_print_seat(const struct game *game, int seat, bool unicode, struct text *out);

bool position_equal(const position *a, const position *b);
uint64_t position_hash(const position *p);

// Fills `why`, which may be NULL, and returns false. `words` is a format of printf. The two
// functions that follow add what the rule expects and what was seen instead.
bool refuse(struct refusal *why, const char *rule, const char *words, ...)
    __attribute__((format(printf, 3, 4)));
void refusal_expected(struct refusal *why, const char *words, ...)
    __attribute__((format(printf, 2, 3)));
void refusal_seen(struct refusal *why, const char *words, ...)
    __attribute__((format(printf, 2, 3)));

#endif

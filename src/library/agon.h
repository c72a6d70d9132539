// libagon: the rules of agon's games for programs in any language.
//
//     cc mine.c $(pkg-config --cflags --libs agon)
//
// What holds for every function:
// - It prints nothing, ends nothing, remembers nothing and allocates no memory. Any thread may call
//   it at any time; two threads may read the same position, but not while a third changes it.
// - Every argument is checked. A result below -10 is one of enum agon_status, and nothing was
// changed
//   then (a text may have been cut). A NULL or a position that this library has not made is
//   AGON_NO_POSITION, never a crash. Only arrays are taken at their word: they must be as long as
//   the caller says.
// - Texts are UTF-8 and end with a NUL. A `const char *` that is returned lives as long as the
//   library and is not to be freed.
//
// The ABI: the number in the name of the library (libagon.so.1) is AGON_ABI. As long as it stays,
// functions and fields are only added, in the places that are kept for them, and the numbers of
// games, actions and statuses stay what they are.
//
// docs/library.md explains it with examples; how actions are numbered stands there, too.
#ifndef AGON_H
#define AGON_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    AGON_ABI = 1,
    AGON_SEATS = 2,
    AGON_LEGAL_MOST = 256,       // no position has more legal actions
    AGON_TEXT_BYTES = 512,       // enough for any position as text, its NUL included
    AGON_ACTION_TEXT_BYTES = 32, // enough for any action as text
    AGON_DESCRIPTION_BYTES = 96, // enough for what an action does, in words
    AGON_DRAWING_BYTES = 16384,  // enough for any drawing in letters
    AGON_SVG_BYTES = 65536,      // enough for any drawing as SVG
    AGON_NOBODY = -1,            // instead of a seat: a draw
    AGON_UNDECIDED = -2,         // instead of a seat: the game goes on
    AGON_NO_ACTION = -3          // instead of an action
};

enum agon_status {
    AGON_OK = 0,
    AGON_NO_POSITION = -11,  // NULL, or bytes that this library has not made
    AGON_NO_GAME = -12,      // no game has this name or number
    AGON_NO_VARIANT = -13,   // the game has no such variant
    AGON_BAD_TEXT = -14,     // the text is not that of a position, or not that of a move
    AGON_ILLEGAL = -15,      // the action is not legal in this position
    AGON_NO_ROOM = -16,      // the array of the caller is too short
    AGON_BAD_ARGUMENT = -17, // a NULL where there must be none, or a number out of range
    AGON_NO_MEMORY = -18,    // only of libagon-brains
    AGON_NO_PLAYER = -19,    // only of libagon-brains
    AGON_OVER = -20          // the game is over, so there is no action to choose
};

// A position of any game: a plain value of 192 bytes. Copy it with =; two positions are the same
// exactly when their bytes are. What the words mean may change with every version, so they are not
// to be stored: agon_text and agon_parse are for that.
struct agon_position {
    uint64_t words[24];
};

// How a game stands. `rule` is the one that ended it (docs/rulings.md), `reason` a few fixed words;
// both are NULL while the game goes on.
struct agon_outcome {
    int32_t over;               // 1 or 0
    int32_t winner;             // a seat, AGON_NOBODY or AGON_UNDECIDED
    int32_t points[AGON_SEATS]; // what the game counts (stones in Reversi); 0 if it counts nothing
    const char *rule;
    const char *reason;
    uint64_t reserved[4]; // zero
};

// Why an action is not legal.
struct agon_refusal {
    char rule[8];       // "S5"
    char words[160];    // one sentence without a full stop: "target is 2 levels up"
    char expected[112]; // what the rule asks for
    char seen[112];     // what was there instead
    uint64_t reserved[4];
};

// Why something failed, in words for people.
struct agon_error {
    char words[256]; // one line without a full stop
    int64_t at;      // the byte of the text that is wrong, from 0; -1 if that is not known
    uint64_t reserved[2];
};

uint32_t agon_abi(void);                   // AGON_ABI of the library that is loaded
const char *agon_version(void);            // of agon: "0.1.0"
const char *agon_status_words(int status); // "the action is not legal"; never NULL
size_t agon_position_bytes(void);          // sizeof(struct agon_position)

// Games. They are numbered from 0; the numbers stay the same.
int agon_games(void);
int agon_game_find(const char *name); // "reversi"; or AGON_NO_GAME
// These return NULL if there is no such game, variant or seat. Variant 0 is the default.
const char *agon_game_name(int game);     // as typed
const char *agon_game_title(int game);    // as printed
const char *agon_game_notation(int game); // how a person types a move, one sentence
const char *agon_variant_name(int game, int variant);
const char *agon_seat_name(int game, int seat);

// Positions. `e` may be NULL everywhere. The default variant is chosen if `variant` is NULL.
int agon_start(struct agon_position *p, int game, const char *variant, struct agon_error *e);
int agon_parse(struct agon_position *p, int game, const char *text, struct agon_error *e);
// Writes the text that agon_parse reads. Returns its length without the NUL.
int agon_text(const struct agon_position *p, char *out, size_t bytes);
int agon_game(const struct agon_position *p);            // its number
const char *agon_variant(const struct agon_position *p); // NULL if `p` is no position
int agon_turn(const struct agon_position *p);            // the seat to move
uint64_t agon_hash(const struct agon_position *p);       // 0 if `p` is no position
// Returns 1 if the game is over and 0 if not. `out` may be NULL.
int agon_outcome(const struct agon_position *p, struct agon_outcome *out);

// Actions: every move of a game has one number, from 0 to agon_actions(game) - 1.
int agon_actions(int game);
// Lists the legal actions in a fixed order. Returns how many: 0 exactly when the game is over.
int agon_legal(const struct agon_position *p, int32_t *actions, size_t capacity);
// Writes a 1 for each legal action and a 0 for all others; `bytes` is at least agon_actions(game).
// Returns how many are legal.
int agon_mask(const struct agon_position *p, uint8_t *mask, size_t bytes);
// Returns 1 or 0. Any number may be asked about; `why` may be NULL, and is filled if it is not
// legal.
int agon_is_legal(const struct agon_position *p, int32_t action, struct agon_refusal *why);
int agon_apply(struct agon_position *p, int32_t action);
// The action that agon makes without asking the player (Reversi's pass), or AGON_NO_ACTION.
int32_t agon_forced(const struct agon_position *p);
// The text of a legal action, and what it does in words that follow a name. Return the length.
int agon_action_text(const struct agon_position *p, int32_t action, char *out, size_t bytes);
int agon_describe(const struct agon_position *p, int32_t action, char *out, size_t bytes);
// Returns the legal action that the text means, or a status: AGON_BAD_TEXT fills `e`, AGON_ILLEGAL
// fills `why` and `e`. Both may be NULL. It also reads what a person would type.
int32_t agon_parse_action(const struct agon_position *p, const char *text, struct agon_refusal *why,
    struct agon_error *e);

// The same position and action seen through symmetry k, 0 <= k < agon_symmetries(game); 0 changes
// nothing. `action` is legal in `p`.
int agon_symmetries(int game);
int agon_symmetry(const struct agon_position *p, int k, struct agon_position *out);
int32_t agon_symmetry_action(const struct agon_position *p, int32_t action, int k);

// Counts the sequences of `depth` legal moves: `nodes` those of exactly that length, `leaves` also
// each game that ended earlier, once. Both may be NULL. It can take very long.
int agon_perft(const struct agon_position *p, int depth, uint64_t *nodes, uint64_t *leaves);

// Drawings. `before` is the position before the last move and `last` that move, to be marked; NULL
// and AGON_NO_ACTION if there is none. Return the length.
enum agon_drawing { AGON_PLAIN = 0, AGON_UNICODE = 1, AGON_COLOUR = 2 };
int agon_draw(const struct agon_position *p, const struct agon_position *before, int32_t last,
    int how, char *out, size_t bytes);
int agon_svg(const struct agon_position *p, const struct agon_position *before, int32_t last,
    char *out, size_t bytes);

// For learners: a position as agon_planes(game) planes of agon_plane_length(game) rows and as many
// columns, one byte each, as the side to move sees it ("mine" comes before "theirs").
int agon_planes(int game);
int agon_plane_length(int game);
const char *agon_plane_name(int game, int plane); // "mine"; NULL if there is no such plane
// `bytes` is at least planes * length * length. Returns how many bytes were written.
int agon_features(const struct agon_position *p, uint8_t *out, size_t bytes);

// Random games from `p` to the end, each move equally likely. Adds to counts[0] and counts[1] how
// many games each seat has won and to counts[2] the draws; 0 playouts are allowed. The same seed
// gives the same games on every machine. `plies` may be NULL; the number of moves is added to it.
int agon_playouts(const struct agon_position *p, uint32_t playouts, uint64_t seed,
    uint64_t counts[3], uint64_t *plies);
// A random legal action.
int32_t agon_random_action(const struct agon_position *p, uint64_t seed);
// Makes the seed for thing number `n` of a run with the seed `seed`.
uint64_t agon_seed(uint64_t seed, uint64_t n);

// The same for `n` positions, which need not be of one game unless a stride depends on it. Element
// i of each array belongs to position i; where an array has rows, `stride` is the length of one.
// What cannot be done for a position does not stop the others: its own status says so. They return
// how many positions went well, or AGON_BAD_ARGUMENT.
//
// counts[i] is what agon_legal returns.
int64_t agon_batch_legal(
    const struct agon_position *p, size_t n, int32_t *actions, size_t stride, int32_t *counts);
int64_t agon_batch_mask(
    const struct agon_position *p, size_t n, uint8_t *masks, size_t stride, int32_t *counts);
// status[i] is what agon_apply returns.
int64_t agon_batch_apply(
    struct agon_position *p, size_t n, const int32_t *actions, int32_t *status);
// winners[i] is a seat, AGON_NOBODY, AGON_UNDECIDED or AGON_NO_POSITION.
int64_t agon_batch_outcome(const struct agon_position *p, size_t n, int32_t *winners);
int64_t agon_batch_turn(const struct agon_position *p, size_t n, int32_t *turns);
int64_t agon_batch_features(const struct agon_position *p, size_t n, uint8_t *out, size_t stride);
// actions[i] is agon_random_action(p + i, agon_seed(seed, i)).
int64_t agon_batch_random(const struct agon_position *p, size_t n, uint64_t seed, int32_t *actions);
// counts[3 * i] and the two that follow are what agon_playouts finds with agon_seed(seed, i).
int64_t agon_batch_playouts(
    const struct agon_position *p, size_t n, uint32_t playouts, uint64_t seed, uint64_t *counts);

#ifdef __cplusplus
}
#endif

#endif

// Why a move was refused, in the terms of the bot that sent it: where it was, what it could have
// sent instead, and which slip it may have made. Pure, and asked for only after a fault.
#ifndef AGON_WIRE_EXPLAIN_H
#define AGON_WIRE_EXPLAIN_H

#include "wire/wire.h"

enum {
    EXPLAINED_MOVES = 4,         // legal moves that are told
    EXPLAINED_SLIPS = 2,         // slips that are told
    EXPLAINED_MEANING_BYTES = 96 // see struct explanation
};

// The usual slips. Each is claimed only when it is true: the rules accept the move once the slip is
// taken out of it. Of several that are true the first two are told: docs/referee.md has the order.
enum slip {
    SLIP_STALE,        // the move was legal before the last move
    SLIP_SWAPPED,      // the two coordinates stand in the wrong order
    SLIP_TOO_HIGH,     // every number is one too high
    SLIP_TOO_LOW,      // every number is one too low
    SLIP_OTHER_PLAYER, // the move is legal for the other player
    SLIP_OTHER_NAME,   // santorini: right, but for the name of the player
    SLIP_REVERSED,     // stones: "From" and "To" stand in the wrong order
    SLIP_TYPE,         // stones: an attack called strengthening, or the other way round
    SLIP_BUILD_FROM,   // santorini: the build counts from where the worker came from
    SLIP_NORTH_SOUTH,  // santorini: north and south the wrong way round
    SLIP_OTHER_WORKER, // santorini: the player's other worker could do it
    SLIPS
};

struct slip_row {
    const char *id;    // for programs: "swapped"
    const char *words; // for people, after "perhaps": "row and column (x and y) are swapped"
};

extern const struct slip_row slips[SLIPS];

struct explained_slip {
    enum slip slip;
    move meant; // the legal move that is left without the slip; MOVE_NONE: it is no move of here
};

struct explanation {
    const struct wire *wire;               // of the bot; NULL: there is nothing to explain
    char name[WIRE_NAME_BYTES];            // of the bot, where its moves say it
    position position;                     // in which it was asked
    move tried;                            // what it sent; MOVE_NONE: the game has no such move
    char meaning[EXPLAINED_MEANING_BYTES]; // what it sent, on the board: "row 1, column 2 is c2"
    int legal_count;                       // how many moves would have been legal,
    move legal[EXPLAINED_MOVES];           // and the first of them
    int slip_count;                        // how many slips it may have been, and which
    struct explained_slip slips[EXPLAINED_SLIPS];
};

// What `m`, a move of this seat that was refused in `s->asked`, was about. `before` is the position
// before the last move that a player chose; NULL: nobody has moved yet.
void wire_explain(const struct wire_seat *s, const struct message *m, const position *before,
    struct explanation *x);

// A legal move as the bot would send it, in one line without a line end.
void explanation_move(const struct explanation *x, move m, struct text *out);
// What was perhaps the slip, as one sentence without a full stop: "...: ... would be legal".
void explanation_slip(
    const struct explanation *x, const struct explained_slip *s, struct text *out);
// All of it for programs, as one JSON object: see docs/record.md.
void explanation_json(const struct explanation *x, struct text *out);

#endif

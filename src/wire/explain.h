// Why a move was refused, in the terms of the bot that sent it: where it was, what it could have
// sent instead, and which slip it may have made. Pure, and asked for only after a fault.
#ifndef AGON_WIRE_EXPLAIN_H
#define AGON_WIRE_EXPLAIN_H

#include "wire/slip.h"
#include "wire/wire.h"

enum {
    EXPLAINED_MOVES = 4,         // legal moves that are told
    EXPLAINED_SLIPS = 2,         // slips that are told
    EXPLAINED_MEANING_BYTES = 96 // see struct explanation
};

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

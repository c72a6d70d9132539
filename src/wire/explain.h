// Explains a refused move to the author of the bot: the position, what the bot could have sent
// instead, and which slip it may have made. Pure; used only after a fault.
#ifndef AGON_WIRE_EXPLAIN_H
#define AGON_WIRE_EXPLAIN_H

#include "wire/slip.h"
#include "wire/wire.h"

enum {
    EXPLAINED_MOVES = 4,         // so many legal moves are shown
    EXPLAINED_SLIPS = 2,         // so many slips are shown
    EXPLAINED_MEANING_BYTES = 96 // see struct explanation
};

struct explained_slip {
    enum slip slip;
    move meant; // the legal move that the bot meant; MOVE_NONE: it is legal in another position
};

struct explanation {
    const struct wire *wire;               // the bot's; NULL: there is nothing to explain
    char name[WIRE_NAME_BYTES];            // the bot's name, which some moves contain
    position position;                     // in which the bot was asked
    move tried;                            // what it sent; MOVE_NONE: the game has no such move
    char meaning[EXPLAINED_MEANING_BYTES]; // what it sent, on the board: "row 1, column 2 is c2"
    int legal_count;                       // how many legal moves there were,
    move legal[EXPLAINED_MOVES];           // and the first of them; the rest is MOVE_NONE
    int slip_count;                        // how many slips are shown, and which
    struct explained_slip slips[EXPLAINED_SLIPS];
    unsigned possible; // all slips that explain the move, also those that are not shown: SLIP_BITs
};

// Fills `x` for the message `m`: a move on this stream that was refused in the position `s->asked`.
// `before` is the position before the last move that was not forced; NULL if there was none.
void wire_explain(const struct wire_stream *s, const struct message *m, const position *before,
    struct explanation *x);

// Writes a legal move as the bot would send it, in one line without a line end.
void explanation_move(const struct explanation *x, move m, struct text *out);
// Writes what the slip may have been, as one sentence without a full stop: "...: ... would be
// legal".
void explanation_slip(
    const struct explanation *x, const struct explained_slip *s, struct text *out);
// Writes all of it for programs, as one JSON object: see docs/record.md.
void explanation_json(const struct explanation *x, struct text *out);

#endif

// What UGI's lines say of a game: positions, what a search may cost, questions about a position.
// For both sides of the protocol; engines of agon use it, too.
#ifndef AGON_WIRE_UGI_LINE_H
#define AGON_WIRE_UGI_LINE_H

#include "games/game.h"
#include "wire/value.h"

// What `go` allows. 0: it says nothing of that.
struct ugi_go {
    int64_t time_ms[SEATS], increment_ms[SEATS];
    int64_t movetime_ms, depth, nodes;
    bool infinite;
};

// Writes "position startpos" or "position fen TEXT", without a line end.
void ugi_put_position(const struct game *game, const position *p, struct text *out);

// Reads what follows the word "position". `start` is what "startpos" means. Returns false and fills
// `e`: the text is wrong, or a move is not legal.
bool ugi_read_position(const struct game *game, const position *start, struct value rest,
    position *p, struct error *e);
// Reads what follows the word "go". Words that mean nothing here are skipped.
void ugi_read_go(struct value rest, struct ugi_go *go);
// Answers what follows the word "query" by a whole line: "response true". Other questions get no
// answer.
void ugi_answer(const struct game *game, const position *p, struct value rest, struct text *out);

#endif

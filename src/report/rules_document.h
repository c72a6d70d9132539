// What the page about a game shows: its rules (rules/1), and what becomes of a move that somebody
// tries there (try/1). docs/json/ has the schemas. Pure.
#ifndef AGON_REPORT_RULES_DOCUMENT_H
#define AGON_REPORT_RULES_DOCUMENT_H

#include "games/game.h"

void rules_document(struct text *out, const struct game *game);

// Appends the answer to a move that was tried. Both texts come from strangers: what cannot be read
// is part of the answer. `position_text` NULL: the start. `move_text` NULL: nothing is tried, and
// the answer is about the position only.
void rules_try(
    struct text *out, const struct game *game, const char *position_text, const char *move_text);

#endif

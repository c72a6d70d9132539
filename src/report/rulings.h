// The rulings (docs/rulings.md), which are part of the program: what a rule says, in words.
#ifndef AGON_REPORT_RULINGS_H
#define AGON_REPORT_RULINGS_H

#include "games/game.h"

#include <stdbool.h>

// Appends the words of one ruling, such as "R5", as plain text on one line. False: there is none.
bool rulings_words(const char *id, struct text *out);

// Appends a JSON array of {"id":"R5","words":"..."}: those for all games, and those for this one.
void rulings_json(struct text *out, const struct game *game);

#endif

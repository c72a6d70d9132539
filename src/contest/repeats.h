// Counts the games of a match that are copies: two players without luck who begin in the same
// position play the same game again and again, and a copy says nothing new about them.
#ifndef AGON_CONTEST_REPEATS_H
#define AGON_CONTEST_REPEATS_H

#include "contest/openings.h"

struct repeats {
    struct repeated_game *table;
    size_t capacity, used;
    int64_t games;  // that were added
    int64_t copies; // of them: the same game came before
    int64_t most;   // how often the game came that came most often
};

// Adds a game: who had the first seat, where it began, its moves as text. Only the first million of
// different games are remembered, or fewer when memory runs out; copies of others are not seen.
void repeats_add(struct repeats *r, int first, const position *start, const char *moves);
void repeats_destroy(struct repeats *r);

// Are there so many copies that the result of the match means less than its number of games says?
bool repeats_matter(const struct repeats *r);
// Writes that in words, and what to do about it. `openings` are those of the match. Returns false
// if there is nothing to say.
bool repeats_words(const struct repeats *r, const struct openings *openings, struct text *out);
// Writes it as members of a JSON object: "repeated", "repeats_matter".
void repeats_json(const struct repeats *r, struct text *out);

#endif

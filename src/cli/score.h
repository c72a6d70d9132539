// How results are told: one line per game for people or as JSON, and points by player.
#ifndef AGON_CLI_SCORE_H
#define AGON_CLI_SCORE_H

#include "cli/played.h"
#include "referee/crowd.h"
#include "referee/referee.h"

struct score {
    int64_t wins, draws, losses, faults;
};

// Adds a result to the scores of the two seats; a void game changes nothing.
void score_count(struct score *scores[SEATS], const struct result *r);

// `names` are those of the two seats; each takes `width` columns, so that lines of different
// players stand below each other.
void score_print_game(
    int64_t index, const char *const names[SEATS], int width, const struct result *r);
// `record` is the number of its record, or 0.
void score_print_game_json(int64_t index, const char *const names[SEATS], const struct result *r,
    const struct played *played, int64_t record);

// The lines below a game that was lost by a fault: the message, what was expected and seen, the
// board (drawn in that style) and the legal moves where a move was refused, stderr.
void score_print_details(const struct result *r, const struct drawing *style);

// A line on stderr if fewer games at once would have been faster.
void score_tell_crowd(const struct crowd *crowd);

// "wins", "draws", "losses" and "faults", each an object by player.
void score_json(
    struct text *out, const char *const *names, const struct score *const *scores, size_t count);

#endif

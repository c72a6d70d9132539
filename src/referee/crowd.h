// Finds out whether more games run at once than the machine can carry. The arena then reads answers
// so late that by the wall clock their bots would have lost. No bot is charged for that, but all
// games together would be faster if fewer ran at once. Pure.
#ifndef AGON_REFEREE_CROWD_H
#define AGON_REFEREE_CROWD_H

#include "base/text.h"
#include "referee/seat_clock.h"

enum {
    CROWD_LEAST = 16,      // with fewer games at once on a core, something else makes them slow
    CROWD_HELD_PART = 100, // if one move in so many is held up, that is too many
};

struct crowd {
    int64_t cores;             // each with a runner, see crowd_join
    int64_t games, most_games; // under way now, and the most at one time
    int64_t moves;             // all moves that had a limit
    int64_t held;        // moves held up: they took longer than their limit by the wall clock,
                         // and most of that time the arena was busy
    int64_t thousandths; // the time of all moves, in thousandths of their limits
};

void crowd_begin_game(struct crowd *c);
void crowd_end_game(struct crowd *c);
void crowd_add_move(struct crowd *c, const struct charge *charge);
// Adds the figures of a runner whose games are over.
void crowd_join(struct crowd *all, const struct crowd *of_runner);

// How many games at once would be better; 0 if there were not too many.
int64_t crowd_advice(const struct crowd *all);
// Writes the same in words for people. Returns false if there is nothing to say.
bool crowd_words(const struct crowd *all, struct text *out);
// Writes it as members of a JSON object: "at_once", "held_up", "better_at_once".
void crowd_json(const struct crowd *all, struct text *out);

#endif

// Whether the games at once are more than the arena can carry: it then reads answers so late that
// by the wall clock their bots would have lost. Nobody is charged for that, but fewer games at once
// take less time in all. Pure.
#ifndef AGON_REFEREE_CROWD_H
#define AGON_REFEREE_CROWD_H

#include "base/text.h"
#include "referee/seat_clock.h"

enum {
    CROWD_LEAST = 16, // games at once on a core: fewer are no crowd, and something else is slow
    CROWD_HELD_PART = 100, // one move in so many is held up: that is too many
};

struct crowd {
    int64_t cores;             // with a runner each, see crowd_join
    int64_t games, most_games; // under way now, and at most at one time
    int64_t moves;             // that had a limit,
    int64_t held;              // of which so many took longer, most of it by the arena's doing
    int64_t thousandths;       // of their limits, that all moves took by the wall clock
};

void crowd_begin_game(struct crowd *c);
void crowd_end_game(struct crowd *c);
void crowd_add_move(struct crowd *c, const struct charge *charge);
// Adds what one more runner has seen, when its games are over.
void crowd_join(struct crowd *all, const struct crowd *of_runner);

// How many games at once would be better; 0: there were not too many.
int64_t crowd_advice(const struct crowd *all);
// The same in words for people. Returns false when there is nothing to say.
bool crowd_words(const struct crowd *all, struct text *out);
// As members of a JSON object: "at_once", "held_up", "better_at_once".
void crowd_json(const struct crowd *all, struct text *out);

#endif

// How often two players have met, and who lost: pairs by players and opening. Pure; a hash table.
#ifndef AGON_FLEET_ENCOUNTERS_H
#define AGON_FLEET_ENCOUNTERS_H

#include "games/game.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct encounter {
    int players[SEATS]; // the lower number first
    uint64_t opening;   // where games with different openings are told apart, else 0
    int64_t pairs;
    int64_t lost[SEATS]; // pairs in which the player had fewer points than the other
    bool used;
};

struct encounters {
    struct encounter *slots; // those that are not `used` are free
    size_t count, capacity;
};

// Makes room for one more encounter. Returns false if memory runs out.
bool encounters_reserve(struct encounters *m);
// The encounter with the players and the opening of `like`; if there is none, an empty one is
// added, for which there must be room.
struct encounter *encounters_get(struct encounters *m, const struct encounter *like);
// The same; NULL: there is none.
const struct encounter *encounters_find(const struct encounters *m, const struct encounter *like);
// Adds what `more` counts, `times` times: 1, or -1 to take it back.
void encounter_add(struct encounter *m, const struct encounter *more, int times);
void encounters_destroy(struct encounters *m);

#endif

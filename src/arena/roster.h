// Who plays in a contest and how: the players of its definition, ready to be started.
#ifndef AGON_ARENA_ROSTER_H
#define AGON_ARENA_ROSTER_H

#include "archive/definition.h"
#include "referee/session.h"

// How a player gets to its games.
enum attendance {
    ATTENDS_ALWAYS,  // built in, or started for each game: plays many at once
    ATTENDS_CALLED,  // agon connects to it (tcp://): plays one at a time
    ATTENDS_AWAITED, // it connects to a port of ours (listen:): one at a time, where the port is
};

struct roster {
    const struct definition *definition;
    size_t count; // of players
    struct player *players;
    struct budget *budgets;      // by player
    enum attendance *attendance; // by player
    char ***environments;        // by player; NULL where the file names none
    char ***reads;               // by player: what it may read besides, or NULL
};

// `definition` must be complete, and live on. Returns false with `e` if it has a player that does
// not exist. To be destroyed in both cases.
bool roster_read(struct roster *l, const struct definition *definition, struct error *e);
// The same for one of the players. The others are left empty and are not checked.
bool roster_read_one(
    struct roster *l, const struct definition *definition, int player, struct error *e);
void roster_destroy(struct roster *l);

// Does every game of the contest have a player that is awaited at a port?
bool roster_meets_at_ports(const struct roster *l);

#endif

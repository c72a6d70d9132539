// Who plays in a contest and how: the players of its definition, ready to be started.
#ifndef AGON_ARENA_ROSTER_H
#define AGON_ARENA_ROSTER_H

#include "archive/definition.h"
#include "arena/build.h"
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
    struct build *builds;        // by player; empty where the player is not an entry
    char ***reads;               // by player: what it may read besides, or NULL
};

// `definition` must be complete, and live on. Returns false with `e` if it has a player that does
// not exist. To be destroyed in both cases.
bool roster_read(struct roster *l, const struct definition *definition, struct error *e);
// The same for one of the players. The others are left empty and are not checked.
bool roster_read_one(
    struct roster *l, const struct definition *definition, int player, struct error *e);
void roster_destroy(struct roster *l);

// Scales the times of all players for a machine of this speed, in hundredths, if the contest asks
// for that. To be called once.
void roster_scale_times(struct roster *l, int64_t speed_percent);

// What is told of an entry that was made ready, or could not be.
struct roster_build {
    const char *name; // of the player
    const char *path; // of its entry, as the contest file has it
    const struct build *build;
    const struct error *why; // NULL: it can be started
};
typedef void roster_teller(void *user, const struct roster_build *told);

// Builds the entries among the players (arena/build.h), and makes them players that can be started.
// Players who have left are passed over. `file` is the contest file: entries lie beside it, and so
// does what is built. `tell` is called for each entry; it may be NULL. Returns false if not all are
// ready; then `e` says of the first of them why. Blocks for as long as the builds take.
bool roster_build(
    struct roster *l, const char *file, roster_teller *tell, void *user, struct error *e);
// Only reads what the entries are, as above: for whoever lets them play elsewhere. Records call the
// players then what they call them there.
bool roster_look(struct roster *l, const char *file, struct error *e);
// Builds the entry of one player from `parcels`, a folder in which entries lie as HASH.tar, on the
// shelf `shelf`. For machines on which there is no contest file. A player that is not an entry, and
// one that was built already, stays as it is.
bool roster_build_parcel(
    struct roster *l, int player, const char *parcels, const char *shelf, struct error *e);
// How many of the players are entries.
size_t roster_entries(const struct roster *l);

// Does every game of the contest have a player that is awaited at a port?
bool roster_meets_at_ports(const struct roster *l);

#endif

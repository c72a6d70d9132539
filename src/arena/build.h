// Builds entries: unpacks each into a folder of its own, runs what its recipe says in the sandbox,
// and keeps the result for the next time. docs/entries.md says how.
//
// The shelf is a folder in which all that was built lies, below the hash of its entry: SHELF/HASH
// is the folder in which the bot runs, SHELF/HASH.log what its build has printed. What is there
// under its hash is whole. It is written under another name, brought to the disk and renamed; and a
// lock on the shelf keeps two processes from building at the same time.
#ifndef AGON_ARENA_BUILD_H
#define AGON_ARENA_BUILD_H

#include "archive/entry.h"
#include "referee/player_spec.h"

struct build_order {
    const char *path;  // of the entry
    const char *hash;  // that it must have; "": any
    const char *shelf; // made if it is not there
};

// An entry that can be run.
struct build {
    struct entry entry;
    char *folder;       // where it runs
    char *log;          // the file with what its build has printed
    bool now;           // it was built by this call, not before
    struct text said;   // if its build failed: what that has printed
    const char **reads; // see build_equip
    char **environment; // "NAME=value", ended by NULL
};

// Builds the entry, if that has not been done. Returns false and fills `e` if it is refused or
// cannot be built; `entry.problems` and `said` tell more. To be destroyed in both cases. Blocks for
// as long as the build takes. The process must be ready for bots (link_process_setup).
bool build_make(struct build *b, const struct build_order *order, struct error *e);
// Only reads what the entry is: for whoever does not play it here. It has no folder then.
bool build_look(struct build *b, const struct build_order *order, struct error *e);
void build_destroy(struct build *b);

// How much of the disk the build of this entry takes on its shelf; 0: there is none. And removes
// it, with its log; that it is not there is fine. Nobody may play with it.
int64_t build_bytes(const char *shelf, const char *hash);
bool build_remove(const char *shelf, const char *hash, struct error *e);

// Makes a player of it: command, folder, environment. Wire and name stay, and so does its sandbox;
// what the recipe wants to read is added, and its limits are lowered to those that the recipe asks
// for. Returns false with `e` if it asks for more than that, or plays another game. The build must
// live on, and the player's list of what it may read, too.
bool build_equip(struct build *b, struct player *p, struct error *e);

#endif

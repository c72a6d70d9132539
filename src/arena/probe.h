// Asks before the first game whether players can start: a wrong path must not lose five hundred
// games. What is found is returned as a list; nothing is printed.
#ifndef AGON_ARENA_PROBE_H
#define AGON_ARENA_PROBE_H

#include "referee/session.h"

enum { PROBE_WORDS_BYTES = REFEREE_NAME_BYTES + ERROR_WORDS_BYTES + 512 };

// A player that cannot start.
struct probe_finding {
    size_t player;                 // its index in the list that was probed
    bool shut_out;                 // it starts outside its sandbox, and not inside
    char words[PROBE_WORDS_BYTES]; // one sentence that says who cannot start, and why
};

// In the order of the players. Begins as {0}.
struct probe_findings {
    struct probe_finding *list;
    size_t count;
};

void probe_findings_destroy(struct probe_findings *findings);

// Looks whether the programs of the players are there and may be run, and starts nothing. Two
// players with the same text give one finding. Returns false with `e` when memory runs out.
bool probe_programs(
    const struct player *players, size_t count, struct probe_findings *findings, struct error *e);

// Starts each player that is a command once, and ends it again: a command that says anything, or is
// still there after a moment and does not compute any more, can start. A player that listens
// (tcp://) is called once. Built-in players and players that connect to a port of ours are not
// tried, nor are those with `left`, an array by player (NULL: nobody has left). Returns false with
// `e` when the host fails; the findings are then incomplete. Blocks for as long as the slowest
// player takes, at most a few seconds for every sixteen players.
//
// Of a player that starts outside its sandbox and not inside, the finding says that, and what it
// lacks (link/diagnosis.h).
bool probe_players(const struct player *players, size_t count, const bool *left,
    struct probe_findings *findings, struct error *e);

// The same for players in sandboxes alone. Finds only those that start outside and not inside, and
// foreign ones (link/sandbox.h) that do not start inside: these are not tried outside. Passes over
// those that cannot be traced here.
bool probe_sandboxes(
    const struct player *players, size_t count, struct probe_findings *findings, struct error *e);

#endif

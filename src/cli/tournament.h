// A contest being played: games from a schedule, on one runner per core, each stored before it
// counts.
#ifndef AGON_CLI_TOURNAMENT_H
#define AGON_CLI_TOURNAMENT_H

#include "archive/ledger.h"
#include "cli/lineup.h"
#include "arena/lobby.h"
#include "report/played.h"
#include "store/store.h"

struct hall;

struct tournament {
    const struct lineup *lineup;
    const char *path;                    // of the contest's file
    const struct store_contest *contest; // what it must hold
    const struct head *expected;         // of its file; NULL: any will do
    int64_t concurrency;                 // games at once
    bool store_records;                  // with the results
    const char *records;                 // a folder for files of them; NULL: no files
    const char *openings; // the text of their file, to be kept with the results; NULL: none
    const char *resume;   // the command that goes on, for people
    struct lobby *lobby;  // of the players that are awaited, if they have gathered; NULL: they do
                          // when the contest is about to begin
    int64_t wait_ms; // for those who are missing, when the contest goes on; then it does without
                     // them. 0: it does not

    // A game is on the disk: one call at a time, in the order in which they got there. `play` is
    // its number in the schedule, from 1.
    void (*report)(void *user, int64_t play, const char *const names[SEATS],
        const struct result *result, const struct played *played);
    // In words: a player is out by its faults (S9), or something happened in the lobby. May be
    // NULL.
    void (*out)(void *user, const char *words);
    // Around all games, on the thread that called; each may be NULL. Between the two `hall` may be
    // looked into.
    void (*began)(void *user, struct hall *hall);
    void (*ended)(void *user);
    void *user;
    struct crowd *crowd; // filled by tournament_run; may be NULL
};

enum tournament_end { TOURNAMENT_OVER, TOURNAMENT_INTERRUPTED, TOURNAMENT_FAILED };

// Plays what is left of the contest. TOURNAMENT_FAILED: `e` says why; what was reported stays.
// `began` tells whether the contest's file could be had and the bots could start. `left` is the
// head of the file as this run has left it, unless the run has failed: whoever reads the file again
// can tell whether somebody else has written to it.
enum tournament_end tournament_run(
    const struct tournament *t, bool *began, struct head *left, struct error *e);

#endif

// A contest file made ready to be played: it is read and compared with what is stored already, and
// its players are found and built. For all commands that play contests.
#ifndef AGON_CLI_CONTEST_SETUP_H
#define AGON_CLI_CONTEST_SETUP_H

#include "archive/archive.h"
#include "archive/resume.h"
#include "archive/token_file.h"
#include "arena/arena.h"
#include "fleet/coordinator.h"
#include "store/postgres.h"

struct contest_setup {
    // What is asked for.
    const char *file;
    const char *require; // layers of the sandbox besides those of the file; NULL: none
    const char *expect;  // a head, as it was typed; NULL: any will do
    int64_t concurrency; // 0: as in the file
    bool here;           // played on this machine, also if the file says "fleet: yes"
    const char *results; // where they are, in place of what the file says; NULL: as in the file

    // What comes of it.
    char path[ARCHIVE_PATH_BYTES];      // of the results
    char tokens[TOKEN_FILE_PATH_BYTES]; // their file, if the contest asks for them
    struct definition definition;
    struct roster roster;
    struct resume resumed; // what is stored already
    struct head expected;
    struct store_contest contest;
    struct arena_options options; // for arena_create; may be changed before that
    // Of a contest that a fleet plays.
    struct postgres_place place;
    struct coordinator_options coordinator;
    struct arena_ground ground;
    char again[ERROR_WORDS_BYTES]; // why this process has failed to play it before; "": it has not
    char words[ERROR_WORDS_BYTES]; // why it cannot be played, in one line
};

// Both return EXIT_OK; or, after telling on stderr why the contest cannot be played, another exit
// status, and `words` says the main reason. The setup must stay where it is, and is to be destroyed
// in every case.
// Reads the file and what is stored.
int contest_setup_read(struct contest_setup *s);
// After that: finds the players and builds those that are entries, and fills `options`.
int contest_setup_players(struct contest_setup *s);
void contest_setup_destroy(struct contest_setup *s);

// Are its games played by workers? After contest_setup_read.
bool contest_setup_is_shared(const struct contest_setup *s);

// What the contest is called: its own name, or that of its file.
const char *contest_setup_title(const struct contest_setup *s);

#endif

// Checks everything that a contest's results hold: the chains; then every game, played again by the
// rules; then the schedule, computed again from the results; then the records, with the results and
// in a folder. It names everything that is wrong.
#ifndef AGON_ARCHIVE_VERIFY_H
#define AGON_ARCHIVE_VERIFY_H

#include "archive/archive.h"

enum { VERIFY_FINDINGS_MOST = 100 }; // that are kept

// Which check has found something.
enum verify_check {
    VERIFY_CHAIN,    // a row is not what was written, or is missing
    VERIFY_HEAD,     // the results are not those that somebody expects
    VERIFY_CONTEST,  // the contest file and the results do not belong together
    VERIFY_RULES,    // a game breaks the rules
    VERIFY_SCHEDULE, // a game is not where the schedule has it
    VERIFY_RECORDS,  // a record differs from its game
    VERIFY_TABLE,    // the standings cannot be computed
};
const char *verify_check_name(enum verify_check check); // "chain", "head", ...

struct verify_finding {
    enum verify_check check;
    int64_t game; // by the schedule; 0: not known
    char words[ERROR_WORDS_BYTES];
};

struct verify_request {
    const char *records;         // a folder with records; NULL: only stored ones are looked at
    const struct head *expected; // of the results; NULL: any will do
    // How far it is, from time to time; may be NULL.
    void (*progress)(void *user, int64_t done, int64_t all);
    void *user;
};

struct verification {
    int64_t games, voided; // rows; those of them that do not count
    int64_t moves;         // of all games
    int64_t not_played;    // games in between that are yet to be played
    int64_t forfeits;      // stored games that became forfeits by the faults of a player
    struct {
        int64_t right, dropped, not_kept;
    } stored_records; // with the results
    struct {
        int64_t right, torn, missing; // `torn`: without their end, as after a power cut
    } records;                        // in the folder
    int64_t finding_count;            // all of them; 0: everything is right
    struct verify_finding findings[VERIFY_FINDINGS_MOST]; // the first of them
};

// `a` was opened by archive_open_unchecked. The standings are the caller's to compute.
void verify_contest(struct archive *a, const struct verify_request *q, struct verification *v);
// The same for a contest that could not be opened since its definition cannot be understood: if
// somebody has changed it, that is why. Checks the chains alone.
void verify_chain(struct archive *a, const struct verify_request *q, struct verification *v);

// Adds a finding.
void verification_add(
    struct verification *v, enum verify_check check, int64_t game, const char *words);

#endif

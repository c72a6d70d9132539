// The definition of a contest: what its file says and what has been done to its players since, in
// the form that the schedule and the referee need. It holds no player that could play. So a stored
// contest is shown, reported and verified also where its bots are not, or not any more.
#ifndef AGON_ARCHIVE_DEFINITION_H
#define AGON_ARCHIVE_DEFINITION_H

#include "base/text.h"
#include "contest/change.h"
#include "contest/openings.h"
#include "contest/schedule.h"
#include "store/reader.h"
#include "wire/wire.h"

// What a player spoke in the rows of the store up to `until_row`, before it was replaced.
struct definition_version {
    int player;
    int64_t until_row;
    const struct wire *wire; // NULL: a built-in player
};

struct definition {
    struct text text;                 // the contest file, with entries in the place of patterns
    struct contest_file file;         // the same, read, with all changes of its players
    struct contest_problems problems; // what is wrong with the text
    int64_t changes;                  // how often players were changed
    struct text opening_text;         // of the file that `openings:` names; "" if it names none
    struct text folder;               // of the contest file, with a slash at its end, or ""
    struct text late; // a line for each entry that was left out since it came too late, or ""

    // All below is computed from the above by definition_complete.
    const struct game *game;
    position start;
    struct openings openings;
    struct plan plan;
    size_t count;              // of players
    const char **names;        // by player
    const struct wire **wires; // by player: what it speaks; NULL: it is built in
    struct presence *presence; // the plan's; NULL: everybody is always there
    struct absence *absences;  // those of `presence`
    struct withdrawal *withdrawals;
    struct definition_version *versions; // earlier ones: of each player the latest first
    size_t version_count;
};

// --- Reading ---
//
// Each of these returns false if the contest cannot be read. `e` says why in one line; if the text
// of the contest is wrong, `problems` has all that is wrong with it. The definition is to be
// destroyed in both cases.

// A contest file from the disk, with the entries and the file of openings that it names. `words`
// says which wires and players are accepted; a caller that starts bots gives words that accept only
// players that can play.
bool definition_load(
    struct definition *d, const char *path, const struct contest_words *words, struct error *e);
// A text in memory. A file of openings is not read. Relative paths are meant from our current
// folder.
bool definition_take(
    struct definition *d, const char *text, const struct contest_words *words, struct error *e);
// What is stored with the results of a contest, as it was when the contest began.
bool definition_begun(struct definition *d, struct reader *r, struct error *e);
// The same with all that has been done to its players since, and complete.
bool definition_stored(struct definition *d, struct reader *r, struct error *e);
void definition_destroy(struct definition *d);

// For stored contests: wires must be known, and any text is a player.
extern const struct contest_words definition_words;
// The parts of it that do not depend on players: is there such a wire of the game, and can bots of
// these two wires share a port?
bool definition_knows_wire(const struct game *game, const char *name, struct error *e);
bool definition_share_port(const struct game *game, const char *wire, const char *other);

// From now on relative paths of the file are meant from the folder in which `path` lies.
void definition_set_folder(struct definition *d, const char *path);

// --- Changes of the players ---

// Does to the file what the words of a log's entry say. False: it cannot be done, and the file has
// not changed. Then definition_complete is to be called again.
bool definition_change(struct definition *d, enum change_kind kind, const char *entry_words,
    const struct contest_words *words, struct error *e);
// Does the same for all entries of the log, in their order.
bool definition_follow_log(struct definition *d, struct reader *r, struct error *e);

// --- What follows from it ---

// Computes plan, wires, openings and the rest. May be called again after a change. False: the file
// asks for something that does not exist.
bool definition_complete(struct definition *d, struct error *e);

// Where a game of the pair begins. `row` is the game's row in the store, or DEFINITION_NEW_ROW if
// it is yet to be played: both games of a pair begin in the same position, unless a player was
// replaced in between by one that speaks another protocol. `*coin` is set to 0 or 1, by lot: the
// player id of seat 0 (R1).
#define DEFINITION_NEW_ROW INT64_MAX
position definition_start(
    const struct definition *d, const struct pairing *p, int64_t row, int *coin);

// Is the whole schedule known from the start?
bool definition_is_fixed(const struct definition *d);
bool definition_is_knockout(const struct definition *d);

// The kind of the log's entry that holds the openings of the contest.
#define DEFINITION_OPENINGS_ENTRY "openings"

#endif

// Who plays in a contest and how: what its file says, as the schedule and the referee want it.
#ifndef AGON_CLI_LINEUP_H
#define AGON_CLI_LINEUP_H

#include "cli/contest_input.h"
#include "cli/openings_input.h"
#include "contest/schedule.h"
#include "referee/session.h"

// How a player gets to its games.
enum attendance {
    ATTENDS_ALWAYS,  // built in, or started for each game: plays many at once
    ATTENDS_CALLED,  // agon connects to it (tcp://): plays one at a time
    ATTENDS_AWAITED, // it connects to a port of ours (listen:): one at a time, where the port is
};

// What a player spoke in the rows up to this one, before it was replaced.
struct lineup_version {
    int player;
    int64_t until_row;
    const struct wire *wire; // NULL: a built-in player
};

struct lineup {
    const struct contest_file *file;
    const struct game *game;
    position start;
    struct openings openings;
    struct plan plan;
    struct presence *presence; // the plan's; NULL: everybody is always there
    struct absence *absences;  // and theirs
    struct withdrawal *withdrawals;
    struct lineup_version *versions; // earlier ones: of each player the latest first
    size_t version_count;
    int64_t changes; // how often players were changed
    struct player *players;
    struct budget *budgets; // by player
    size_t count;
    enum attendance *attendance; // by player
    char ***environments;        // by player; NULL where the file names none
};

// The input must live on. False and words: it asks for something that is not there. To be destroyed
// in both cases.
bool lineup_read(struct lineup *l, const struct contest_input *in, struct error *e);
void lineup_destroy(struct lineup *l);

// Does every game of the contest have a player that is awaited at a port?
bool lineup_meets_at_ports(const struct lineup *l);

// Where a game of a pair begins, which is in this row, or is to be played (LINEUP_NEW_ROW). Both
// begin in the same position, unless a player was replaced in between by one that speaks another
// protocol. `coin` is that of struct fixture, drawn by lot.
#define LINEUP_NEW_ROW INT64_MAX
position lineup_start(const struct lineup *l, const struct pairing *p, int64_t row, int *coin);

#endif

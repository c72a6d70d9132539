// What a person asks of a match between two players, whichever command plays it: who plays, under
// which conditions, how often. And the command that asks for the same again.
#ifndef AGON_CLI_MATCH_REQUEST_H
#define AGON_CLI_MATCH_REQUEST_H

#include "arena/build.h"
#include "arena/match.h"
#include "cli/command.h"

enum {
    MATCH_GAMES_MOST = 100 * 1000 * 1000,
    MATCH_CONCURRENCY_MOST = 10000,
    MATCH_SEED_NOT_GIVEN = -1
};

// As typed. NULL: it was not given.
struct match_request {
    struct build builds[SEATS]; // of players that are entries; see match_request_destroy
    const char *game, *players[SEATS], *variant, *position;
    const char *wire, *wires[SEATS]; // `wire` is for both; `wires` is for one, and comes before it
    const char *time, *clock, *pondering, *openings, *record, *sandbox;
    const char *require;             // layers of the sandbox
    struct option_list limits, read; // `read` has paths
    int64_t games, games_default, concurrency, cores, seed;
};

// The rows of options that every such command has.
enum match_request_row {
    MATCH_CONCURRENCY,
    MATCH_SEED,
    MATCH_TIME,
    MATCH_CLOCK,
    MATCH_LIMIT,
    MATCH_PONDERING,
    MATCH_CORES,
    MATCH_WIRE,
    MATCH_VARIANT,
    MATCH_RECORD,
    MATCH_SANDBOX,
    MATCH_READ,
    MATCH_REQUIRE,
};

// The row, with its target in `q`.
struct option match_request_option(struct match_request *q, enum match_request_row row);

// Reads the players, and checks whether their programs are there. `m->game` must be set. Returns
// false with `e` if something is wrong; `e` is empty if it has been printed. Entries are built, so
// the process must be ready for bots.
bool match_request_players(struct match_options *m, struct match_request *q, struct error *e);
void match_request_destroy(struct match_request *q);
// To be called after that: reads all the rest, and makes the folder for the records if nothing is
// wrong.
bool match_request_conditions(
    struct match_options *m, const struct match_request *q, struct error *e);

// To be called after bots_setup: returns false after telling which layers of the sandbox are
// missing that `q` requires.
bool match_request_sandbox(const struct match_options *m, const struct match_request *q);

// An option that only one command has.
struct match_option {
    const char *name, *value; // NULL: not given
};

// Appends the command that plays the same games again. The options `own` come first. The second
// player may be NULL here: an option of `own` says who it is.
void match_request_again(const struct match_request *q, const struct match_options *m,
    const char *command, const struct match_option *own, size_t own_count, struct text *out);

#endif

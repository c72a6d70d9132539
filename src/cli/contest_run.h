// A contest run from its file, for commands that make such a file.
#ifndef AGON_CLI_CONTEST_RUN_H
#define AGON_CLI_CONTEST_RUN_H

#include "arena/lobby.h"
#include "cli/web_door.h"

struct contest_orders {
    const char *file;
    const char *resume;                // the command that goes on with the contest, for people
    struct lobby *lobby;               // as in struct arena_options
    const struct lobby_limits *limits; // the same
    int64_t wait_ms;
    bool lines, json;            // as the options of agon contest run
    const struct web_door *door; // the contest is shown there if it is open; NULL: it is not
};

// Plays the contest, or what is left of it, and prints its games and its table as agon contest run
// does. To be called between bots_setup and link_process_teardown. Returns an exit status.
int contest_run_file(const struct contest_orders *o);

#endif

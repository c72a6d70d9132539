// Whether the layers of the sandbox that are required can be had (arena/requirement.h), told on
// stderr in a line for each that is missing.
#ifndef AGON_CLI_SANDBOX_CHECK_H
#define AGON_CLI_SANDBOX_CHECK_H

#include "referee/player_spec.h"

// The row of the option that commands which play games have.
#define SANDBOX_CHECK_OPTION(target)                                                               \
    {                                                                                              \
        "require-sandbox",                                                                         \
            "refuse to play without these layers of the sandbox: names, or all (agon doctor)",     \
            .text = (target), .value = "LAYERS"                                                    \
    }

// Reads what was typed for that option; NULL: nothing is required.
bool sandbox_check_read(const char *typed, sandbox_layers *required, struct error *e);

// Returns false after telling what is missing. The parameters are those of requirement_check.
bool sandbox_check_players(sandbox_layers required, const struct player *players, size_t count);

#endif

// Which layers of the sandbox the bots had in a game that another machine has played, by its
// record.
#ifndef AGON_FLEET_CLAIMED_LAYERS_H
#define AGON_FLEET_CLAIMED_LAYERS_H

#include "base/error.h"
#include "link/sandbox.h"

// Returns false and fills `e` if a bot that was started lacked one of the layers `required`. The
// record was checked (archive/claimed_game.h).
bool claimed_layers_check(
    const char *record, size_t length, sandbox_layers required, struct error *e);

#endif

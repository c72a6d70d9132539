// The table of a contest, from what its file holds.
#ifndef AGON_CLI_STANDINGS_H
#define AGON_CLI_STANDINGS_H

#include "cli/lineup.h"
#include "store/reader.h"

bool standings_print(const struct lineup *l, struct reader *r, bool json, struct error *e);

#endif

// The messages of a claimed record, heard again by a referee: it must come to the same moves and to
// the same verdict, as far as messages decide it. A move that was refused must be there and be
// wrong; who gave up must have said so. Pure.
#ifndef AGON_ARCHIVE_CLAIM_CLAIMED_MESSAGES_H
#define AGON_ARCHIVE_CLAIM_CLAIMED_MESSAGES_H

#include "referee/recorded_game.h"

// For a record that has ended. Returns false if the referee would have judged otherwise: `e` says
// why; or if memory ran out: then `out_of_memory` is set.
bool claimed_messages_check(const struct recorded_game *g, bool *out_of_memory, struct error *e);

#endif

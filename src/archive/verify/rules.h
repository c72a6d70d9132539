// One stored game, played again: do its moves and its end keep to the rules?
#ifndef AGON_ARCHIVE_VERIFY_RULES_H
#define AGON_ARCHIVE_VERIFY_RULES_H

#include "games/game.h"
#include "store/contents.h"

// Adds the number of its moves to `moves` if all is right. Else returns false, and `e` says what is
// wrong.
bool verify_rules(
    const struct game *game, const struct store_game *g, int64_t *moves, struct error *e);

#endif

// Which games of a batch are stored already: asked once for the whole batch, before it is written,
// and kept up to date while it is written. So a game that must be refused does not spoil the
// transaction of the others.
#ifndef AGON_STORE_STORED_GAMES_H
#define AGON_STORE_STORED_GAMES_H

#include "store/database.h"
#include "store/queue.h"

struct stored_game {
    int64_t pair, game;
    int64_t id; // of its row that counts; 0 if there is none
};

struct stored_games {
    struct stored_game games[STORE_BATCH_MOST];
    size_t count;
};

// Finds the rows of all games that the additions of a list are about, STORE_BATCH_MOST at
// most.
bool stored_games_find(struct stored_games *g, const struct database *db,
    const struct addition *list, struct error *e);

// Returns the entry of a game that is in the list.
struct stored_game *stored_games_get(struct stored_games *g, const struct store_game *game);

#endif

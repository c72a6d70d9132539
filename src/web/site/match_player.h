// The page of a player of a match: player/1, from what is kept in memory of its games.
#ifndef AGON_WEB_SITE_MATCH_PLAYER_H
#define AGON_WEB_SITE_MATCH_PLAYER_H

#include "web/site/kept_games.h"

struct match_player {
    const char *slug, *name; // of the match
    const char *player;      // its name
};

// Appends the document. Returns 200, or the status of the answer that `e` has the words for.
int match_player_write(
    struct text *out, const struct kept_games *k, const struct match_player *p, struct error *e);

#endif

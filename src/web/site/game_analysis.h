// The analysis of a game over the web: asks the analyst, and tells how far it is.
#ifndef AGON_WEB_SITE_GAME_ANALYSIS_H
#define AGON_WEB_SITE_GAME_ANALYSIS_H

#include "web/http/connection.h"
#include "web/site/site.h"

// Answers a request for analysis/1. `asks`: the game is to be analysed if it was not yet.
void game_analysis_answer(struct site *s, struct connection *c, const struct route *route,
    struct web_show *show, bool asks);

#endif

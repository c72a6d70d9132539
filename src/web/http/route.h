// What the target of a request asks for: "/contests/spring/games/17.json" taken apart. Pure. No
// part of an address is ever a path of the file system.
#ifndef AGON_WEB_HTTP_ROUTE_H
#define AGON_WEB_HTTP_ROUTE_H

#include "base/text.h"
#include "contest/player_name.h"
#include "games/game.h"
#include "web/http/request.h"

enum {
    ROUTE_SLUG_BYTES = 256,
    ROUTE_WORD_BYTES = 64, // the name of a game, of a verdict or of a file
    ROUTE_TEXT_BYTES = POSITION_TEXT_BYTES,
};

enum route_kind {
    ROUTE_HOME,     // /
    ROUTE_CONTEST,  // /contests/SLUG
    ROUTE_GAMES,    // /contests/SLUG/games
    ROUTE_GAME,     // /contests/SLUG/games/N
    ROUTE_ANALYSIS, // /contests/SLUG/games/N/analysis.json
    ROUTE_PLAYER,   // /contests/SLUG/players/NAME
    ROUTE_RULES,    // /rules/GAME
    ROUTE_TRY,      // /rules/GAME/try.json
    ROUTE_FLEET,    // /fleet
    ROUTE_OPENAPI,  // /openapi.json
    ROUTE_HEALTH,   // /healthz
    ROUTE_FEED,     // /feed
    ROUTE_FILE,     // /agon.js, /agon.css, /favicon.svg
    ROUTE_KINDS,
};

enum route_form { ROUTE_PAGE, ROUTE_JSON, ROUTE_RECORD, ROUTE_TEXT };

struct route {
    enum route_kind kind;
    enum route_form form;
    char slug[ROUTE_SLUG_BYTES];
    int64_t number; // of a game
    char name[PLAYER_NAME_BYTES];
    char word[ROUTE_WORD_BYTES]; // the game of rules; the name of a file
    // Of the query; "" and 0 where it does not say.
    char player[PLAYER_NAME_BYTES];
    char me[PLAYER_NAME_BYTES]; // by whose side a game is seen
    char verdict[ROUTE_WORD_BYTES];
    int64_t from;
    char position[ROUTE_TEXT_BYTES], move[MOVE_TEXT_BYTES];
};

// Returns 200, or the status of the refusal: 400 (an encoding or a query that cannot be read) or
// 404 (nothing can be there). Then `form` still says whether a page was asked for.
int route_read(struct route *r, struct request_text target);

// Whether an address leads to another one: "/contests/spring/" to "/contests/spring", and
// "/contests" and "/rules" to "/". Then that one is appended to `to`: always an address of ours.
bool route_leads_on(struct request_text target, struct text *to);

#endif

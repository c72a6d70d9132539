// Somebody who watches over a WebSocket. Nothing waits for a viewer: each frame is chosen when the
// one before it has been taken, so whoever reads slowly gets the latest state and nothing in
// between.
#ifndef AGON_WEB_SITE_VIEWER_H
#define AGON_WEB_SITE_VIEWER_H

#include "web/http/connection.h"
#include "web/site/site.h"
#include "web/wish.h"

enum { VIEWER_WISHES_MOST = 20 }; // in a second

struct viewer {
    struct viewer *previous, *next;
    struct site *site;
    struct connection *connection;
    struct wish wish;
    struct web_show *show;            // WISH_CONTEST and WISH_REPLAY
    struct live_game *game;           // WISH_REPLAY
    size_t line;                      // the next one that it gets
    int64_t epoch;                    // of the game
    bool asks_time;                   // it has not been told how long the game has lasted
    int64_t whole_seen, changed_seen; // numbers of frames
    struct blob *gone;                // to be told: there is no such thing
    int wishes;
    int64_t wishes_second;
};

struct viewer *viewer_create(struct site *s, struct connection *c); // NULL: out of memory
void viewer_destroy(struct viewer *v);
// It has said something.
void viewer_hear(struct viewer *v, const char *bytes, size_t length);
// Sends what there is for it, as much as it takes.
void viewer_serve(struct viewer *v);
// Once in SITE_TICK_MS: looks at what is watched, and serves everybody.
void viewers_tick(struct site *s, int64_t ticks);

#endif

// All that the web shows, and what its parts share. On the loop's thread only.
#ifndef AGON_WEB_SITE_SITE_H
#define AGON_WEB_SITE_SITE_H

#include "arena/analyst.h"
#include "web/site/fleet_feed.h"
#include "web/site/home.h"
#include "web/site/live_game.h"

enum {
    SITE_TICK_MS = 100,   // how often lines of games are sent
    SITE_BOARD_TICKS = 2, // boards at every second tick
    SITE_WHOLE_TICKS = 10 // everything else
};

struct viewer;

struct site {
    uv_loop_t *loop;
    struct desk *desk;
    struct shelf *shelf;
    struct analyst *analyst;
    struct web_show *shows;
    struct live_game *games; // that somebody watches, or did so a moment ago
    int game_count;
    struct home home;
    struct fleet_feed fleet;
    struct viewer *viewers;
    int viewer_count, home_watchers;
    struct show_events events;
    bool closing;
};

bool site_init(struct site *s, uv_loop_t *loop, struct error *e);
// Frees everything. The loop must run once more.
void site_destroy(struct site *s);

struct web_show *site_find(const struct site *s, const char *slug);
// Adds it, and makes its slug unique.
void site_add(struct site *s, struct web_show *show);

// The game, watched or not; NULL: it is not under way and was not a moment ago.
struct live_game *site_game(struct site *s, struct web_show *show, int64_t number);
// A game that is neither: its record is fetched from where it is kept. NULL: too many are watched.
struct live_game *site_fetch_game(struct site *s, struct web_show *show, int64_t number);
// Throws away games that nobody needs any more.
void site_tidy(struct site *s);

// Looks after the summary of a show: asks the desk for it if it may be old. Returns whether it is
// awaited.
bool site_mind_summary(struct site *s, struct web_show *show);
// Tells the analyst which cores the games have.
void site_mind_cores(struct site *s);

#endif

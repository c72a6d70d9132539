// A show: a stored contest, maybe with games under way somewhere, or a match. What the web knows
// of it without reading files: facts from its feed, and a summary that the desk has read.
#ifndef AGON_WEB_SITE_SHOW_H
#define AGON_WEB_SITE_SHOW_H

#include "arena/game_rate.h"
#include "arena/live_source.h"
#include "contest/file.h"
#include "web/site/kept_games.h"
#include "web/site/shelf.h"
#include "web/state.h"

enum {
    SHOW_GAMES_MOST = 256, // under way at once, as far as the web looks
    SHOW_WORDS_BYTES = 256,
    SHOW_TITLE_BYTES = 512,
};

struct show_events; // who is told what happens

struct web_show {
    struct web_show *next;
    void *web; // whose show it is
    char slug[ROUTE_SLUG_BYTES];
    char path[ARCHIVE_PATH_BYTES]; // of the results; "": it is a match
    char title[SHOW_TITLE_BYTES];  // a match's; or a contest's before it has results
    bool is_match;

    // Where its games under way are to be seen; without feeds: nowhere.
    struct live_source live;
    struct feed *feed;
    uv_poll_t *poll;

    bool has_state; // somebody has said it
    enum web_state state;
    char words[SHOW_WORDS_BYTES]; // "": none
    bool started;                 // games have begun
    bool ended;                   // its last event has come

    // What is known of it. The summary is of the results; until there are some, of the description.
    struct documents_summary summary;
    int64_t starts_s;        // when it begins, in seconds since 1970; 0: not said
    int64_t entries_until_s; // the same of entries: later ones are left out
    const char **players;    // by its description; their names are behind the list
    size_t player_count;
    bool summary_waits;
    struct revision summary_version;
    int64_t summary_ns;         // when it was asked for last; 0: never
    int64_t summary_took_ns;    // how long that took
    int64_t over_since_summary; // games that were told since then,
    int64_t over_until_summary; // and those of them that the next summary will have
    int64_t games_told;         // what was said last, so that it does not go backwards
    int64_t facts;              // grows with everything that changes documents
    struct game_rate rate;      // of its games that ended since they began, or went on

    struct kept_games kept; // of a match

    // The feed of its page.
    int watchers;
    struct blob *frame; // the latest
    char frame_etag[ANSWER_ETAG_BYTES];
    int64_t frame_number; // grows with each
    struct shelf_waiter *frame_waiter;
};

// Told on the loop's thread. `event` is there during the call.
struct show_events {
    void (*happened)(void *user, struct web_show *s, const struct arena_event *event);
    void *user;
};

// Where its games come from.
bool show_is_live(const struct web_show *s);
bool show_copy_record(struct web_show *s, int64_t game, size_t from, struct text *out);
size_t show_games(struct web_show *s, struct pool_view *views, size_t most);
int show_cores(struct web_show *s);

// Opens a feed on `live`, and listens. `e` says why it cannot.
bool show_listen(
    struct web_show *s, uv_loop_t *loop, const struct show_events *events, struct error *e);
// Takes what has been told, and closes the feed.
void show_unlisten(struct web_show *s, const struct show_events *events);

// Where it stands.
enum web_state show_state(const struct web_show *s);
const char *show_state_name(enum web_state state);
const char *show_name(const struct web_show *s);
int64_t show_games_done(struct web_show *s);
// Games a second; negative: not known.
double show_rate(const struct web_show *s, int64_t now_ns);
// {"games","games_in_all","rate","left_s","starts","entries_until"}
void show_progress_json(struct web_show *s, struct text *out);
// What only the web knows of a contest, for its documents.
void show_place(struct web_show *s, struct documents_place *place);
// The same as keys, each with a comma behind it, for a page that the web writes itself.
void show_live_json(struct web_show *s, struct text *out);
void show_count_game(struct web_show *s, int64_t now_ns);

void show_describe(struct web_show *s, const struct contest_file *f, const char *fallback_name);
void show_destroy(struct web_show *s); // frees it; it must not listen any more

#endif

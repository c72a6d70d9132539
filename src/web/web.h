// The arena on the web: one port with pages, the documents behind them and a live feed. It has a
// thread of its own, and a second one that reads files; neither ever holds up a game.
//
// What it shows are shows: stored contests, each maybe with games under way somewhere, and
// matches. docs/api.md describes the addresses and the limits.
#ifndef AGON_WEB_WEB_H
#define AGON_WEB_WEB_H

#include "arena/live_source.h"
#include "arena/match.h"
#include "contest/file.h"
#include "web/state.h"

struct web;
struct web_show;

// 0: the usual. docs/api.md has the table.
struct web_limits {
    int connections_most;         // in all
    int address_connections_most; // from one address; if it is set, also from the loopback
    int64_t request_ms, idle_ms, answer_ms, linger_ms;
};

// The texts are copied.
struct web_options {
    const char *address;           // NULL: "127.0.0.1"
    int port;                      // 0: any that is free
    bool port_is_wish;             // if it is taken, one of the next ones will do
    const char *certificate, *key; // PEM files; NULL: no TLS
    // One line for each request, without a newline. NULL: no log. Called on the web's thread, as
    // `say`: words about something that went wrong. NULL: nobody listens.
    void (*access)(void *user, const char *line);
    void (*say)(void *user, const char *words);
    void *user;
    struct web_limits limits;
};

// NULL and words if the port cannot be had or the certificate cannot be used.
struct web *web_start(const struct web_options *options, struct error *e);
// Where it is: "http://127.0.0.1:8080".
const char *web_address(const struct web *w);
// Closes all connections and frees everything. No show may have games under way any more.
void web_stop(struct web *w);

// Where the page of a fleet comes from.
struct web_fleet {
    // Appends fleet/1, at once. Returns false if there is none at the moment.
    bool (*copy)(void *user, struct text *out);
    void *user;
};
// From now on the web shows this fleet; NULL: none, and the web has let go of it. From any thread
// but the web's.
void web_show_fleet(struct web *w, const struct web_fleet *fleet);

// --- Shows; all functions may be called from any thread but the web's ---

// A stored contest, in a file or in a database (store/location.h). It need not be there yet. `slug`
// is its name in addresses; if another one has it, it gets a number behind it.
struct web_show *web_add_contest(
    struct web *w, const char *location, const char *slug, struct error *e);
// From now on its games under way are to be seen there; what `live` points to must live until the
// next call with NULL: then the web has let go of it.
bool web_show_live(struct web_show *s, const struct live_source *live, struct error *e);
// A match, whose finished games are kept in memory, within limits. What was kept of it is still
// shown when it has ended. Of `match` the web copies what it shows before the first game.
struct web_show *web_add_match(struct web *w, const struct live_source *live,
    const struct match_options *match, const char *title, struct error *e);

// What is known of a contest before it has results. All is copied. `fallback_name` is its name
// where the file gives none.
void web_show_describe(struct web_show *s, const struct contest_file *f, const char *fallback_name);

// Where it stands; `words` say why it stands still, or are NULL. Without this call, or after one
// with WEB_STATES, it is running while it has games under way, and else as its results say.
void web_show_state(struct web_show *s, enum web_state state, const char *words);

// The slug that it has got.
const char *web_show_slug(const struct web_show *s);

#endif

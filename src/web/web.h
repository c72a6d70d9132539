// The arena on the web: one port with pages, the documents behind them and a live feed. It has a
// thread of its own, and a second one that reads files; neither ever holds up a game.
//
// What it shows are shows: stored contests, each maybe with an arena that plays it now, and
// matches. docs/api.md describes the addresses and the limits.
#ifndef AGON_WEB_WEB_H
#define AGON_WEB_WEB_H

#include "arena/arena.h"
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
// Closes all connections and frees everything. No show may have an arena or a match any more.
void web_stop(struct web *w);

// --- Shows; all functions may be called from any thread but the web's ---

// A stored contest. The file need not be there yet. `slug` is its name in addresses; if another one
// has it, it gets a number behind it.
struct web_show *web_add_contest(
    struct web *w, const char *results_path, const char *slug, struct error *e);
// From now on it is played by this arena, which must not be joined before the next call with NULL:
// then the web has let go of it.
bool web_show_arena(struct web_show *s, struct arena *a, struct error *e);
// A match, whose finished games are kept in memory, within limits.
struct web_show *web_add_match(struct web *w, struct match *m, const char *title, struct error *e);
// The same for a match as web_show_arena. NULL: it is over; what was kept of it is still shown.
bool web_show_match(struct web_show *s, struct match *m, struct error *e);

// What is known of a contest before it has results. All is copied. `fallback_name` is its name
// where the file gives none.
void web_show_describe(struct web_show *s, const struct contest_file *f, const char *fallback_name);

// Where it stands; `words` say why it stands still, or are NULL. Without this call it is running
// while it has an arena whose games are under way, and else as its results say.
void web_show_state(struct web_show *s, enum web_state state, const char *words);

// The slug that it has got.
const char *web_show_slug(const struct web_show *s);

#endif

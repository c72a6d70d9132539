#include "web/site/pages.h"

#include "report/json.h"
#include "report/page_files.h"
#include "report/replay_text.h"
#include "report/rules_document.h"
#include "web/site/bare_report.h"
#include "web/site/contest_feed.h"
#include "web/site/game_analysis.h"
#include "web/site/match_player.h"
#include "web/site/viewer.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char pages_short_cache[] = "no-cache"; // keep it, and ask whether it is still right
static const char pages_html[] = "text/html; charset=utf-8";

// A connection that waits for a document.
struct pages_waiter {
    struct shelf_waiter shelf; // the first member
    struct site *site;
    struct connection *connection;
    struct web_show *show;
    struct route route;
};

// --- Simple answers ---

// An error, as a page where a page was asked for.
static void pages_refuse(
    struct connection *c, const struct route *route, int status, const char *words)
{
    struct http_answer a = answer_error(status, words);
    if (route->form == ROUTE_PAGE && a.blob != NULL) {
        struct text json = text_growing(), out = text_growing();
        text_bytes(&json, a.blob->bytes, a.blob->length);
        page_write(&out, answer_reason(status), &json, "", PAGE_SERVED);
        blob_release(a.blob);
        a.blob = blob_of_text(&out);
        a.type = pages_html;
        text_destroy(&json);
        text_destroy(&out);
    }
    connection_answer(c, &a);
}

// A JSON document, or the page around it.
static void pages_answer_json(
    struct connection *c, const struct route *route, const char *title, const struct text *json)
{
    struct http_answer a = {.status = 200, .type = "application/json", .cache = pages_short_cache};
    struct text page = text_growing();
    const struct text *body = json;
    if (route->form == ROUTE_PAGE) {
        page_write(&page, title, json, route->me, PAGE_SERVED);
        body = &page;
        a.type = pages_html;
    }
    a.blob = blob_of_text(body);
    if (a.blob != NULL) {
        documents_etag(a.etag, body->bytes, body->length);
        connection_answer(c, &a);
    } else {
        pages_refuse(c, route, 503, answer_words(503));
    }
    text_destroy(&page);
}

// Script and style have a name that stays, so browsers ask each time whether they have changed.
static void pages_file(struct connection *c, const struct request *r, const struct route *route)
{
    const struct page_file *f = page_file_find(route->word);
    if (f == NULL) {
        pages_refuse(c, route, 404, answer_words(404));
        return;
    }
    bool gzip = r->takes_gzip && f->gzipped != NULL;
    struct http_answer a = {.status = 200,
        .type = f->type,
        .bytes = gzip ? f->gzipped : f->bytes,
        .length = gzip ? f->gzipped_length : f->length,
        .gzipped = gzip,
        .varies = f->gzipped != NULL,
        .cache = pages_short_cache};
    // Each form has a tag of its own.
    snprintf(a.etag, sizeof a.etag, "\"%.32s%s\"", f->sha256, gzip ? "-gz" : "");
    connection_answer(c, &a);
}

static void pages_health(struct site *s, struct connection *c, const struct route *route)
{
    struct text out = text_growing();
    int shows = 0, running = 0;
    for (struct web_show *show = s->shows; show != NULL; show = show->next) {
        shows++;
        running += show_state(show) == WEB_RUNNING;
    }
    text_format(&out, "{\"status\":\"ok\",\"contests\":%d,\"running\":%d,\"viewers\":%d", shows,
        running, s->viewer_count);
    json_key_text(&out, "agon", AGON_VERSION);
    json_schema(&out, "health/1");
    text_string(&out, "}\n");
    pages_answer_json(c, route, "", &out);
    text_destroy(&out);
}

static void pages_rules(struct connection *c, const struct route *route)
{
    struct text out = text_growing(), title = text_growing();
    const struct game *game = game_find(route->word, NULL);
    if (game == NULL) {
        text_format(&title, "There is no game \"%.60s\" here.", route->word);
        pages_refuse(c, route, 404, title.bytes);
    } else {
        text_format(&title, "The rules of %s · agon", game->title);
        if (route->kind == ROUTE_RULES)
            rules_document(&out, game);
        else
            rules_try(&out, game, route->position[0] != '\0' ? route->position : NULL,
                route->move[0] != '\0' ? route->move : NULL);
        pages_answer_json(c, route, title.bytes, &out);
    }
    text_destroy(&out);
    text_destroy(&title);
}

static void pages_fleet(struct site *s, struct connection *c, const struct route *route)
{
    struct text out = text_growing();
    if (fleet_feed_document(&s->fleet, &out))
        pages_answer_json(c, route, "Fleet · agon", &out);
    else if (s->fleet.copy != NULL)
        pages_refuse(
            c, route, 503, "The database has no fleet, or cannot be reached at the moment.");
    else
        pages_refuse(c, route, 404, "No fleet is shown here.");
    text_destroy(&out);
}

static void pages_answer_home(struct site *s, struct connection *c, const struct route *route)
{
    home_look_again(&s->home);
    if (s->home.last.length > 0)
        pages_answer_json(c, route, "agon", &s->home.last);
    else
        pages_refuse(c, route, 503, answer_words(503));
}

// --- The feed ---

// Whether the request comes from one of our own pages, or from a program that is no browser.
static bool pages_is_own(const struct request *r)
{
    struct request_text origin = r->origin;
    static const char *const schemes[] = {"http://", "https://"};
    if (origin.at == NULL)
        return true;
    for (int i = 0; i < 2; i++) {
        size_t length = strlen(schemes[i]);
        if (origin.length == length + r->host.length &&
            memcmp(origin.at, schemes[i], length) == 0) {
            struct request_text host = {origin.at + length, r->host.length};
            char copy[REQUEST_HEADER_BYTES_MOST + 1];
            memcpy(copy, r->host.at, r->host.length);
            copy[r->host.length] = '\0';
            return request_text_is_nocase(host, copy);
        }
    }
    return false;
}

static void pages_feed(
    struct site *s, struct connection *c, const struct request *r, const struct route *route)
{
    if (!pages_is_own(r)) {
        pages_refuse(c, route, 403, answer_words(403));
        return;
    }
    if (!connection_upgrade(c, "agon.1"))
        return;
    c->user = viewer_create(s, c);
    if (c->user == NULL)
        connection_close(c);
}

// --- Documents of contests ---

// A contest that has no results yet.
static void pages_unplayed(struct connection *c, const struct route *route, struct web_show *show)
{
    const struct documents_summary *d = &show->summary;
    struct text out = text_growing(), live = text_growing();
    const struct bare_report b = {.name = show_name(show),
        .game = d->game,
        .variant = d->variant,
        .format = d->format,
        .live = &live,
        .players = show->players,
        .player_count = show->player_count};
    struct error e = {0};
    show_live_json(show, &live);
    if (bare_report_write(&out, &b, &e))
        pages_answer_json(c, route, show_name(show), &out);
    else
        pages_refuse(c, route, 503, e.words);
    text_destroy(&out);
    text_destroy(&live);
}

static void pages_ready(struct shelf_waiter *shelf, const struct shelf_document *d)
{
    struct pages_waiter *w = (struct pages_waiter *)shelf;
    struct connection *c = w->connection;
    c->user = NULL;
    if (w->route.kind == ROUTE_HOME) {
        pages_answer_home(w->site, c, &w->route);
    } else if (d->body != NULL) {
        struct http_answer a = {
            .status = 200, .type = d->type, .blob = blob_hold(d->body), .cache = pages_short_cache};
        memcpy(a.etag, d->etag, sizeof a.etag);
        char name[ROUTE_SLUG_BYTES];
        snprintf(name, sizeof name, "game-%" PRId64 ".jsonl", w->route.number);
        a.name = w->route.form == ROUTE_RECORD ? name : NULL;
        connection_answer(c, &a);
    } else if (d->status == 404 && w->route.kind == ROUTE_CONTEST) {
        pages_unplayed(c, &w->route, w->show);
    } else {
        pages_refuse(c, &w->route, d->status, d->words);
    }
    free(w);
}

// Answers when the shelf has what is wished. Takes the wish.
static void pages_await(struct site *s, struct connection *c, const struct route *route,
    struct web_show *show, struct documents_wish *wish, const char *key)
{
    struct pages_waiter *w = calloc(1, sizeof *w);
    if (w == NULL) {
        pages_refuse(c, route, 503, answer_words(503));
        return;
    }
    *w = (struct pages_waiter){
        .shelf = {.ready = pages_ready}, .site = s, .connection = c, .show = show, .route = *route};
    c->user = w;
    if (shelf_ask(s->shelf, key, wish, &w->shelf))
        return;
    c->user = NULL;
    free(w);
    pages_refuse(c, route, 503, answer_words(503));
}

static void pages_stored(
    struct site *s, struct connection *c, const struct route *route, struct web_show *show)
{
    char bytes[SHELF_KEY_BYTES];
    struct text key = TEXT_IN(bytes);
    struct documents_wish wish;
    contest_feed_wish(show, route, &wish, &key);
    pages_await(s, c, route, show, &wish, bytes);
}

// The home page waits for summaries that are being read: nobody should see it without them.
static void pages_home(struct site *s, struct connection *c, const struct route *route)
{
    struct documents_wish wish = {.kind = DOCUMENTS_NOTHING};
    bool waits = false;
    for (struct web_show *show = s->shows; show != NULL; show = show->next)
        waits = site_mind_summary(s, show) || waits;
    if (waits)
        pages_await(s, c, route, NULL, &wish, route->form == ROUTE_PAGE ? "home" : "home json");
    else
        pages_answer_home(s, c, route);
}

// --- Games in memory ---

static void pages_record(struct connection *c, const struct route *route,
    const struct web_show *show, const char *bytes, size_t length)
{
    struct text out = text_growing();
    char name[64];
    if (show->is_match || show->summary.shows_stderr)
        text_bytes(&out, bytes, length);
    else
        game_replay_public_record(bytes, length, &out);
    snprintf(name, sizeof name, "game-%" PRId64 ".jsonl", route->number);
    struct http_answer a = {.status = 200,
        .type = "application/jsonl; charset=utf-8",
        .blob = blob_of_text(&out),
        .name = name};
    text_destroy(&out);
    if (a.blob != NULL)
        connection_answer(c, &a);
    else
        pages_refuse(c, route, 503, answer_words(503));
}

// The game of a match as text, for which no file has it.
static void pages_text(
    struct connection *c, const struct route *route, const char *bytes, size_t length)
{
    struct text out = text_growing();
    struct recorded_game game;
    struct error e = {0};
    struct http_answer a = {.status = 200, .type = "text/plain; charset=utf-8"};
    bool read = recorded_game_read(&game, bytes, length, &e);
    if (read) {
        replay_text_write(&out, &game, route->number, NULL);
        a.blob = out.cut ? NULL : blob_of_text(&out);
    }
    recorded_game_destroy(&game);
    text_destroy(&out);
    if (a.blob != NULL)
        connection_answer(c, &a);
    else
        pages_refuse(c, route, 503, read ? answer_words(503) : e.words);
}

// The record of a game in memory, as it was asked for. False: it is not there.
static bool pages_kept_record(struct connection *c, const struct route *route,
    struct web_show *show, const struct kept_game *kept)
{
    struct text out = text_growing();
    if (!show_copy_record(show, route->number, 0, &out) || out.cut) {
        text_clear(&out);
        if (kept != NULL && kept->record != NULL)
            text_bytes(&out, kept->record->bytes, kept->record->length);
    }
    bool found = out.length > 0;
    if (found && route->form == ROUTE_TEXT)
        pages_text(c, route, out.bytes, out.length);
    else if (found)
        pages_record(c, route, show, out.bytes, out.length);
    text_destroy(&out);
    return found;
}

// A game that is under way, was a moment ago, or is kept in memory. False: it is none of these.
static bool pages_live_game(
    struct site *s, struct connection *c, const struct route *route, struct web_show *show)
{
    const struct kept_game *kept = kept_games_find(&show->kept, route->number);
    if (route->form == ROUTE_RECORD || (route->form == ROUTE_TEXT && show->is_match))
        return pages_kept_record(c, route, show, kept);
    struct text out = text_growing();
    struct live_game *g = route->form == ROUTE_TEXT ? NULL : site_game(s, show, route->number);
    if (g == NULL && kept != NULL && route->form != ROUTE_TEXT)
        g = site_fetch_game(s, show, route->number);
    if (g != NULL)
        live_game_look(g);
    bool found = g != NULL && !g->failed && live_game_document(g, &out);
    if (found) {
        char title[SHOW_TITLE_BYTES + 64];
        snprintf(title, sizeof title, "Game %" PRId64 " · %s · agon", g->number, show_name(show));
        pages_answer_json(c, route, title, &out);
    }
    text_destroy(&out);
    return found;
}

// A page of a match, which is only in memory.
static void pages_match(struct connection *c, const struct route *route, struct web_show *show)
{
    struct text out = text_growing(), live = text_growing();
    const struct kept_games_filter filter = {route->player, route->verdict, route->from};
    if (route->kind == ROUTE_CONTEST) {
        struct error e = {0};
        show_live_json(show, &live);
        if (kept_games_report(&out, &show->kept, show_name(show), &live, &e))
            pages_answer_json(c, route, show_name(show), &out);
        else
            pages_refuse(c, route, 503, e.words);
    } else if (route->kind == ROUTE_GAMES) {
        kept_games_json(&out, &show->kept, show->slug, show_name(show), &filter);
        pages_answer_json(c, route, show_name(show), &out);
    } else if (route->kind == ROUTE_PLAYER) {
        struct error e = {0};
        const struct match_player p = {show->slug, show_name(show), route->name};
        int status = match_player_write(&out, &show->kept, &p, &e);
        status == 200 ? pages_answer_json(c, route, route->name, &out)
                      : pages_refuse(c, route, status, e.words);
    } else {
        pages_refuse(c, route, 404, "There is no such game here, or not any more.");
    }
    text_destroy(&out);
    text_destroy(&live);
}

static void pages_contest(
    struct site *s, struct connection *c, const struct request *r, const struct route *route)
{
    struct web_show *show = site_find(s, route->slug);
    if (show == NULL) {
        char words[ROUTE_SLUG_BYTES + 64];
        snprintf(words, sizeof words, "There is no contest \"%s\" here.", route->slug);
        pages_refuse(c, route, 404, words);
    } else if (route->kind == ROUTE_ANALYSIS) {
        if (r->method == REQUEST_POST && !pages_is_own(r))
            pages_refuse(c, route, 403, answer_words(403));
        else
            game_analysis_answer(s, c, route, show, r->method == REQUEST_POST);
    } else if (route->kind == ROUTE_GAME && pages_live_game(s, c, route, show)) {
        return;
    } else if (show->is_match) {
        pages_match(c, route, show);
    } else {
        pages_stored(s, c, route, show);
    }
}

// --- All ---

static bool pages_allows(const struct route *route, enum request_method method)
{
    return method == REQUEST_GET || (method == REQUEST_HEAD && route->kind != ROUTE_FEED) ||
        (method == REQUEST_POST && route->kind == ROUTE_ANALYSIS);
}

static void pages_refuse_method(struct connection *c, const struct route *route)
{
    struct http_answer a = answer_error(405, answer_words(405));
    a.allow = route->kind == ROUTE_ANALYSIS ? "GET, HEAD, POST"
        : route->kind == ROUTE_FEED         ? "GET"
                                            : "GET, HEAD";
    connection_answer(c, &a);
}

// Answers a request for an address that leads to another one. False: it does not.
static bool pages_lead_on(struct connection *c, const struct request *r)
{
    struct text to = text_growing();
    bool reads = r->method == REQUEST_GET || r->method == REQUEST_HEAD;
    bool leads = reads && route_leads_on(r->target, &to) && !to.cut;
    if (leads)
        connection_answer(c, &(struct http_answer){.status = 302, .location = to.bytes});
    text_destroy(&to);
    return leads;
}

void pages_request(struct site *s, struct connection *c, const struct request *r)
{
    struct route route;
    if (pages_lead_on(c, r))
        return;
    int status = route_read(&route, r->target);
    if (status != 200) {
        pages_refuse(c, &route, status, answer_words(status));
        return;
    }
    if (!pages_allows(&route, r->method)) {
        pages_refuse_method(c, &route);
        return;
    }
    switch (route.kind) {
    case ROUTE_HOME:
        pages_home(s, c, &route);
        break;
    case ROUTE_RULES:
    case ROUTE_TRY:
        pages_rules(c, &route);
        break;
    case ROUTE_FLEET:
        pages_fleet(s, c, &route);
        break;
    case ROUTE_HEALTH:
        pages_health(s, c, &route);
        break;
    case ROUTE_FEED:
        pages_feed(s, c, r, &route);
        break;
    case ROUTE_OPENAPI:
    case ROUTE_FILE:
        pages_file(c, r, &route);
        break;
    case ROUTE_CONTEST:
    case ROUTE_GAMES:
    case ROUTE_GAME:
    case ROUTE_ANALYSIS:
    case ROUTE_PLAYER:
        pages_contest(s, c, r, &route);
        break;
    case ROUTE_KINDS:
        pages_refuse(c, &route, 404, answer_words(404));
        break;
    }
}

void pages_forget(struct site *s, struct connection *c)
{
    if (c->user == NULL)
        return;
    // A viewer has a WebSocket; anybody else waits for a document.
    if (c->ws != NULL) {
        viewer_destroy(c->user);
    } else {
        shelf_leave(s->shelf, c->user);
        free(c->user);
    }
    c->user = NULL;
}

#include "web/site/site.h"

#include "base/clock.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SITE_SUMMARY_FRESH_MS = 2000 };

// --- Shows ---

struct web_show *site_find(const struct site *s, const char *slug)
{
    struct web_show *show = s->shows;
    while (show != NULL && strcmp(show->slug, slug) != 0)
        show = show->next;
    return show;
}

// "spring" becomes "spring-2" if there is one already.
static void site_make_unique(const struct site *s, struct web_show *show)
{
    char base[ROUTE_SLUG_BYTES];
    snprintf(base, sizeof base, "%s", show->slug);
    for (int i = 2; site_find(s, show->slug) != NULL; i++)
        snprintf(show->slug, sizeof show->slug, "%.200s-%d", base, i);
}

void site_add(struct site *s, struct web_show *show)
{
    struct web_show **end = &s->shows;
    site_make_unique(s, show);
    while (*end != NULL)
        end = &(*end)->next;
    *end = show;
    site_mind_summary(s, show);
}

// --- Summaries ---

static struct web_show *site_find_path(const struct site *s, const char *path)
{
    struct web_show *show = s->shows;
    while (show != NULL && strcmp(show->path, path) != 0)
        show = show->next;
    return show;
}

static void site_take_summary(struct desk_job *job)
{
    struct site *s = job->user;
    struct web_show *show = site_find_path(s, job->wish.path);
    if (show != NULL) {
        show->summary_waits = false;
        show->summary_ns = clock_now_ns();
        show->summary_took_ns = job->took_ms * NS_PER_MS;
    }
    if (show != NULL && job->result.status == 200) {
        documents_summary_destroy(&show->summary);
        show->summary = job->result.summary;
        show->summary_version = job->result.version;
        show->over_since_summary -= show->over_until_summary;
        job->result.summary = (struct documents_summary){.leaders = text_growing()};
    }
    desk_job_destroy(job);
}

bool site_mind_summary(struct site *s, struct web_show *show)
{
    int64_t now_ns = clock_now_ns(), fresh_ns = SHELF_PATIENCE * show->summary_took_ns;
    if (fresh_ns < SITE_SUMMARY_FRESH_MS * NS_PER_MS)
        fresh_ns = SITE_SUMMARY_FRESH_MS * NS_PER_MS;
    bool old = show->summary_ns == 0 || now_ns - show->summary_ns > fresh_ns;
    if (show->is_match || show->summary_waits || !old)
        return show->summary_waits;
    struct desk_job *job = calloc(1, sizeof *job);
    if (job == NULL)
        return false;
    job->wish.kind = DOCUMENTS_SUMMARY;
    if (show->summary.known) { // then it is read only if the file has changed
        job->wish.version = show->summary_version;
        job->wish.etag[0] = '"';
    }
    memcpy(job->wish.path, show->path, sizeof show->path);
    job->done = site_take_summary;
    job->user = s;
    show->over_until_summary = show->over_since_summary;
    show->summary_waits = desk_add(s->desk, job);
    if (!show->summary_waits)
        desk_job_destroy(job);
    return show->summary_waits;
}

void site_mind_cores(struct site *s)
{
    int most = 0;
    for (struct web_show *show = s->shows; show != NULL; show = show->next) {
        int cores = show_cores(show);
        most = cores > most ? cores : most;
    }
    analyst_leave_cores(s->analyst, most);
}

// --- Games ---

static struct live_game *site_keep_game(struct site *s, struct live_game *g)
{
    if (g == NULL)
        return NULL;
    g->next = s->games;
    s->games = g;
    s->game_count++;
    return g;
}

static struct live_game *site_find_game(struct site *s, const struct web_show *show, int64_t number)
{
    struct live_game *g = s->games;
    while (g != NULL && (g->show != show || g->number != number))
        g = g->next;
    if (g != NULL)
        g->used_ns = clock_now_ns();
    return g;
}

struct live_game *site_game(struct site *s, struct web_show *show, int64_t number)
{
    struct live_game *g = site_find_game(s, show, number);
    if (g != NULL || s->game_count >= LIVE_GAMES_MOST)
        return g;
    return site_keep_game(s, live_game_create(show, number));
}

static void site_fetched(struct shelf_waiter *w, const struct shelf_document *d)
{
    struct live_game *g = w->user;
    g->fetching = false;
    if (d->body == NULL)
        live_game_fail(g, d->words);
    else
        live_game_feed(g, d->body->bytes, d->body->length);
    // What was stored is all that there is.
    g->over = true;
}

static void site_fetch_stored(struct site *s, struct live_game *g)
{
    char key[SHELF_KEY_BYTES];
    struct text name = TEXT_IN(key);
    struct documents_wish wish = {.kind = DOCUMENTS_RECORD};
    wish.route.kind = ROUTE_GAME;
    wish.route.form = ROUTE_RECORD;
    wish.route.number = g->number;
    memcpy(wish.path, g->show->path, sizeof wish.path);
    text_format(&name, "record\n%" PRId64 "\n%s", g->number, g->show->slug);
    g->fetch = (struct shelf_waiter){.ready = site_fetched, .user = g};
    g->fetching = true;
    if (!shelf_ask(s->shelf, key, &wish, &g->fetch)) {
        g->fetching = false;
        live_game_fail(g, answer_words(503));
    }
}

struct live_game *site_fetch_game(struct site *s, struct web_show *show, int64_t number)
{
    if (s->game_count >= LIVE_GAMES_MOST)
        return NULL;
    struct live_game *g = site_keep_game(s, live_game_create_empty(show, number));
    if (g == NULL)
        return NULL;
    if (!show->is_match) {
        site_fetch_stored(s, g);
        return g;
    }
    const struct kept_game *kept = kept_games_find(&show->kept, number);
    if (kept != NULL && kept->record != NULL)
        live_game_feed(g, kept->record->bytes, kept->record->length);
    else
        live_game_fail(g, "There is no such game here, or not any more.");
    return g;
}

void site_tidy(struct site *s)
{
    int64_t now_ns = clock_now_ns();
    for (struct live_game **at = &s->games; *at != NULL;) {
        struct live_game *g = *at;
        bool old = now_ns - g->used_ns > LIVE_GAME_KEEP_MS * NS_PER_MS;
        if (g->watchers > 0 || g->fetching || !old) {
            at = &g->next;
            continue;
        }
        *at = g->next;
        s->game_count--;
        live_game_destroy(g);
    }
}

// --- Events ---

// The game begins (again), or is over.
static void site_mind_game(
    struct site *s, const struct web_show *show, const struct arena_event *event)
{
    for (struct live_game *g = s->games; g != NULL; g = g->next) {
        if (g->show != show || g->number != event->game)
            continue;
        if (event->kind == ARENA_BEGUN)
            live_game_reset(g);
        live_game_look(g);
        // So many games have ended since that its end is not in memory any more.
        if (event->kind == ARENA_OVER && !g->over && !g->failed && !show->is_match) {
            live_game_reset(g);
            site_fetch_stored(s, g);
        }
    }
}

static void site_keep_result(struct web_show *show, const struct arena_event *over)
{
    struct text record = text_growing();
    struct blob *blob = NULL;
    if (show_copy_record(show, over->game, 0, &record))
        blob = blob_of_text(&record);
    kept_games_add(&show->kept, over, blob);
    blob_release(blob);
    text_destroy(&record);
}

static void site_happened(void *user, struct web_show *show, const struct arena_event *event)
{
    struct site *s = user;
    if (event->kind == ARENA_BEGUN || event->kind == ARENA_OVER)
        site_mind_game(s, show, event);
    if (event->kind == ARENA_BEGUN && show->is_match && event->setup != NULL)
        kept_games_begin(&show->kept, event->setup);
    if (event->kind != ARENA_OVER || event->setup == NULL)
        return;
    home_note(&s->home, show, event);
    if (show->is_match)
        site_keep_result(show, event);
}

// --- Life ---

bool site_init(struct site *s, uv_loop_t *loop, struct error *e)
{
    *s = (struct site){.loop = loop, .events = {site_happened, s}};
    s->fleet.last = text_growing();
    if (!home_init(&s->home, &s->shows, &s->fleet))
        return error_set(e, "out of memory");
    s->analyst = analyst_create(0, e);
    s->desk = s->analyst != NULL ? desk_create(loop, e) : NULL;
    s->shelf = s->desk != NULL ? shelf_create(s->desk) : NULL;
    if (s->shelf != NULL)
        return true;
    if (s->desk != NULL)
        error_set(e, "out of memory");
    site_destroy(s);
    return false;
}

void site_destroy(struct site *s)
{
    while (s->games != NULL) {
        struct live_game *g = s->games;
        s->games = g->next;
        live_game_destroy(g);
    }
    if (s->desk != NULL)
        desk_destroy(s->desk);
    shelf_destroy(s->shelf);
    analyst_destroy(s->analyst);
    home_destroy(&s->home);
    fleet_feed_destroy(&s->fleet);
    while (s->shows != NULL) {
        struct web_show *show = s->shows;
        s->shows = show->next;
        show_destroy(show);
    }
}

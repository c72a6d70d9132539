#include "web/site/viewer.h"

#include "base/clock.h"
#include "web/site/contest_feed.h"

#include <stdlib.h>

struct viewer *viewer_create(struct site *s, struct connection *c)
{
    struct viewer *v = calloc(1, sizeof *v);
    if (v == NULL)
        return NULL;
    v->site = s;
    v->connection = c;
    v->next = s->viewers;
    if (v->next != NULL)
        v->next->previous = v;
    s->viewers = v;
    s->viewer_count++;
    return v;
}

// It watches nothing from now on.
static void viewer_forget(struct viewer *v)
{
    if (v->wish.kind == WISH_HOME)
        v->site->home_watchers--;
    if (v->wish.kind == WISH_FLEET)
        v->site->fleet.watchers--;
    if (v->wish.kind == WISH_CONTEST && v->show != NULL)
        v->show->watchers--;
    if (v->game != NULL)
        v->game->watchers--;
    blob_release(v->gone);
    v->wish = (struct wish){0};
    v->show = NULL;
    v->game = NULL;
    v->gone = NULL;
}

void viewer_destroy(struct viewer *v)
{
    viewer_forget(v);
    if (v->previous != NULL)
        v->previous->next = v->next;
    else
        v->site->viewers = v->next;
    if (v->next != NULL)
        v->next->previous = v->previous;
    v->site->viewer_count--;
    free(v);
}

// --- What it wants ---

static void viewer_miss(struct viewer *v, const char *words)
{
    struct text out = text_growing();
    text_string(&out, "{\"gone\":");
    text_json(&out, words);
    text_char(&out, '}');
    blob_release(v->gone);
    v->gone = blob_frame(&out);
    text_destroy(&out);
}

static void viewer_watch_game(struct viewer *v)
{
    struct live_game *g = site_game(v->site, v->show, v->wish.game);
    if (g == NULL)
        g = site_fetch_game(v->site, v->show, v->wish.game);
    if (g == NULL) {
        viewer_miss(v, "Too many games are watched at the moment.");
        return;
    }
    v->line = (size_t)v->wish.lines;
    v->asks_time = true;
    v->game = g;
    v->epoch = g->epoch;
    g->watchers++;
    live_game_look(g);
}

static void viewer_watch(struct viewer *v, const struct wish *wish)
{
    viewer_forget(v);
    v->wish = *wish;
    v->whole_seen = v->changed_seen = 0;
    if (wish->kind == WISH_HOME) {
        v->site->home_watchers++;
        home_look_again(&v->site->home);
    }
    if (wish->kind == WISH_FLEET) {
        v->site->fleet.watchers++;
        fleet_feed_look(&v->site->fleet);
    }
    if (wish->kind != WISH_CONTEST && wish->kind != WISH_REPLAY)
        return;
    v->show = site_find(v->site, wish->slug);
    if (v->show == NULL) {
        viewer_miss(v, "There is no such contest here.");
    } else if (wish->kind == WISH_REPLAY) {
        viewer_watch_game(v);
    } else {
        v->show->watchers++;
        contest_feed_look(v->site, v->show);
    }
}

void viewer_hear(struct viewer *v, const char *bytes, size_t length)
{
    struct wish wish;
    int64_t second = clock_now_ns() / NS_PER_SECOND;
    v->wishes = second == v->wishes_second ? v->wishes + 1 : 1;
    v->wishes_second = second;
    if (v->wishes > VIEWER_WISHES_MOST || !wish_read(&wish, bytes, length)) {
        connection_end(v->connection, WEBSOCKET_POLICY);
        return;
    }
    viewer_watch(v, &wish);
    viewer_serve(v);
}

// --- What it gets ---

static struct blob *viewer_next_home(struct viewer *v)
{
    struct home *h = &v->site->home;
    bool whole = v->whole_seen != h->whole_number;
    if (!whole && v->changed_seen + 1 == h->changed_number) {
        v->changed_seen = h->changed_number;
        return blob_hold(h->changed);
    }
    if (!whole && v->changed_seen == h->changed_number)
        return NULL;
    // It has missed some of the changes.
    if (h->whole_at != h->changed_number)
        home_look(h);
    v->whole_seen = h->whole_number;
    v->changed_seen = h->changed_number;
    return blob_hold(h->whole);
}

static struct blob *viewer_next_fleet(struct viewer *v)
{
    const struct fleet_feed *f = &v->site->fleet;
    if (v->whole_seen == f->number)
        return NULL;
    v->whole_seen = f->number;
    return blob_hold(f->frame);
}

static struct blob *viewer_next_contest(struct viewer *v)
{
    if (v->whole_seen == v->show->frame_number)
        return NULL;
    v->whole_seen = v->show->frame_number;
    return blob_hold(v->show->frame);
}

static struct blob *viewer_next_lines(struct viewer *v)
{
    struct live_game *g = v->game;
    size_t to = 0;
    // The game has begun again, or the viewer has more than there is: from the beginning.
    if (v->epoch != g->epoch || v->line > g->count) {
        v->epoch = g->epoch;
        v->line = 0;
    }
    if (g->failed && v->line >= g->count) {
        viewer_miss(v, g->words);
        g->watchers--;
        v->game = NULL;
        return NULL;
    }
    bool asks_time = v->asks_time;
    v->asks_time = false;
    if (v->line >= g->count)
        return asks_time && !g->over ? live_game_time(g) : NULL;
    struct blob *frame = live_game_frame(g, v->line, &to);
    if (frame != NULL)
        v->line = to;
    return blob_hold(frame);
}

// The next frame for it; NULL: it has everything.
static struct blob *viewer_next(struct viewer *v)
{
    struct blob *frame = NULL;
    if (v->gone == NULL) {
        if (v->wish.kind == WISH_HOME)
            frame = viewer_next_home(v);
        else if (v->wish.kind == WISH_FLEET)
            frame = viewer_next_fleet(v);
        else if (v->wish.kind == WISH_CONTEST && v->show != NULL)
            frame = viewer_next_contest(v);
        else if (v->game != NULL)
            frame = viewer_next_lines(v);
    }
    if (frame == NULL && v->gone != NULL) {
        frame = v->gone;
        v->gone = NULL;
        viewer_forget(v);
    }
    return frame;
}

void viewer_serve(struct viewer *v)
{
    // A connection that is closed while it is sent to takes the viewer with it.
    struct connection *c = v->connection;
    while (c->user == v && !connection_is_busy(c)) {
        struct blob *frame = viewer_next(v);
        if (frame == NULL)
            return;
        connection_send(c, frame);
    }
}

void viewers_tick(struct site *s, int64_t ticks)
{
    for (struct live_game *g = s->games; g != NULL; g = g->next)
        if (g->watchers > 0)
            live_game_look(g);
    bool all = ticks % SITE_WHOLE_TICKS == 0;
    if (s->home_watchers > 0 && all)
        home_look(&s->home);
    else if (s->home_watchers > 0 && ticks % SITE_BOARD_TICKS == 0)
        home_look_boards(&s->home);
    if (s->fleet.watchers > 0 && all)
        fleet_feed_look(&s->fleet);
    for (struct web_show *show = s->shows; show != NULL && all; show = show->next) {
        if (show->watchers > 0)
            contest_feed_look(s, show);
        if (show->watchers > 0 || s->home_watchers > 0)
            site_mind_summary(s, show);
    }
    for (struct viewer *v = s->viewers, *next; v != NULL; v = next) {
        next = v->next;
        viewer_serve(v);
    }
}

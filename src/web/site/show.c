#include "web/site/show.h"

#include "base/calendar.h"
#include "base/clock.h"
#include "report/json.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- Where its games come from ---

bool show_is_live(const struct web_show *s)
{
    return s->live.feeds != NULL;
}

bool show_copy_record(struct web_show *s, int64_t game, size_t from, struct text *out)
{
    return show_is_live(s) && s->live.copy_record(s->live.user, game, from, out);
}

size_t show_games(struct web_show *s, struct pool_view *views, size_t most)
{
    return show_is_live(s) ? s->live.view_games(s->live.user, views, most) : 0;
}

int show_cores(struct web_show *s)
{
    return show_is_live(s) ? s->live.cores(s->live.user) : 0;
}

// --- The feed ---

// What a poll needs: it may outlive the show's feed by a turn of the loop.
struct show_poll {
    uv_poll_t poll;
    struct web_show *show;
    const struct show_events *events;
};

static void show_start(struct web_show *s)
{
    if (!s->started)
        game_rate_note(&s->rate, 0, clock_now_ns());
    s->started = true;
}

static void show_take(struct web_show *s, const struct show_events *events)
{
    for (struct arena_event *event; (event = feed_take(s->feed)) != NULL;) {
        s->facts++;
        if (event->kind == ARENA_STARTED || event->kind == ARENA_BEGUN)
            show_start(s);
        if (event->kind == ARENA_ENDED)
            s->ended = true;
        if (event->kind == ARENA_OVER)
            show_count_game(s, clock_now_ns());
        events->happened(events->user, s, event);
        arena_event_release(event);
    }
}

static void show_on_poll(uv_poll_t *poll, int status, int what)
{
    struct show_poll *p = poll->data;
    (void)status;
    (void)what;
    show_take(p->show, p->events);
}

static void show_poll_closed(uv_handle_t *handle)
{
    free(handle->data);
}

bool show_listen(
    struct web_show *s, uv_loop_t *loop, const struct show_events *events, struct error *e)
{
    struct show_poll *p = calloc(1, sizeof *p);
    if (p == NULL)
        return error_set(e, "out of memory");
    s->feed = feed_open(s->live.feeds, ARENA_FACTS, e);
    if (s->feed == NULL || uv_poll_init(loop, &p->poll, feed_fd(s->feed)) != 0) {
        if (s->feed != NULL)
            feed_close(s->feed);
        s->feed = NULL;
        free(p);
        return error_set(e, "the web cannot watch: no file descriptor is left");
    }
    p->show = s;
    p->events = events;
    p->poll.data = p;
    s->poll = &p->poll;
    s->started = s->ended = false;
    s->rate = (struct game_rate){0};
    uv_poll_start(s->poll, UV_READABLE, show_on_poll);
    return true;
}

void show_unlisten(struct web_show *s, const struct show_events *events)
{
    if (s->feed == NULL)
        return;
    show_take(s, events);
    uv_poll_stop(s->poll);
    uv_close((uv_handle_t *)s->poll, show_poll_closed);
    feed_close(s->feed);
    s->feed = NULL;
    s->poll = NULL;
    s->live = (struct live_source){0};
    s->facts++;
}

// --- Where it stands ---

enum web_state show_state(const struct web_show *s)
{
    if (s->has_state)
        return s->state;
    if (show_is_live(s) && !s->ended)
        return s->started ? WEB_RUNNING : WEB_WAITING;
    return s->is_match || s->summary.over ? WEB_OVER : WEB_STOPPED;
}

const char *show_state_name(enum web_state state)
{
    static const char *const names[WEB_STATES] = {
        "scheduled", "waiting", "running", "stopped", "over"};
    return names[state];
}

const char *show_name(const struct web_show *s)
{
    return s->summary.name[0] != '\0' ? s->summary.name : s->title[0] != '\0' ? s->title : s->slug;
}

int64_t show_games_done(struct web_show *s)
{
    int64_t done = s->summary.games + s->over_since_summary;
    if (done > s->games_told)
        s->games_told = done;
    return s->games_told;
}

void show_count_game(struct web_show *s, int64_t now_ns)
{
    game_rate_note(&s->rate, s->rate.last.games + 1, now_ns);
    s->over_since_summary++;
}

double show_rate(const struct web_show *s, int64_t now_ns)
{
    double rate = show_is_live(s) ? game_rate_per_second(&s->rate, now_ns) : 0;
    return rate > 0 ? rate : -1;
}

// How long it will take; negative: not known.
static int64_t show_left_s(struct web_show *s, double rate)
{
    int64_t all = s->summary.games_in_all, done = show_games_done(s);
    return all >= done && rate > 0 ? (int64_t)((double)(all - done) / rate + 0.5) : -1;
}

void show_progress_json(struct web_show *s, struct text *out)
{
    int64_t done = show_games_done(s), all = s->summary.games_in_all;
    double rate = show_state(s) == WEB_RUNNING ? show_rate(s, clock_now_ns()) : -1;
    text_format(out, "\"games\":%" PRId64 ",\"games_in_all\":", done);
    all >= 0 ? text_number(out, all) : text_string(out, "null");
    json_rate(out, rate);
    text_string(out, ",\"left_s\":");
    show_left_s(s, rate) >= 0 ? text_number(out, show_left_s(s, rate)) : text_string(out, "null");
    json_key_utc(out, "starts", s->starts_s);
    json_key_utc(out, "entries_until", s->entries_until_s);
}

void show_place(struct web_show *s, struct documents_place *place)
{
    struct pool_view *views = show_is_live(s) ? malloc(SHOW_GAMES_MOST * sizeof *views) : NULL;
    size_t count = views != NULL ? show_games(s, views, SHOW_GAMES_MOST) : 0;
    place->rate = show_state(s) == WEB_RUNNING ? show_rate(s, clock_now_ns()) : -1;
    place->left_s = show_left_s(s, place->rate);
    // Without an arena the results know best, unless somebody has said otherwise.
    place->state = s->has_state || show_is_live(s) ? show_state_name(show_state(s)) : NULL;
    snprintf(place->words, sizeof place->words, "%s", s->words);
    place->live_count = 0;
    for (size_t i = 0; i < count && i < DOCUMENTS_LIVE_MOST; i++)
        place->live[place->live_count++] = views[i].number;
    free(views);
}

void show_live_json(struct web_show *s, struct text *out)
{
    struct documents_place place;
    show_place(s, &place);
    text_string(out, "\"slug\":");
    text_json(out, s->slug);
    text_format(out, ",\"state\":\"%s\",\"words\":", show_state_name(show_state(s)));
    s->words[0] != '\0' ? text_json(out, s->words) : text_string(out, "null");
    text_string(out, ",\"progress\":{");
    show_progress_json(s, out);
    text_string(out, "},\"live\":[");
    for (size_t i = 0; i < place.live_count; i++)
        text_format(out, "%s%" PRId64, i > 0 ? "," : "", place.live[i]);
    text_string(out, "],");
}

// --- What is said of it ---

static int64_t show_time_s(const struct calendar_time *time)
{
    return calendar_is_given(time) ? calendar_unix_s(time) : 0;
}

// Without memory nobody is named.
static void show_copy_players(struct web_show *s, const struct contest_file *f)
{
    free(s->players);
    size_t count = f->player_count;
    s->players = count > 0 ? malloc(count * (sizeof *s->players + PLAYER_NAME_BYTES)) : NULL;
    s->player_count = s->players != NULL ? count : 0;
    char *names = (char *)(s->players + s->player_count);
    for (size_t i = 0; i < s->player_count; i++) {
        memcpy(names + i * PLAYER_NAME_BYTES, f->players[i].name, PLAYER_NAME_BYTES);
        s->players[i] = names + i * PLAYER_NAME_BYTES;
    }
}

void show_describe(struct web_show *s, const struct contest_file *f, const char *fallback_name)
{
    struct documents_summary *d = &s->summary;
    position start;
    struct error e;
    const char *name = f->name != NULL ? f->name : fallback_name;
    snprintf(s->title, sizeof s->title, "%s", name != NULL ? name : s->slug);
    s->starts_s = show_time_s(&f->starts);
    s->entries_until_s = show_time_s(&f->entries_until);
    show_copy_players(s, f);
    if (d->known)
        return;
    snprintf(d->name, sizeof d->name, "%s", s->title);
    snprintf(d->format, sizeof d->format, "%s", contest_format_name(f->format));
    d->shows_stderr = f->shows_stderr == 1;
    d->games_in_all = -1;
    d->players = (int64_t)f->player_count;
    if (f->game == NULL)
        return;
    snprintf(d->game, sizeof d->game, "%s", f->game->name);
    if (f->game->start(&start, f->variant, &e))
        snprintf(d->variant, sizeof d->variant, "%s", f->game->variant(&start));
}

void show_destroy(struct web_show *s)
{
    documents_summary_destroy(&s->summary);
    kept_games_destroy(&s->kept);
    free(s->players);
    blob_release(s->frame);
    free(s->frame_waiter);
    free(s);
}

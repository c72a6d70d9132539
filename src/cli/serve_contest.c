#include "cli/serve_contest.h"

#include "archive/contest_state.h"
#include "archive/results_place.h"
#include "arena/placement.h"
#include "base/columns.h"
#include "cli/notice.h"
#include "cli/over_line.h"
#include "cli/start_check.h"
#include "cli/terminal.h"
#include "store/postgres.h"

#include <string.h>
#include <unistd.h>

// --- What is told of it ---

// One line about the contest; its name stands before it where there are others.
static void serve_contest_say(const struct serve_contest *c, const char *words)
{
    notice_say("%s%s%s", c->several ? c->slug : "", c->several ? ": " : "", words);
}

static void serve_contest_set_state(
    struct serve_contest *c, enum web_state state, const char *words)
{
    if (c->show)
        web_show_state(c->show, state, words);
}

// It cannot be played, or not any more; setup.words says why, and it has been told.
static void serve_contest_fail(struct serve_contest *c)
{
    c->state = SERVE_FAILED;
    serve_contest_set_state(c, WEB_STOPPED, c->setup.words);
}

static void serve_contest_fail_with(struct serve_contest *c, const struct error *e)
{
    struct text words = TEXT_IN(c->setup.words);
    text_string(&words, e->words);
    if (e->words[0] != '\0')
        serve_contest_say(c, e->words);
    serve_contest_fail(c);
}

static void serve_contest_report_game(struct serve_contest *c, const struct arena_event *over)
{
    struct text out = text_growing();
    if (c->several)
        text_format(&out, "%s: ", c->slug);
    over_line_write(&out, over, &(struct over_line){c->setup.file, c->name_width, false});
    print_bytes(stdout, &out);
    text_destroy(&out);
}

// --- Showing ---

static bool serve_contest_look(void *user, struct standings *s, size_t *running, struct error *e)
{
    struct serve_contest *c = user;
    pthread_mutex_lock(&c->lock);
    bool looked =
        c->arena ? arena_copy_standings(c->arena, s, running, e) : error_set(e, "it is not played");
    pthread_mutex_unlock(&c->lock);
    return looked;
}

static void serve_contest_describe(struct serve_contest *c)
{
    const struct contest_file *f = &c->setup.definition.file;
    c->name_width = 0;
    for (size_t i = 0; i < f->player_count; i++) {
        int columns = columns_count(f->players[i].name);
        c->name_width = columns > c->name_width ? columns : c->name_width;
    }
    c->live = (struct live_contest){.title = contest_setup_title(&c->setup),
        .definition = &c->setup.definition,
        .look = serve_contest_look,
        .user = c};
    if (c->show && f->game)
        web_show_describe(c->show, f, contest_setup_title(&c->setup));
}

bool serve_contest_find_results(char path[ARCHIVE_PATH_BYTES], const char *file, struct error *e)
{
    if (postgres_is_place(file) || !archive_holds_results(file))
        return results_place_find(path, file, e);
    int written = snprintf(path, ARCHIVE_PATH_BYTES, "%s", file);
    return written < ARCHIVE_PATH_BYTES || error_set(e, "the name of the file is too long");
}

void serve_contest_open(struct serve_contest *c, struct web *web, const char *file, bool only_shown)
{
    struct contest_setup *s = &c->setup;
    struct error e = {0};
    pthread_mutex_init(&c->lock, NULL);
    s->file = file;
    bool results = archive_holds_results(file), exists = false;
    c->state = SERVE_SHOWN;
    bool named = serve_contest_find_results(s->path, file, &e);
    bool well = named;
    if (well && !results && !only_shown)
        well = contest_setup_read(s) == EXIT_OK; // it has told what is wrong
    else if (well && (well = location_exists(s->path, &exists, &e)) && !exists)
        well = error_set(&e, "%.160s has no results to show", file);
    web_slug(c->slug, results && named ? s->path : file);
    c->show = named ? web_add_contest(web, s->path, c->slug, &e) : NULL;
    if (c->show) // it may have another number behind it
        snprintf(c->slug, sizeof c->slug, "%s", web_show_slug(c->show));
    if (well && !c->show)
        well = false;
    if (!well && s->words[0] == '\0')
        serve_contest_fail_with(c, &e);
    else if (!well)
        serve_contest_fail(c);
    else if (!results && !only_shown)
        c->state = SERVE_SCHEDULED;
    if (!results && !only_shown)
        serve_contest_describe(c);
}

// --- Beginning ---

// A contest that has begun goes on at once.
static bool serve_contest_is_early(struct serve_contest *c, int64_t now_s)
{
    const struct calendar_time *starts = &c->setup.definition.file.starts;
    c->starts_s = calendar_is_given(starts) ? calendar_unix_s(starts) : 0;
    return !c->setup.resumed.text && c->starts_s > now_s;
}

// Entries may have come since the file was read.
static bool serve_contest_read_again(struct serve_contest *c)
{
    const char *file = c->setup.file;
    contest_setup_destroy(&c->setup);
    c->setup = (struct contest_setup){.file = file};
    bool well = contest_setup_read(&c->setup) == EXIT_OK;
    if (well)
        serve_contest_describe(c);
    return well;
}

static bool serve_contest_start_arena(struct serve_contest *c, struct error *e)
{
    const unsigned wants = ARENA_FACTS & ~ARENA_WANTS(ARENA_BEGUN);
    struct arena *a = arena_create(&c->setup.options, e);
    c->feed = a ? feed_open(arena_feeds(a), wants, e) : NULL;
    const struct live_source live = a ? arena_live_source(a) : (struct live_source){0};
    bool shown = c->feed && web_show_live(c->show, &live, e);
    if (shown && arena_start(a, e)) {
        pthread_mutex_lock(&c->lock);
        c->arena = a;
        pthread_mutex_unlock(&c->lock);
        return true;
    }
    struct error ignored;
    if (shown)
        web_show_live(c->show, NULL, &ignored);
    if (c->feed)
        feed_close(c->feed);
    if (a)
        arena_destroy(a);
    c->feed = NULL;
    return false;
}

static void serve_contest_play(struct serve_contest *c)
{
    struct arena_options *o = &c->setup.options;
    struct error e = {0};
    if (contest_setup_players(&c->setup) != EXIT_OK) {
        serve_contest_fail(c);
        return;
    }
    o->served = c->served;
    o->keeps_records = true;
    o->first_core = c->first_core;
    tell_placement(&(struct placement_wish){.cores = (int)o->cores,
        .concurrency = o->concurrency,
        .one_runner = roster_meets_at_ports(&c->setup.roster)});
    if (!serve_contest_start_arena(c, &e)) {
        serve_contest_fail_with(c, &e);
        return;
    }
    c->state = SERVE_PLAYED;
    serve_contest_set_state(c, WEB_WAITING, NULL);
}

void serve_contest_begin(struct serve_contest *c, int64_t now_s)
{
    if (c->state != SERVE_SCHEDULED)
        return;
    bool waited = c->starts_s > 0;
    if (waited && !serve_contest_read_again(c))
        serve_contest_fail(c);
    else if (serve_contest_is_early(c, now_s)) // or somebody has put it off
        serve_contest_set_state(c, WEB_SCHEDULED, NULL);
    else
        serve_contest_play(c);
}

bool serve_contest_was_over(const struct serve_contest *c)
{
    struct archive a;
    struct ledger ledger = {0};
    struct contest_state state = {0};
    struct error ignored; // its arena says what is wrong
    if (!c->setup.resumed.text)
        return false;
    bool over = archive_open(&a, c->setup.path, &ignored) &&
        ledger_load(&ledger, a.reader, a.definition.plan.players, &ignored) &&
        contest_state_read(&state, &a.definition, &ledger, &ignored) && state.over &&
        state.count == 0;
    contest_state_destroy(&state);
    ledger_destroy(&ledger);
    archive_close(&a);
    return over;
}

// --- While it is played ---

// Its arena has ended.
static void serve_contest_end(struct serve_contest *c)
{
    struct error e = {0}, ignored;
    struct arena_ended ended = {0};
    pthread_mutex_lock(&c->lock);
    struct arena *a = c->arena;
    c->arena = NULL;
    pthread_mutex_unlock(&c->lock);
    web_show_live(c->show, NULL, &ignored);
    feed_close(c->feed);
    c->feed = NULL;
    enum arena_end end = arena_join(a, &ended, &e);
    c->state = SERVE_ENDED;
    c->over = end == ARENA_PLAYED;
    if (c->over) {
        serve_contest_set_state(c, WEB_OVER, NULL);
    } else if (end == ARENA_STOPPED || (end == ARENA_NOT_BEGUN && c->stopping)) {
        serve_contest_set_state(c, WEB_STOPPED, c->paused ? "paused by the organiser" : NULL);
    } else if (ended.findings.count > 0) {
        struct text words = TEXT_IN(c->setup.words);
        text_string(&words, ended.findings.list[0].words);
        start_check_print(&ended.findings);
        serve_contest_fail(c);
    } else {
        serve_contest_fail_with(c, &e);
    }
    tell_crowd(&ended.crowd);
}

// Returns true if its games begin now.
static bool serve_contest_hear_event(struct serve_contest *c, const struct arena_event *event)
{
    switch (event->kind) {
    case ARENA_STARTED:
        serve_contest_set_state(c, WEB_RUNNING, NULL);
        return true;
    case ARENA_OVER:
        if (c->lines)
            serve_contest_report_game(c, event);
        break;
    case ARENA_SAID:
    case ARENA_JOINED:
    case ARENA_ABSENT:
    case ARENA_OUT:
        serve_contest_say(c, event->text);
        break;
    default:
        break;
    }
    return false;
}

bool serve_contest_hear(struct serve_contest *c)
{
    bool begins = false, ended = false;
    struct arena_event *event;
    while (c->feed && !ended && (event = feed_take(c->feed))) {
        ended = event->kind == ARENA_ENDED;
        begins = serve_contest_hear_event(c, event) || begins;
        arena_event_release(event);
    }
    if (ended)
        serve_contest_end(c);
    return begins && !ended;
}

void serve_contest_stop(struct serve_contest *c, const char *why)
{
    if (c->state == SERVE_SCHEDULED)
        c->state = SERVE_ENDED;
    if (c->state != SERVE_PLAYED)
        return;
    c->stopping = true;
    c->paused = c->paused || why;
    if (why)
        arena_pause(c->arena, why);
    else
        arena_stop(c->arena, POOL_FINISH);
}

void serve_contest_destroy(struct serve_contest *c)
{
    contest_setup_destroy(&c->setup);
    pthread_mutex_destroy(&c->lock);
}

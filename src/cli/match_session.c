#include "cli/match_session.h"

#include "cli/notice.h"
#include "cli/stop.h"

#include <poll.h>
#include <unistd.h>

static enum stop_manner match_session_stop_manner(const struct match_session *s)
{
    bool person = s->options.players[0].untimed || s->options.players[1].untimed;
    return s->deaf ? STOP_NEVER : person ? STOP_PERSON : STOP_MATCH;
}

// Waits for an event (unless one is not to be taken yet), a key, a signal or the next tick.
static void match_session_wait(struct match_session *s, struct feed *feed, int wait_ms)
{
    bool keys = s->wants_keys && s->wants_keys(s->user);
    struct pollfd ready[] = {{.fd = wait_ms > 0 ? -1 : feed_fd(feed), .events = POLLIN},
        {.fd = stop_fd(), .events = POLLIN}, {.fd = keys ? STDIN_FILENO : -1, .events = POLLIN}};
    int timeout_ms = wait_ms > 0 ? wait_ms : -1;
    if (s->tick_ms > 0 && (timeout_ms < 0 || timeout_ms > s->tick_ms))
        timeout_ms = s->tick_ms;
    poll(ready, sizeof ready / sizeof *ready, timeout_ms);
    stop_silence();
    if (ready[2].revents != 0)
        s->typed(s->user);
    if (s->tick)
        s->tick(s->user);
}

static void match_session_listen(struct match_session *s, struct feed *feed)
{
    bool ended = false, stopped = false;
    while (!ended) {
        if (stop_asked() && !stopped) {
            stopped = true;
            match_stop(s->match, POOL_FINISH);
        }
        int wait_ms = s->wait_ms ? s->wait_ms(s->user) : 0;
        struct arena_event *event = wait_ms > 0 ? NULL : feed_take(feed);
        if (!event) {
            match_session_wait(s, feed, wait_ms);
            continue;
        }
        ended = event->kind == ARENA_ENDED;
        s->event(s->user, event);
        arena_event_release(event);
    }
}

enum match_end match_session_run(struct match_session *s, struct error *e)
{
    s->options.keeps_records = s->web != NULL;
    s->match = match_create(&s->options, e);
    struct feed *feed = s->match ? feed_open(match_feeds(s->match), s->wants, e) : NULL;
    struct web_show *show = NULL;
    if (feed && s->web) {
        const struct live_source live = match_live_source(s->match);
        show = web_add_match(s->web, &live, &s->options, s->title, e);
    }
    bool started = false;
    if (feed && (show || !s->web)) {
        stop_listen(match_session_stop_manner(s), NULL);
        started = match_start(s->match, e);
        if (started)
            match_session_listen(s, feed);
        stop_listen_no_more();
    }
    enum match_end end = MATCH_FAILED;
    struct error why;
    if (show)
        web_show_live(show, NULL, &why); // what was played stays shown
    if (feed)
        feed_close(feed);
    if (s->match)
        end = match_join(s->match, &s->crowd, &why);
    s->match = NULL;
    if (!started)
        return MATCH_FAILED;
    if (end == MATCH_FAILED)
        *e = why;
    else
        end = stop_asked() ? MATCH_STOPPED : MATCH_PLAYED;
    return end;
}

void match_session_count(struct match_session *s, const struct arena_event *over)
{
    struct result r;
    arena_event_result(over, &r);
    // A bot that ends early always plays the same game: that is told as its fault.
    if (r.verdict == VERDICT_VOID || r.blame != NOBODY)
        return;
    repeats_add(&s->repeats, over->setup->players[0], &over->setup->start, over->text);
}

void match_session_tell_repeats(const struct match_session *s)
{
    struct text words = text_growing();
    if (repeats_words(&s->repeats, &s->options.openings, &words))
        notice_say("agon: %s", words.bytes);
    text_destroy(&words);
}

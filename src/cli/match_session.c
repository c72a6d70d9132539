#include "cli/match_session.h"

#include "cli/stop.h"

#include <poll.h>
#include <unistd.h>

static bool match_session_has_person(const struct match_session *s)
{
    return s->options.players[0].untimed || s->options.players[1].untimed;
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
    struct web_show *show = feed && s->web ? web_add_match(s->web, s->match, s->title, e) : NULL;
    bool started = false;
    if (feed && (show || !s->web)) {
        stop_listen(match_session_has_person(s) ? STOP_PERSON : STOP_MATCH, NULL);
        started = match_start(s->match, e);
        if (started)
            match_session_listen(s, feed);
        stop_listen_no_more();
    }
    enum match_end end = MATCH_FAILED;
    struct error why;
    if (show)
        web_show_match(show, NULL, &why); // what was played stays shown
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

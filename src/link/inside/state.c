#include "link/inside/state.h"

#include "base/clock.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

// --- Handles ---

void link_hub_event(struct link_hub *hub)
{
    if (hub->polled_ns == 0)
        hub->polled_ns = (int64_t)uv_now(hub->loop) * NS_PER_MS;
}

void link_handle_added(struct link *link)
{
    link->handles++;
}

void link_handle_closed(struct link *link)
{
    if (--link->handles > 0)
        return;
    link->events->closed(link, link->user);
    link->hub->links--;
    stderr_log_destroy(&link->log);
    text_destroy(&link->shaper.waiting);
    free(link->marked.list);
    free(link->scratch);
    free(link);
}

static void link_on_handle_closed(uv_handle_t *handle)
{
    link_handle_closed(handle->data);
}

void link_shut(struct link *link, uv_handle_t *handle)
{
    handle->data = link;
    if (!uv_is_closing(handle))
        uv_close(handle, link_on_handle_closed);
}

// --- The timer ---

static void link_on_timer(uv_timer_t *timer)
{
    struct link *link = timer->data;
    link->life->timer(link);
}

void link_timer_init(struct link *link)
{
    uv_timer_init(link->hub->loop, &link->timer);
    link->timer.data = link;
    link_handle_added(link);
}

// uv_now is the time when the last poll returned, and the clocks of the referee need it to stay so
// until the next poll. So we do not update it, but add the time that has passed since then.
void link_timer_set(struct link *link, uint64_t ms)
{
    uv_loop_t *loop = link->hub->loop;
    uint64_t passed_ms = uv_hrtime() / (uint64_t)NS_PER_MS - uv_now(loop);
    uv_timer_start(&link->timer, link_on_timer, ms > 0 ? ms + passed_ms : 0, 0);
}

// --- What comes of it ---

void link_soon(struct link *link)
{
    link_timer_set(link, 0);
}

void link_fail(struct link *link, bool ours, const char *format, ...)
{
    if (link->state != LINK_STARTING || link->failing)
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(link->failure.error.words, sizeof link->failure.error.words, format, arguments);
    va_end(arguments);
    link->failure.ours = ours;
    link->failing = true;
    link_soon(link);
}

void link_note_end(struct link *link, enum link_end_how how)
{
    if (link->end_seen)
        return;
    link->end_seen = true;
    link->end.how = how;
    link->end.at_ns = clock_now_ns();
    link_thaw(link); // so that it can exit, which explains the end
    if (link->state == LINK_OPEN || link->state == LINK_STARTING)
        link_timer_set(link, LINK_END_GRACE_MS);
}

void link_saw_end(struct link *link, enum link_end_how how)
{
    link_note_end(link, how);
    link->life->changed(link);
}

#include "link/inside/shaper.h"

#include "link/inside/stream.h"

enum { PAUSE_MS = 1 }; // between two pieces: long enough for a bot that waits to read one

void shaper_init(struct link *link, const struct link_shape *shape)
{
    struct link_shaper *s = &link->shaper;
    s->used = shape->piece_most > 0 || shape->hold_ms > 0;
    if (!s->used)
        return;
    s->shape = *shape;
    s->random = random_seeded(shape->seed);
    s->waiting = text_growing();
    uv_timer_init(link->hub->loop, &s->timer);
    s->timer.data = link;
    link_handle_added(link);
}

static size_t shaper_next_piece(struct link_shaper *s)
{
    size_t left = s->waiting.length - s->sent;
    bool whole = s->shape.piece_most == 0 || s->pieces >= s->shape.pieces_most;
    size_t piece = whole ? left : 1 + random_below(&s->random, s->shape.piece_most);
    return piece < left ? piece : left;
}

static enum link_sent shaper_hand_over(struct link *link, size_t length)
{
    struct link_shaper *s = &link->shaper;
    const char *bytes = s->waiting.bytes + s->sent;
    s->sent += length;
    s->pieces++;
    enum link_sent how = stream_send(link, bytes, length);
    if (how == LINK_NOT_OPEN || s->sent == s->waiting.length) {
        text_clear(&s->waiting);
        s->sent = 0;
        s->pieces = 0;
    }
    return how;
}

static void shaper_on_timer(uv_timer_t *timer)
{
    struct link *link = timer->data;
    if (link->shaper.waiting.length == 0)
        return;
    enum link_sent how = shaper_hand_over(link, shaper_next_piece(&link->shaper));
    if (link->shaper.waiting.length > 0)
        uv_timer_start(timer, shaper_on_timer, PAUSE_MS, 0);
    else if (how == LINK_SENT && link->state == LINK_OPEN)
        link->events->written(link, link->user, link->written_at_ns);
}

enum link_sent link_send(struct link *link, const char *bytes, size_t length)
{
    struct link_shaper *s = &link->shaper;
    if (link->state != LINK_OPEN || link->deaf)
        return LINK_NOT_OPEN;
    if (!s->used)
        return stream_send(link, bytes, length);
    if (length > LINK_QUEUE_LIMIT_BYTES - link->queued_bytes - (s->waiting.length - s->sent))
        return LINK_OVERFLOW;
    text_bytes(&s->waiting, bytes, length);
    if (s->waiting.cut)
        return LINK_OVERFLOW;
    s->pieces = 0; // every message is cut anew
    link->written_at_ns = 0;
    if (!uv_is_active((uv_handle_t *)&s->timer))
        uv_timer_start(&s->timer, shaper_on_timer, s->shape.hold_ms, 0);
    return LINK_QUEUED;
}

void shaper_flush(struct link *link)
{
    if (link->shaper.used && link->shaper.waiting.length > 0)
        shaper_hand_over(link, link->shaper.waiting.length - link->shaper.sent);
}

void shaper_shut(struct link *link)
{
    if (link->shaper.used)
        link_shut(link, (uv_handle_t *)&link->shaper.timer);
}

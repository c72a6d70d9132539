#include "arena/feed.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

struct feed_item {
    struct arena_event *event;
    struct feed_item *next;
};

struct feed {
    struct feeds *feeds;
    struct feed *next;
    unsigned wants;
    int fd;               // an eventfd: readable while `rung`
    pthread_mutex_t lock; // of everything below
    struct feed_item *first, **end;
    struct feed_item last; // for ARENA_ENDED, which must come also where there is no memory
    size_t bytes, frame_bytes;
    int64_t missed;
    bool rung;
};

// --- Publishing ---

void feeds_init(struct feeds *f, void (*has_room)(void *user), void *user)
{
    *f = (struct feeds){.has_room = has_room,
        .user = user,
        .ended = {.kind = ARENA_ENDED, .seat = NOBODY, .player = NOBODY}};
    atomic_init(&f->ended.holders, 1); // we hold it to the end, so that nobody frees it
    pthread_mutex_init(&f->lock, NULL);
}

void feeds_destroy(struct feeds *f)
{
    pthread_mutex_destroy(&f->lock);
}

bool feeds_want(const struct feeds *f, enum arena_event_kind kind)
{
    return (atomic_load_explicit(&f->wanted, memory_order_relaxed) & ARENA_WANTS(kind)) != 0;
}

static void feed_ring(struct feed *feed)
{
    const uint64_t one = 1;
    if (feed->rung)
        return;
    feed->rung = true;
    ssize_t ignored = write(feed->fd, &one, sizeof one);
    (void)ignored; // it can only fail when it is readable already
}

static void feed_offer(struct feed *feed, struct arena_event *event)
{
    bool fact = arena_event_is_fact(event->kind);
    pthread_mutex_lock(&feed->lock);
    bool fits = fact || feed->frame_bytes + event->bytes <= FEED_FRAME_BYTES_MOST;
    struct feed_item *item = fits ? malloc(sizeof *item) : NULL;
    if (!item && event->kind == ARENA_ENDED)
        item = &feed->last;
    if (item) {
        *item = (struct feed_item){.event = event};
        arena_event_hold(event);
        *feed->end = item;
        feed->end = &item->next;
        feed->bytes += event->bytes;
        feed->frame_bytes += fact ? 0 : event->bytes;
        feed_ring(feed);
    } else {
        feed->missed++;
    }
    pthread_mutex_unlock(&feed->lock);
}

static void feed_miss(struct feed *feed)
{
    pthread_mutex_lock(&feed->lock);
    feed->missed++;
    pthread_mutex_unlock(&feed->lock);
}

void feeds_publish(struct feeds *f, struct arena_event *event)
{
    pthread_mutex_lock(&f->lock);
    for (struct feed *feed = f->first; feed; feed = feed->next) {
        if (!event)
            feed_miss(feed);
        else if (feed->wants & ARENA_WANTS(event->kind))
            feed_offer(feed, event);
    }
    pthread_mutex_unlock(&f->lock);
    arena_event_release(event);
}

void feeds_end(struct feeds *f)
{
    arena_event_hold(&f->ended);
    feeds_publish(f, &f->ended);
}

bool feeds_are_full(struct feeds *f)
{
    bool full = false;
    pthread_mutex_lock(&f->lock);
    for (struct feed *feed = f->first; feed; feed = feed->next) {
        pthread_mutex_lock(&feed->lock);
        full = full || feed->bytes > FEED_BYTES_MOST;
        pthread_mutex_unlock(&feed->lock);
    }
    pthread_mutex_unlock(&f->lock);
    return full;
}

// --- Watching ---

// The caller holds the lock of all feeds.
static void feeds_add_up_wants(struct feeds *f)
{
    unsigned wanted = 0;
    for (const struct feed *feed = f->first; feed; feed = feed->next)
        wanted |= feed->wants;
    atomic_store(&f->wanted, wanted);
}

struct feed *feed_open(struct feeds *f, unsigned wants, struct error *e)
{
    struct feed *feed = calloc(1, sizeof *feed);
    if (!feed) {
        error_set(e, "out of memory");
        return NULL;
    }
    *feed = (struct feed){.feeds = f, .wants = wants, .fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
    if (feed->fd < 0) {
        error_set(e, "nobody can watch: %s", strerror(errno));
        free(feed);
        return NULL;
    }
    feed->end = &feed->first;
    pthread_mutex_init(&feed->lock, NULL);
    pthread_mutex_lock(&f->lock);
    feed->next = f->first;
    f->first = feed;
    feeds_add_up_wants(f);
    pthread_mutex_unlock(&f->lock);
    return feed;
}

int feed_fd(const struct feed *feed)
{
    return feed->fd;
}

// The caller holds the feed's lock, and its queue is empty.
static void feed_silence(struct feed *feed)
{
    uint64_t count;
    if (!feed->rung)
        return;
    feed->rung = false;
    ssize_t ignored = read(feed->fd, &count, sizeof count);
    (void)ignored;
}

struct arena_event *feed_take(struct feed *feed)
{
    struct arena_event *event = NULL;
    pthread_mutex_lock(&feed->lock);
    struct feed_item *item = feed->first;
    bool was_full = feed->bytes > FEED_BYTES_MOST;
    if (item) {
        event = item->event;
        feed->first = item->next;
        if (!feed->first)
            feed->end = &feed->first;
        feed->bytes -= event->bytes;
        feed->frame_bytes -= arena_event_is_fact(event->kind) ? 0 : event->bytes;
    } else {
        feed_silence(feed);
    }
    bool has_room = was_full && feed->bytes <= FEED_BYTES_MOST;
    pthread_mutex_unlock(&feed->lock);
    if (item != &feed->last)
        free(item);
    if (has_room && feed->feeds->has_room)
        feed->feeds->has_room(feed->feeds->user);
    return event;
}

int64_t feed_missed(struct feed *feed)
{
    pthread_mutex_lock(&feed->lock);
    int64_t missed = feed->missed;
    pthread_mutex_unlock(&feed->lock);
    return missed;
}

void feed_close(struct feed *feed)
{
    struct feeds *f = feed->feeds;
    pthread_mutex_lock(&f->lock);
    struct feed **at = &f->first;
    while (*at != feed)
        at = &(*at)->next;
    *at = feed->next;
    feeds_add_up_wants(f);
    pthread_mutex_unlock(&f->lock);
    for (struct arena_event *event; (event = feed_take(feed));)
        arena_event_release(event);
    close(feed->fd);
    pthread_mutex_destroy(&feed->lock);
    free(feed);
    if (f->has_room)
        f->has_room(f->user); // this queue may have been the full one
}

#include "web/site/shelf.h"

#include "base/clock.h"

#include <stdlib.h>
#include <string.h>

struct shelf_entry {
    struct shelf_entry *next;
    char *key;
    struct shelf *shelf;
    struct desk_job *job; // being made; NULL: it is not
    bool calling;         // its waiters are told: they may ask for more, which must not free it
    struct shelf_waiter *waiters;
    int status;
    struct blob *body;
    const char *type;
    char etag[ANSWER_ETAG_BYTES];
    char words[sizeof((struct documents_result *)0)->words];
    struct revision version;
    int64_t made_ns, used_ns, fresh_ns; // fresh for so long
};

struct shelf {
    struct desk *desk;
    struct shelf_entry *first;
    size_t bytes, count;
};

struct shelf *shelf_create(struct desk *desk)
{
    struct shelf *s = calloc(1, sizeof *s);
    if (s != NULL)
        s->desk = desk;
    return s;
}

static void shelf_free(struct shelf_entry *entry)
{
    blob_release(entry->body);
    free(entry->key);
    free(entry);
}

void shelf_destroy(struct shelf *s)
{
    if (s == NULL)
        return;
    while (s->first != NULL) {
        struct shelf_entry *entry = s->first;
        s->first = entry->next;
        shelf_free(entry);
    }
    free(s);
}

static size_t shelf_size(const struct shelf_entry *entry)
{
    return entry->body != NULL ? entry->body->length : 0;
}

static bool shelf_is_free(const struct shelf_entry *entry)
{
    return entry->job == NULL && !entry->calling;
}

// Throws away what was not used for longest, until all is within the limits. What is being made or
// given out stays.
static void shelf_tidy(struct shelf *s)
{
    while (s->bytes > SHELF_BYTES_MOST || s->count > SHELF_COUNT_MOST) {
        struct shelf_entry **oldest = NULL;
        for (struct shelf_entry **at = &s->first; *at != NULL; at = &(*at)->next)
            if (shelf_is_free(*at) && (oldest == NULL || (*at)->used_ns < (*oldest)->used_ns))
                oldest = at;
        if (oldest == NULL)
            return;
        struct shelf_entry *gone = *oldest;
        *oldest = gone->next;
        s->bytes -= shelf_size(gone);
        s->count--;
        shelf_free(gone);
    }
}

static struct shelf_entry *shelf_find(struct shelf *s, const char *key)
{
    for (struct shelf_entry *entry = s->first; entry != NULL; entry = entry->next)
        if (strcmp(entry->key, key) == 0)
            return entry;
    struct shelf_entry *entry = calloc(1, sizeof *entry);
    char *copy = strdup(key);
    if (entry == NULL || copy == NULL) {
        free(entry);
        free(copy);
        return NULL;
    }
    *entry = (struct shelf_entry){.next = s->first, .key = copy, .shelf = s};
    s->first = entry;
    s->count++;
    return entry;
}

static void shelf_call(const struct shelf_entry *entry, struct shelf_waiter *w)
{
    struct shelf_document d = {
        .status = entry->status, .body = entry->body, .type = entry->type, .words = entry->words};
    memcpy(d.etag, entry->etag, sizeof d.etag);
    w->ready(w, &d);
}

static void shelf_call_all(struct shelf_entry *entry)
{
    entry->calling = true;
    while (entry->waiters != NULL) {
        struct shelf_waiter *w = entry->waiters;
        entry->waiters = w->next;
        shelf_call(entry, w);
    }
    entry->calling = false;
}

static void shelf_take(struct shelf_entry *entry, struct documents_result *r)
{
    // What cannot be read at the moment is shown as it was.
    if (r->status == 503 && entry->status == 200)
        return;
    entry->version = r->version;
    if (r->status == 304)
        return;
    entry->shelf->bytes -= shelf_size(entry);
    blob_release(entry->body);
    entry->body = blob_hold(r->body);
    entry->shelf->bytes += shelf_size(entry);
    entry->status = r->status;
    entry->type = r->type;
    memcpy(entry->etag, r->etag, sizeof entry->etag);
    memcpy(entry->words, r->words, sizeof entry->words);
}

static void shelf_done(struct desk_job *job)
{
    struct shelf_entry *entry = job->user;
    int64_t fresh_ms = SHELF_PATIENCE * job->took_ms;
    entry->job = NULL;
    entry->made_ns = clock_now_ns();
    entry->fresh_ns = (fresh_ms > SHELF_FRESH_MS ? fresh_ms : SHELF_FRESH_MS) * NS_PER_MS;
    shelf_take(entry, &job->result);
    desk_job_destroy(job);
    struct shelf *s = entry->shelf;
    shelf_call_all(entry);
    shelf_tidy(s);
}

// Lets the desk make it, or look whether it is still right.
static bool shelf_make(struct shelf_entry *entry, struct documents_wish *wish)
{
    struct desk_job *job = calloc(1, sizeof *job);
    if (job == NULL)
        return false;
    job->wish = *wish;
    *wish = (struct documents_wish){0};
    job->done = shelf_done;
    job->user = entry;
    if (entry->body != NULL) {
        job->wish.version = entry->version;
        memcpy(job->wish.etag, entry->etag, sizeof entry->etag);
    }
    if (!desk_add(entry->shelf->desk, job)) {
        desk_job_destroy(job);
        return false;
    }
    entry->job = job;
    return true;
}

bool shelf_ask(
    struct shelf *s, const char *key, struct documents_wish *wish, struct shelf_waiter *w)
{
    int64_t now_ns = clock_now_ns();
    struct shelf_entry *entry = shelf_find(s, key);
    bool well = entry != NULL;
    if (well) {
        entry->used_ns = now_ns;
        bool fresh = entry->status != 0 && now_ns - entry->made_ns < entry->fresh_ns;
        if (fresh && entry->job == NULL) {
            documents_wish_destroy(wish);
            shelf_call(entry, w);
            return true;
        }
        well = entry->job != NULL || shelf_make(entry, wish);
    }
    if (well) {
        w->next = entry->waiters;
        entry->waiters = w;
    }
    documents_wish_destroy(wish);
    shelf_tidy(s);
    return well;
}

void shelf_leave(struct shelf *s, struct shelf_waiter *w)
{
    for (struct shelf_entry *entry = s->first; entry != NULL; entry = entry->next)
        for (struct shelf_waiter **at = &entry->waiters; *at != NULL; at = &(*at)->next)
            if (*at == w) {
                *at = w->next;
                return;
            }
}

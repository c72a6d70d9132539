// Records are unpacked and played again by the rules on threads of their own; the coordinator's
// thread takes them back in the order in which they were handed in. So what is counted does not
// depend on how many threads there are.
#include "fleet/claimed_layers.h"
#include "fleet/coordinator/parts.h"

#include <sched.h>
#include <stdlib.h>

enum {
    THREADS_MOST = 8,
    AHEAD_MOST = 64, // records that are unpacked and not counted yet: they need memory
};

struct replays {
    const struct roster *roster;
    sandbox_layers required;
    pthread_t threads[THREADS_MOST];
    int thread_count;
    pthread_mutex_t lock;      // of all below
    pthread_cond_t work, done; // there is something to replay; something was replayed
    struct replayed_record *list;
    size_t count, begun, counted; // of the list
    size_t busy;                  // threads that replay now
    bool ending;
};

// --- On a thread of its own ---

static bool replays_check(
    const struct replays *r, struct unpacker *unpacker, struct replayed_record *p)
{
    struct unpacked bytes = {0};
    bool unpacks = unpacker_unpack(unpacker, &p->packed, false, &bytes, &p->why);
    p->out_of_memory = bytes.out_of_memory;
    if (!unpacks)
        return false;
    struct record_header header = {.game = r->roster->definition->game,
        .start = &p->job.start,
        .seed = p->job.seed,
        .index = p->job.number};
    for (int seat = 0; seat < SEATS; seat++)
        header.players[seat] =
            record_player(&r->roster->players[p->job.players[seat]], &p->budgets[seat]);
    p->bytes = text_growing();
    text_bytes(&p->bytes, bytes.bytes, bytes.length);
    bool holds = claimed_game_read(&p->claimed, bytes.bytes, bytes.length, &header, &p->why) &&
        claimed_layers_check(bytes.bytes, bytes.length, r->required, &p->why);
    p->out_of_memory = p->bytes.cut || p->claimed.out_of_memory;
    return holds;
}

// The next record to be replayed, with the lock; NULL: the threads are to end.
static struct replayed_record *replays_take(struct replays *r)
{
    for (;;) {
        if (r->ending)
            return NULL;
        if (r->begun < r->count && r->begun < r->counted + AHEAD_MOST)
            return &r->list[r->begun++];
        pthread_cond_wait(&r->work, &r->lock);
    }
}

static void *replays_thread(void *user)
{
    struct replays *r = user;
    struct unpacker *unpacker = unpacker_create();
    pthread_setname_np(pthread_self(), "agon replay");
    pthread_mutex_lock(&r->lock);
    for (struct replayed_record *p; (p = replays_take(r));) {
        r->busy++;
        pthread_mutex_unlock(&r->lock);
        p->out_of_memory = !unpacker;
        p->holds = unpacker && p->wanted && replays_check(r, unpacker, p);
        pthread_mutex_lock(&r->lock);
        r->busy--;
        p->is_done = true;
        pthread_cond_signal(&r->done);
    }
    pthread_mutex_unlock(&r->lock);
    if (unpacker)
        unpacker_destroy(unpacker);
    return NULL;
}

// --- On the coordinator's ---

void replays_begin(struct replays *r, struct replayed_record *list, size_t count)
{
    pthread_mutex_lock(&r->lock);
    r->list = list;
    r->count = count;
    r->begun = r->counted = 0;
    pthread_cond_broadcast(&r->work);
    pthread_mutex_unlock(&r->lock);
}

static void replays_free(struct replayed_record *p)
{
    text_destroy(&p->bytes);
    claimed_game_destroy(&p->claimed);
}

struct replayed_record *replays_next(struct replays *r)
{
    pthread_mutex_lock(&r->lock);
    struct replayed_record *p = r->counted < r->count ? &r->list[r->counted] : NULL;
    while (p && !p->is_done)
        pthread_cond_wait(&r->done, &r->lock);
    pthread_mutex_unlock(&r->lock);
    return p;
}

void replays_counted(struct replays *r)
{
    pthread_mutex_lock(&r->lock);
    replays_free(&r->list[r->counted++]);
    pthread_cond_signal(&r->work);
    pthread_mutex_unlock(&r->lock);
}

void replays_end(struct replays *r)
{
    pthread_mutex_lock(&r->lock);
    const size_t count = r->count;
    r->count = r->begun; // no other one begins
    while (r->busy > 0)
        pthread_cond_wait(&r->done, &r->lock);
    for (size_t i = r->counted; i < count; i++)
        replays_free(&r->list[i]);
    r->count = r->begun = r->counted = 0;
    pthread_mutex_unlock(&r->lock);
}

static int replays_cores(void)
{
    cpu_set_t set;
    int cores = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    return cores < THREADS_MOST ? cores : THREADS_MOST;
}

struct replays *replays_create(
    const struct roster *roster, sandbox_layers required, struct error *e)
{
    struct replays *r = calloc(1, sizeof *r);
    if (!r) {
        error_set(e, "out of memory");
        return NULL;
    }
    r->roster = roster;
    r->required = required;
    pthread_mutex_init(&r->lock, NULL);
    pthread_cond_init(&r->work, NULL);
    pthread_cond_init(&r->done, NULL);
    for (int left = replays_cores(); left > 0; left--) {
        if (pthread_create(&r->threads[r->thread_count], NULL, replays_thread, r) == 0)
            r->thread_count++;
    }
    if (r->thread_count > 0)
        return r;
    error_set(e, "no thread could be made to replay records on");
    replays_destroy(r);
    return NULL;
}

void replays_destroy(struct replays *r)
{
    if (!r)
        return;
    pthread_mutex_lock(&r->lock);
    r->ending = true;
    pthread_cond_broadcast(&r->work);
    pthread_mutex_unlock(&r->lock);
    for (int i = 0; i < r->thread_count; i++)
        pthread_join(r->threads[i], NULL);
    pthread_cond_destroy(&r->work);
    pthread_cond_destroy(&r->done);
    pthread_mutex_destroy(&r->lock);
    free(r);
}

// The queue, the thread that empties it, and where the contest lies.
#include "store/store.h"

#include "base/clock.h"
#include "base/folder.h"
#include "store/database_owner.h"
#include "store/location.h"
#include "store/new_contest.h"
#include "store/owner.h"
#include "store/postgres.h"
#include "store/queue.h"
#include "store/row.h"
#include "store/writer.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct store {
    store_done *done;
    void *user;
    struct owner owner;
    struct writer writer; // the thread's own while it runs
    pthread_t thread;

    pthread_mutex_t lock;
    pthread_cond_t work, settled;
    struct queue queue;    // locked, as everything below
    uint64_t added, ended; // how many ever
    uint64_t hurry;        // additions up to this one are waited for
    struct head head;      // of what has been reported
    bool closing;
    bool failed;
    struct error failure;
};

// --- On the writer's thread ----------------------------------------------------------------------

static void store_report(struct store *s, struct addition *list, const struct error *failure)
{
    size_t count = 0, bytes = 0;
    for (struct addition *a = list, *next; a != NULL; a = next) {
        next = a->next;
        count++;
        bytes += a->bytes;
        if (s->done != NULL)
            s->done(s->user, a->tag, failure != NULL ? failure : a->refused ? &a->error : NULL);
        free(a);
    }
    struct head head = head_of(&s->writer.games, &s->writer.log);
    pthread_mutex_lock(&s->lock);
    if (failure == NULL)
        s->head = head;
    queue_settle(&s->queue, count, bytes);
    s->ended += count;
    pthread_cond_broadcast(&s->settled);
    pthread_mutex_unlock(&s->lock);
}

static void store_fail(struct store *s, const struct error *error)
{
    pthread_mutex_lock(&s->lock);
    s->failed = true;
    s->failure = *error;
    pthread_mutex_unlock(&s->lock);
}

static bool store_is_due(const struct store *s)
{
    return s->closing || s->hurry > s->ended || s->queue.count >= STORE_BATCH_MOST;
}

// What is to be written next; NULL when the store closes and nothing is left. A game every
// millisecond would else have a transaction each, and the bots would feel it.
static struct addition *store_next_batch(struct store *s, int64_t not_before_ns)
{
    const struct timespec not_before = {
        .tv_sec = not_before_ns / NS_PER_SECOND, .tv_nsec = not_before_ns % NS_PER_SECOND};
    pthread_mutex_lock(&s->lock);
    while (s->queue.first == NULL && !s->closing)
        pthread_cond_wait(&s->work, &s->lock);
    while (!store_is_due(s) && pthread_cond_timedwait(&s->work, &s->lock, &not_before) == 0)
        continue;
    struct addition *batch = queue_take(&s->queue, STORE_BATCH_MOST);
    pthread_mutex_unlock(&s->lock);
    return batch;
}

static void *store_write_all(void *argument)
{
    struct store *s = argument;
    struct error error;
    bool failed = false;
    int64_t not_before_ns = 0;
    for (struct addition *batch; (batch = store_next_batch(s, not_before_ns)) != NULL;) {
        not_before_ns = clock_now_ns() + STORE_PACE_MS * NS_PER_MS;
        if (!failed && !writer_write(&s->writer, batch, &error)) {
            failed = true;
            store_fail(s, &error);
        }
        store_report(s, batch, failed ? &error : NULL);
    }
    return NULL;
}

// --- Opening and closing -------------------------------------------------------------------------

// The file's own name, behind all links, also if there is no file yet. NULL on failure.
static char *store_settle_path(const struct store_options *o, struct error *e)
{
    bool exists;
    if (o->contest == NULL && location_exists(o->location, &exists, e) && !exists) {
        error_set(e, "there is no contest %s", o->location);
        return NULL;
    }
    char *path = location_settle_path(o->location);
    if (path == NULL)
        error_set(e, "%s cannot be opened: %s", o->location, strerror(errno));
    return path;
}

// Once the name is ours. A file that is there is left as it is, whatever is in it.
static bool store_make_file(const char *path, const struct store_contest *contest, struct error *e)
{
    struct stat about;
    return stat(path, &about) == 0 || errno != ENOENT || contest == NULL ||
        new_contest_in_file(path, contest, e);
}

static bool store_open_file(struct store *s, const struct store_options *o, struct error *e)
{
    char *path = store_settle_path(o, e);
    bool opened = path != NULL && owner_take(&s->owner, path, e) &&
        store_make_file(path, o->contest, e) && writer_open(&s->writer, path, e) &&
        writer_begin(&s->writer, o->contest, e) && folder_sync(path, e);
    free(path);
    return opened;
}

// The connection that writes holds the lock: whoever loses the one loses the other.
static bool store_open_in_database(struct store *s, const struct store_options *o, struct error *e)
{
    struct database *db = &s->writer.db;
    return writer_open(&s->writer, o->location, e) && database_owner_take(db, e) &&
        (o->contest == NULL || new_contest_in_database(db, o->contest, e)) &&
        writer_begin(&s->writer, o->contest, e) && database_owner_sign(db, e);
}

static bool store_start_thread(struct store *s, struct error *e)
{
    // Signals are for the threads that expect them.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int error = pthread_create(&s->thread, NULL, store_write_all, s);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return error == 0 || error_set(e, "no thread for the store: %s", strerror(error));
}

static void store_destroy(struct store *s)
{
    writer_destroy(&s->writer);
    owner_release(&s->owner);
    pthread_cond_destroy(&s->settled);
    pthread_cond_destroy(&s->work);
    pthread_mutex_destroy(&s->lock);
    free(s);
}

struct store *store_open(const struct store_options *options, struct error *e)
{
    struct store *s = calloc(1, sizeof *s);
    if (s == NULL) {
        error_set(e, "no memory to open a contest");
        return NULL;
    }
    s->done = options->done;
    s->user = options->user;
    s->owner.fd = -1;
    pthread_mutex_init(&s->lock, NULL);
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&s->work, &monotonic);
    pthread_condattr_destroy(&monotonic);
    pthread_cond_init(&s->settled, NULL);
    bool opened = postgres_is_place(options->location) ? store_open_in_database(s, options, e)
                                                       : store_open_file(s, options, e);
    s->head = head_of(&s->writer.games, &s->writer.log);
    opened = opened && store_start_thread(s, e);
    if (opened)
        return s;
    store_destroy(s);
    return NULL;
}

bool store_close(struct store *s, struct error *e)
{
    pthread_mutex_lock(&s->lock);
    s->closing = true;
    pthread_cond_signal(&s->work);
    pthread_mutex_unlock(&s->lock);
    pthread_join(s->thread, NULL);
    bool failed = store_failed(s, e);
    store_destroy(s);
    return !failed;
}

// --- Adding --------------------------------------------------------------------------------------

static bool store_add(struct store *s, enum addition_kind kind, const struct store_game *game,
    const struct store_entry *entry, void *tag, struct error *e)
{
    struct addition *a = addition_create(kind, game, entry, tag);
    if (a == NULL)
        return error_set(e, "no memory for what is to be stored");
    pthread_mutex_lock(&s->lock);
    bool has_room = queue_room(&s->queue) > 0, added = has_room && !s->failed;
    if (added) {
        queue_append(&s->queue, a);
        s->added++;
        // It sleeps until there is something at all, or a whole batch.
        if (s->queue.count == 1 || store_is_due(s))
            pthread_cond_signal(&s->work);
    } else if (s->failed && e != NULL) {
        *e = s->failure;
    } else {
        error_set(e, "the store is behind: %zu additions wait", s->queue.count);
    }
    pthread_mutex_unlock(&s->lock);
    if (!added)
        free(a);
    return added;
}

bool store_check_game(const struct store_game *game, struct error *e)
{
    char words[ROW_IMPOSSIBLE_BYTES];
    return row_is_possible(&game_rows, game, words) ||
        error_set(e, "a game that %s cannot be stored", words);
}

bool store_add_game(struct store *s, const struct store_game *game, void *tag, struct error *e)
{
    struct store_entry why = {.kind = "void", .words = game->void_reason};
    if (!store_check_game(game, e))
        return false;
    if (game->record != NULL && game->record_bytes > STORE_RECORD_MOST_BYTES)
        return error_set(e, "a record of %zu bytes is too long to be stored", game->record_bytes);
    return store_add(s, ADD_GAME, game, &why, tag, e);
}

bool store_void_game(
    struct store *s, int64_t pair, int64_t game, const char *reason, void *tag, struct error *e)
{
    struct store_game which = {.pair = pair, .game = game};
    struct store_entry why = {.kind = "void", .words = reason};
    return store_add(s, ADD_VOID, &which, &why, tag, e);
}

bool store_add_entry(
    struct store *s, const char *kind, const char *words, void *tag, struct error *e)
{
    struct store_game none = {0};
    struct store_entry entry = {.kind = kind, .words = words};
    return store_add(s, ADD_ENTRY, &none, &entry, tag, e);
}

bool store_prune(struct store *s, bool keep_faults, void *tag, struct error *e)
{
    struct store_game none = {0};
    struct store_entry entry = {.kind = "prune"};
    return store_add(s, keep_faults ? ADD_PRUNE_FAULTLESS : ADD_PRUNE_ALL, &none, &entry, tag, e);
}

// --- Asking --------------------------------------------------------------------------------------

size_t store_room(struct store *s)
{
    pthread_mutex_lock(&s->lock);
    size_t room = s->failed || queue_is_heavy(&s->queue) ? 0 : queue_room(&s->queue);
    pthread_mutex_unlock(&s->lock);
    return room;
}

bool store_failed(struct store *s, struct error *e)
{
    pthread_mutex_lock(&s->lock);
    bool failed = s->failed;
    if (failed && e != NULL)
        *e = s->failure;
    pthread_mutex_unlock(&s->lock);
    return failed;
}

struct head store_head(struct store *s)
{
    pthread_mutex_lock(&s->lock);
    struct head head = s->head;
    pthread_mutex_unlock(&s->lock);
    return head;
}

static void store_hurry_locked(struct store *s)
{
    s->hurry = s->added;
    if (s->hurry > s->ended)
        pthread_cond_signal(&s->work);
}

void store_hurry(struct store *s)
{
    pthread_mutex_lock(&s->lock);
    store_hurry_locked(s);
    pthread_mutex_unlock(&s->lock);
}

bool store_wait(struct store *s, struct error *e)
{
    pthread_mutex_lock(&s->lock);
    store_hurry_locked(s);
    uint64_t until = s->added;
    while (s->ended < until)
        pthread_cond_wait(&s->settled, &s->lock);
    pthread_mutex_unlock(&s->lock);
    return !store_failed(s, e);
}

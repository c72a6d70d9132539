// The queue, the thread that empties it, and the file's name.
#include "store/store.h"

#include "base/clock.h"
#include "base/folder.h"
#include "store/owner.h"
#include "store/queue.h"
#include "store/writer.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LINKS_MOST = 40 }; // as many as the kernel follows

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

// What a chain of symbolic links comes to at its end, where there is no file. NULL on failure.
static char *store_follow_links(const char *path)
{
    char *name = strdup(path);
    for (int links = 0; name != NULL && links < LINKS_MOST; links++) {
        char target[PATH_MAX];
        ssize_t length = readlink(name, target, sizeof target - 1);
        if (length < 0)
            return name;
        target[length] = '\0';
        const char *slash = target[0] == '/' ? NULL : strrchr(name, '/');
        char *next;
        if (asprintf(&next, "%.*s%s", slash ? (int)(slash - name) + 1 : 0, name, target) < 0)
            next = NULL;
        free(name);
        name = next;
    }
    free(name);
    errno = ELOOP;
    return NULL;
}

// The folder of a path, without links: "" for the root. NULL on failure.
static char *store_settle_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (slash == NULL)
        return realpath(".", NULL);
    char *folder = strndup(path, (size_t)(slash - path)), *whole = NULL;
    if (folder != NULL)
        whole = folder[0] == '\0' ? strdup("") : realpath(folder, NULL);
    free(folder);
    return whole;
}

// The path of a file that is not there yet, without links. NULL on failure.
static char *store_settle_new_path(const char *path)
{
    char *name = store_follow_links(path),
         *folder = name != NULL ? store_settle_folder(name) : NULL;
    char *whole = NULL;
    if (folder != NULL) {
        const char *slash = strrchr(name, '/');
        if (asprintf(&whole, "%s/%s", folder, slash != NULL ? slash + 1 : name) < 0)
            whole = NULL;
    }
    free(folder);
    free(name);
    return whole;
}

// The file's own name, behind all links, also if there is no file yet. NULL on failure.
static char *store_settle_path(const struct store_options *o, struct error *e)
{
    char *path = realpath(o->path, NULL);
    if (path == NULL && errno == ENOENT && o->contest == NULL) {
        error_set(e, "there is no contest %s", o->path);
        return NULL;
    }
    if (path == NULL && errno == ENOENT)
        path = store_settle_new_path(o->path);
    if (path == NULL)
        error_set(e, "%s cannot be opened: %s", o->path, strerror(errno));
    return path;
}

// Once the name is ours. A file that is there is left as it is, whatever is in it.
static bool store_make_file(const char *path, const struct store_contest *contest, struct error *e)
{
    struct stat about;
    return stat(path, &about) == 0 || errno != ENOENT || contest == NULL ||
        writer_create(path, contest, e);
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
    char *path = store_settle_path(options, e);
    bool opened = path != NULL && owner_take(&s->owner, path, e) &&
        store_make_file(path, options->contest, e) &&
        writer_open(&s->writer, path, options->contest, e) && folder_sync(path, e);
    free(path);
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
    } else if (s->failed) {
        error_set(e, "%s", s->failure.words);
    } else {
        error_set(e, "the store is behind: %zu additions wait", s->queue.count);
    }
    pthread_mutex_unlock(&s->lock);
    if (!added)
        free(a);
    return added;
}

bool store_add_game(struct store *s, const struct store_game *game, void *tag, struct error *e)
{
    struct store_entry why = {.kind = "void", .words = game->void_reason};
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

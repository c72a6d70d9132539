#include "cli/live.h"

#include "arena/game_rate.h"
#include "base/clock.h"
#include "cli/live_picture.h"
#include "cli/notice.h"
#include "cli/screen.h"
#include "cli/stop.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum {
    REDRAW_MS = 250,
    REDRAW_LEAST_MS = 40, // also while somebody drags the corner of a window
    REFIT_LEAST_MS = 1000,
    RESTS = 10, // it rests so many times as long as its work took
    NOTICE_BYTES = 1024,
};

// One of the contests, as it was at the last look.
struct live_table {
    struct live_contest contest;
    struct standings standings;
    size_t running;   // games
    int64_t refit_ns; // the ratings are not fitted again before this time
    struct game_rate rate;
};

struct live {
    const char *head;
    pthread_t thread;
    atomic_bool ending;
    struct live_table *tables[LIVE_CONTESTS_MOST]; // those below `count` do not change
    atomic_size_t count;
};

// Static, so that a signal may come at any time.
static sem_t live_bell;

static void live_ring(void)
{
    sem_post(&live_bell);
}

// --- Figures ---

static void live_look(struct live_table *t)
{
    struct error e;
    if (t->contest.look(t->contest.user, &t->standings, &t->running, &e))
        standings_rank(&t->standings, &e); // without memory the last order stays
    else
        t->running = 0;
}

// Fits the ratings, unless it is too early: with a thousand players that takes a while, and the
// games need the processor. Players of a ladder are shown with their Glicko-2 numbers, which come
// with every round.
static void live_rate(struct live_table *t)
{
    struct standings *s = &t->standings;
    struct error e;
    int64_t began_ns = clock_now_ns();
    if (standings_by_glicko(s) || began_ns < t->refit_ns || s->pairs.counted == 0 ||
        s->pairs.counted == s->rated_pairs)
        return;
    standings_rate(s, &e);
    int64_t rest_ns = RESTS * (clock_now_ns() - began_ns), least_ns = REFIT_LEAST_MS * NS_PER_MS;
    t->refit_ns = began_ns + (rest_ns > least_ns ? rest_ns : least_ns);
}

// --- The thread ---

static void live_draw(const struct live *l)
{
    struct screen_size size = screen_size(STDOUT_FILENO);
    char notice[NOTICE_BYTES] = "";
    struct text notice_text = TEXT_IN(notice), out = text_growing();
    struct live_picture pictures[LIVE_CONTESTS_MOST];
    size_t count = atomic_load(&l->count);
    notice_last(&notice_text);
    for (size_t i = 0; i < count; i++) {
        const struct live_table *t = l->tables[i];
        pictures[i] = (struct live_picture){.title = t->contest.title,
            .definition = t->contest.definition,
            .standings = &t->standings,
            .games_per_second = game_rate_per_second(&t->rate, clock_now_ns()),
            .notice = notice,
            .running = t->running,
            .stopping = stop_asked(),
            .paused = stop_paused_by() != 0};
    }
    live_picture_draw_all(&out, l->head, pictures, count, size.columns, size.rows);
    screen_show(&out);
    text_destroy(&out);
}

static void live_wait_ns(int64_t ns)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    int64_t at_ns = until.tv_nsec + ns;
    until.tv_sec += at_ns / NS_PER_SECOND;
    until.tv_nsec = at_ns % NS_PER_SECOND;
    sem_clockwait(&live_bell, CLOCK_MONOTONIC, &until); // a signal is a reason to wake, too
}

static void *live_run(void *argument)
{
    struct live *l = argument;
    while (!atomic_load(&l->ending)) {
        size_t count = atomic_load(&l->count);
        int64_t began_ns = clock_now_ns();
        for (size_t i = 0; i < count; i++)
            live_look(l->tables[i]);
        int64_t took_ns = clock_now_ns() - began_ns;
        for (size_t i = 0; i < count; i++) {
            live_rate(l->tables[i]);
            game_rate_note(&l->tables[i]->rate, l->tables[i]->standings.games, began_ns);
        }
        live_draw(l);
        nanosleep(&(struct timespec){.tv_nsec = REDRAW_LEAST_MS * NS_PER_MS}, NULL);
        int64_t pause_ns = (REDRAW_MS - REDRAW_LEAST_MS) * NS_PER_MS;
        live_wait_ns(RESTS * took_ns > pause_ns ? RESTS * took_ns : pause_ns);
    }
    return NULL;
}

// --- Beginning and ending ---

static void live_destroy(struct live *l)
{
    for (size_t i = 0; i < atomic_load(&l->count); i++) {
        standings_destroy(&l->tables[i]->standings);
        free(l->tables[i]);
    }
    free(l);
}

bool live_add(struct live *l, const struct live_contest *contest)
{
    struct error e;
    size_t count = atomic_load(&l->count);
    struct live_table *t = count < LIVE_CONTESTS_MOST ? calloc(1, sizeof *t) : NULL;
    if (!t)
        return false;
    if (!standings_init(&t->standings, &contest->definition->plan, &e)) {
        standings_destroy(&t->standings);
        free(t);
        return false;
    }
    t->contest = *contest;
    l->tables[count] = t;
    atomic_store(&l->count, count + 1);
    return true;
}

struct live *live_begin(const char *head, const struct live_contest *first)
{
    struct live *l = calloc(1, sizeof *l);
    if (!l)
        return NULL;
    l->head = head;
    if (!live_add(l, first) || sem_init(&live_bell, 0, 0) != 0) {
        live_destroy(l);
        return NULL;
    }
    notice_hold();
    screen_enter(STDOUT_FILENO, false, live_ring);
    if (pthread_create(&l->thread, NULL, live_run, l) == 0)
        return l;
    screen_leave();
    notice_release();
    live_destroy(l);
    return NULL;
}

void live_end(struct live *l)
{
    atomic_store(&l->ending, true);
    live_ring();
    pthread_join(l->thread, NULL);
    screen_leave();
    notice_release();
    live_destroy(l);
}

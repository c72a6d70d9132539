#include "cli/live.h"

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
    RESTS = 10,        // it rests so many times as long as its work took
    RATE_SAMPLES = 61, // one a second: the rate is that of the last minute
    NOTICE_BYTES = 1024,
};

// How many games were stored at some time.
struct live_sample {
    int64_t at_ns, games;
};

struct live {
    struct live_options options;
    pthread_t thread;
    atomic_bool ending;

    struct standings standings; // at the last look
    size_t running;             // games, at the last look
    int64_t refit_ns;           // the ratings are not fitted again before this time

    struct live_sample samples[RATE_SAMPLES];
    size_t sample_count; // all that were taken
};

// Static, so that a signal may come at any time.
static sem_t live_bell;

static void live_ring(void)
{
    sem_post(&live_bell);
}

// --- Figures ---

static void live_look(struct live *l)
{
    struct error e;
    if (l->options.look(l->options.user, &l->standings, &l->running, &e))
        standings_rank(&l->standings, &e); // without memory the last order stays
}

// Fits the ratings, unless it is too early: with a thousand players that takes a while, and the
// games need the processor. Players of a ladder are shown with their Glicko-2 numbers, which come
// with every round.
static void live_rate(struct live *l)
{
    struct standings *s = &l->standings;
    struct error e;
    int64_t began_ns = clock_now_ns();
    if (standings_by_glicko(s) || began_ns < l->refit_ns || s->pairs.counted == 0 ||
        s->pairs.counted == s->rated_pairs)
        return;
    standings_rate(s, &e);
    int64_t rest_ns = RESTS * (clock_now_ns() - began_ns), least_ns = REFIT_LEAST_MS * NS_PER_MS;
    l->refit_ns = began_ns + (rest_ns > least_ns ? rest_ns : least_ns);
}

static void live_take_sample(struct live *l, int64_t now_ns)
{
    const struct live_sample *last =
        &l->samples[(l->sample_count + RATE_SAMPLES - 1) % RATE_SAMPLES];
    if (l->sample_count == 0 || now_ns - last->at_ns >= NS_PER_SECOND)
        l->samples[l->sample_count++ % RATE_SAMPLES] =
            (struct live_sample){now_ns, l->standings.games};
}

// 0: not known yet.
static double live_games_per_second(const struct live *l, int64_t now_ns)
{
    size_t oldest = l->sample_count > RATE_SAMPLES ? l->sample_count % RATE_SAMPLES : 0;
    const struct live_sample *from = &l->samples[oldest];
    double seconds = (double)(now_ns - from->at_ns) / NS_PER_SECOND;
    return seconds > 0 ? (double)(l->standings.games - from->games) / seconds : 0;
}

// --- The thread ---

static void live_draw(const struct live *l)
{
    struct screen_size size = screen_size(STDOUT_FILENO);
    char notice[NOTICE_BYTES] = "";
    struct text notice_text = TEXT_IN(notice), out = text_growing();
    notice_last(&notice_text);
    const struct live_picture picture = {.title = l->options.title,
        .definition = l->options.definition,
        .standings = &l->standings,
        .games_per_second = live_games_per_second(l, clock_now_ns()),
        .notice = notice,
        .running = l->running,
        .stopping = stop_asked(),
        .paused = stop_paused_by() != 0};
    live_picture_draw(&out, &picture, size.columns, size.rows);
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
        int64_t began_ns = clock_now_ns();
        live_look(l);
        int64_t took_ns = clock_now_ns() - began_ns;
        live_rate(l);
        live_take_sample(l, began_ns);
        live_draw(l);
        nanosleep(&(struct timespec){.tv_nsec = REDRAW_LEAST_MS * NS_PER_MS}, NULL);
        int64_t pause_ns = (REDRAW_MS - REDRAW_LEAST_MS) * NS_PER_MS;
        live_wait_ns(RESTS * took_ns > pause_ns ? RESTS * took_ns : pause_ns);
    }
    return NULL;
}

static void live_destroy(struct live *l)
{
    standings_destroy(&l->standings);
    free(l);
}

struct live *live_begin(const struct live_options *options)
{
    struct error e;
    struct live *l = calloc(1, sizeof *l);
    if (!l)
        return NULL;
    l->options = *options;
    if (!standings_init(&l->standings, &options->definition->plan, &e) ||
        sem_init(&live_bell, 0, 0) != 0) {
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

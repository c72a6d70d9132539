#include "cli/live.h"

#include "archive/standings.h"
#include "base/clock.h"
#include "base/columns.h"
#include "cli/notice.h"
#include "cli/progress.h"
#include "cli/screen.h"
#include "cli/stop.h"
#include "cli/terminal.h"

#include <errno.h>
#include <inttypes.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum {
    REDRAW_MS = 250,
    REDRAW_LEAST_MS = 40, // also while somebody drags the corner of a window
    REFIT_LEAST_MS = 1000,
    RESTS = 10,        // after each piece of work, so many times as long as it took
    RATE_SAMPLES = 61, // one a second: the rate is that of the last minute
    BAR_COLUMNS_LEAST = 8,
    BAR_COLUMNS_MOST = 40,
    NAME_COLUMNS_LEAST = 6,
    SCORE_COLUMNS_LEAST = 11,
    ERROR_COLUMNS_LEAST = 5,
    LINE_BYTES = 1024,
    LINES_AROUND = 7, // title, progress, blank, heading, "more", notice, help
};

// Those of a row that are always as wide, with the blanks between all of them.
enum { OTHER_COLUMNS = 36 };

// How wide the columns are that are as wide as they must be.
struct widths {
    int name, score, error, line;
};

// How many games there were at some time.
struct sample {
    int64_t at_ns, games;
};

struct live {
    struct hall *hall;
    const char *title;
    pthread_t thread;
    atomic_bool ending;

    struct standings standings; // at the last look
    size_t running;             // games, at the last look
    int64_t refit_ns;           // the ratings are not fitted again before

    struct sample samples[RATE_SAMPLES];
    size_t sample_count; // all that were taken
};

// Static, so that a signal may come at any time.
static sem_t bell;

static void ring(void)
{
    sem_post(&bell);
}

// --- Looking ---

// Everything that is drawn, at one moment. The games wait while the lock is held: only copies are
// made there.
static void look(struct live *l)
{
    struct hall *h = l->hall;
    struct error e;
    pthread_mutex_lock(&h->lock);
    bool copied =
        standings_copy(&l->standings, &h->schedule, h->ledger.faults, h->ledger.games, &e);
    l->running = h->under_way;
    pthread_mutex_unlock(&h->lock);
    if (copied)
        standings_rank(&l->standings, &e); // without memory the last order stays
}

// A thousand players take a while: most of the time is for the games. Players of a ladder are shown
// with their Glicko-2 numbers, which come with every round.
static void rate(struct live *l)
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

// --- Figures ---

static void take_sample(struct live *l, int64_t now_ns)
{
    const struct sample *last = &l->samples[(l->sample_count + RATE_SAMPLES - 1) % RATE_SAMPLES];
    if (l->sample_count == 0 || now_ns - last->at_ns >= NS_PER_SECOND)
        l->samples[l->sample_count++ % RATE_SAMPLES] = (struct sample){now_ns, l->standings.games};
}

// Games per second; 0: not known yet.
static double rate_of_games(const struct live *l, int64_t now_ns)
{
    size_t oldest = l->sample_count > RATE_SAMPLES ? l->sample_count % RATE_SAMPLES : 0;
    const struct sample *from = &l->samples[oldest];
    double seconds = (double)(now_ns - from->at_ns) / NS_PER_SECOND;
    return seconds > 0 ? (double)(l->standings.games - from->games) / seconds : 0;
}

// --- The picture ---

// A line as wide as the screen at most. The last column stays free: what stands there is wiped by
// some terminals together with what follows.
static void add_line(struct text *out, const char *line, int columns)
{
    columns_clip(out, line, columns - 1);
    text_char(out, '\n');
}

static void add_title(const struct live *l, struct text *out, int columns)
{
    char bytes[LINE_BYTES];
    struct text line = TEXT_IN(bytes);
    const struct lineup *lineup = l->hall->tournament->lineup;
    text_format(&line, "%s   %s, %s", l->title, lineup->definition->game->name,
        lineup->definition->plan.format->name);
    const struct standings *s = &l->standings;
    if (s->round > 0)
        text_format(&line, ", round %" PRId64, s->round);
    if (s->round > 0 && s->rounds > 0)
        text_format(&line, " of %" PRId64, s->rounds);
    add_line(out, bytes, columns);
}

// "412/728 games   31/s   10 s left   2 faults"
static void text_figures(const struct live *l, struct text *line)
{
    const struct standings *s = &l->standings;
    double rate = rate_of_games(l, clock_now_ns());
    int64_t planned = standings_planned_games(s);
    text_number(line, s->games);
    if (planned != PAIRS_UNKNOWN)
        text_format(line, "/%" PRId64, planned);
    text_string(line, " games");
    if (rate > 0)
        text_format(line, rate < 10 ? "   %.1f/s" : "   %.0f/s", rate);
    if (rate > 0 && planned != PAIRS_UNKNOWN && planned > s->games) {
        text_string(line, "   ");
        text_duration(line, (double)(planned - s->games) / rate);
        text_string(line, " left");
    }
    int64_t faults = 0;
    for (size_t i = 0; i < s->players; i++)
        faults += s->faults[i];
    text_format(line, "   %" PRId64 " fault%s", faults, faults == 1 ? "" : "s");
}

// The bar takes what the figures leave.
static void add_progress(const struct live *l, struct text *out, int columns)
{
    char bytes[LINE_BYTES], figures_bytes[LINE_BYTES];
    struct text line = TEXT_IN(bytes), figures = TEXT_IN(figures_bytes);
    text_figures(l, &figures);
    int room = columns - 1 - (int)figures.length - 2;
    int64_t planned = standings_planned_games(&l->standings);
    if (planned > 0 && room >= BAR_COLUMNS_LEAST) {
        text_bar(&line, room < BAR_COLUMNS_MOST ? room : BAR_COLUMNS_MOST,
            (uint64_t)l->standings.games, (uint64_t)planned);
        text_string(&line, "  ");
    }
    text_string(&line, figures_bytes);
    add_line(out, bytes, columns);
}

static const char *name_of(const struct live *l, const struct standing *s)
{
    return l->hall->tournament->lineup->players[s->player].name;
}

static const char *error_heading(const struct live *l)
{
    return standings_by_glicko(&l->standings) ? "deviation" : "+/-";
}

static int text_score(struct text *out, const struct line *l)
{
    size_t before = out->length;
    text_format(out, "%" PRId64 "-%" PRId64 "-%" PRId64, l->wins, l->draws, l->losses);
    return (int)(out->length - before);
}

static void add_row(
    const struct live *l, struct text *out, const struct standing *s, const struct widths *w)
{
    char bytes[LINE_BYTES], score_bytes[64], rating[32] = "-", error[32] = "-";
    struct text line = TEXT_IN(bytes), score = TEXT_IN(score_bytes);
    text_score(&score, &s->line);
    if (standings_by_glicko(&l->standings)) {
        snprintf(rating, sizeof rating, "%.0f", s->glicko.rating);
        snprintf(error, sizeof error, "%.0f", s->glicko.deviation);
    } else if (l->standings.has_ratings) {
        snprintf(rating, sizeof rating, "%.0f", l->standings.ratings[s->player].value);
        snprintf(error, sizeof error, "%.0f", l->standings.ratings[s->player].error);
    }
    text_format(&line, "%4d  ", s->rank);
    columns_pad(&line, name_of(l, s), w->name);
    text_format(&line, "  %8.1f  %*s  %6" PRId64 "  %6s  %*s", (double)s->line.half_points / 2,
        w->score, score_bytes, l->standings.faults[s->player], rating, w->error, error);
    if (s->line.out)
        text_string(&line, "  out");
    add_line(out, bytes, w->line);
}

static void add_heading(const struct live *l, struct text *out, const struct widths *w)
{
    char bytes[LINE_BYTES];
    struct text line = TEXT_IN(bytes);
    text_format(&line, "rank  %-*s  %8s  %*s  %6s  %6s  %*s", w->name, "player", "points", w->score,
        "W-D-L", "faults", standings_by_glicko(&l->standings) ? "glicko" : "rating", w->error,
        error_heading(l));
    add_line(out, bytes, w->line);
}

static struct widths measure(const struct live *l, size_t shown, int columns)
{
    struct widths w = {.name = NAME_COLUMNS_LEAST,
        .score = SCORE_COLUMNS_LEAST,
        .error = ERROR_COLUMNS_LEAST,
        .line = columns};
    int error_columns = (int)strlen(error_heading(l));
    w.error = error_columns > w.error ? error_columns : w.error;
    for (size_t i = 0; i < shown; i++) {
        char bytes[64];
        struct text score = TEXT_IN(bytes);
        int score_columns = text_score(&score, &l->standings.list[i].line);
        int name_columns = columns_count(name_of(l, &l->standings.list[i]));
        w.score = score_columns > w.score ? score_columns : w.score;
        w.name = name_columns > w.name ? name_columns : w.name;
    }
    int most = columns - 1 - OTHER_COLUMNS - w.score - w.error;
    w.name = w.name > most ? most : w.name;
    w.name = w.name < NAME_COLUMNS_LEAST ? NAME_COLUMNS_LEAST : w.name;
    return w;
}

static void add_table(const struct live *l, struct text *out, struct screen_size size)
{
    size_t players = l->standings.players;
    size_t room = size.rows > LINES_AROUND ? (size_t)(size.rows - LINES_AROUND) : 0;
    // Whoever is the only one left over takes the line that would say so.
    size_t shown = players <= room + 1 ? players : room;
    struct widths widths = measure(l, shown, size.columns);
    add_line(out, "", size.columns);
    add_heading(l, out, &widths);
    for (size_t i = 0; i < shown; i++)
        add_row(l, out, &l->standings.list[i], &widths);
    if (shown < players) {
        char more[64];
        snprintf(more, sizeof more, "      and %zu more", players - shown);
        add_line(out, more, size.columns);
    }
    char notice[LINE_BYTES] = "";
    struct text line = TEXT_IN(notice);
    notice_last(&line);
    add_line(out, notice, size.columns);
}

static void add_help(const struct live *l, struct text *out, int columns)
{
    char bytes[LINE_BYTES];
    struct text line = TEXT_IN(bytes);
    if (!stop_asked())
        text_string(&line, "Ctrl-C finishes the running games and stops");
    else
        text_format(&line, "%sfinishing %zu running game%s (Ctrl-C to stop now)",
            stop_paused_by() != 0 ? "paused: " : "", l->running, l->running == 1 ? "" : "s");
    add_line(out, bytes, columns);
}

// On a screen that is not high enough, what matters most.
static void draw(const struct live *l, struct screen_size size)
{
    struct text out = text_growing();
    if (size.rows > 2)
        add_title(l, &out, size.columns);
    add_progress(l, &out, size.columns);
    if (size.rows >= LINES_AROUND)
        add_table(l, &out, size);
    if (size.rows > 1)
        add_help(l, &out, size.columns);
    screen_show(&out);
    text_destroy(&out);
}

// --- The thread ---

static void wait_ns(int64_t ns)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    int64_t at_ns = until.tv_nsec + ns;
    until.tv_sec += at_ns / NS_PER_SECOND;
    until.tv_nsec = at_ns % NS_PER_SECOND;
    sem_clockwait(&bell, CLOCK_MONOTONIC, &until); // a signal is a reason to wake, too
}

static void *run(void *argument)
{
    struct live *l = argument;
    while (!atomic_load(&l->ending)) {
        int64_t began_ns = clock_now_ns();
        look(l);
        int64_t took_ns = clock_now_ns() - began_ns;
        rate(l);
        take_sample(l, began_ns);
        draw(l, screen_size(STDOUT_FILENO));
        nanosleep(&(struct timespec){.tv_nsec = REDRAW_LEAST_MS * NS_PER_MS}, NULL);
        int64_t pause_ns = (REDRAW_MS - REDRAW_LEAST_MS) * NS_PER_MS;
        wait_ns(RESTS * took_ns > pause_ns ? RESTS * took_ns : pause_ns);
    }
    return NULL;
}

static void destroy(struct live *l)
{
    standings_destroy(&l->standings);
    free(l);
}

struct live *live_begin(struct hall *h, const char *title)
{
    struct live *l = calloc(1, sizeof *l);
    if (!l)
        return NULL;
    l->hall = h;
    l->title = title;
    struct error e;
    if (!standings_init(&l->standings, &h->tournament->lineup->definition->plan, &e) ||
        sem_init(&bell, 0, 0) != 0) {
        destroy(l);
        return NULL;
    }
    notice_hold();
    screen_enter(STDOUT_FILENO, false, ring);
    if (pthread_create(&l->thread, NULL, run, l) == 0)
        return l;
    screen_leave();
    notice_release();
    destroy(l);
    return NULL;
}

void live_end(struct live *l)
{
    atomic_store(&l->ending, true);
    ring();
    pthread_join(l->thread, NULL);
    screen_leave();
    notice_release();
    destroy(l);
}

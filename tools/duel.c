#include "duel.h"

#include "base/clock.h"
#include "base/random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    NAME_BYTES = 400,
    THREADS_AT_ONCE = 64,
    OPTIONS_MOST = 16,
    TELL_EVERY = 100, // pairs
    SPRT_ELO = 10,
    SPRT_PAIRS_LEAST = 100,   // before that the variance is too uncertain
    SHARE_FIRST_NS = 1000000, // the other has not moved yet
    EVEN_NODES = 2000,        // to judge an opening
    EVEN_OPENINGS_MOST = 1000,
};

static const double sprt_bound = 2.94; // of the LLR: wrong in one of twenty cases, either way

// One player in one game, or the judge of openings.
struct seat {
    const struct duel_player *player;
    void *state;
    struct tt tt;
    uint64_t nodes; // the limit of this game
    struct duel_sums sums;
};

static void fail(const struct duel *d, const char *words)
{
    fprintf(stderr, "%s: %s\n", d->tool, words);
    exit(EXIT_FAILURE);
}

// --- Games ---

static int64_t cpu_now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return t.tv_sec * NS_PER_SECOND + t.tv_nsec;
}

static move search(const struct duel *d, struct seat *me, const struct seat *other,
    const position *p, uint64_t seed)
{
    struct limits limits = me->player->limits;
    const struct duel_sums *theirs = &other->sums;
    if (me->player->share > 0) {
        limits.time_ns = theirs->moves > 0 ? theirs->cpu_ns / theirs->moves : SHARE_FIRST_NS;
        limits.time_ns = limits.time_ns * me->player->share / 100;
    }
    limits.nodes = me->nodes;
    struct thought t;
    if (limits.book && d->engine->book && d->engine->book(p, seed, &t))
        return t.best;
    search_run(&(struct search_request){.engine = d->engine,
                   .states = &me->state,
                   .tt = &me->tt,
                   .position = p,
                   .limits = &limits,
                   .seed = seed},
        &t);
    me->sums.nodes += (int64_t)t.nodes;
    me->sums.depths += t.depth;
    return t.best;
}

static move think(const struct duel *d, struct seat *me, const struct seat *other,
    const position *p, uint64_t seed)
{
    const int64_t begun_ns = cpu_now_ns();
    const move m =
        me->player->plain ? me->player->plain(me->player, p) : search(d, me, other, p, seed);
    me->sums.cpu_ns += cpu_now_ns() - begun_ns;
    me->sums.moves++;
    if (!d->engine->game->legal(p, m, NULL))
        fail(d, "an illegal move");
    return m;
}

static void make_seat(const struct duel *d, struct seat *s)
{
    *s = (struct seat){.state = engine_state_create(d->engine)};
    if (!s->state || !tt_init(&s->tt, d->memory_bytes))
        fail(d, "out of memory");
}

static void destroy_seat(struct seat *s)
{
    free(s->state);
    tt_destroy(&s->tt);
}

static void sit_down(const struct duel *d, struct seat *s, const struct duel_player *player)
{
    s->player = player;
    s->nodes = player->limits.nodes;
    s->sums = (struct duel_sums){0};
    tt_clear(&s->tt);
    engine_state_clear(d->engine, s->state);
    if (d->sit_down)
        d->sit_down(s->state, player);
}

static void stand_up(struct duel_sums *sums, const struct seat *s)
{
    sums->cpu_ns += s->sums.cpu_ns;
    sums->moves += s->sums.moves;
    sums->nodes += s->sums.nodes;
    sums->depths += s->sums.depths;
}

// False: the opening ends the game.
static bool draw_opening(const struct duel *d, uint64_t seed, position *p)
{
    const struct game *game = d->engine->game;
    struct random lot = random_seeded(seed);
    game->start(p, d->variant, NULL);
    for (uint64_t i = 0; i < d->plies && !game->outcome(p).over; i++) {
        move moves[MOVES_MAX];
        const int count = game->moves(p, moves);
        game->apply(p, moves[random_below(&lot, (uint32_t)count)]);
    }
    return !game->outcome(p).over;
}

// Whether neither side is ahead by more than `even`, as a short search of the second player says.
static bool is_even(const struct duel *d, struct seat *judge, const position *p)
{
    const struct limits limits = {.nodes = EVEN_NODES};
    struct thought t;
    sit_down(d, judge, &d->players[1]);
    search_run(&(struct search_request){.engine = d->engine,
                   .states = &judge->state,
                   .tt = &judge->tt,
                   .position = p,
                   .limits = &limits,
                   .seed = d->seed},
        &t);
    return (uint64_t)abs(t.score) <= d->even;
}

// False: there is no such opening, or not found by lot.
static bool open_pair(const struct duel *d, struct seat *judge, uint64_t pair, position *p)
{
    const uint64_t seed = random_derive(d->seed, pair);
    if (d->even == 0)
        return draw_opening(d, seed, p);
    for (uint64_t i = 0; i < EVEN_OPENINGS_MOST; i++) {
        if (draw_opening(d, random_derive(seed, i), p) && is_even(d, judge, p))
            return true;
    }
    return false;
}

// Between 100 - spread and 100 + spread percent.
static uint64_t spread_nodes(const struct duel *d, uint64_t pair, uint64_t nodes)
{
    struct random lot = random_seeded(random_derive(~d->seed, pair));
    const uint64_t percent = 100 - d->spread + random_below(&lot, 2 * (uint32_t)d->spread + 1);
    return nodes > 0 && nodes * percent / 100 == 0 ? 1 : nodes * percent / 100;
}

// What the first player gets, who has the given seat: 2 for a win, 1 for a draw.
static int play(struct duel *d, struct seat seats[SEATS], position p, int seat, uint64_t pair)
{
    const struct game *game = d->engine->game;
    const uint64_t seed = random_derive(d->seed, pair * SEATS + (uint64_t)seat);
    for (int i = 0; i < SEATS; i++) {
        sit_down(d, &seats[i], &d->players[i]);
        seats[i].nodes = spread_nodes(d, pair, seats[i].nodes);
    }
    struct random lot = random_seeded(seed);
    struct outcome o;
    while (!(o = game->outcome(&p)).over) {
        const int me = game->turn(&p) ^ seat;
        game->apply(&p, think(d, &seats[me], &seats[!me], &p, random_next(&lot)));
    }
    const int result = o.winner == NOBODY ? 1 : o.winner == seat ? 2 : 0;
    pthread_mutex_lock(&d->lock);
    d->results[result]++;
    for (int i = 0; i < SEATS; i++)
        stand_up(&d->sums[i], &seats[i]);
    pthread_mutex_unlock(&d->lock);
    return result;
}

// --- Telling ---

static int pairs_played(const struct duel *d)
{
    int pairs = 0;
    for (int i = 0; i < DUEL_POINTS; i++)
        pairs += d->points[i];
    return pairs;
}

// For each game: the first player's mean score, and the variance over pairs.
static double score_of(const struct duel *d, double *variance)
{
    const int pairs = pairs_played(d);
    const double whole = DUEL_POINTS - 1;
    double score = 0;
    *variance = 0;
    for (int i = 0; i < DUEL_POINTS; i++)
        score += d->points[i] * (i / whole) / pairs;
    for (int i = 0; i < DUEL_POINTS; i++)
        *variance += d->points[i] * (i / whole - score) * (i / whole - score) / pairs;
    return score;
}

static double llr_of(const struct duel *d)
{
    double variance;
    const double score = score_of(d, &variance);
    const double elo = d->sprt > 0 ? (double)d->sprt : SPRT_ELO;
    const double aim = 1 / (1 + pow(10, -elo / 400)), none = 0.5;
    return variance > 0 ? pairs_played(d) * (aim - none) * (2 * score - none - aim) / (2 * variance)
                        : 0;
}

static bool is_decided(const struct duel *d)
{
    return d->sprt > 0 && pairs_played(d) >= SPRT_PAIRS_LEAST && fabs(llr_of(d)) >= sprt_bound;
}

static void print_state(const struct duel *d)
{
    const int pairs = pairs_played(d);
    double variance;
    const double score = score_of(d, &variance);
    const double clipped = fmin(fmax(score, 0.002), 0.998);
    const double elo = 400 * log10(clipped / (1 - clipped));
    const double slope = 400 / log(10) / (clipped * (1 - clipped));
    printf("%d pairs: %d won, %d lost, %d drawn; Elo %+.1f +/- %.1f, LLR %+.2f", pairs,
        d->results[2], d->results[0], d->results[1], elo, 1.96 * sqrt(variance / pairs) * slope,
        llr_of(d));
    for (int i = 0; i < SEATS; i++) {
        const struct duel_sums *s = &d->sums[i];
        printf("; %.3f ms, depth %.2f, %.2f M nodes/s", (double)s->cpu_ns / 1e6 / (double)s->moves,
            (double)s->depths / (double)s->moves, (double)s->nodes * 1e3 / (double)s->cpu_ns);
    }
    printf("\n");
    fflush(stdout);
}

static void *work(void *argument)
{
    struct duel *d = argument;
    struct seat seats[SEATS];
    for (int i = 0; i < SEATS; i++)
        make_seat(d, &seats[i]);
    for (;;) {
        pthread_mutex_lock(&d->lock);
        const uint64_t pair = d->next++;
        pthread_mutex_unlock(&d->lock);
        if (pair >= d->pairs)
            break;
        position p;
        if (!open_pair(d, &seats[0], pair, &p))
            continue;
        int points = 0;
        for (int seat = 0; seat < SEATS; seat++)
            points += play(d, seats, p, seat, pair);
        pthread_mutex_lock(&d->lock);
        d->points[points]++;
        if (pairs_played(d) % TELL_EVERY == 0)
            print_state(d);
        if (is_decided(d))
            d->next = d->pairs;
        pthread_mutex_unlock(&d->lock);
    }
    for (int i = 0; i < SEATS; i++)
        destroy_seat(&seats[i]);
    return NULL;
}

// --- Arguments ---

static bool read_number(const char *value, long long *out)
{
    char *end;
    *out = strtoll(value, &end, 10);
    return end != value && *end == '\0';
}

bool duel_set(
    const struct duel_number *numbers, size_t count, void *to, const char *key, const char *value)
{
    size_t i = 0;
    while (i < count && strcmp(numbers[i].name, key) != 0)
        i++;
    long long number;
    if (i == count || !read_number(value, &number))
        return false;
    const int n = (int)number;
    memcpy((char *)to + numbers[i].at, &n, sizeof n);
    return true;
}

static bool read_limit(struct duel_player *p, const char *key, const char *value)
{
    long long n;
    if (!read_number(value, &n) || n < 0)
        return false;
    if (strcmp(key, "nodes") == 0)
        p->limits.nodes = (uint64_t)n;
    else if (strcmp(key, "us") == 0)
        p->limits.time_ns = n * (NS_PER_SECOND / 1000000);
    else if (strcmp(key, "depth") == 0)
        p->limits.depth = (int)n;
    else if (strcmp(key, "share") == 0)
        p->share = (int)n;
    else if (strcmp(key, "book") == 0)
        p->limits.book = n > 0;
    else
        return false;
    return true;
}

bool duel_read_player(struct duel *d, struct duel_player *p, const char *name)
{
    char words[NAME_BYTES], *rest;
    const char *keys = d->read_name ? d->read_name(p, name) : name;
    if (!keys)
        return false;
    snprintf(words, sizeof words, "%s", strcmp(keys, "-") == 0 ? "" : keys);
    for (char *key = strtok_r(words, ",", &rest); key; key = strtok_r(NULL, ",", &rest)) {
        char *value = strchr(key, '=');
        if (value)
            *value++ = '\0';
        if (!value || (!read_limit(p, key, value) && !d->read_key(d, p, key, value))) {
            fprintf(stderr, "%s: \"%s\" of \"%s\" is not understood\n", d->tool, key, name);
            return false;
        }
    }
    if (p->limits.nodes == 0 && p->limits.time_ns == 0 && p->limits.depth == 0 && p->share == 0)
        p->limits.nodes = d->nodes;
    return true;
}

static bool read_options(
    struct duel *d, const struct option *more, size_t count, int argc, char **argv)
{
    struct option options[OPTIONS_MOST] = {
        {"--pairs", &d->pairs, NULL},
        {"--games", &d->games, NULL},
        {"--plies", &d->plies, NULL},
        {"--seed", &d->seed, NULL},
        {"--threads", &d->threads, NULL},
        {"--sprt", &d->sprt, NULL},
        {"--even", &d->even, NULL},
        {"--spread", &d->spread, NULL},
    };
    size_t common = 0;
    while (options[common].name)
        common++;
    for (size_t i = 0; i < count; i++)
        options[common + i] = more[i];
    if (!options_read(options, common + count, argc, argv))
        return false;
    d->pairs = d->games > 0 ? d->games / SEATS : d->pairs;
    if (d->spread <= 100)
        return true;
    fprintf(stderr, "%s: --spread is at most 100\n", d->tool);
    return false;
}

int duel_run(struct duel *d, const struct option *options, size_t count,
    bool (*ready)(struct duel *d), int argc, char **argv)
{
    if (argc < 3 || !read_options(d, options, count, argc - 3, argv + 3) || (ready && !ready(d)) ||
        !duel_read_player(d, &d->players[0], argv[1]) ||
        !duel_read_player(d, &d->players[1], argv[2])) {
        fprintf(stderr,
            "usage: %s PLAYER PLAYER [--pairs N] [--games N] [--plies N] [--seed N] [--threads N] "
            "[--sprt ELO] [--even POINTS] [--spread PERCENT]%s\n",
            d->tool, d->usage);
        return EXIT_FAILURE;
    }
    pthread_mutex_init(&d->lock, NULL);
    pthread_t threads[THREADS_AT_ONCE];
    uint64_t started = 0;
    while (started < d->threads && started < THREADS_AT_ONCE &&
        pthread_create(&threads[started], NULL, work, d) == 0)
        started++;
    for (uint64_t i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    print_state(d);
    pthread_mutex_destroy(&d->lock);
    return EXIT_SUCCESS;
}

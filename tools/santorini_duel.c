// Two players of Santorini against each other, in one process: the built-in player with any limits,
// weights and habits.
//
//     santorini_duel PLAYER PLAYER [--pairs N] [--plies N] [--seed N] [--threads N] [--size N]
//                    [--sprt ELO]
//
// A player is KEY=VALUE,... or "-" for nothing. Keys: nodes, us (microseconds), depth, weights (a
// file), and every habit of struct santorini_habits by its name. Without a limit: 2,000 nodes.
// Games come in pairs that begin with the same --plies moves drawn by lot, seats swapped. The LLR
// is that of a sequential test of 0 against 10 Elo: below -2.94 rejected, above 2.94 accepted. With
// --sprt it is of 0 against ELO, and the duel ends as soon as it is decided.
#include "base/random.h"
#include "brains/santorini_mind.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum {
    NAME_BYTES = 400,
    MEMORY_BYTES = 4 << 20,
    NODES = 2000,
    THREADS_AT_ONCE = 64,
    TELL_EVERY = 200, // pairs
    SPRT_ELO = 10,
    SPRT_PAIRS_LEAST = 100, // before that the variance is too uncertain
};

static const double sprt_bound = 2.94; // of the LLR: wrong in one of twenty cases, either way

struct player {
    struct limits limits;
    struct santorini_habits habits;
    struct santorini_net *net; // NULL: that of the program
};

// One player in one game.
struct seat {
    const struct player *player;
    void *state;
    struct tt tt;
    int64_t cpu_ns, moves, nodes, depths;
};

struct duel {
    struct player players[2];
    int pairs, plies, threads, size;
    int sprt; // Elo; 0: the duel does not end before all pairs are played
    uint64_t seed;
    pthread_mutex_t lock; // for all below
    int next;
    int points[3]; // pairs in which the first player won 0, 1 or 2 games
    int64_t cpu_ns[2], moves[2], nodes[2], depths[2];
};

static const struct game *const game = &game_santorini;

// --- Games ---

static int64_t cpu_now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

// Our own net takes the place of the program's after every begin of a search.
static void begin_with_net(void *state, const struct root *root)
{
    struct santorini_mind *mind = state;
    const struct santorini_net *own = mind->net;
    engine_santorini.begin(state, root);
    if (own && own != mind->net) {
        mind->net = own;
        net_sums_scratch(own, &mind->position, &mind->frames[0].sums);
    }
}

static move think(struct seat *me, const position *p, uint64_t seed)
{
    struct engine engine = engine_santorini;
    engine.begin = begin_with_net;
    struct thought t;
    const int64_t begun_ns = cpu_now_ns();
    search_run(&engine, &me->state, &me->player->limits, p, seed, &me->tt, NULL, &t);
    me->cpu_ns += cpu_now_ns() - begun_ns;
    me->moves++;
    me->nodes += (int64_t)t.nodes;
    me->depths += t.depth;
    return t.best;
}

static bool sit_down(struct seat *s, const struct player *player)
{
    *s = (struct seat){
        .player = player, .state = aligned_alloc(STATE_ALIGNMENT, engine_santorini.bytes)};
    if (!s->state || !tt_init(&s->tt, MEMORY_BYTES))
        return false;
    memset(s->state, 0, engine_santorini.bytes);
    struct santorini_mind *mind = s->state;
    mind->habits = &player->habits;
    mind->net = player->net;
    return true;
}

static void stand_up(struct duel *d, int number, struct seat *s)
{
    d->cpu_ns[number] += s->cpu_ns;
    d->moves[number] += s->moves;
    d->nodes[number] += s->nodes;
    d->depths[number] += s->depths;
    free(s->state);
    tt_destroy(&s->tt);
}

// False: the opening ends the game.
static bool open_pair(const struct duel *d, int pair, position *p)
{
    struct random lot = random_seeded(random_derive(d->seed, (uint64_t)pair));
    game->start(p, d->size == 5 ? "5x5" : "6x6", NULL);
    for (int i = 0; i < d->plies; i++) {
        move moves[MOVES_MAX];
        const int count = game->moves(p, moves);
        if (count == 0)
            return false;
        game->apply(p, moves[random_below(&lot, (uint32_t)count)]);
    }
    return !game->outcome(p).over;
}

// Whether the first player won, who has the given seat.
static bool play(struct duel *d, position p, int seat, uint64_t seed)
{
    struct seat seats[2];
    if (!sit_down(&seats[0], &d->players[0]) || !sit_down(&seats[1], &d->players[1])) {
        fprintf(stderr, "santorini_duel: out of memory\n");
        exit(EXIT_FAILURE);
    }
    struct random lot = random_seeded(seed);
    while (!game->outcome(&p).over) {
        const move m = think(&seats[game->turn(&p) ^ seat], &p, random_next(&lot));
        if (!game->legal(&p, m, NULL)) {
            fprintf(stderr, "santorini_duel: an illegal move\n");
            exit(EXIT_FAILURE);
        }
        game->apply(&p, m);
    }
    pthread_mutex_lock(&d->lock);
    stand_up(d, 0, &seats[0]);
    stand_up(d, 1, &seats[1]);
    pthread_mutex_unlock(&d->lock);
    return game->outcome(&p).winner == seat;
}

// --- Telling ---

static int pairs_played(const struct duel *d)
{
    return d->points[0] + d->points[1] + d->points[2];
}

// For each game: the first player's mean score, and the variance over pairs.
static double score_of(const struct duel *d, double *variance)
{
    const int pairs = pairs_played(d);
    const double score = (d->points[1] + 2.0 * d->points[2]) / (2.0 * pairs);
    *variance = 0;
    for (int i = 0; i < 3; i++)
        *variance += d->points[i] * (i / 2.0 - score) * (i / 2.0 - score) / pairs;
    return score;
}

static double llr_of(const struct duel *d)
{
    double variance;
    const double score = score_of(d, &variance);
    const double elo = d->sprt != 0 ? d->sprt : SPRT_ELO;
    const double aim = 1 / (1 + pow(10, -elo / 400)), none = 0.5;
    return variance > 0 ? pairs_played(d) * (aim - none) * (2 * score - none - aim) / (2 * variance)
                        : 0;
}

static bool is_decided(const struct duel *d)
{
    return d->sprt != 0 && pairs_played(d) >= SPRT_PAIRS_LEAST && fabs(llr_of(d)) >= sprt_bound;
}

static void print_state(const struct duel *d)
{
    const int pairs = pairs_played(d);
    double variance;
    const double score = score_of(d, &variance);
    const double clipped = fmin(fmax(score, 0.002), 0.998);
    const double elo = 400 * log10(clipped / (1 - clipped));
    const double slope = 400 / log(10) / (clipped * (1 - clipped));
    printf("%d pairs: %d-%d-%d, Elo %+.1f +/- %.1f, LLR %+.2f", pairs, d->points[2], d->points[1],
        d->points[0], elo, 1.96 * sqrt(variance / pairs) * slope, llr_of(d));
    for (int i = 0; i < 2; i++)
        printf("; depth %.2f, %.2f M nodes/s", (double)d->depths[i] / (double)d->moves[i],
            (double)d->nodes[i] * 1e3 / (double)d->cpu_ns[i]);
    printf("\n");
    fflush(stdout);
}

static void *work(void *argument)
{
    struct duel *d = argument;
    for (;;) {
        pthread_mutex_lock(&d->lock);
        const int pair = d->next++;
        pthread_mutex_unlock(&d->lock);
        if (pair >= d->pairs)
            return NULL;
        position p;
        if (!open_pair(d, pair, &p))
            continue;
        int won = 0;
        for (int seat = 0; seat < SEATS; seat++)
            won +=
                play(d, p, seat, random_derive(d->seed, (uint64_t)pair * SEATS + (uint64_t)seat));
        pthread_mutex_lock(&d->lock);
        d->points[won]++;
        if (pairs_played(d) % TELL_EVERY == 0)
            print_state(d);
        if (is_decided(d))
            d->next = d->pairs;
        pthread_mutex_unlock(&d->lock);
    }
}

// --- Arguments ---

static bool read_weights(struct player *p, const char *path, int size)
{
    static struct santorini_net_seed seeds[NET_SIZES];
    FILE *file = fopen(path, "rb");
    const bool well = file && fread(seeds, sizeof seeds, 1, file) == 1;
    if (file)
        fclose(file);
    p->net = well ? aligned_alloc(_Alignof(struct santorini_net), sizeof *p->net) : NULL;
    if (p->net)
        santorini_net_grow(&seeds[size - NET_SIZE_LEAST], size, p->net);
    else
        perror(path);
    return p->net;
}

#define HABIT(name)                                                                                \
    {                                                                                              \
#name, offsetof(struct santorini_habits, name)                                             \
    }

static const struct {
    const char *name;
    size_t at;
} habits[] = {HABIT(margin_depth), HABIT(margin), HABIT(pass_depth), HABIT(pass_less),
    HABIT(late_depth), HABIT(late_least), HABIT(late_rise), HABIT(futile_depth), HABIT(futile),
    HABIT(reduce_from), HABIT(reduce_percent), HABIT(reduce_history), HABIT(answer_plies)};

static bool read_key(struct player *p, const char *key, const char *value, int size)
{
    const long n = strtol(value, NULL, 10);
    if (strcmp(key, "weights") == 0)
        return read_weights(p, value, size);
    if (strcmp(key, "nodes") == 0)
        p->limits.nodes = (uint64_t)n;
    else if (strcmp(key, "us") == 0)
        p->limits.time_ns = n * 1000;
    else if (strcmp(key, "depth") == 0)
        p->limits.depth = (int)n;
    else {
        size_t i = 0;
        while (i < sizeof habits / sizeof *habits && strcmp(habits[i].name, key) != 0)
            i++;
        if (i == sizeof habits / sizeof *habits)
            return false;
        *(int *)(void *)((char *)&p->habits + habits[i].at) = (int)n;
    }
    return true;
}

static bool read_player(struct player *p, const char *name, int size)
{
    char words[NAME_BYTES], *rest;
    snprintf(words, sizeof words, "%s", strcmp(name, "-") == 0 ? "" : name);
    p->habits = santorini_habits;
    for (char *key = strtok_r(words, ",", &rest); key; key = strtok_r(NULL, ",", &rest)) {
        char *value = strchr(key, '=');
        if (!value)
            return false;
        *value = '\0';
        if (!read_key(p, key, value + 1, size))
            return false;
    }
    if (p->limits.nodes == 0 && p->limits.time_ns == 0 && p->limits.depth == 0)
        p->limits.nodes = NODES;
    return true;
}

static bool read_options(struct duel *d, int argc, char **argv)
{
    for (int i = 3; i + 1 < argc; i += 2) {
        const int n = atoi(argv[i + 1]);
        if (strcmp(argv[i], "--pairs") == 0)
            d->pairs = n;
        else if (strcmp(argv[i], "--plies") == 0)
            d->plies = n;
        else if (strcmp(argv[i], "--seed") == 0)
            d->seed = (uint64_t)n;
        else if (strcmp(argv[i], "--threads") == 0)
            d->threads = n < THREADS_AT_ONCE ? n : THREADS_AT_ONCE;
        else if (strcmp(argv[i], "--size") == 0)
            d->size = n;
        else if (strcmp(argv[i], "--sprt") == 0)
            d->sprt = n;
        else
            return false;
    }
    return d->size == 5 || d->size == 6;
}

int main(int argc, char **argv)
{
    static struct duel d = {.pairs = 100, .plies = 6, .threads = 1, .seed = 1, .size = 5};
    if (argc < 3 || argc % 2 == 0 || !read_options(&d, argc, argv) ||
        !read_player(&d.players[0], argv[1], d.size) ||
        !read_player(&d.players[1], argv[2], d.size)) {
        fprintf(stderr,
            "usage: santorini_duel PLAYER PLAYER [--pairs N] [--plies N] [--seed N] "
            "[--threads N] [--size N] [--sprt ELO]\n");
        return EXIT_FAILURE;
    }
    pthread_mutex_init(&d.lock, NULL);
    pthread_t threads[THREADS_AT_ONCE];
    int count = 0;
    while (count < d.threads && pthread_create(&threads[count], NULL, work, &d) == 0)
        count++;
    for (int i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
    print_state(&d);
    return EXIT_SUCCESS;
}

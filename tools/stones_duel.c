// Two players of Game of Stones against each other, in one process: the built-in player with any
// limits and weights, and two plain ones to measure it by.
//
//     stones_duel PLAYER PLAYER [--games N] [--plies N] [--seed N] [--threads N]
//
// A player is
//     greedy            the move after which it has most, looking no further
//     fixed:DEPTH       alpha-beta to that depth, counting what each side has
//     brain:KEY=N,...   the built-in one. Keys: nodes, us (microseconds), depth, share (percent of
//                       the time that the other takes), weights (a file), and the members of
//                       struct stones_cuts
// Games come in pairs that begin with the same --plies moves drawn by lot, seats swapped.
#include "base/clock.h"
#include "base/random.h"
#include "brains/stones_search.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { NAMES_MOST = 200, MEMORY_BYTES = 16 << 20, THREADS_AT_ONCE = 64, SHARE_FIRST_NS = 1000000 };

enum who { GREEDY, FIXED, BRAIN };

struct player {
    enum who who;
    int depth;
    int share; // percent
    struct limits limits;
    struct stones_tables *tables;
    struct stones_cuts cuts;
};

// One player in one game.
struct seat {
    const struct player *player;
    void *state;
    struct tt tt;
    int64_t time_ns;
    int64_t moves, nodes, depths;
};

struct duel {
    struct player players[2];
    int games, plies, threads;
    uint64_t seed;
    pthread_mutex_t lock; // for all below
    int next;
    int pairs[3]; // by points of the first player: 0, 1 or 2
    int wins[2];
    int64_t time_ns[2], moves[2], nodes[2], depths[2];
};

// --- The plain players ---

// Every stack is worth the more the fewer there are of its type, and its stones a little more.
static int material(const position *p, int seat)
{
    const struct stones s = stones_load(p);
    int sum = 0;
    for (int owner = 0; owner < SEATS; owner++) {
        int counts[STONES_KINDS] = {0}, worth = 0;
        for (bitboard left = s.side[owner]; left;) {
            const int cell = stones_pop(&left);
            counts[stones_kind(&s, cell)]++;
            worth += stones_height(&s, cell);
        }
        for (int k = 0; k < STONES_KINDS; k++)
            worth += 100 - 100 / (counts[k] + 1);
        sum += owner == seat ? worth : -worth;
    }
    return sum;
}

static int alpha_beta(const position *p, int depth, int alpha, int beta, int ply, move *best)
{
    const struct outcome o = game_stones.outcome(p);
    const int seat = game_stones.turn(p);
    if (o.over)
        return o.winner == seat ? SCORE_WIN - ply : -(SCORE_WIN - ply);
    if (depth == 0)
        return material(p, seat);
    move moves[MOVES_MAX];
    const int count = game_stones.moves(p, moves);
    for (int i = 0; i < count && alpha < beta; i++) {
        position next = *p;
        game_stones.apply(&next, moves[i]);
        const int value = game_stones.turn(&next) == seat
            ? alpha_beta(&next, depth - 1, alpha, beta, ply + 1, NULL)
            : -alpha_beta(&next, depth - 1, -beta, -alpha, ply + 1, NULL);
        if (value > alpha) {
            alpha = value;
            if (best)
                *best = moves[i];
        }
    }
    return alpha;
}

// --- Games ---

static move think(struct seat *me, const struct seat *other, const position *p, uint64_t seed)
{
    move best = MOVE_NONE;
    if (me->player->who != BRAIN) {
        alpha_beta(p, me->player->depth, -SCORE_WIN - 1, SCORE_WIN + 1, 0, &best);
        return best;
    }
    struct thought t;
    struct limits limits = me->player->limits;
    if (me->player->share > 0) {
        limits.time_ns = other->moves > 0 ? other->time_ns / other->moves : SHARE_FIRST_NS;
        limits.time_ns = limits.time_ns * me->player->share / 100;
    }
    search_run(&engine_stones, &me->state, &limits, p, seed, &me->tt, NULL, &t);
    me->nodes += (int64_t)t.nodes;
    me->depths += t.depth;
    return t.best;
}

static bool sit_down(struct seat *s, const struct player *player)
{
    *s = (struct seat){.player = player, .state = calloc(1, engine_stones.bytes)};
    if (!s->state || !tt_init(&s->tt, MEMORY_BYTES))
        return false;
    stones_state(s->state)->tables = player->tables;
    stones_state(s->state)->cuts = &player->cuts;
    return true;
}

// Returns the player that has won; the players' seats are swapped in every other game.
static int play(struct duel *d, int number, struct seat seats[2])
{
    struct random lot = random_seeded(random_derive(d->seed, (uint64_t)number / 2));
    position p;
    game_stones.start(&p, NULL, NULL);
    for (int i = 0; i < d->plies; i++) {
        move moves[MOVES_MAX];
        const int count = game_stones.moves(&p, moves);
        if (count > 0)
            game_stones.apply(&p, moves[random_below(&lot, (uint32_t)count)]);
    }
    struct outcome o;
    while (!(o = game_stones.outcome(&p)).over) {
        const int me = game_stones.turn(&p) ^ (number & 1);
        const int64_t begin = clock_now_ns();
        const move m =
            think(&seats[me], &seats[!me], &p, random_derive(d->seed, random_next(&lot)));
        seats[me].time_ns += clock_now_ns() - begin;
        seats[me].moves++;
        if (!game_stones.legal(&p, m, NULL)) {
            fprintf(stderr, "an illegal move\n");
            exit(EXIT_FAILURE);
        }
        game_stones.apply(&p, m);
    }
    return o.winner ^ (number & 1);
}

static void print_state(const struct duel *d)
{
    const int played = d->wins[0] + d->wins[1], pairs = d->pairs[0] + d->pairs[1] + d->pairs[2];
    const double score = (d->pairs[1] + 2.0 * d->pairs[2]) / (2.0 * pairs);
    double variance = 0;
    for (int i = 0; i < 3; i++)
        variance += d->pairs[i] * (i / 2.0 - score) * (i / 2.0 - score) / pairs;
    const double error = 1.96 * sqrt(variance / pairs);
    const double clipped = score < 0.002 ? 0.002 : score > 0.998 ? 0.998 : score;
    const double elo = 400 * log10(clipped / (1 - clipped));
    const double slope = 400 / log(10) / (clipped * (1 - clipped));
    printf(
        "%d games: %d-%d, Elo %+.1f +/- %.1f", played, d->wins[0], d->wins[1], elo, error * slope);
    for (int i = 0; i < 2; i++)
        printf("; %.3f ms, depth %.1f, %.2f M nodes/s",
            (double)d->time_ns[i] / 1e6 / (double)d->moves[i],
            (double)d->depths[i] / (double)d->moves[i],
            (double)d->nodes[i] * 1e3 / (double)d->time_ns[i]);
    printf("\n");
    fflush(stdout);
}

static void *work(void *argument)
{
    struct duel *d = argument;
    for (;;) {
        pthread_mutex_lock(&d->lock);
        const int number = d->next;
        d->next += 2;
        pthread_mutex_unlock(&d->lock);
        if (number >= d->games)
            return NULL;
        int points = 0;
        for (int i = 0; i < 2; i++) {
            struct seat seats[2];
            if (!sit_down(&seats[0], &d->players[0]) || !sit_down(&seats[1], &d->players[1]))
                return NULL;
            const int winner = play(d, number + i, seats);
            points += winner == 0;
            pthread_mutex_lock(&d->lock);
            d->wins[winner]++;
            for (int k = 0; k < 2; k++) {
                d->time_ns[k] += seats[k].time_ns;
                d->moves[k] += seats[k].moves;
                d->nodes[k] += seats[k].nodes;
                d->depths[k] += seats[k].depths;
                free(seats[k].state);
                tt_destroy(&seats[k].tt);
            }
            pthread_mutex_unlock(&d->lock);
        }
        pthread_mutex_lock(&d->lock);
        d->pairs[points]++;
        if ((d->wins[0] + d->wins[1]) % 50 == 0)
            print_state(d);
        pthread_mutex_unlock(&d->lock);
    }
}

// --- Arguments ---

static bool read_weights(struct player *p, const char *path)
{
    struct stones_weights w;
    FILE *f = fopen(path, "rb");
    bool well = f && fread(&w, sizeof w, 1, f) == 1;
    if (f)
        fclose(f);
    p->tables = well ? calloc(1, sizeof *p->tables) : NULL;
    if (p->tables)
        stones_fill(p->tables, &w);
    else
        perror(path);
    return p->tables;
}

static bool read_key(struct player *p, const char *key, const char *value)
{
    const long n = strtol(value, NULL, 10);
    struct stones_cuts *c = &p->cuts;
    const struct {
        const char *name;
        int *target;
    } numbers[] = {{"depth", &p->limits.depth}, {"share", &p->share},
        {"reduce_from", &c->reduce_from}, {"reduce_base", &c->reduce_base},
        {"reduce_share", &c->reduce_share}, {"calm_depth", &c->calm_depth},
        {"calm_margin", &c->calm_margin}, {"few_attacks", &c->few_attacks},
        {"late_one", &c->late_one}, {"late_two", &c->late_two}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        if (strcmp(key, numbers[i].name) == 0) {
            *numbers[i].target = (int)n;
            return true;
        }
    }
    if (strcmp(key, "weights") == 0)
        return read_weights(p, value);
    if (strcmp(key, "nodes") == 0)
        p->limits.nodes = (uint64_t)n;
    else if (strcmp(key, "us") == 0)
        p->limits.time_ns = n * 1000;
    else
        return false;
    return true;
}

static bool read_player(struct player *p, const char *name)
{
    char words[NAMES_MOST];
    snprintf(words, sizeof words, "%s", name);
    if (strcmp(words, "greedy") == 0) {
        *p = (struct player){.who = GREEDY, .depth = 1};
        return true;
    }
    if (strncmp(words, "fixed:", 6) == 0) {
        *p = (struct player){.who = FIXED, .depth = atoi(words + 6)};
        return p->depth > 0;
    }
    if (strncmp(words, "brain:", 6) != 0)
        return false;
    *p = (struct player){.who = BRAIN, .cuts = stones_usual_cuts};
    char *rest;
    for (char *key = strtok_r(words + 6, ",", &rest); key; key = strtok_r(NULL, ",", &rest)) {
        char *value = strchr(key, '=');
        if (!value)
            return false;
        *value = '\0';
        if (!read_key(p, key, value + 1))
            return false;
    }
    return true;
}

int main(int argc, char **argv)
{
    static struct duel d = {.games = 100, .plies = 4, .threads = 1, .seed = 1};
    if (argc < 3 || argc % 2 == 0 || !read_player(&d.players[0], argv[1]) ||
        !read_player(&d.players[1], argv[2])) {
        fprintf(stderr,
            "usage: stones_duel PLAYER PLAYER [--games N] [--plies N] [--seed N] "
            "[--threads N]\n");
        return EXIT_FAILURE;
    }
    for (int i = 3; i + 1 < argc; i += 2) {
        const int n = atoi(argv[i + 1]);
        if (strcmp(argv[i], "--games") == 0)
            d.games = n;
        else if (strcmp(argv[i], "--plies") == 0)
            d.plies = n;
        else if (strcmp(argv[i], "--seed") == 0)
            d.seed = (uint64_t)n;
        else if (strcmp(argv[i], "--threads") == 0)
            d.threads = n;
    }
    pthread_mutex_init(&d.lock, NULL);
    pthread_t threads[THREADS_AT_ONCE];
    int count = 0;
    while (count < d.threads && count < THREADS_AT_ONCE &&
        pthread_create(&threads[count], NULL, work, &d) == 0)
        count++;
    for (int i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
    print_state(&d);
    return EXIT_SUCCESS;
}

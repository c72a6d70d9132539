// Plays games of Reversi for the training of its evaluation, and writes positions with their
// scores.
//
//     reversi_games FILE [--seconds N] [--games N] [--depth N] [--solve N] [--trust N] [--threads
//     N]
//                   [--seed N]
//
// A game begins with moves drawn by lot; after the last of them the built-in player plays both
// sides, --depth moves ahead, and from --solve empty squares on perfectly. Only positions after the
// last drawn move are written, so that all scores are results of good play: once solved, the true
// ones; before, --trust percent of what the search says and the rest of the next position's score.
// With no trust that is the result of the game, which is true but far away. In one of three games
// moves are drawn now and then until late, so that there also are positions that good players
// avoid: a solver meets them all the time. Each game depends on the seed and its number alone.
#include "base/clock.h"
#include "base/random.h"
#include "brains/brain.h"
#include "brains/reversi_patterns.h"
#include "reversi_sample.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLIES_MOST = 128, THREADS_LIMIT = 256, TELL_EVERY_S = 10, MEMORY_BYTES = 1 << 20 };

struct settings {
    uint64_t games, seconds, depth, solve, trust, threads, seed;
    FILE *file;
    int64_t started_ns;
    pthread_mutex_t lock; // for all below
    uint64_t next, samples, told;
    bool failed;
};

struct play {
    const struct settings *settings;
    position position;
    struct random lot;
    struct mind *mind;
    struct reversi_sample samples[PLIES_MOST];
    int seats[PLIES_MOST];   // who was to move
    int thought[PLIES_MOST]; // the score of the search
    int count;
};

static bool is_over(struct play *p)
{
    while (!game_reversi.outcome(&p->position).over) {
        move forced = game_reversi.forced(&p->position);
        if (forced == MOVE_NONE)
            return false;
        game_reversi.apply(&p->position, forced);
    }
    return true;
}

static int empty_squares(const position *p)
{
    struct outcome o = game_reversi.outcome(p);
    return 64 - o.points[0] - o.points[1];
}

static void draw_move(struct play *p)
{
    move moves[MOVES_MAX];
    int count = game_reversi.moves(&p->position, moves);
    game_reversi.apply(&p->position, moves[random_below(&p->lot, (uint32_t)count)]);
    p->count = 0;
}

static void keep(struct play *p, const struct thought *t)
{
    struct reversi r = reversi_load(&p->position);
    p->seats[p->count] = r.turn;
    p->thought[p->count] = t->score;
    p->samples[p->count++] =
        (struct reversi_sample){.mine = r.stones[r.turn], .theirs = r.stones[1 - r.turn]};
}

static void think(struct play *p, int empties, struct thought *t)
{
    const struct settings *s = p->settings;
    struct limits limits = {.depth = empties <= (int)s->solve ? 0 : (int)s->depth};
    mind_think(p->mind, &p->position, &limits, random_next(&p->lot), NULL, t);
}

// From the end of the game, which brought the first seat so much, back to its beginning.
static void set_scores(struct play *p, int result)
{
    double score = result, trust = (double)p->settings->trust / 100;
    for (int i = p->count - 1; i >= 0; i--) {
        int sign = p->seats[i] == 0 ? 1 : -1;
        score = trust * sign * p->thought[i] + (1 - trust) * score;
        p->samples[i].score = (int16_t)lround(sign * score * EVAL_STONE / SCORE_STONE);
    }
}

// Leaves the samples with their scores.
static void play_game(struct play *p, uint64_t number)
{
    p->lot = random_seeded(random_derive(p->settings->seed, number));
    p->count = 0;
    game_reversi.start(&p->position, NULL, NULL);
    bool wild = random_below(&p->lot, 3) == 0;
    int drawn_until =
        60 - (wild ? 20 + (int)random_below(&p->lot, 28) : 4 + (int)random_below(&p->lot, 16));
    int known_by = NOBODY, score = 0;
    while (!is_over(p)) {
        int empties = empty_squares(&p->position), seat = game_reversi.turn(&p->position);
        if (empties > drawn_until && (!wild || empties > 52 || random_below(&p->lot, 5) == 0)) {
            draw_move(p);
            continue;
        }
        struct thought t;
        think(p, empties, &t);
        keep(p, &t);
        game_reversi.apply(&p->position, t.best);
        if (t.exact && known_by == NOBODY && empties <= drawn_until) {
            known_by = seat;
            score = t.score;
        }
    }
    if (known_by == NOBODY)
        p->count = 0; // ended before it could be solved: too rare to be missed
    set_scores(p, known_by == 0 ? score : -score);
}

static bool takes_another(struct settings *s, uint64_t *number)
{
    pthread_mutex_lock(&s->lock);
    int64_t taken_s = (clock_now_ns() - s->started_ns) / NS_PER_SECOND;
    bool goes_on =
        !s->failed && s->next < s->games && (s->seconds == 0 || taken_s < (int64_t)s->seconds);
    *number = goes_on ? s->next++ : 0;
    if ((uint64_t)taken_s >= s->told + TELL_EVERY_S) {
        s->told = (uint64_t)taken_s;
        fprintf(stderr, "%llu games, %llu samples, %lld s\n", (unsigned long long)s->next,
            (unsigned long long)s->samples, (long long)taken_s);
    }
    pthread_mutex_unlock(&s->lock);
    return goes_on;
}

static void write_samples(struct settings *s, const struct play *p)
{
    size_t count = (size_t)p->count;
    pthread_mutex_lock(&s->lock);
    s->failed = s->failed || fwrite(p->samples, sizeof *p->samples, count, s->file) != count;
    s->samples += count;
    pthread_mutex_unlock(&s->lock);
}

static void *work(void *argument)
{
    struct settings *s = argument;
    struct play *p = calloc(1, sizeof *p);
    uint64_t number;
    while (p && takes_another(s, &number)) {
        p->settings = s;
        // A new one for each game, which then depends on no other.
        p->mind = mind_create(brain_find("@max", NULL), &game_reversi, MEMORY_BYTES);
        if (!p->mind)
            break;
        play_game(p, number);
        write_samples(s, p);
        mind_destroy(p->mind);
    }
    free(p);
    return NULL;
}

static bool read_settings(struct settings *s, int argc, char **argv)
{
    const struct {
        const char *name;
        uint64_t *target;
    } numbers[] = {{"--games", &s->games}, {"--seconds", &s->seconds}, {"--depth", &s->depth},
        {"--solve", &s->solve}, {"--trust", &s->trust}, {"--threads", &s->threads},
        {"--seed", &s->seed}};
    for (int i = 2; i + 1 < argc; i += 2) {
        size_t n = 0;
        while (n < sizeof numbers / sizeof *numbers && strcmp(numbers[n].name, argv[i]) != 0)
            n++;
        if (n == sizeof numbers / sizeof *numbers) {
            fprintf(stderr, "reversi_games: no option \"%s\"\n", argv[i]);
            return false;
        }
        *numbers[n].target = strtoull(argv[i + 1], NULL, 10);
    }
    return true;
}

int main(int argc, char **argv)
{
    struct settings s = {.games = 1000, .depth = 4, .solve = 14, .threads = 1, .seed = 1};
    if (argc < 2 || argc % 2 != 0 || !read_settings(&s, argc, argv)) {
        fprintf(stderr, "usage: reversi_games FILE [--games N] [--depth N] ...\n");
        return EXIT_FAILURE;
    }
    s.file = fopen(argv[1], "wb");
    if (!s.file) {
        perror(argv[1]);
        return EXIT_FAILURE;
    }
    pthread_mutex_init(&s.lock, NULL);
    s.started_ns = clock_now_ns();
    pthread_t threads[THREADS_LIMIT];
    uint64_t count = 0;
    while (count < s.threads && count < THREADS_LIMIT &&
        pthread_create(&threads[count], NULL, work, &s) == 0)
        count++;
    for (uint64_t i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
    bool well = fclose(s.file) == 0 && !s.failed;
    fprintf(stderr, "%llu games, %llu samples%s\n", (unsigned long long)s.next,
        (unsigned long long)s.samples, well ? "" : ": they could not be written");
    return well ? EXIT_SUCCESS : EXIT_FAILURE;
}

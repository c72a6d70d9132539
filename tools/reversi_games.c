// Plays games of Reversi for the training of its evaluation, and writes positions with their
// scores.
//
//     reversi_games FILE [--seconds N] [--games N] [--depth N] [--solve N] [--trust N]
//                   [--threads N] [--seed N]
//
// A game begins with moves drawn by lot; after the last of them the built-in player plays both
// sides, --depth moves ahead, and from --solve empty squares on perfectly. Only positions after the
// last drawn move are written, so that all scores are results of good play: once solved, the true
// ones; before, --trust percent of what the search says and the rest of the next position's score.
// With no trust that is the result of the game, which is true but far away. In one of three games
// moves are drawn now and then until late, so that there also are positions that good players
// avoid: a solver meets them all the time. Each game depends on the seed and its number alone.
#include "base/random.h"
#include "brains/brain.h"
#include "brains/reversi/patterns.h"
#include "reversi_sample.h"
#include "series.h"

#include <math.h>
#include <stdlib.h>

enum { PLIES_MOST = 128, MEMORY_BYTES = 1 << 20 };

struct settings {
    struct series series;
    uint64_t depth, solve, trust;
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
    p->lot = random_seeded(random_derive(p->settings->series.seed, number));
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

static void *work(void *argument)
{
    struct settings *s = argument;
    struct play *p = calloc(1, sizeof *p);
    struct mind *mind = mind_create(brain_find("@max", NULL), &game_reversi, MEMORY_BYTES);
    uint64_t number;
    if (!p || !mind)
        series_fail(&s->series, "out of memory");
    while (series_next(&s->series, &number)) {
        mind_forget(mind); // so that no game depends on another
        p->settings = s;
        p->mind = mind;
        play_game(p, number);
        series_write(&s->series, p->samples, (size_t)p->count);
    }
    mind_destroy(mind);
    free(p);
    return NULL;
}

int main(int argc, char **argv)
{
    struct settings s = {.series = {.tool = "reversi_games",
                             .games = 1000,
                             .threads = 1,
                             .seed = 1,
                             .sample_bytes = sizeof(struct reversi_sample)},
        .depth = 4,
        .solve = 14};
    const struct option options[] = {{"--games", .number = &s.series.games},
        {"--seconds", .number = &s.series.seconds}, {"--depth", .number = &s.depth},
        {"--solve", .number = &s.solve}, {"--trust", .number = &s.trust},
        {"--threads", .number = &s.series.threads}, {"--seed", .number = &s.series.seed}};
    if (argc < 2 || !options_read(options, sizeof options / sizeof *options, argc - 2, argv + 2)) {
        fprintf(stderr, "usage: reversi_games FILE [--games N] [--depth N] ...\n");
        return EXIT_FAILURE;
    }
    return series_run(&s.series, argv[1], work, &s);
}

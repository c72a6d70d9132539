// Plays a built-in player against itself and writes every position that it searched, with what the
// search thought of it and how the game ended.
//
//     selfplay GAME FILE [--variant V] [--games N] [--seconds N] [--nodes N] [--plies N]
//              [--lots N] [--threads N] [--seed N]
//
// A game begins with --plies moves drawn by lot (every other game one less), so that no two are the
// same; later of a thousand moves --lots are drawn. Each game depends on the seed and its number
// alone, so the samples of a run that was not cut short by --seconds are always the same, up to
// their order. A game ends early where its result is proved.
#include "base/random.h"
#include "brains/brain.h"
#include "sample.h"
#include "series.h"

#include <stdlib.h>

enum { PLIES_MOST = 1000, THOUSAND = 1000, MEMORY_BYTES = 4 << 20 };

struct settings {
    struct series series;
    const struct game *game;
    const char *variant;
    uint64_t nodes, plies, lots;
};

struct play {
    struct settings *settings;
    position position;
    struct random lot;
    struct mind *mind;
    struct sample samples[PLIES_MOST];
    int seats[PLIES_MOST]; // who was to move
    int count;
    int points[SEATS]; // how it ended
};

static void draw_move(struct play *p)
{
    const struct game *game = p->settings->game;
    move moves[MOVES_MAX];
    int count = game->moves(&p->position, moves);
    game->apply(&p->position, moves[random_below(&p->lot, (uint32_t)count)]);
}

static bool is_over(struct play *p)
{
    const struct game *game = p->settings->game;
    for (;;) {
        if (game->outcome(&p->position).over)
            return true;
        move forced = game->forced ? game->forced(&p->position) : MOVE_NONE;
        if (forced == MOVE_NONE)
            return false;
        game->apply(&p->position, forced);
    }
}

static void set_points(struct play *p, int seat, int points)
{
    p->points[seat] = points;
    p->points[1 - seat] = -points;
}

// A game that counts stones has proved scores in stones, the others have wins.
static void end_by_proof(struct play *p, int seat, int score)
{
    struct outcome o = p->settings->game->outcome(&p->position);
    bool counts = o.points[0] != 0 || o.points[1] != 0;
    set_points(p, seat, counts ? score / SCORE_STONE : (score > 0) - (score < 0));
}

static void end_by_rules(struct play *p)
{
    struct outcome o = p->settings->game->outcome(&p->position);
    bool counts = o.points[0] != 0 || o.points[1] != 0;
    int won = o.winner == NOBODY ? 0 : o.winner == 0 ? 1 : -1;
    set_points(p, 0, counts ? o.points[0] - o.points[1] : won);
}

// True: the result is proved.
static bool think(struct play *p)
{
    const struct settings *s = p->settings;
    int seat = s->game->turn(&p->position);
    if (random_below(&p->lot, THOUSAND) < s->lots) {
        draw_move(p);
        return false;
    }
    struct thought t;
    mind_think(
        p->mind, &p->position, &(struct limits){.nodes = s->nodes}, random_next(&p->lot), NULL, &t);
    p->seats[p->count] = seat;
    p->samples[p->count] = (struct sample){.position = p->position,
        .score = (int16_t)t.score,
        .best = t.best,
        .ply = (uint8_t)(p->count < UINT8_MAX ? p->count : UINT8_MAX),
        .exact = t.exact};
    p->count++;
    if (t.exact)
        end_by_proof(p, seat, t.score);
    s->game->apply(&p->position, t.best);
    return t.exact;
}

static void play_game(struct play *p, uint64_t number)
{
    const struct settings *s = p->settings;
    p->lot = random_seeded(random_derive(s->series.seed, number));
    p->count = 0;
    s->game->start(&p->position, s->variant, NULL);
    uint64_t plies = s->plies - (s->plies > 0 && number % 2);
    while (plies-- > 0 && !is_over(p))
        draw_move(p);
    while (!is_over(p) && p->count < PLIES_MOST) {
        if (think(p))
            return;
    }
    end_by_rules(p);
}

static void *work(void *argument)
{
    struct settings *s = argument;
    struct play *p = calloc(1, sizeof *p);
    struct mind *mind = mind_create(brain_find("@max", NULL), s->game, MEMORY_BYTES);
    uint64_t number;
    if (!p || !mind)
        series_fail(&s->series, "out of memory");
    while (series_next(&s->series, &number)) {
        mind_forget(mind); // so that no game depends on another
        p->settings = s;
        p->mind = mind;
        play_game(p, number);
        for (int i = 0; i < p->count; i++)
            p->samples[i].points = (int16_t)p->points[p->seats[i]];
        series_write(&s->series, p->samples, (size_t)p->count);
    }
    mind_destroy(mind);
    free(p);
    return NULL;
}

static bool read_settings(struct settings *s, int argc, char **argv)
{
    struct series *series = &s->series;
    const struct option options[] = {{"--variant", .text = &s->variant},
        {"--games", .number = &series->games}, {"--seconds", .number = &series->seconds},
        {"--nodes", .number = &s->nodes}, {"--plies", .number = &s->plies},
        {"--lots", .number = &s->lots}, {"--threads", .number = &series->threads},
        {"--seed", .number = &series->seed}};
    if (!options_read(options, sizeof options / sizeof *options, argc - 3, argv + 3))
        return false;
    struct error e;
    position start;
    s->game = game_find(argv[1], &e);
    if (s->game && s->game->start(&start, s->variant, &e) &&
        brain_plays(brain_find("@max", NULL), s->game, &e))
        return true;
    fprintf(stderr, "selfplay: %s\n", e.words);
    return false;
}

int main(int argc, char **argv)
{
    struct settings s = {.series = {.tool = "selfplay",
                             .games = 1000,
                             .threads = 1,
                             .seed = 1,
                             .sample_bytes = sizeof(struct sample)},
        .nodes = 2000,
        .plies = 8};
    if (argc < 3 || !read_settings(&s, argc, argv)) {
        fprintf(stderr, "usage: selfplay GAME FILE [--games N] [--nodes N] ...\n");
        return EXIT_FAILURE;
    }
    return series_run(&s.series, argv[2], work, &s);
}

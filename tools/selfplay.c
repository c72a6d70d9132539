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
#include "base/clock.h"
#include "base/random.h"
#include "brains/brain.h"
#include "sample.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLIES_MOST = 1000, THOUSAND = 1000, TELL_EVERY_S = 10 };

struct settings {
    const struct game *game;
    const char *variant;
    uint64_t games, seconds, nodes, plies, lots, threads, seed;
    FILE *file;
    int64_t started_ns;
    pthread_mutex_t lock; // for all below
    uint64_t next, samples, told;
    bool failed;
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
    p->lot = random_seeded(random_derive(s->seed, number));
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

static void write_samples(struct play *p)
{
    struct settings *s = p->settings;
    for (int i = 0; i < p->count; i++)
        p->samples[i].points = (int16_t)p->points[p->seats[i]];
    pthread_mutex_lock(&s->lock);
    size_t count = (size_t)p->count;
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
        p->mind = mind_create(brain_find("@max", NULL), s->game, 4 << 20);
        if (!p->mind)
            break;
        play_game(p, number);
        write_samples(p);
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
    } numbers[] = {{"--games", &s->games}, {"--seconds", &s->seconds}, {"--nodes", &s->nodes},
        {"--plies", &s->plies}, {"--lots", &s->lots}, {"--threads", &s->threads},
        {"--seed", &s->seed}};
    for (int i = 3; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--variant") == 0) {
            s->variant = argv[i + 1];
            continue;
        }
        size_t n = 0;
        while (n < sizeof numbers / sizeof *numbers && strcmp(numbers[n].name, argv[i]) != 0)
            n++;
        if (n == sizeof numbers / sizeof *numbers) {
            fprintf(stderr, "selfplay: no option \"%s\"\n", argv[i]);
            return false;
        }
        *numbers[n].target = strtoull(argv[i + 1], NULL, 10);
    }
    struct error e;
    position start;
    s->game = game_find(argv[1], &e);
    if (!s->game || !s->game->start(&start, s->variant, &e) ||
        !brain_plays(brain_find("@max", NULL), s->game, &e)) {
        fprintf(stderr, "selfplay: %s\n", e.words);
        return false;
    }
    return true;
}

int main(int argc, char **argv)
{
    struct settings s = {.games = 1000, .nodes = 2000, .plies = 8, .threads = 1, .seed = 1};
    if (argc < 3 || argc % 2 == 0) {
        fprintf(stderr, "usage: selfplay GAME FILE [--games N] [--nodes N] ...\n");
        return EXIT_FAILURE;
    }
    if (!read_settings(&s, argc, argv))
        return EXIT_FAILURE;
    s.file = fopen(argv[2], "wb");
    if (!s.file) {
        perror(argv[2]);
        return EXIT_FAILURE;
    }
    pthread_mutex_init(&s.lock, NULL);
    s.started_ns = clock_now_ns();
    pthread_t threads[256];
    uint64_t count = 0;
    while (count < s.threads && count < sizeof threads / sizeof *threads &&
        pthread_create(&threads[count], NULL, work, &s) == 0)
        count++;
    for (uint64_t i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
    bool well = fclose(s.file) == 0 && !s.failed;
    fprintf(stderr, "%llu games, %llu samples%s\n", (unsigned long long)s.next,
        (unsigned long long)s.samples, well ? "" : ": they could not be written");
    return well ? EXIT_SUCCESS : EXIT_FAILURE;
}

// agon bench brains: how fast the built-in players search on one core, in CPU time, and one number
// that changes whenever a search does.
#include "base/clock.h"
#include "base/random.h"
#include "brains/brain.h"
#include "cli/commands.h"
#include "cli/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    POSITIONS = 12, // of each kind
    PLIES_MOST = 1000,
    MEMORY_BYTES = 8 << 20, // small: its first use takes time, which is not to be measured
    SOLVE_NODES_MOST = 2 * 1000 * 1000, // then an endgame counts as not solved
};

struct bench_measure {
    uint64_t nodes;
    int64_t time_ns;
    int proved;
};

struct bench {
    const struct game *game;
    struct brain_benchmark suite;
    struct bench_measure midgame, endgame;
    struct thought start; // after a while in the starting position
    int64_t start_ms;     // how long that was
};

// The nodes of all searches without a limit of time.
static uint64_t bench_signature(const struct bench *b)
{
    return b->midgame.nodes + b->endgame.nodes;
}

// --- Positions, drawn by lot ---

// Plays random moves to the end of a game and keeps its positions. Returns how many moves there
// were.
static int bench_draw_game(const struct game *game, uint64_t seed, position line[PLIES_MOST])
{
    struct random lot = random_seeded(seed);
    int count = 0;
    game->start(&line[0], NULL, NULL);
    for (;;) {
        move moves[MOVES_MAX];
        int choices = game->moves(&line[count], moves);
        if (choices == 0 || count + 1 == PLIES_MOST)
            return count;
        line[count + 1] = line[count];
        game->apply(&line[count + 1], moves[random_below(&lot, (uint32_t)choices)]);
        count++;
    }
}

static void bench_add_thought(struct bench_measure *to, const struct thought *t)
{
    to->nodes += t->nodes;
    to->time_ns += t->time_ns;
    to->proved += t->exact;
}

// --- Thinking ---

// The CPU time of this thread.
static int64_t bench_cpu_now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return t.tv_sec * NS_PER_SECOND + t.tv_nsec;
}

static bool bench_think(const struct bench *b, const position *p, const struct limits *limits,
    struct thought *out, struct error *e)
{
    struct mind *m = mind_create(brain_find("@max", NULL), b->game, MEMORY_BYTES);
    if (!m)
        return error_set(e, "out of memory");
    int64_t before_ns = bench_cpu_now_ns();
    mind_think(m, p, limits, 1, NULL, out);
    out->time_ns = bench_cpu_now_ns() - before_ns;
    mind_destroy(m);
    return out->best != MOVE_NONE || error_set(e, "out of memory");
}

static bool bench_measure_game(struct bench *b, int64_t time_ms, struct error *e)
{
    static position line[PLIES_MOST];
    struct thought t;
    for (int i = 0; i < POSITIONS; i++) {
        int length = bench_draw_game(b->game, (uint64_t)i, line);
        // Positions from the first two thirds of the game.
        const position *midgame = &line[length * 2 * i / (3 * POSITIONS)];
        if (!bench_think(b, midgame, &(struct limits){.depth = b->suite.depth}, &t, e))
            return false;
        bench_add_thought(&b->midgame, &t);
        int late = length > b->suite.late ? length - b->suite.late : 0;
        if (!bench_think(b, &line[late], &(struct limits){.nodes = SOLVE_NODES_MOST}, &t, e))
            return false;
        bench_add_thought(&b->endgame, &t);
    }
    b->start_ms = time_ms;
    return bench_think(b, &line[0], &(struct limits){.time_ns = time_ms * NS_PER_MS}, &b->start, e);
}

// --- Telling ---

static double bench_per_second(uint64_t nodes, int64_t time_ns)
{
    return time_ns > 0 ? (double)nodes * (double)NS_PER_SECOND / (double)time_ns : 0;
}

static void bench_print_measure(const char *what, const struct bench_measure *m)
{
    printf("  %-30s %12llu nodes %8.3f s %8.2f M nodes/s\n", what, (unsigned long long)m->nodes,
        (double)m->time_ns / NS_PER_SECOND, bench_per_second(m->nodes, m->time_ns) / 1e6);
}

static void bench_print_game(const struct bench *b)
{
    char what[64];
    printf("%s, signature %llu\n", b->game->title, (unsigned long long)bench_signature(b));
    snprintf(what, sizeof what, "%d positions to depth %d", POSITIONS, b->suite.depth);
    bench_print_measure(what, &b->midgame);
    snprintf(what, sizeof what, "%d of %d endgames proved", b->endgame.proved, POSITIONS);
    bench_print_measure(what, &b->endgame);
    snprintf(
        what, sizeof what, "the start, %lld ms: depth %d", (long long)b->start_ms, b->start.depth);
    bench_print_measure(what, &(struct bench_measure){b->start.nodes, b->start.time_ns, 0});
}

static void bench_print_json(const struct bench *b)
{
    printf("{\"game\":\"%s\",\"signature\":%llu,\"depth\":%d,\"nodes\":%llu,\"seconds\":%.6f,"
           "\"proved\":%d,"
           "\"endgame_nodes\":%llu,\"endgame_seconds\":%.6f,\"start_depth\":%d,"
           "\"start_nodes\":%llu,\"start_seconds\":%.6f,\"schema\":\"bench/1\"}\n",
        b->game->name, (unsigned long long)bench_signature(b), b->suite.depth,
        (unsigned long long)b->midgame.nodes, (double)b->midgame.time_ns / NS_PER_SECOND,
        b->endgame.proved, (unsigned long long)b->endgame.nodes,
        (double)b->endgame.time_ns / NS_PER_SECOND, b->start.depth,
        (unsigned long long)b->start.nodes, (double)b->start.time_ns / NS_PER_SECOND);
}

// --- The command ---

static bool bench_run_games(const struct game *only, int64_t time_ms, bool json, struct error *e)
{
    uint64_t signature = 0;
    for (int i = 0; games[i]; i++) {
        if ((only && games[i] != only) || !brain_plays(brain_find("@max", NULL), games[i], e))
            continue;
        struct bench b = {.game = games[i], .suite = brain_benchmark(games[i])};
        if (!bench_measure_game(&b, time_ms, e))
            return false;
        signature += bench_signature(&b);
        if (json)
            bench_print_json(&b);
        else
            bench_print_game(&b);
        fflush(stdout);
    }
    if (json)
        printf("{\"signature\":%llu,\"schema\":\"bench-signature/1\"}\n",
            (unsigned long long)signature);
    else
        printf("signature %llu: the nodes of all lines but those of the start\n",
            (unsigned long long)signature);
    return true;
}

int command_bench(const struct command *self, int argc, char **argv)
{
    const char *what = NULL, *name = NULL;
    int64_t time_ms = 1000;
    bool json = false;
    const struct argument arguments[] = {{"WHAT", "brains: the built-in players", &what}};
    const struct option options[] = {
        {"game", "only this one", .text = &name, .value = "GAME"},
        {"time", "the time for the starting position, in milliseconds (1000)", .number = &time_ms,
            .least = 1, .most = 24 * 60 * 60 * 1000, .value = "MS"},
        {"json", "one JSON object per game, and one for the signature", .flag = &json},
    };
    const struct syntax syntax = {self, arguments, 1, options, sizeof options / sizeof *options};
    struct error e;
    int status;
    if (!options_read(&syntax, argc, argv, &status))
        return status;
    if (strcmp(what, "brains") != 0) {
        error_set(
            &e, "agon bench measures \"brains\", not \"%.40s\"   (make bench runs the rest)", what);
        return wrong_input(&e);
    }
    const struct game *only = NULL;
    if (name && (!(only = game_find(name, &e)) || !brain_plays(brain_find("@max", NULL), only, &e)))
        return wrong_input(&e);
    if (bench_run_games(only, time_ms, json, &e))
        return EXIT_OK;
    print_line(stderr, "agon: %s", e.words);
    return EXIT_OURS;
}

// agon bench brains: how fast the built-in players search on one core, in CPU time, and one number
// that changes whenever a search does.
#include "base/clock.h"
#include "brains/workload.h"
#include "cli/commands.h"
#include "cli/terminal.h"

#include <string.h>

enum { SOLVE_NODES_MOST = 2 * 1000 * 1000 }; // then an endgame counts as not solved

struct bench_measure {
    uint64_t nodes;
    int64_t time_ns;
    int proved;
};

struct bench {
    struct workload workload;
    struct bench_measure midgame, endgame;
    struct thought start; // after a while in the starting position
    int64_t start_ms;     // how long that was
};

// The nodes of all searches without a limit of time.
static uint64_t bench_signature(const struct bench *b)
{
    return b->midgame.nodes + b->endgame.nodes;
}

// --- Thinking ---

static void bench_add_thought(struct bench_measure *to, const struct thought *t)
{
    to->nodes += t->nodes;
    to->time_ns += t->time_ns;
    to->proved += t->exact;
}

static bool bench_measure_game(struct bench *b, int64_t time_ms, struct error *e)
{
    const struct workload *w = &b->workload;
    struct thought t;
    for (int i = 0; i < WORKLOAD_POSITIONS; i++) {
        if (!workload_think(w, &w->midgame[i], &(struct limits){.depth = w->suite.depth}, &t, e))
            return false;
        bench_add_thought(&b->midgame, &t);
        if (!workload_think(w, &w->endgame[i], &(struct limits){.nodes = SOLVE_NODES_MOST}, &t, e))
            return false;
        bench_add_thought(&b->endgame, &t);
    }
    b->start_ms = time_ms;
    return workload_think(
        w, &w->start, &(struct limits){.time_ns = time_ms * NS_PER_MS}, &b->start, e);
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
    printf("%s, signature %llu\n", b->workload.game->title, (unsigned long long)bench_signature(b));
    snprintf(
        what, sizeof what, "%d positions to depth %d", WORKLOAD_POSITIONS, b->workload.suite.depth);
    bench_print_measure(what, &b->midgame);
    snprintf(what, sizeof what, "%d of %d endgames proved", b->endgame.proved, WORKLOAD_POSITIONS);
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
        b->workload.game->name, (unsigned long long)bench_signature(b), b->workload.suite.depth,
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
        struct bench b = {0};
        if (!workload_draw(&b.workload, games[i], e) || !bench_measure_game(&b, time_ms, e))
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

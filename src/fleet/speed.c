#include "fleet/speed.h"

#include "base/atomic_file.h"
#include "base/clock.h"
#include "base/text.h"
#include "base/whole_file.h"
#include "brains/workload.h"

#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { SPEED_TEXT_MOST = 256, SPEED_FILE_BYTES = 4096, SPEED_PERCENT = 100 };

// Each game has about a third of the time. The middle of games only: endgames are other work than
// what bots do most.
static const struct speed_part {
    const char *game;
    int depth;
} speed_parts[] = {{"santorini", 7}, {"reversi", 11}, {"stones", 7}};

enum { SPEED_PARTS = sizeof speed_parts / sizeof *speed_parts };

// What the cores have in common.
struct speed_task {
    struct workload workloads[SPEED_PARTS];
    int depths[SPEED_PARTS];
};

struct speed_core {
    const struct speed_task *task;
    pthread_t thread;
    bool begun, well;
    struct error error;
    uint64_t nodes; // of each run
    int64_t times_ns[SPEED_RUNS];
};

// --- One core ---

static bool speed_run_part(
    struct speed_core *c, int part, uint64_t *nodes, int64_t *time_ns, struct error *e)
{
    const struct workload *w = &c->task->workloads[part];
    for (int i = 0; i < WORKLOAD_POSITIONS; i++) {
        struct thought t;
        if (!workload_think(
                w, &w->midgame[i], &(struct limits){.depth = c->task->depths[part]}, &t, e))
            return false;
        *nodes += t.nodes;
        *time_ns += t.time_ns;
    }
    return true;
}

static bool speed_run(struct speed_core *c, int run, struct error *e)
{
    uint64_t nodes = 0;
    for (int part = 0; part < SPEED_PARTS; part++) {
        if (!speed_run_part(c, part, &nodes, &c->times_ns[run], e))
            return false;
    }
    return nodes == SPEED_NODES ||
        error_set(e,
            "the fixed search looked at %" PRIu64
            " positions, not at %d: this agon does not compute what others do",
            nodes, SPEED_NODES);
}

static void *speed_core_main(void *user)
{
    struct speed_core *c = user;
    c->well = true;
    for (int run = 0; c->well && run < SPEED_RUNS; run++)
        c->well = speed_run(c, run, &c->error);
    return NULL;
}

// --- All cores ---

static int speed_compare(const void *left, const void *right)
{
    int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
    return (a > b) - (a < b);
}

double speed_of_times(const int64_t *times_ns, size_t count)
{
    int64_t *sorted = calloc(count, sizeof *sorted);
    int64_t median = times_ns[0];
    if (sorted) {
        memcpy(sorted, times_ns, count * sizeof *sorted);
        qsort(sorted, count, sizeof *sorted, speed_compare);
        median = sorted[count / 2];
        free(sorted);
    }
    double speed = (double)SPEED_REFERENCE_US * 1000 / (double)(median > 0 ? median : 1);
    return round(speed * SPEED_PERCENT) / SPEED_PERCENT;
}

static bool speed_prepare(struct speed_task *task, struct error *e)
{
    for (int part = 0; part < SPEED_PARTS; part++) {
        const struct game *game = game_find(speed_parts[part].game, e);
        if (!game || !brain_plays(brain_find("@max", NULL), game, e) ||
            !workload_draw(&task->workloads[part], game, e))
            return false;
        task->depths[part] = speed_parts[part].depth;
    }
    return true;
}

// Waits for all that have begun.
static bool speed_join(struct speed_core *list, int cores, struct error *e)
{
    bool well = true;
    for (int i = 0; i < cores; i++) {
        if (list[i].begun)
            pthread_join(list[i].thread, NULL);
        if (!list[i].begun || !list[i].well)
            well = error_set(
                e, "%s", list[i].begun ? list[i].error.words : "a thread cannot be started");
    }
    return well;
}

static bool speed_measure_cores(struct speed_core *list, int64_t *times_ns, int cores,
    const struct speed_task *task, struct error *e)
{
    for (int i = 0; i < cores; i++) {
        list[i].task = task;
        list[i].begun = pthread_create(&list[i].thread, NULL, speed_core_main, &list[i]) == 0;
    }
    if (!speed_join(list, cores, e))
        return false;
    for (int i = 0; i < cores; i++)
        memcpy(&times_ns[i * SPEED_RUNS], list[i].times_ns, sizeof list[i].times_ns);
    return true;
}

bool speed_measure(double *speed, int cores, struct error *e)
{
    struct speed_task *task = calloc(1, sizeof *task);
    struct speed_core *list = calloc((size_t)cores, sizeof *list);
    int64_t *times_ns = calloc((size_t)cores * SPEED_RUNS, sizeof *times_ns);
    bool well = (task && list && times_ns) || error_set(e, "out of memory");
    well = well && speed_prepare(task, e) && speed_measure_cores(list, times_ns, cores, task, e);
    if (well)
        *speed = speed_of_times(times_ns, (size_t)cores * SPEED_RUNS);
    free(task);
    free(list);
    free(times_ns);
    return well;
}

// --- What was measured before ---

// Writes the words that stand before a speed in the file: it counts as long as they stay the same.
static bool speed_print_condition(struct text *out, int cores)
{
    struct text boot = text_growing();
    bool well = whole_file_read("/proc/sys/kernel/random/boot_id", SPEED_TEXT_MOST, &boot, NULL);
    text_format(out, "agon %s cores %d boot %.*s speed ", AGON_VERSION, cores,
        (int)strcspn(boot.bytes ? boot.bytes : "", "\n"), boot.bytes ? boot.bytes : "");
    text_destroy(&boot);
    return well && !out->cut;
}

static bool speed_recall(double *speed, const char *path, const char *condition)
{
    struct text kept = text_growing();
    char *end = NULL;
    size_t length = strlen(condition);
    bool well = whole_file_read(path, SPEED_FILE_BYTES, &kept, NULL) &&
        kept.length < SPEED_FILE_BYTES && strncmp(kept.bytes, condition, length) == 0;
    if (well)
        *speed = strtod(kept.bytes + length, &end);
    well = well && end != kept.bytes + length && strcmp(end, "\n") == 0 && *speed > 0 &&
        isfinite(*speed);
    text_destroy(&kept);
    return well;
}

bool speed_find(double *speed, int cores, const char *cache, struct error *e)
{
    char bytes[SPEED_TEXT_MOST], path[SPEED_FILE_BYTES];
    struct text condition = TEXT_IN(bytes), place = TEXT_IN(path);
    text_format(&place, "%s/speed", cache);
    bool can_keep = speed_print_condition(&condition, cores) && !place.cut;
    if (can_keep && speed_recall(speed, path, bytes))
        return true;
    if (!speed_measure(speed, cores, e))
        return false;
    text_format(&condition, "%.2f\n", *speed);
    if (can_keep && !condition.cut)
        atomic_file_write(path, bytes, condition.length, NULL);
    return true;
}

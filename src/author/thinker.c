#include "author/thinker.h"

#include <stdlib.h>
#include <time.h>

#include "base/clock.h"

enum {
    THINKER_DEPTH_MOST = 120,
    // A further step is not begun after so much of the time: it would not end in time.
    THINKER_LAST_STEP_PERCENT = 60,
    THINKER_WAIT_MS = 2, // how often a thought that is complete looks whether it may be told
};

void thinker_init(
    struct thinker *t, const struct game *game, const struct brain *brain, size_t memory_bytes)
{
    *t = (struct thinker){.game = game, .brain = brain, .memory_bytes = memory_bytes};
}

void thinker_destroy(struct thinker *t)
{
    thinker_stop(t, true);
    mind_destroy(t->mind);
    t->mind = NULL;
}

void thinker_forget(struct thinker *t)
{
    if (t->mind)
        mind_forget(t->mind);
}

void thinker_change(struct thinker *t, const struct brain *brain, size_t memory_bytes)
{
    mind_destroy(t->mind);
    t->mind = NULL;
    t->brain = brain;
    t->memory_bytes = memory_bytes;
}

// --- The best move ---

static void thinker_tell(struct thinker *t, const struct thought *thoughts, int count)
{
    if (t->order.found && !atomic_load(&t->silent))
        t->order.found(thoughts, count, t->order.user);
}

// A limit of nodes or depth makes one search of it, which is the same on every machine. So does a
// weak player, who must not look again. Else it looks deeper step by step, to tell what it finds.
static bool thinker_is_one_search(const struct thinker *t)
{
    const struct limits *l = &t->order.limits;
    return l->nodes > 0 || l->depth > 0 || t->brain->level != BRAIN_MAX;
}

static void thinker_deepen(struct thinker *t, struct thought *best)
{
    const struct limits *whole = &t->order.limits;
    int64_t began_ns = clock_now_ns();
    uint64_t nodes = 0;
    for (int depth = 1; depth <= THINKER_DEPTH_MOST; depth++) {
        // The first step is taken even if it is to stop already: there must be an answer.
        if (depth > 1 && atomic_load(&t->stop))
            return;
        int64_t taken_ns = clock_now_ns() - began_ns;
        if (depth > 1 && whole->time_ns > 0 &&
            taken_ns > whole->time_ns / 100 * THINKER_LAST_STEP_PERCENT)
            return;
        struct limits limits = *whole;
        limits.depth = depth;
        limits.time_ns = whole->time_ns > 0 ? whole->time_ns - taken_ns : 0;
        struct thought found;
        mind_think(t->mind, &t->order.position, &limits, t->order.seed, &t->stop, &found);
        nodes += found.nodes;
        found.nodes = nodes;
        found.time_ns = clock_now_ns() - began_ns;
        // A search that was stopped early has looked at less than the one before it.
        bool better = best->best == MOVE_NONE || found.depth > best->depth ||
            (found.depth == best->depth && found.best != best->best);
        if (better)
            *best = found;
        if (better && found.best != MOVE_NONE)
            thinker_tell(t, best, 1);
        if (found.best == MOVE_NONE || found.exact || found.book || found.depth < depth)
            return;
    }
}

static void thinker_find_best(struct thinker *t, struct thought *best)
{
    const struct thinker_order *o = &t->order;
    *best = (struct thought){.best = MOVE_NONE};
    if (t->game->outcome(&o->position).over)
        return;
    if (brain_is_instant(t->brain))
        best->best = brain_choose(t->brain, t->game, &o->position, o->seed);
    else if (thinker_is_one_search(t))
        mind_think(t->mind, &o->position, &o->limits, o->seed, &t->stop, best);
    else
        thinker_deepen(t, best);
    bool told = !brain_is_instant(t->brain) && !thinker_is_one_search(t);
    if (best->best != MOVE_NONE && !told)
        thinker_tell(t, best, 1);
}

// --- The best moves ---

// What the end of a game is worth to `seat`.
static int thinker_score_of_end(const struct thinker *t, const position *p, int seat)
{
    struct outcome outcome = t->game->outcome(p);
    int stones = outcome.points[seat] - outcome.points[1 - seat];
    if (stones != 0 || outcome.winner == NOBODY)
        return stones * SCORE_STONE;
    return outcome.winner == seat ? SCORE_WIN : -SCORE_WIN;
}

// Judges the position after the first move of `line`. False: it was stopped meanwhile.
static bool thinker_judge(struct thinker *t, struct thought *line, int depth)
{
    position after = t->order.position;
    int seat = t->game->turn(&after);
    move first = line->best;
    t->game->apply(&after, first);
    if (t->game->outcome(&after).over) {
        line->score = thinker_score_of_end(t, &after, seat);
        line->exact = true;
        line->depth = depth;
        return true;
    }
    struct limits limits = {.depth = depth > 1 ? depth - 1 : 1, .threads = t->order.limits.threads};
    struct thought found;
    mind_think(t->mind, &after, &limits, t->order.seed, &t->stop, &found);
    if (atomic_load(&t->stop) || found.best == MOVE_NONE)
        return false;
    line->score = t->game->turn(&after) == seat ? found.score : -found.score;
    line->exact = found.exact;
    line->depth = found.depth + 1;
    line->nodes += found.nodes;
    line->line_length = 1;
    line->line[0] = first;
    for (int i = 0; i < found.line_length && line->line_length < LINE_MOST; i++)
        line->line[line->line_length++] = found.line[i];
    return true;
}

static int thinker_compare(const void *a, const void *b)
{
    const struct thought *first = a, *second = b;
    return (second->score > first->score) - (second->score < first->score);
}

static void thinker_find_lines(struct thinker *t, struct thought *best)
{
    static _Thread_local struct thought lines[MOVES_MAX];
    move moves[MOVES_MAX];
    int count = t->game->moves(&t->order.position, moves);
    int wanted = count < t->order.lines ? count : t->order.lines;
    int64_t began_ns = clock_now_ns();
    *best = (struct thought){.best = MOVE_NONE};
    for (int i = 0; i < count; i++)
        lines[i] = (struct thought){.best = moves[i], .line = {moves[i]}, .line_length = 1};
    bool settled = brain_is_instant(t->brain) || count == 0;
    for (int depth = 1; depth <= THINKER_DEPTH_MOST && !settled; depth++) {
        settled = true;
        for (int i = 0; i < count; i++) {
            if (!lines[i].exact && !thinker_judge(t, &lines[i], depth))
                return;
            settled = settled && lines[i].exact;
            lines[i].time_ns = clock_now_ns() - began_ns;
        }
        qsort(lines, (size_t)count, sizeof *lines, thinker_compare);
        *best = lines[0];
        thinker_tell(t, lines, wanted);
    }
}

// --- The thread ---

static void *thinker_run(void *context)
{
    struct thinker *t = context;
    struct thought best;
    if (t->order.lines > 0)
        thinker_find_lines(t, &best);
    else
        thinker_find_best(t, &best);
    const struct timespec wait = {.tv_nsec = THINKER_WAIT_MS * NS_PER_MS};
    while (t->order.infinite && !atomic_load(&t->stop))
        nanosleep(&wait, NULL);
    if (!atomic_load(&t->silent))
        t->order.done(&best, atomic_load(&t->stop), t->order.user);
    atomic_store(&t->over, true);
    return NULL;
}

bool thinker_prepare(struct thinker *t, struct error *e)
{
    if (!t->mind && !brain_is_instant(t->brain))
        t->mind = mind_create(t->brain, t->game, t->memory_bytes);
    return t->mind || brain_is_instant(t->brain) || error_set(e, "out of memory");
}

bool thinker_start(struct thinker *t, const struct thinker_order *order, struct error *e)
{
    thinker_stop(t, true);
    if (!thinker_prepare(t, e))
        return false;
    t->order = *order;
    atomic_store(&t->stop, false);
    atomic_store(&t->silent, false);
    atomic_store(&t->over, false);
    t->runs = pthread_create(&t->thread, NULL, thinker_run, t) == 0;
    return t->runs || error_set(e, "no thread could be started");
}

void thinker_stop(struct thinker *t, bool silent)
{
    if (!t->runs)
        return;
    if (silent)
        atomic_store(&t->silent, true);
    atomic_store(&t->stop, true);
    pthread_join(t->thread, NULL);
    t->runs = false;
}

bool thinker_is_busy(struct thinker *t)
{
    return t->runs && !atomic_load(&t->over);
}

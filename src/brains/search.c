#include "brains/search.h"

#include "base/clock.h"

#include <pthread.h>
#include <stdlib.h>

enum {
    NODES_BETWEEN_LOOKS = 1024,
    STEPS_MOST = 250,
    // A step that begins after so much of the time is unlikely to end in time.
    LAST_STEP_PERCENT = 60,
};

struct question {
    const struct search_request *request;
    const struct root *root;
    atomic_bool over; // thread 0 has its answer
    int64_t started_ns;
};

struct helper {
    pthread_t thread;
    bool runs;
    struct search search;
    struct root root;
    void *state;
};

static bool is_told_to_stop(const struct question *q)
{
    const atomic_bool *stop = q->request->stop;
    return (stop && atomic_load_explicit(stop, memory_order_relaxed)) ||
        atomic_load_explicit(&q->over, memory_order_relaxed);
}

void search_look(struct search *s)
{
    const struct question *q = s->question;
    const struct limits *l = q->request->limits;
    s->look_at = s->nodes + NODES_BETWEEN_LOOKS;
    if (s->nodes < s->nodes_most && s->look_at > s->nodes_most)
        s->look_at = s->nodes_most;
    s->stopped = is_told_to_stop(q) || s->nodes >= s->nodes_most ||
        (l->time_ns > 0 && clock_now_ns() - q->started_ns >= l->time_ns);
}

bool search_allows(const struct search *s, uint64_t nodes, int percent)
{
    const struct question *q = s->question;
    if (s->nodes >= s->nodes_most || nodes > s->nodes_most - s->nodes)
        return false;
    const int64_t limit_ns = q->request->limits->time_ns;
    if (limit_ns == 0 || s->nodes == 0)
        return true;
    const double taken_ns = (double)(clock_now_ns() - q->started_ns);
    const double needed_ns = taken_ns / (double)s->nodes * (double)nodes * percent / 100;
    return taken_ns + needed_ns <= (double)limit_ns;
}

// Is there time for another step?
static bool search_goes_on(struct search *s, int step, const struct thought *t)
{
    const struct limits *l = s->question->request->limits;
    search_look(s);
    if (s->stopped || step > STEPS_MOST || (l->depth > 0 && t->depth >= l->depth))
        return false;
    int64_t taken_ns = clock_now_ns() - s->question->started_ns;
    return l->time_ns == 0 || s->thread > 0 || taken_ns < l->time_ns / 100 * LAST_STEP_PERCENT;
}

static void search_deepen(struct search *s, void *state, struct thought *out)
{
    const struct engine *engine = s->question->request->engine;
    // Helpers begin one step further on, every other one: they find what thread 0 will ask for.
    int step = 1 + s->thread % 2;
    struct thought t = {.best = MOVE_NONE};
    enum step end;
    do {
        // The first thread's step 1 is short, and is not stopped: there must be an answer.
        s->look_at = step == 1 && s->thread == 0 ? UINT64_MAX : s->nodes + 1;
        end = engine->deepen(state, step++, &t);
        if (t.best != MOVE_NONE)
            *out = t;
    } while (end == STEP_DONE && search_goes_on(s, step, out));
}

static void *search_help(void *argument)
{
    struct helper *h = argument;
    struct thought unused = {.best = MOVE_NONE};
    h->search.question->request->engine->begin(h->state, &h->root);
    search_deepen(&h->search, h->state, &unused);
    return NULL;
}

// What a thread may look at, so that all of them together keep to the limit.
static uint64_t share_of_nodes(const struct limits *l, int thread)
{
    if (l->nodes == 0)
        return UINT64_MAX;
    uint64_t threads = l->threads > 1 ? (uint64_t)l->threads : 1, share = l->nodes / threads;
    return thread == 0 ? l->nodes - share * (threads - 1) : share;
}

static void start_helpers(struct helper *helpers, int count, struct question *q)
{
    for (int i = 0; i < count; i++) {
        struct helper *h = &helpers[i];
        h->search = (struct search){.question = q,
            .thread = i + 1,
            .look_at = 1,
            .nodes_most = share_of_nodes(q->request->limits, i + 1)};
        h->root = *q->root;
        h->root.search = &h->search;
        h->state = q->request->states[i + 1];
        // One that gets no thread is not missed by anybody.
        h->runs = pthread_create(&h->thread, NULL, search_help, h) == 0;
    }
}

static uint64_t end_helpers(struct helper *helpers, int count)
{
    uint64_t nodes = 0;
    for (int i = 0; i < count; i++) {
        if (!helpers[i].runs)
            continue;
        pthread_join(helpers[i].thread, NULL);
        nodes += helpers[i].search.nodes;
    }
    return nodes;
}

void search_run(const struct search_request *request, struct thought *out)
{
    const struct limits *limits = request->limits;
    struct search search = {.look_at = UINT64_MAX, .nodes_most = share_of_nodes(limits, 0)};
    const struct root root = {.position = request->position,
        .seed = request->seed,
        .tt = request->tt,
        .search = &search,
        .depth_most = limits->depth};
    struct question q = {.request = request, .root = &root, .started_ns = clock_now_ns()};
    search.question = &q;
    tt_grow_old(request->tt);
    int count = limits->threads > 1 ? limits->threads - 1 : 0;
    struct helper *helpers = count > 0 ? calloc((size_t)count, sizeof *helpers) : NULL;
    if (helpers)
        start_helpers(helpers, count, &q);
    request->engine->begin(request->states[0], &root);
    *out = (struct thought){.best = MOVE_NONE};
    search_deepen(&search, request->states[0], out);
    atomic_store(&q.over, true);
    out->nodes = search.nodes + (helpers ? end_helpers(helpers, count) : 0);
    out->time_ns = clock_now_ns() - q.started_ns;
    free(helpers);
}

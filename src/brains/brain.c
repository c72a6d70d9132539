#include "brains/brain.h"

#include "base/clock.h"
#include "base/nearest.h"
#include "base/random.h"
#include "brains/search.h"

#include <stdlib.h>
#include <string.h>

enum {
    THOUSAND = 1000, // of which a level's lots are so many
    BYTES_PER_NODE = 64,
    NODES_PER_MS = 4000, // about
    MEMORY_LEAST_BYTES = 64 * 1024,
    MEMORY_MOST_BYTES = 64 * 1024 * 1024, // unless more is asked for
    // Huge pages for the table make every search faster, but the first one pays for them.
    PAGES_PART = 16,      // of its time,
    PAGES_LEAST_MS = 500, // if it has so much
    // Where there is nothing to choose, a clock is there to be saved: a look, to say how it stands.
    ONLY_MOVE_NODES = 10000,
};

const struct brain brains[] = {
    {"@random", "any legal move", BRAIN_RANDOM},
    {"@first", "the first legal move of the list", BRAIN_FIRST},
    {"@1", "a beginner", 1},
    {"@2", "stronger", 2},
    {"@3", "stronger", 3},
    {"@4", "stronger", 4},
    {"@5", "halfway up", 5},
    {"@6", "stronger", 6},
    {"@7", "stronger", 7},
    {"@8", "stronger", 8},
    {"@9", "stronger", 9},
    {"@10", "the strongest that is the same on every machine", 10},
    {"@max", "takes all the time that it is given", BRAIN_MAX},
    {0},
};

enum { BRAINS_MOST = sizeof brains / sizeof *brains };

const struct brain *brain_find(const char *name, struct error *e)
{
    static const char list[] = "@random, @first, @1 to @10, @max";
    const char *names[BRAINS_MOST];
    size_t count = 0;
    for (; brains[count].name; count++) {
        if (strcmp(brains[count].name, name) == 0)
            return &brains[count];
        names[count] = brains[count].name;
    }
    nearest_refuse(e, "built-in player", name, names, count, list);
    return NULL;
}

bool brain_is_instant(const struct brain *b)
{
    return b->level <= BRAIN_RANDOM;
}

static move brain_draw(const move *moves, int count, struct random *lot)
{
    return moves[random_below(lot, (uint32_t)count)];
}

move brain_choose(const struct brain *b, const struct game *game, const position *p, uint64_t seed)
{
    move moves[MOVES_MAX];
    int count = game->moves(p, moves);
    struct random lot = random_seeded(seed);
    return b->level == BRAIN_RANDOM ? brain_draw(moves, count, &lot) : moves[0];
}

bool brain_plays(const struct brain *b, const struct game *game, struct error *e)
{
    if (brain_is_instant(b))
        return true;
    const struct engine *engine = engine_of(game);
    if (!engine)
        return error_set(e, "%s cannot play %s: only @random and @first can", b->name, game->title);
    if (engine->prepare)
        engine->prepare();
    return true;
}

struct brain_benchmark brain_benchmark(const struct game *game)
{
    const struct engine *engine = engine_of(game);
    return engine ? engine->benchmark : (struct brain_benchmark){.depth = 1, .late = 1};
}

// --- A mind ---

struct mind {
    const struct engine *engine;
    struct brain_level level;         // zeros: without weakness
    struct tt tt;                     // without buckets: made to suit the first question
    bool begun;                       // has been asked before
    int threads;                      // that have a state
    void *states[BRAIN_THREADS_MOST]; // the first is always there
};

// So much that what it looks at for one move finds room; more would only have to be cleared. The
// time does not matter where nodes are limited: the same player is to give the same answer.
static size_t memory_for(const struct limits *l)
{
    uint64_t nodes = l->nodes;
    if (nodes == 0)
        nodes = (uint64_t)(l->time_ns / NS_PER_MS) * NODES_PER_MS;
    if (nodes == 0 || nodes > MEMORY_MOST_BYTES / BYTES_PER_NODE)
        return MEMORY_MOST_BYTES;
    size_t bytes = (size_t)nodes * BYTES_PER_NODE;
    return bytes < MEMORY_LEAST_BYTES ? MEMORY_LEAST_BYTES : bytes;
}

// At least one; as many as there is memory for.
static int seat_threads(struct mind *m, int threads)
{
    if (threads > BRAIN_THREADS_MOST)
        threads = BRAIN_THREADS_MOST;
    while (m->threads < threads) {
        void *state = engine_state_create(m->engine);
        if (!state)
            break;
        m->states[m->threads++] = state;
    }
    return threads < m->threads ? threads : m->threads;
}

struct mind *mind_create(const struct brain *b, const struct game *game, size_t memory_bytes)
{
    struct mind *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    m->engine = engine_of(game);
    if (b->level <= LEVELS)
        m->level = m->engine->levels[b->level - 1];
    if ((memory_bytes == 0 || tt_init(&m->tt, memory_bytes)) && seat_threads(m, 1) == 1)
        return m;
    mind_destroy(m);
    return NULL;
}

void mind_destroy(struct mind *m)
{
    if (!m)
        return;
    for (int i = 0; i < m->threads; i++)
        free(m->states[i]);
    tt_destroy(&m->tt);
    free(m);
}

void mind_forget(struct mind *m)
{
    for (int i = 0; i < m->threads; i++)
        engine_state_clear(m->engine, m->states[i]);
    if (m->tt.buckets)
        tt_clear(&m->tt);
}

static bool is_drawn(const struct mind *m, struct random *lot)
{
    return m->level.lots > 0 && random_below(lot, THOUSAND) < (uint32_t)m->level.lots;
}

// What that takes is taken from the limit.
static void take_pages(struct mind *m, struct limits *l, const atomic_bool *stop)
{
    const int64_t before_ns = clock_now_ns(), limit_ns = l->time_ns;
    if (m->begun || (limit_ns > 0 && limit_ns < PAGES_LEAST_MS * NS_PER_MS))
        return;
    tt_take_huge_pages(&m->tt, limit_ns > 0 ? before_ns + limit_ns / PAGES_PART : INT64_MAX, stop);
    const int64_t left_ns = limit_ns - (clock_now_ns() - before_ns);
    if (limit_ns > 0)
        l->time_ns = left_ns > 0 ? left_ns : 1;
}

void mind_think(struct mind *m, const position *p, const struct limits *limits, uint64_t seed,
    const atomic_bool *stop, struct thought *out)
{
    struct random lot = random_seeded(seed);
    move moves[MOVES_MAX];
    int count = m->engine->game->moves(p, moves);
    if (count == 0) {
        *out = (struct thought){.best = MOVE_NONE};
        return;
    }
    if (is_drawn(m, &lot)) {
        move drawn = brain_draw(moves, count, &lot);
        *out = (struct thought){.best = drawn, .lot = true, .line = {drawn}, .line_length = 1};
        return;
    }
    // Their variety comes from the book, and from nowhere else.
    const bool booked = m->engine->book && m->level.lots == 0;
    if (booked && limits->book && m->engine->book(p, seed, out))
        return;
    struct limits both = *limits;
    if (m->level.nodes > 0 && (both.nodes == 0 || both.nodes > m->level.nodes))
        both.nodes = m->level.nodes;
    if (!m->tt.buckets && !tt_init(&m->tt, memory_for(&both))) {
        *out = (struct thought){.best = MOVE_NONE};
        return;
    }
    if (count == 1 && both.time_ns > 0 && both.nodes == 0)
        both.nodes = ONLY_MOVE_NODES;
    take_pages(m, &both, stop);
    m->begun = true;
    both.threads = seat_threads(m, both.threads > 1 ? both.threads : 1);
    const struct search_request request = {
        .engine = m->engine,
        .states = m->states,
        .tt = &m->tt,
        .position = p,
        .limits = &both,
        .seed = booked ? SEED_NONE : seed,
        .stop = stop,
    };
    search_run(&request, out);
}

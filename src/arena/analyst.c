#include "arena/analyst.h"

#include "arena/placement.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>

enum analyst_state {
    ANALYST_NONE, // nobody has asked
    ANALYST_WAITING,
    ANALYST_RUNNING,
    ANALYST_DONE,
    ANALYST_FAILED,
};

static const char *const analyst_state_names[] = {
    [ANALYST_NONE] = "none",
    [ANALYST_WAITING] = "waiting",
    [ANALYST_RUNNING] = "running",
    [ANALYST_DONE] = "done",
    [ANALYST_FAILED] = "failed",
};

// One game. Free if its analysis is NULL.
struct analyst_game {
    char key[ANALYST_KEY_BYTES]; // "": another game has taken its key
    enum analyst_state state;
    bool in_hand; // the thread works at it
    struct analysis *analysis;
    uint64_t asked; // the order in which games are analysed
    uint64_t used;  // when somebody was last interested in it
};

struct analyst {
    pthread_t thread;
    struct limits limits;
    cpu_set_t allowed; // the cores of this process
    atomic_bool stop;  // the present position is to be left

    pthread_mutex_t lock;    // for everything below
    pthread_cond_t changed;  // for the thread
    pthread_cond_t finished; // nothing is left to do
    bool ending;
    int taken; // cores that games have
    uint64_t counter;
    struct analyst_game games[ANALYST_GAMES_MOST];

    // Only the thread uses these.
    struct mind *mind;
    const struct game *mind_game;
};

// --- The list of games: with the lock ---

static struct analyst_game *analyst_find(struct analyst *a, const char *key)
{
    for (int i = 0; i < ANALYST_GAMES_MOST; i++) {
        if (key[0] != '\0' && a->games[i].analysis && strcmp(a->games[i].key, key) == 0)
            return &a->games[i];
    }
    return NULL;
}

static bool analyst_is_open(const struct analyst_game *g)
{
    return g->analysis && (g->state == ANALYST_WAITING || g->state == ANALYST_RUNNING);
}

static int analyst_open_games(const struct analyst *a)
{
    int count = 0;
    for (int i = 0; i < ANALYST_GAMES_MOST; i++)
        count += analyst_is_open(&a->games[i]);
    return count;
}

static struct analyst_game *analyst_oldest_open(struct analyst *a)
{
    struct analyst_game *oldest = NULL;
    for (int i = 0; i < ANALYST_GAMES_MOST; i++) {
        struct analyst_game *g = &a->games[i];
        if (analyst_is_open(g) && (!oldest || g->asked < oldest->asked))
            oldest = g;
    }
    return oldest;
}

// A free place, or that of the game in which nobody was interested for longest. There always is
// one, since fewer games may wait than there are places.
static struct analyst_game *analyst_make_room(struct analyst *a)
{
    struct analyst_game *found = NULL;
    for (int i = 0; i < ANALYST_GAMES_MOST; i++) {
        struct analyst_game *g = &a->games[i];
        if (!g->analysis)
            return g;
        if (!analyst_is_open(g) && !g->in_hand && (!found || g->used < found->used))
            found = g;
    }
    analysis_destroy(found->analysis);
    return found;
}

// --- The thread ---

// Finds the cores that games have left. Returns false if there are none.
static bool analyst_free_cores(const struct analyst *a, cpu_set_t *cores)
{
    int seen = 0;
    CPU_ZERO(cores);
    for (int core = 0; core < CPU_SETSIZE; core++) {
        if (CPU_ISSET(core, &a->allowed) && seen++ >= a->taken)
            CPU_SET(core, cores);
    }
    return CPU_COUNT(cores) > 0;
}

// Waits for a game, and for a core to analyse it on. Returns NULL at the end. With the lock.
static struct analyst_game *analyst_await(struct analyst *a)
{
    cpu_set_t cores;
    while (!a->ending) {
        struct analyst_game *g = analyst_oldest_open(a);
        if (g && analyst_free_cores(a, &cores)) {
            atomic_store(&a->stop, false);
            // If that fails, the idle class alone keeps it behind everybody else.
            sched_setaffinity(0, sizeof cores, &cores);
            g->state = ANALYST_RUNNING;
            return g;
        }
        if (g) {
            g->state = ANALYST_WAITING;
        } else {
            mind_destroy(a->mind);
            a->mind = NULL;
            pthread_cond_broadcast(&a->finished);
        }
        pthread_cond_wait(&a->changed, &a->lock);
    }
    return NULL;
}

static bool analyst_take_mind(struct analyst *a, const struct game *game)
{
    if (a->mind && a->mind_game == game)
        return true;
    mind_destroy(a->mind);
    a->mind = mind_create(brain_find("@max", NULL), game, 0);
    a->mind_game = game;
    return a->mind != NULL;
}

// Judges the next position of the game. With the lock, which is released meanwhile.
static void analyst_step(struct analyst *a, struct analyst_game *g)
{
    const int ply = analysis_next(g->analysis);
    struct analysis_ply found;
    g->in_hand = true;
    pthread_mutex_unlock(&a->lock);
    const bool judged = analyst_take_mind(a, analysis_game(g->analysis)) &&
        analysis_judge(g->analysis, ply, a->mind, &a->limits, &a->stop, &found);
    pthread_mutex_lock(&a->lock);
    g->in_hand = false;
    if (judged)
        analysis_set(g->analysis, ply, &found);
    else if (!atomic_load(&a->stop))
        g->state = ANALYST_FAILED;
    if (g->state == ANALYST_RUNNING && analysis_next(g->analysis) == analysis_plies(g->analysis))
        g->state = ANALYST_DONE;
}

static void *analyst_thread(void *argument)
{
    struct analyst *a = argument;
    // Whoever is not idle goes first. Where the system refuses that, the cores still keep it apart.
    sched_setscheduler(0, SCHED_IDLE, &(struct sched_param){0});
    pthread_mutex_lock(&a->lock);
    for (struct analyst_game *g; (g = analyst_await(a));)
        analyst_step(a, g);
    pthread_mutex_unlock(&a->lock);
    return NULL;
}

// --- Its life ---

static void analyst_free(struct analyst *a)
{
    for (int i = 0; i < ANALYST_GAMES_MOST; i++)
        analysis_destroy(a->games[i].analysis);
    mind_destroy(a->mind);
    pthread_cond_destroy(&a->finished);
    pthread_cond_destroy(&a->changed);
    pthread_mutex_destroy(&a->lock);
    free(a);
}

struct analyst *analyst_create(uint64_t nodes, struct error *e)
{
    struct analyst *a = calloc(1, sizeof *a);
    if (!a) {
        error_set(e, "out of memory");
        return NULL;
    }
    a->limits.nodes = nodes > 0 ? nodes : ANALYST_NODES;
    placement_available(&a->allowed);
    atomic_init(&a->stop, false);
    pthread_mutex_init(&a->lock, NULL);
    pthread_cond_init(&a->changed, NULL);
    pthread_cond_init(&a->finished, NULL);
    if (pthread_create(&a->thread, NULL, analyst_thread, a) == 0)
        return a;
    error_set(e, "there is no thread for the analysis of games");
    analyst_free(a);
    return NULL;
}

void analyst_destroy(struct analyst *a)
{
    if (!a)
        return;
    pthread_mutex_lock(&a->lock);
    a->ending = true;
    atomic_store(&a->stop, true);
    pthread_cond_broadcast(&a->changed);
    pthread_mutex_unlock(&a->lock);
    pthread_join(a->thread, NULL);
    analyst_free(a);
}

void analyst_leave_cores(struct analyst *a, int cores)
{
    pthread_mutex_lock(&a->lock);
    if (cores > a->taken)
        atomic_store(&a->stop, true);
    a->taken = cores;
    pthread_cond_broadcast(&a->changed);
    pthread_mutex_unlock(&a->lock);
}

void analyst_finish(struct analyst *a)
{
    pthread_mutex_lock(&a->lock);
    while (analyst_oldest_open(a))
        pthread_cond_wait(&a->finished, &a->lock);
    pthread_mutex_unlock(&a->lock);
}

// --- Questions ---

// The game of this key goes; if the thread works at it, it will find that out. With the lock.
static void analyst_drop(struct analyst *a, struct analyst_game *g)
{
    g->key[0] = '\0';
    g->state = ANALYST_NONE;
    if (g->in_hand)
        atomic_store(&a->stop, true);
}

static bool analyst_enqueue(
    struct analyst *a, const char *key, struct analysis *analysis, struct error *e)
{
    if (analyst_open_games(a) >= ANALYST_QUEUE_MOST)
        return error_set(
            e, "%d games wait for their analysis; ask again later", ANALYST_QUEUE_MOST);
    struct analyst_game *g = analyst_make_room(a);
    a->counter++;
    *g = (struct analyst_game){
        .state = ANALYST_WAITING, .analysis = analysis, .asked = a->counter, .used = a->counter};
    memcpy(g->key, key, strlen(key) + 1);
    pthread_cond_broadcast(&a->changed);
    return true;
}

// True if this very game has been asked for under this key. A game that failed is tried again. With
// the lock.
static bool analyst_knows(struct analyst *a, const char *key, const struct game *game,
    const position *start, const move *moves, int count)
{
    struct analyst_game *g = analyst_find(a, key);
    if (!g)
        return false;
    if (!analysis_is_of(g->analysis, game, start, moves, count) || g->state == ANALYST_FAILED) {
        analyst_drop(a, g);
        return false;
    }
    g->used = ++a->counter;
    return true;
}

bool analyst_ask(struct analyst *a, const char *key, const struct game *game, const position *start,
    const move *moves, int count, struct error *e)
{
    if (key[0] == '\0' || strlen(key) >= ANALYST_KEY_BYTES)
        return error_set(e, "the key of an analysis has 1 to %d bytes", ANALYST_KEY_BYTES - 1);
    struct analysis *analysis = analysis_create(game, start, moves, count, e);
    if (!analysis)
        return false;
    pthread_mutex_lock(&a->lock);
    const bool known = analyst_knows(a, key, game, start, moves, count);
    const bool taken = !known && analyst_enqueue(a, key, analysis, e);
    pthread_mutex_unlock(&a->lock);
    if (!taken)
        analysis_destroy(analysis);
    return known || taken;
}

void analyst_copy(struct analyst *a, const char *key, struct text *out)
{
    pthread_mutex_lock(&a->lock);
    struct analyst_game *g = analyst_find(a, key);
    const struct analysis *analysis = g ? g->analysis : NULL;
    if (g)
        g->used = ++a->counter;
    text_format(out, "{\"state\":\"%s\",\"done\":%d,\"of\":%d",
        analyst_state_names[g ? g->state : ANALYST_NONE], analysis ? analysis_next(analysis) : 0,
        analysis ? analysis_plies(analysis) : 0);
    text_format(out, ",\"by\":\"@max\",\"nodes\":%" PRIu64 ",\"plies\":", a->limits.nodes);
    if (analysis)
        analysis_json(analysis, out);
    else
        text_string(out, "[]");
    pthread_mutex_unlock(&a->lock);
    text_string(out, ",\"schema\":\"analysis/1\"}");
}

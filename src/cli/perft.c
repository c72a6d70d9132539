// agon perft: counts sequences of legal moves. The tree is cut a few plies below its root into
// jobs, which the threads take one after the other.
#include "base/clock.h"
#include "base/number.h"
#include "cli/commands.h"
#include "cli/position_argument.h"
#include "cli/progress.h"
#include "cli/terminal.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { DEPTH_MOST = 60, THREADS_MOST = 256, JOBS_ENOUGH = 256 };

struct perft_job {
    position position;
    int root; // the number of the root's move that led here
};

struct perft_jobs {
    struct perft_job *list;
    size_t count, capacity;
};

struct perft_counting {
    const struct game *game;
    int depth; // left below the jobs
    struct perft_jobs jobs;
    atomic_size_t next, done;
    struct perft_count counts[MOVES_MAX]; // by root move
    pthread_mutex_t lock;                 // of `counts`
};

static bool perft_jobs_add(struct perft_jobs *jobs, struct perft_job job)
{
    if (jobs->count == jobs->capacity) {
        size_t capacity = jobs->capacity > 0 ? 2 * jobs->capacity : JOBS_ENOUGH;
        struct perft_job *list = realloc(jobs->list, capacity * sizeof *list);
        if (!list)
            return false;
        jobs->list = list;
        jobs->capacity = capacity;
    }
    jobs->list[jobs->count++] = job;
    return true;
}

// Replaces every job by its children. A finished game has none: it is a leaf and leaves the list.
static bool perft_deepen(struct perft_counting *c)
{
    struct perft_jobs children = {0};
    for (size_t i = 0; i < c->jobs.count; i++) {
        const struct perft_job *parent = &c->jobs.list[i];
        move moves[MOVES_MAX];
        int count = c->game->moves(&parent->position, moves);
        if (count == 0 && parent->root >= 0)
            c->counts[parent->root].leaves++;
        for (int m = 0; m < count; m++) {
            struct perft_job child = {parent->position, parent->root < 0 ? m : parent->root};
            c->game->apply(&child.position, moves[m]);
            if (!perft_jobs_add(&children, child)) {
                free(children.list);
                return false;
            }
        }
    }
    free(c->jobs.list);
    c->jobs = children;
    c->depth--;
    return true;
}

static void *perft_work(void *argument)
{
    struct perft_counting *c = argument;
    for (;;) {
        size_t i = atomic_fetch_add(&c->next, 1);
        if (i >= c->jobs.count)
            return NULL;
        struct perft_count count = {0};
        c->game->perft(&c->jobs.list[i].position, c->depth, &count);
        pthread_mutex_lock(&c->lock);
        c->counts[c->jobs.list[i].root].nodes += count.nodes;
        c->counts[c->jobs.list[i].root].leaves += count.leaves;
        pthread_mutex_unlock(&c->lock);
        atomic_fetch_add(&c->done, 1);
    }
}

// Starts the threads and waits for them behind a progress bar. False: none could be started.
static bool perft_run_threads(struct perft_counting *c, int64_t wanted)
{
    pthread_t threads[THREADS_MOST];
    int64_t running = 0;
    while (running < wanted && pthread_create(&threads[running], NULL, perft_work, c) == 0)
        running++;
    struct progress progress = progress_start();
    struct timespec nap = {.tv_nsec = 50 * NS_PER_MS};
    while (progress.terminal && running > 0 && atomic_load(&c->done) < c->jobs.count) {
        nanosleep(&nap, NULL);
        progress_show(&progress, atomic_load(&c->done), c->jobs.count);
    }
    for (int64_t i = 0; i < running; i++)
        pthread_join(threads[i], NULL);
    progress_end(&progress);
    return running > 0;
}

static bool perft_count_all(
    struct perft_counting *c, const position *root, int depth, int64_t threads)
{
    c->depth = depth;
    if (!perft_jobs_add(&c->jobs, (struct perft_job){*root, -1}))
        return false;
    do {
        if (!perft_deepen(c))
            return false;
    } while (c->depth > 1 && c->jobs.count > 0 && c->jobs.count < JOBS_ENOUGH);
    return c->jobs.count == 0 || perft_run_threads(c, threads);
}

struct perft_result {
    const struct position_argument *about;
    int depth;
    bool divide;
    double seconds;
    struct perft_count total;
    const struct perft_count *by_move;
    int count;
    move moves[MOVES_MAX];
};

static void perft_print_json(const struct perft_result *r)
{
    const struct game *game = r->about->game;
    char bytes[POSITION_TEXT_BYTES];
    struct text position_text = TEXT_IN(bytes);
    game->print(&r->about->position, &position_text);
    struct text out = text_growing();
    text_string(&out, "{\"game\":");
    text_json(&out, game->name);
    text_string(&out, ",\"variant\":");
    text_json(&out, game->variant(&r->about->position));
    text_string(&out, ",\"position\":");
    text_json(&out, bytes);
    text_format(&out, ",\"depth\":%d,\"nodes\":%llu,\"leaves\":%llu,\"seconds\":%.6f", r->depth,
        (unsigned long long)r->total.nodes, (unsigned long long)r->total.leaves, r->seconds);
    if (r->divide) {
        text_string(&out, ",\"moves\":[");
        for (int i = 0; i < r->count; i++) {
            struct text name = TEXT_IN(bytes);
            game->print_move(&r->about->position, r->moves[i], &name);
            text_format(&out, "%s{\"move\":\"%s\",\"nodes\":%llu,\"leaves\":%llu}",
                i > 0 ? "," : "", bytes, (unsigned long long)r->by_move[i].nodes,
                (unsigned long long)r->by_move[i].leaves);
        }
        text_char(&out, ']');
    }
    print_document(&out, "perft/1");
}

static void perft_print_text(const struct perft_result *r)
{
    const struct game *game = r->about->game;
    char bytes[64];
    for (int i = 0; r->divide && i < r->count; i++) {
        struct text out = TEXT_IN(bytes);
        game->print_move(&r->about->position, r->moves[i], &out);
        printf("  %-12s", bytes);
        text_clear(&out);
        text_grouped(&out, r->by_move[i].nodes);
        printf(" %20s\n", bytes);
    }
    struct text out = TEXT_IN(bytes);
    text_grouped(&out, r->total.nodes);
    printf("%s, depth %d: %s nodes", game->name, r->depth, bytes);
    text_clear(&out);
    text_grouped(&out, r->total.leaves);
    printf(", %s leaves, %.2f s", bytes, r->seconds);
    if (r->seconds > 0.001)
        printf(", %.0f million leaves a second", (double)r->total.leaves / r->seconds / 1e6);
    putchar('\n');
}

// Counts below the root, and fills `r` with the sums. False: no memory or no thread.
static bool perft_measure(struct perft_counting *c, struct perft_result *r, int64_t threads)
{
    const struct position_argument *s = r->about;
    int64_t start_ns = clock_now_ns();
    r->count = s->game->moves(&s->position, r->moves);
    if (r->depth == 0) {
        r->divide = false;
        r->total = (struct perft_count){1, 1};
    } else if (r->count == 0) {
        r->total = (struct perft_count){0, 1};
    } else if (!perft_count_all(c, &s->position, r->depth, threads)) {
        return false;
    }
    for (int i = 0; i < r->count; i++) {
        r->total.nodes += c->counts[i].nodes;
        r->total.leaves += c->counts[i].leaves;
    }
    r->seconds = (double)(clock_now_ns() - start_ns) / NS_PER_SECOND;
    return true;
}

int command_perft(const struct command *self, int argc, char **argv)
{
    const char *game = NULL, *depth_text = NULL, *position_text = NULL, *variant = NULL;
    bool json = false, divide = false;
    int64_t threads = 1, depth = 0;
    const struct argument arguments[] = {
        {"GAME", position_argument_games(), &game},
        {"DEPTH", "how many moves, 0 or more", &depth_text},
    };
    const struct option options[] = {
        {"position", "where to begin; without it, the start", .text = &position_text,
            .value = "TEXT"},
        {"variant", VARIANT_HELP, .text = &variant, .value = "NAME"},
        {"divide", "also the count below each first move", .flag = &divide},
        {"threads", "how many threads count (1)", .number = &threads, .least = 1,
            .most = THREADS_MOST, .value = "N"},
        {"json", "one JSON object", .flag = &json},
    };
    const struct syntax syntax = {self, arguments, 2, options, 5};
    struct error e;
    int status;
    if (!options_read(&syntax, argc, argv, &status))
        return status;
    if (!number_read("DEPTH", depth_text, 0, DEPTH_MOST, &depth, &e))
        return wrong_input(&e);
    struct position_argument about;
    if (!position_argument_read(&about, game, variant, position_text, &e))
        return wrong_input(&e);

    struct perft_counting counting = {.game = about.game, .lock = PTHREAD_MUTEX_INITIALIZER};
    struct perft_result result = {
        .about = &about, .depth = (int)depth, .divide = divide, .by_move = counting.counts};
    bool counted = perft_measure(&counting, &result, threads);
    free(counting.jobs.list);
    if (!counted) {
        fprintf(stderr, "agon: not enough memory, or no thread could be started\n");
        return EXIT_OURS;
    }
    if (json)
        perft_print_json(&result);
    else
        perft_print_text(&result);
    return EXIT_OK;
}

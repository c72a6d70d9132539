// agon work: plays games of contests that are handed out by a database.
#include "arena/core_claim.h"
#include "arena/placement.h"
#include "cli/bots_setup.h"
#include "cli/commands.h"
#include "cli/screen.h"
#include "cli/stop.h"
#include "cli/terminal.h"
#include "fleet/capabilities.h"
#include "fleet/fleet_worker.h"
#include "fleet/parcel_cache.h"
#include "link/link.h"
#include "report/json.h"

#include <inttypes.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DRAW_EVERY_MS = 500, CORES_MOST = 1024 };

struct work {
    struct postgres_place place;
    struct option_list contests;
    struct fleet_worker_options options;
    bool json;
    bool live;             // a line at the bottom of the terminal
    struct text described; // what this machine is
    char cache[PATH_MAX];  // for entries, and for its speed

    pthread_mutex_t lock; // of the output
    struct fleet_worker *worker;
    int64_t games_before; // when the line was drawn last
    double per_second;
};

// --- What is told ---

// "cup: 4 games under way, 1,204 handed in, 31/s   Ctrl-C ends"
static void work_text_line(
    const struct work *k, const struct fleet_worker_state *s, struct text *out)
{
    if (!s->connected)
        text_string(out, "waiting for the database");
    else if (s->quarantined)
        text_string(out, "gets no more games");
    else
        text_string(out, s->contest[0] != '\0' ? s->contest : "waiting for games");
    text_format(out, ": %" PRId64 " game%s under way, ", s->playing, s->playing == 1 ? "" : "s");
    text_grouped(out, (uint64_t)s->games);
    text_format(out, " handed in, %.*f/s", k->per_second < 10 ? 1 : 0, k->per_second);
    if (s->late > 0)
        text_format(out, ", %" PRId64 " too late", s->late);
    text_string(out, stop_asked() ? "   finishing (Ctrl-C again to stop now)" : "   Ctrl-C ends");
}

static void work_draw(struct work *k)
{
    char bytes[256];
    struct text line = TEXT_IN(bytes);
    struct fleet_worker_state s;
    fleet_worker_look(k->worker, &s);
    double now = (double)(s.games - k->games_before) * 1000 / DRAW_EVERY_MS;
    k->per_second = k->games_before == 0 ? now : 0.8 * k->per_second + 0.2 * now;
    k->games_before = s.games;
    if (!k->live)
        return;
    pthread_mutex_lock(&k->lock);
    work_text_line(k, &s, &line);
    print_part(stderr, "%.*s", screen_size(STDERR_FILENO).columns - 1, bytes);
    fputs("\033[K\r", stderr);
    fflush(stderr);
    pthread_mutex_unlock(&k->lock);
}

static void work_print_json(const struct fleet_worker_state *s, const char *words)
{
    struct text out = text_growing();
    text_format(&out, "{\"worker\":%" PRId64, s->id);
    text_string(&out, ",\"contest\":");
    s->contest[0] != '\0' ? text_json(&out, s->contest) : text_string(&out, "null");
    text_format(&out,
        ",\"playing\":%" PRId64 ",\"games\":%" PRId64 ",\"late\":%" PRId64 ",\"void\":%" PRId64
        ",\"connected\":%s",
        s->playing, s->games, s->late, s->voided, s->connected ? "true" : "false");
    json_key_text(&out, "words", words);
    print_document(&out, "work/1");
    fflush(stdout);
}

// On the thread of the worker.
static void work_said(void *user, const char *words)
{
    struct work *k = user;
    struct fleet_worker_state s = {0};
    pthread_mutex_lock(&k->lock);
    if (k->worker)
        fleet_worker_look(k->worker, &s);
    if (k->live)
        fputs("\r\033[K", stderr);
    if (k->json)
        work_print_json(&s, words);
    else
        print_line(stderr, "%s", words);
    pthread_mutex_unlock(&k->lock);
}

// --- What this machine is ---

// From here on it plays on cores of its own, as far as there are any.
static void work_claim_cores(const struct work *k)
{
    const int64_t shared = core_claim_take("agon work", k->options.cores);
    if (shared > 0)
        print_line(stderr,
            "agon: %" PRId64 " of its cores belong%s to other workers of this machine: games will"
            " share them   (agon work --cores N)",
            shared, shared == 1 ? "s" : "");
}

static bool work_describe(struct work *k, struct error *e)
{
    struct capabilities machine;
    k->described = text_growing();
    if (!parcel_cache_home(k->cache, e) ||
        !capabilities_find(&machine, k->options.cores, k->cache, e))
        return false;
    capabilities_print(&k->described, &machine);
    k->options.cache = k->cache;
    k->options.speed_percent = llround(machine.speed * 100);
    return !k->described.cut || error_set(e, "out of memory");
}

// --- Working ---

static void work_listen(struct work *k)
{
    struct pollfd ready[] = {{.fd = fleet_worker_end_fd(k->worker), .events = POLLIN},
        {.fd = stop_fd(), .events = POLLIN}};
    for (bool ended = false; !ended;) {
        poll(ready, sizeof ready / sizeof *ready, DRAW_EVERY_MS);
        stop_silence();
        ended = ready[0].revents != 0;
        if (stop_asked_again())
            fleet_worker_stop(k->worker, POOL_NOW);
        else if (stop_asked())
            fleet_worker_stop(k->worker, POOL_FINISH);
        work_draw(k);
    }
    if (k->live)
        fputs("\r\033[K", stderr);
}

static int work_conclude(struct work *k)
{
    struct error e = {0};
    struct fleet_worker_state last;
    bool well = fleet_worker_join(k->worker, &last, &e);
    if (k->json) {
        work_print_json(&last, well ? "ended" : e.words);
    } else {
        struct text out = text_growing();
        text_grouped(&out, (uint64_t)last.games);
        print_line(stderr, "%s games handed in", out.bytes);
        text_destroy(&out);
    }
    if (well)
        return EXIT_OK;
    print_line(stderr, "agon: %s", e.words);
    // Whatever starts workers again should not do so before somebody has seen to it.
    return last.id == 0 || last.out ? EXIT_WRONG_INPUT : EXIT_FAILED;
}

static int work_run(struct work *k)
{
    struct error e;
    k->options.url = k->place.url;
    k->options.contests = k->contests.count > 0 ? k->contests.texts : NULL;
    k->options.description = k->described.bytes;
    k->options.said = work_said;
    k->options.user = k;
    k->live = !k->json && screen_is_possible(STDERR_FILENO);
    pthread_mutex_init(&k->lock, NULL);
    stop_listen(STOP_WORKER, NULL);
    pthread_mutex_lock(&k->lock); // the first words need the worker
    k->worker = fleet_worker_start(&k->options, &e);
    pthread_mutex_unlock(&k->lock);
    int status = EXIT_OURS;
    if (k->worker) {
        work_listen(k);
        status = work_conclude(k);
    } else {
        print_line(stderr, "agon: %s", e.words);
    }
    stop_listen_no_more();
    pthread_mutex_destroy(&k->lock);
    return status;
}

static bool work_read(struct work *k, const char *where, struct error *e)
{
    cpu_set_t allowed;
    if (!postgres_place_read(&k->place, where, e))
        return false;
    if (k->place.contest[0] != '\0' && k->contests.count < OPTION_LIST_MOST) {
        k->contests.texts[k->contests.count++] = k->place.contest;
        k->contests.texts[k->contests.count] = NULL;
    }
    if (k->options.cores == 0)
        k->options.cores = placement_available(&allowed);
    work_claim_cores(k);
    return work_describe(k, e);
}

int command_work(const struct command *self, int argc, char **argv)
{
    static struct work k;
    const char *where = NULL;
    const struct argument arguments[] = {
        {"URL", "the database: postgresql://HOST/DATABASE, or with #CONTEST", &where}};
    const struct option options[] = {
        {"cores", "games at once, on as many cores; if it is not given, on all there are",
            .number = &k.options.cores, .least = 1, .most = CORES_MOST, .value = "N"},
        {"contest", "play only this contest; may be given several times", .list = &k.contests,
            .value = "NAME"},
        {"until-idle", "end when no contest has work left", .flag = &k.options.until_idle},
        {"json", "one JSON object for each line that would be printed", .flag = &k.json},
    };
    const struct syntax syntax = {self, arguments, 1, options, sizeof options / sizeof *options};
    struct error e;
    int status;
    if (!options_read(&syntax, argc, argv, &status))
        return status;
    if (!bots_setup())
        return EXIT_WRONG_INPUT;
    status = work_read(&k, where, &e) ? work_run(&k) : wrong_input(&e);
    text_destroy(&k.described);
    link_process_teardown();
    return status;
}

#include "web/web.h"

#include "base/clock.h"
#include "web/http/host_name.h"
#include "web/http/listener.h"
#include "web/site/pages.h"
#include "web/site/viewer.h"

#include <arpa/inet.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { WEB_NICE = 5, WEB_PORT_TRIES = 50, WEB_ADDRESS_BYTES = 128 };

// Something that another thread wants done on the loop's; it waits until it is.
struct web_call {
    struct web_call *next;
    void (*work)(struct web *w, void *user);
    void *user;
    bool done;
};

struct web {
    uv_loop_t loop;
    pthread_t thread;
    uv_async_t async;
    uv_timer_t timer;
    bool ticks_now;
    int64_t ticks;
    struct listener listener;
    struct tls_keys *keys;
    struct site site;
    struct web_options options;
    char address[WEB_ADDRESS_BYTES];
    int loopback_port; // 0: others can reach it, or TLS says to whom one speaks

    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct web_call *calls;
};

// --- What connections tell ---

static void web_requested(void *user, struct connection *c, const struct request *r)
{
    struct web *w = user;
    if (w->loopback_port == 0 || !host_name_misleads(r->host, w->loopback_port)) {
        pages_request(&w->site, c, r);
        return;
    }
    struct http_answer a = answer_error(421, answer_words(421));
    connection_answer(c, &a);
}

static void web_said(void *user, struct connection *c, const char *bytes, size_t length)
{
    (void)user;
    if (c->user != NULL)
        viewer_hear(c->user, bytes, length);
}

static void web_has_room(void *user, struct connection *c)
{
    (void)user;
    if (c->user != NULL)
        viewer_serve(c->user);
}

static void web_gone(void *user, struct connection *c)
{
    struct web *w = user;
    pages_forget(&w->site, c);
}

// Where it comes from: "127.0.0.1".
static void web_put_peer(const struct connection *c, struct text *out)
{
    char words[INET6_ADDRSTRLEN] = "?";
    if (c->peer.ss_family == AF_INET)
        uv_ip4_name((const struct sockaddr_in *)&c->peer, words, sizeof words);
    else if (c->peer.ss_family == AF_INET6)
        uv_ip6_name((const struct sockaddr_in6 *)&c->peer, words, sizeof words);
    text_string(out, words);
}

// "127.0.0.1 2026-11-16T12:00:00Z "GET /contests/spring" 200 5120 3.2 ms"
static void web_answered(
    void *user, const struct connection *c, const struct request *r, int status, size_t bytes)
{
    struct web *w = user;
    char array[REQUEST_LINE_BYTES_MOST + 512], date[32];
    struct text line = TEXT_IN(array);
    struct tm broken;
    time_t now = time(NULL);
    if (w->options.access == NULL)
        return;
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &broken));
    web_put_peer(c, &line);
    text_format(&line, " %s \"", date);
    if (r != NULL) {
        text_visible(&line, r->method_text.at, r->method_text.length);
        text_char(&line, ' ');
        text_visible(&line, r->target.at, r->target.length);
    } else {
        text_char(&line, '-');
    }
    text_format(&line, "\" %d %zu %.1f ms", status, bytes,
        r != NULL ? (double)(clock_now_ns() - c->asked_ns) / NS_PER_MS : 0.0);
    w->options.access(w->options.user, array);
}

static const struct connection_events web_events = {
    web_requested, web_said, web_has_room, web_gone, web_answered};

// --- The loop ---

static void web_on_timer(uv_timer_t *timer)
{
    struct web *w = timer->data;
    w->ticks++;
    viewers_tick(&w->site, w->ticks);
    if (w->ticks % SITE_WHOLE_TICKS == 0) {
        site_tidy(&w->site);
        site_mind_cores(&w->site);
    }
}

static void web_on_async(uv_async_t *async)
{
    struct web *w = async->data;
    pthread_mutex_lock(&w->lock);
    while (w->calls != NULL) {
        struct web_call *call = w->calls;
        w->calls = call->next;
        pthread_mutex_unlock(&w->lock);
        call->work(w, call->user);
        pthread_mutex_lock(&w->lock);
        call->done = true;
        pthread_cond_broadcast(&w->changed);
    }
    pthread_mutex_unlock(&w->lock);
}

static void *web_run(void *user)
{
    struct web *w = user;
    sigset_t all;
    // Signals are for the command; games and their players come first.
    pthread_setname_np(pthread_self(), "agon web");
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, NULL);
    setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), WEB_NICE);
    uv_run(&w->loop, UV_RUN_DEFAULT);
    return NULL;
}

// Does it on the loop's thread, and waits for it.
static void web_do(struct web *w, void (*work)(struct web *w, void *user), void *user)
{
    struct web_call call = {.work = work, .user = user};
    pthread_mutex_lock(&w->lock);
    struct web_call **end = &w->calls;
    while (*end != NULL)
        end = &(*end)->next;
    *end = &call;
    uv_async_send(&w->async);
    while (!call.done)
        pthread_cond_wait(&w->changed, &w->lock);
    pthread_mutex_unlock(&w->lock);
}

// --- Start and stop ---

static bool web_listen(struct web *w, const struct web_options *o, struct error *e)
{
    const struct web_limits *limits = &o->limits;
    const char *address = o->address != NULL ? o->address : "127.0.0.1";
    struct listener_options listener = {.address = address,
        .port = o->port,
        .tries = o->port_is_wish ? WEB_PORT_TRIES : 0,
        .keys = w->keys,
        .connections_most = limits->connections_most,
        .address_connections_most = limits->address_connections_most,
        .times = {limits->request_ms, limits->idle_ms, limits->answer_ms, limits->linger_ms},
        .events = &web_events,
        .user = w};
    if (!listener_open(&w->listener, &w->loop, &listener, e))
        return false;
    bool six = strchr(address, ':') != NULL;
    snprintf(w->address, sizeof w->address, "%s://%s%s%s:%d", w->keys != NULL ? "https" : "http",
        six ? "[" : "", address, six ? "]" : "", listener_port(&w->listener));
    w->listener.options.address = NULL;
    if (w->keys == NULL && (strncmp(address, "127.", 4) == 0 || strcmp(address, "::1") == 0))
        w->loopback_port = listener_port(&w->listener);
    return true;
}

// Lets the loop run until all handles are closed, and frees the rest.
static void web_free(struct web *w)
{
    uv_run(&w->loop, UV_RUN_DEFAULT);
    uv_loop_close(&w->loop);
    tls_keys_destroy(w->keys);
    pthread_mutex_destroy(&w->lock);
    pthread_cond_destroy(&w->changed);
    free(w);
}

static bool web_open(struct web *w, const struct web_options *o, struct error *e)
{
    if (o->certificate != NULL || o->key != NULL) {
        if (o->certificate == NULL || o->key == NULL)
            return error_set(e, "TLS needs both a certificate and its key");
        w->keys = tls_keys_load(o->certificate, o->key, e);
        if (w->keys == NULL)
            return false;
    }
    if (!web_listen(w, o, e))
        return false;
    if (site_init(&w->site, &w->loop, e))
        return true;
    listener_close(&w->listener);
    return false;
}

static void web_close_handles(struct web *w)
{
    uv_close((uv_handle_t *)&w->async, NULL);
    uv_close((uv_handle_t *)&w->timer, NULL);
}

struct web *web_start(const struct web_options *o, struct error *e)
{
    struct web *w = calloc(1, sizeof *w);
    if (w == NULL || uv_loop_init(&w->loop) != 0) {
        free(w);
        error_set(e, "the web cannot start: out of memory or file descriptors");
        return NULL;
    }
    w->options = *o;
    w->options.address = w->options.certificate = w->options.key = NULL;
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->changed, NULL);
    uv_async_init(&w->loop, &w->async, web_on_async);
    uv_timer_init(&w->loop, &w->timer);
    w->async.data = w->timer.data = w;
    bool opened = web_open(w, o, e);
    if (opened) {
        uv_timer_start(&w->timer, web_on_timer, SITE_TICK_MS, SITE_TICK_MS);
        if (pthread_create(&w->thread, NULL, web_run, w) == 0)
            return w;
        error_set(e, "the web cannot start: no thread is left");
        listener_close(&w->listener);
        site_destroy(&w->site);
    }
    web_close_handles(w);
    web_free(w);
    return NULL;
}

const char *web_address(const struct web *w)
{
    return w->address;
}

static void web_do_stop(struct web *w, void *user)
{
    (void)user;
    listener_close(&w->listener);
    for (struct web_show *s = w->site.shows; s != NULL; s = s->next)
        show_unlisten(s, &w->site.events);
    site_destroy(&w->site);
    web_close_handles(w);
}

void web_stop(struct web *w)
{
    web_do(w, web_do_stop, NULL);
    pthread_join(w->thread, NULL);
    web_free(w);
}

// --- The fleet ---

static void web_do_fleet(struct web *w, void *user)
{
    const struct web_fleet *fleet = user;
    fleet_feed_begin(
        &w->site.fleet, fleet != NULL ? fleet->copy : NULL, fleet != NULL ? fleet->user : NULL);
}

void web_show_fleet(struct web *w, const struct web_fleet *fleet)
{
    struct web_fleet copy = fleet != NULL ? *fleet : (struct web_fleet){0};
    web_do(w, web_do_fleet, fleet != NULL ? &copy : NULL);
}

// --- Shows ---

// What a call wants, and what has come of it.
struct web_errand {
    struct web_show *show;
    const struct live_source *live;
    const struct contest_file *file;
    const char *words;
    enum web_state state;
    struct error *e;
    bool well;
};

static struct web_show *web_create_show(struct web *w, const char *slug, struct error *e)
{
    struct web_show *s = calloc(1, sizeof *s);
    if (s == NULL) {
        error_set(e, "out of memory");
        return NULL;
    }
    s->web = w;
    s->summary.leaders = text_growing();
    s->summary.games_in_all = -1;
    kept_games_init(&s->kept);
    snprintf(s->slug, sizeof s->slug, "%.240s", slug[0] != '\0' ? slug : "contest");
    return s;
}

static void web_do_add(struct web *w, void *user)
{
    site_add(&w->site, user);
}

struct web_show *web_add_contest(
    struct web *w, const char *location, const char *slug, struct error *e)
{
    struct web_show *s = web_create_show(w, slug, e);
    if (s == NULL)
        return NULL;
    int written = snprintf(s->path, sizeof s->path, "%s", location);
    if (written >= (int)sizeof s->path) {
        show_destroy(s);
        error_set(e, "the name of the results is too long");
        return NULL;
    }
    web_do(w, web_do_add, s);
    return s;
}

static void web_do_watch(struct web *w, void *user)
{
    struct web_errand *errand = user;
    struct web_show *s = errand->show;
    show_unlisten(s, &w->site.events);
    s->summary_ns = 0;
    errand->well = true;
    if (errand->live == NULL)
        return;
    s->live = *errand->live;
    errand->well = show_listen(s, &w->loop, &w->site.events, errand->e);
    if (!errand->well)
        s->live = (struct live_source){0};
}

bool web_show_live(struct web_show *s, const struct live_source *live, struct error *e)
{
    struct web_errand errand = {.show = s, .live = live, .e = e};
    web_do(s->web, web_do_watch, &errand);
    return errand.well;
}

struct web_show *web_add_match(struct web *w, const struct live_source *live,
    const struct match_options *match, const char *title, struct error *e)
{
    struct web_show *s = web_create_show(w, "match", e);
    if (s == NULL)
        return NULL;
    s->is_match = true;
    s->summary.games_in_all = match->games;
    s->summary.players = SEATS;
    kept_games_describe(&s->kept, match);
    snprintf(s->title, sizeof s->title, "%s", title);
    web_do(w, web_do_add, s);
    // A show that cannot listen stays, and shows nothing.
    return web_show_live(s, live, e) ? s : NULL;
}

static void web_do_describe(struct web *w, void *user)
{
    struct web_errand *errand = user;
    (void)w;
    show_describe(errand->show, errand->file, errand->words);
}

void web_show_describe(struct web_show *s, const struct contest_file *f, const char *fallback_name)
{
    struct web_errand errand = {.show = s, .file = f, .words = fallback_name};
    web_do(s->web, web_do_describe, &errand);
}

static void web_do_state(struct web *w, void *user)
{
    struct web_errand *errand = user;
    struct web_show *s = errand->show;
    (void)w;
    s->has_state = errand->state != WEB_STATES;
    s->state = errand->state;
    snprintf(s->words, sizeof s->words, "%s", errand->words != NULL ? errand->words : "");
    s->facts++;
}

void web_show_state(struct web_show *s, enum web_state state, const char *words)
{
    struct web_errand errand = {.show = s, .state = state, .words = words};
    web_do(s->web, web_do_state, &errand);
}

const char *web_show_slug(const struct web_show *s)
{
    return s->slug;
}

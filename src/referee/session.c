#include "referee/session.h"

#include "base/clock.h"
#include "referee/result.h"

#include <string.h>

static struct moment session_now(struct session *s)
{
    return runner_moment(s->runner, clock_now_ns());
}

// --- Bots behind a link ---

static void session_link_opened(struct link *link, void *user)
{
    (void)link;
    struct session *s = user;
    s->opened = true;
    s->events->opened(s, session_now(s));
}

static void session_lose(struct session *s, const struct fault *fault, bool ours)
{
    if (s->lost)
        return;
    s->lost = true;
    s->events->lost(s, fault, ours, session_now(s));
}

static void session_link_failed(struct link *link, void *user, const struct link_failure *why)
{
    (void)link;
    struct fault fault;
    if (why->limited)
        fault_limit(&fault, &why->passed, why->error.words);
    else
        fault_set(&fault, VERDICT_NO_START, "G5", "%s", why->error.words);
    session_lose(user, &fault, why->ours);
}

static void session_link_received(
    struct link *link, void *user, const char *bytes, size_t length, int64_t at_ns)
{
    (void)link;
    struct session *s = user;
    s->read_unseen_ns = s->unseen_ns > 0 ? s->unseen_ns : s->runner->looked_ns;
    s->unseen_ns = 0;
    s->events->received(s, bytes, length, runner_moment(s->runner, at_ns));
}

static void session_link_written(struct link *link, void *user, int64_t at_ns)
{
    // Nothing to do. If a request had to wait in our queue, its clock has run since then: a bot
    // that does not read its input gets no time for that.
    (void)link;
    (void)user;
    (void)at_ns;
}

static void session_link_stranger(struct link *link, void *user, const char *from)
{
    (void)link;
    struct session *s = user;
    char bytes[128];
    struct text words = TEXT_IN(bytes);
    text_format(&words, "another connection to its port, from %s, was closed", from);
    s->events->noted(s, bytes);
}

static void session_link_ended(struct link *link, void *user, const struct link_end *end)
{
    (void)link;
    bool process = end->how == LINK_END_EXITED || end->how == LINK_END_SIGNAL;
    char bytes[128];
    struct text words = TEXT_IN(bytes);
    link_end_words(end, &words);
    struct fault fault;
    if (end->how == LINK_END_LIMIT)
        fault_limit(&fault, &end->passed, bytes);
    else
        fault_set(&fault, process ? VERDICT_CRASH : VERDICT_DISCONNECT, "G5", "%s", bytes);
    session_lose(user, &fault, end->ours);
}

static void session_clear(struct session *s)
{
    if (s->player->wire)
        wire_stream_destroy(&s->wire);
    session_forget(s);
    s->link = NULL;
}

static void session_tell_closed(struct session *s)
{
    session_clear(s);
    s->events->closed(s);
}

static void session_link_closed(struct link *link, void *user)
{
    (void)link;
    struct session *s = user;
    s->events->leaving(s);
    session_tell_closed(s);
}

static const struct link_events session_link_events = {
    .opened = session_link_opened,
    .failed = session_link_failed,
    .received = session_link_received,
    .written = session_link_written,
    .stranger = session_link_stranger,
    .ended = session_link_ended,
    .closed = session_link_closed,
};

int64_t session_send(struct session *s, const char *bytes, size_t length)
{
    // What does not fit into the queue is dropped. A bot that has not read so much does not know
    // what it is asked, and loses by time.
    if (link_send(s->link, bytes, length) == LINK_SENT)
        return link_written_at(s->link);
    return clock_now_ns();
}

void session_look(struct session *s)
{
    if (s->unseen_ns == 0 && s->link && !s->closing && link_has_unread(s->link))
        s->unseen_ns = s->runner->looked_ns;
}

int64_t session_late_ns(struct session *s)
{
    int64_t late = runner_late_ns(s->runner);
    int64_t since = s->runner->last_beat_ns - s->read_unseen_ns;
    return since < late ? since : late;
}

static int64_t session_stalled_so_far(const struct session *s, bool mark)
{
    return mark ? core_stall_ns(&s->runner->stall) : core_stall_settled_ns(&s->runner->stall);
}

void session_usage(struct session *s, bool mark, struct usage *u)
{
    struct link_usage usage = {0};
    int64_t from_ns = clock_now_ns();
    if (!s->player->wire) {
        int64_t cpu_ns = s->thinking ? worker_cpu_ns(&s->job) : 0;
        int64_t waited_ns = s->thinking ? from_ns - s->asked_at_ns - cpu_ns : 0;
        *u = (struct usage){.observed = true,
            .ours = true,
            .from_ns = from_ns,
            .to_ns = from_ns,
            .waited_ns = s->waited_ns + waited_ns,
            .cpu_ns = s->cpu_ns + cpu_ns,
            .stalled_ns = session_stalled_so_far(s, mark)};
        return;
    }
    // In this order: if the bot sleeps when we ask the kernel, it has written its answer before,
    // and we see that it is unread.
    bool observed =
        s->link && (mark ? link_usage_mark(s->link, &usage) : link_usage(s->link, &usage));
    bool unread = s->link && link_has_unread(s->link);
    int64_t stalled = session_stalled_so_far(s, mark);
    *u = (struct usage){
        .observed = observed,
        .ready = usage.ready,
        .unread = unread,
        .alone = usage.tasks == 1,
        .wakes = usage.wakes,
        .stalled_ns = stalled,
        .from_ns = from_ns,
        .to_ns = clock_now_ns(),
        .waited_ns = s->waited_ns + usage.waited_most_ns,
        .cpu_ns = usage.cpu_ns,
        .late_ns = session_late_ns(s),
    };
    if (observed && mark)
        s->waited_ns += usage.waited_most_ns;
}

bool session_is_started(const struct session *s)
{
    return s->link && (link_kind(s->link) == LINK_COMMAND || link_kind(s->link) == LINK_DIAL_IN);
}

void session_cpu(struct session *s, struct cpu_look *look)
{
    struct link_usage usage = {0};
    if (s->link && look->whole)
        link_usage(s->link, &usage);
    look->alone = usage.processes == 1;
    look->cpu_ns = !s->link ? 0 : look->whole ? usage.cpu_ns : link_cpu_ns(s->link);
}

// --- Between two games ---

void session_new_game(struct session *s)
{
    if (s->link)
        link_new_game(s->link);
}

void session_await_ack(struct session *s, const struct budget *budget, const char *of)
{
    if (s->link)
        ack_await(&s->ack, &s->wire, budget, link_lag_ns(s->link), of, session_now(s));
}

static void session_ack_usage(void *user, bool mark, struct usage *u)
{
    session_usage(user, mark, u);
}

bool session_ack_is_late(struct session *s, struct moment now, struct fault *why)
{
    return ack_is_late(&s->ack, session_ack_usage, s, now, why);
}

// --- Built-in players and people ---

static void session_run_thinking(struct worker_job *job)
{
    struct session *s = job->user;
    s->chosen = s->player->think(s->player, &s->ask, &s->memory);
}

static void session_thinking_done(struct worker_job *job)
{
    struct session *s = job->user;
    s->thinking = false;
    s->cpu_ns += job->cpu_ns;
    s->waited_ns += clock_now_ns() - s->asked_at_ns - job->cpu_ns;
    if (s->closing)
        session_tell_closed(s);
    else
        s->events->chose(s, s->chosen, session_now(s));
}

void session_ask(struct session *s, const struct ask *ask)
{
    s->ask = *ask;
    s->position = *ask->position;
    s->ask.position = &s->position;
    s->ask.stop = &s->job.stop;
    s->asked_at_ns = clock_now_ns();
    s->thinking = true;
    s->job.run = session_run_thinking;
    s->job.done = session_thinking_done;
    s->job.user = s;
    worker_start(s->runner->desk, &s->job);
}

move session_think(struct session *s, const struct ask *ask)
{
    static const atomic_bool never;
    struct ask own = *ask;
    own.stop = &never;
    return s->player->think(s->player, &own, &s->memory);
}

void session_forget(struct session *s)
{
    if (s->memory)
        s->player->forget(s->memory);
    s->memory = NULL;
}

// --- Coming and going ---

void session_init(struct session *s, struct runner *r, const struct player *player,
    const cpu_set_t *cores, const struct session_events *events, void *user)
{
    *s = (struct session){.runner = r, .player = player, .events = events, .user = user};
    if (!player->wire)
        return;
    wire_stream_init(&s->wire, player->wire, player->name);
    s->wire.limits = player->limits;
    const struct link_spec spec = {.player = player->text,
        .directory = player->directory,
        .environment = player->environment,
        .sandbox = player->sandbox,
        .shape = player->shape,
        .cores = cores};
    s->link = link_open(r->hub, &spec, &session_link_events, s);
}

bool session_close(struct session *s, bool at_once)
{
    s->closing = true;
    s->lost = true; // whatever it does from now on is no news
    if (s->link) {
        link_close(s->link, at_once ? LINK_KILL : LINK_GOODBYE);
        return false;
    }
    if (s->thinking) {
        worker_stop(&s->job);
        return false;
    }
    session_clear(s);
    return true;
}

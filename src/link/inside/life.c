// The life of a link: how it opens, what counts as its end, and how it is closed so that nothing is
// left of it.
#include "base/number.h"
#include "link/inside/child.h"
#include "link/inside/dial.h"
#include "link/inside/group_footprint.h"
#include "link/inside/limit_watch.h"
#include "link/inside/shaper.h"
#include "link/inside/state.h"
#include "link/inside/stream.h"
#include "link/inside/tcp.h"

#include <assert.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>

enum { GROUP_LOOK_MS = 1 }; // how often we look whether all killed processes of a group are gone

// --- The hub ---

struct link_hub *link_hub_create(uv_loop_t *loop, struct error *e)
{
    struct link_hub *hub = malloc(sizeof *hub);
    if (hub == NULL) {
        error_set(e, "no memory for the links of a loop");
        return NULL;
    }
    hub->loop = loop;
    hub->ports = NULL;
    hub->links = 0;
    hub->polled_ns = hub->registering = 0;
    fork_servers_init(&hub->servers);
    hub->needs = (struct needs_memory){0};
    hub->census = (struct census){0};
    hub->watch = NULL;
    return hub;
}

void link_hub_close(struct link_hub *hub)
{
    assert(hub->links == 0);
    tcp_close_ports(hub);
    limit_watch_close(hub);
    fork_servers_close(&hub->servers);
    needs_memory_destroy(&hub->needs);
    census_destroy(&hub->census);
    free(hub);
}

int link_hub_polls(struct link_hub *hub)
{
    int registering = hub->registering;
    hub->polled_ns = hub->registering = 0;
    return registering;
}

int64_t link_hub_polled_ns(const struct link_hub *hub)
{
    return hub->polled_ns;
}

// --- Opening ---

// For a connection.
static void life_stop_waiting(struct link *link)
{
    dial_give_up(link);
    tcp_leave(link);
}

static void life_tell_failed(struct link *link)
{
    link->state = LINK_OVER;
    life_stop_waiting(link); // it must take no connection any more
    link->events->failed(link, link->user, &link->failure);
}

static void life_end_by_limit(struct link *link)
{
    link->end.how = LINK_END_LIMIT;
    link->end.passed = link->limit.passed;
}

static void life_end_by_exit(struct link *link)
{
    limit_watch_explain_exit(link);
    if (link->limit.is_passed) {
        life_end_by_limit(link);
        return;
    }
    link->end.how = link->exit.signal != 0 ? LINK_END_SIGNAL : LINK_END_EXITED;
    link->end.code = link->exit.code;
    link->end.signal = link->exit.signal;
    link->end.core = link->exit.core;
    link->end.ours = link->exit.signal == SIGKILL && link->exit.pushed == 0 &&
        fork_server_is_lost(&link->hub->servers, link->cage);
}

static void life_tell_opened(struct link *link)
{
    link->state = LINK_OPEN;
    link->events->opened(link, link->user);
    if (link->state == LINK_OPEN && link->strangers > 0)
        link->events->stranger(link, link->user, link->stranger);
    if (link->state == LINK_OPEN && !link->paused)
        stream_listen(link);
    if (link->state == LINK_OPEN && link->end_seen) // it exited before we took its connection
        link_timer_set(link, LINK_END_GRACE_MS);
}

// The process of a LINK_DIAL_IN has ended, and no connection came in the LINK_END_GRACE_MS after
// it.
static void life_fail_by_exit(struct link *link)
{
    char words[ERROR_WORDS_BYTES];
    struct text t = TEXT_IN(words);
    life_end_by_exit(link);
    link_end_words(&link->end, &t);
    error_set(&link->failure.error, "%s before it connected to %s", words, link->address);
    link->failure.limited = link->limit.is_passed;
    link->failure.passed = link->limit.passed;
    life_tell_failed(link);
}

static void life_go_on_starting(struct link *link)
{
    if (link->failing)
        life_tell_failed(link);
    else if (link->in != NULL)
        life_tell_opened(link);
    else if (!tcp_claim(link))
        life_fail_by_exit(link);
}

// --- Ending ---

static void life_tell_ended(struct link *link)
{
    uv_timer_stop(&link->timer);
    if (!link->in_over)
        uv_read_stop(link->in);
    if (link->exited) {
        stream_drain_stderr(link); // `ended` may ask for its last words
        life_end_by_exit(link);
    } else {
        limit_watch_explain_close(link);
        if (link->limit.is_passed)
            life_end_by_limit(link);
    }
    link->state = LINK_OVER;
    link->events->ended(link, link->user, &link->end);
}

// Tells `ended` if enough is known, after everything that the bot wrote was delivered. A pipe is
// read here until it is empty. What a dead process wrote to a connection may still be on its way;
// the end of the stream says when all has come.
static void life_settle(struct link *link)
{
    if (link->state != LINK_OPEN || !link->end_seen || (link->paused && !link->in_over))
        return;
    bool over_pipe = link->kind == LINK_COMMAND;
    bool enough = link->grace_over || (link->in_over && !link->has_process) ||
        (link->exited && (link->in_over || over_pipe));
    if (!enough)
        return;
    if (over_pipe && !link->in_over) {
        stream_drain(link);
        if (link->state != LINK_OPEN || (link->paused && !link->in_over))
            return;
    }
    life_tell_ended(link);
}

void link_resume(struct link *link)
{
    if (!link->paused)
        return;
    link->paused = false;
    if (link->state != LINK_OPEN || link->in_over)
        return;
    stream_listen(link);
    if (link->end_seen) // the timer tells the end, because this function may not
        link_timer_set(link, link->kind == LINK_COMMAND ? 0 : LINK_END_GRACE_MS);
}

void link_pause(struct link *link)
{
    if (link->paused)
        return;
    link->paused = true;
    if (link->state == LINK_OPEN && link->in != NULL)
        uv_read_stop(link->in);
}

// --- Leaving ---

// Closes every handle; the last one that is closed tells `closed`.
static void life_release(struct link *link)
{
    link->state = LINK_RELEASED;
    limit_watch_remove(link);
    stream_drain_stderr(link);
    life_stop_waiting(link);
    if (link->kind == LINK_COMMAND && link->in != NULL)
        link_shut(link, (uv_handle_t *)link->in);
    else if (link->in != NULL)
        tcp_close(link);
    if (link->has_out_pipe)
        link_shut(link, (uv_handle_t *)&link->out_pipe);
    if (link->has_err)
        link_shut(link, (uv_handle_t *)&link->err_pipe);
    shaper_shut(link);
    link_shut(link, (uv_handle_t *)&link->timer);
}

static void life_advance(struct link *link)
{
    if (link->state != LINK_LEAVING)
        return;
    if (link->has_process) {
        if (!link->exited)
            return;
        if (!child_bury(link)) {
            link_timer_set(link, GROUP_LOOK_MS);
            return;
        }
    } else if (link->in != NULL && !link->abrupt && !link->grace_over) {
        if (!link->in_over || link->queued_bytes > 0)
            return;
    }
    life_release(link);
}

// The bot has had its time to leave: sends the next signal.
static void life_push(struct link *link)
{
    if (!link->has_process) {
        link->grace_over = true;
    } else if (!child_look(link)) {
        bool asked = link->exit.pushed != 0;
        child_push(link, asked ? SIGKILL : SIGTERM);
        if (!asked)
            link_timer_set(link, link->leave_ms);
        return;
    }
    life_advance(link);
}

void link_close(struct link *link, enum link_leave how)
{
    if (link->state == LINK_RELEASED || (link->state == LINK_LEAVING && how == LINK_GOODBYE))
        return;
    bool was_starting = link->state == LINK_STARTING;
    link->state = LINK_LEAVING;
    link_thaw(link); // a goodbye is for a bot that can hear it
    link->grace_over = false;
    if (was_starting)
        life_stop_waiting(link);
    if (how == LINK_KILL) {
        link->abrupt = true;
        uv_timer_stop(&link->timer);
        if (link->has_process && !link->exited)
            child_push(link, SIGKILL);
    } else {
        link_timer_set(link, link->leave_ms);
        shaper_flush(link);
        stream_finish(link);
    }
    life_advance(link);
}

// --- The timer ---

static void life_timer(struct link *link)
{
    switch (link->state) {
    case LINK_STARTING:
        life_go_on_starting(link);
        break;
    case LINK_OPEN:
        // If we were stopped ourselves, the process may have ended, and we have not looked yet.
        link->grace_over = true;
        if (link->has_process)
            child_look(link);
        life_settle(link);
        break;
    case LINK_LEAVING:
        if (link->exited)
            life_advance(link);
        else
            life_push(link);
        break;
    case LINK_OVER:
    case LINK_RELEASED:
        break;
    }
}

static void life_changed(struct link *link)
{
    if (link->state == LINK_STARTING && link->exited && link->in == NULL)
        tcp_claim(link);
    life_settle(link);
    life_advance(link);
}

// The bot has passed a limit. A process is told as ended when it is gone; a connection at once.
static void life_passed(struct link *link)
{
    if (!link->has_process) {
        link->in_over = true;
        if (link->in != NULL)
            uv_read_stop(link->in);
        link_saw_end(link, LINK_END_LIMIT);
    } else if (!link->exited) {
        child_push(link, SIGKILL);
    }
}

static const struct link_life life_steps = {
    .timer = life_timer, .changed = life_changed, .passed = life_passed};

// --- The beginning ---

static void life_begin(struct link *link, const struct link_spec *spec)
{
    struct target target;
    struct error e;
    if (!target_parse(spec->player, &target, &e)) {
        link_fail(link, false, "%s", e.words);
        return;
    }
    link->kind = target.kind;
    switch (target.kind) {
    case LINK_COMMAND:
        if (child_start(link, spec, &target, link_port(link)))
            link_soon(link);
        break;
    case LINK_DIAL_IN:
        if (tcp_await_own(link))
            child_start(link, spec, &target, link_port(link));
        break;
    case LINK_LISTEN:
        tcp_await_shared(link, &target);
        break;
    case LINK_TCP:
        dial_begin(link, &target);
        break;
    }
    target_destroy(&target);
}

struct link *link_open(struct link_hub *hub, const struct link_spec *spec,
    const struct link_events *events, void *user)
{
    struct link *link = calloc(1, sizeof *link);
    if (link == NULL)
        return NULL;
    link->hub = hub;
    link->life = &life_steps;
    link->events = events;
    link->user = user;
    link->pidfd = -1;
    link->leave_ms = LINK_LEAVE_GRACE_MS;
    link->limit.limits = spec->sandbox.limits;
    hub->links++;
    link_timer_init(link);
    shaper_init(link, &spec->shape);
    life_begin(link, spec);
    limit_watch_add(link);
    return link;
}

// --- Questions ---

enum link_kind link_kind(const struct link *link)
{
    return link->kind;
}

pid_t link_pid(const struct link *link)
{
    return link->pid;
}

const char *link_address(const struct link *link)
{
    return link->address;
}

void link_waiting_words(const struct link *link, struct text *t)
{
    static const char *const words[] = {
        [LINK_COMMAND] = "has not been started yet",
        [LINK_DIAL_IN] = "was started and has not connected to ",
        [LINK_LISTEN] = "has not connected to ",
        [LINK_TCP] = "has not accepted our connection at ",
    };
    text_string(t, words[link->kind]);
    text_string(t, link->address);
    if (tcp_has_unclaimed(link))
        text_string(t, ", or has closed its connection before we could see that it was its own");
    if (link->strangers > 0)
        text_format(t, " (%d connection%s of others %s closed)", link->strangers,
            link->strangers == 1 ? "" : "s", link->strangers == 1 ? "was" : "were");
}

void link_end_words(const struct link_end *end, struct text *t)
{
    switch (end->how) {
    case LINK_END_EXITED:
        text_format(t, "exited with code %d", end->code);
        break;
    case LINK_END_SIGNAL:
        text_format(t, "was ended by signal %d", end->signal);
        if (sigabbrev_np(end->signal) != NULL)
            text_format(t, " (SIG%s)", sigabbrev_np(end->signal));
        if (end->ours)
            text_string(t, " together with its sandbox, which somebody else has ended");
        break;
    case LINK_END_CLOSED:
        text_string(t, "closed its output");
        break;
    case LINK_END_DEAF:
        text_string(t, "closed its input");
        break;
    case LINK_END_RESET:
        text_string(t, "broke the connection");
        break;
    case LINK_END_LIMIT:
        limit_words(&end->passed, t);
        break;
    }
}

void link_set_grace(struct link *link, unsigned ms)
{
    link->leave_ms = ms;
}

void link_count_left(struct link *link)
{
    link->counts_left = true;
}

int64_t link_memory_bytes(struct link *link)
{
    struct group_footprint footprint;
    // A limit of one byte makes it look exactly enough to leave out the pages of programs.
    if (link->pid == 0 || !group_footprint_read(&link->hub->census, link->pid, 1, &footprint))
        return 0;
    return footprint.memory_bytes;
}

bool link_sleeps(const struct link *link)
{
    char path[40], bytes[PROC_FILE_BYTES];
    struct text t = TEXT_IN(path);
    text_format(&t, "/proc/%d/syscall", (int)link->pid);
    if (link->pid == 0 || !proc_file_read(path, bytes))
        return false;
    char *end;
    long number = strtol(bytes, &end, 10);
    if (end == bytes)
        return false; // it runs
#ifdef SYS_nanosleep
    if (number == SYS_nanosleep)
        return true;
#endif
    return number == SYS_clock_nanosleep;
}

bool link_exit(const struct link *link, struct link_exit *exit)
{
    *exit = link->exit;
    return link->exited;
}

struct link_stderr link_stderr(struct link *link)
{
    return stderr_log_view(&link->log);
}

void link_stderr_forget(struct link *link)
{
    stderr_log_destroy(&link->log);
}

// The totals never go down, though the figures of a process are gone when it ends.
static void life_look_at_usage(struct link *link, struct task_waits *waits)
{
    struct link_usage *known = &link->usage;
    struct link_usage now;
    if (link->pid == 0 ||
        !group_usage_read(&link->hub->census, link->pid, &link->marked, waits, &now))
        return;
    known->cpu_ns = number_larger(known->cpu_ns, now.cpu_ns);
    known->waited_ns = number_larger(known->waited_ns, now.waited_ns);
    known->waited_most_ns = number_larger(known->waited_most_ns, now.waited_most_ns);
    known->ready = now.ready;
    known->wakes = now.wakes;
    known->processes = now.processes;
    known->tasks = now.tasks;
}

bool link_usage(struct link *link, struct link_usage *usage)
{
    life_look_at_usage(link, NULL);
    *usage = link->usage;
    return link->has_process;
}

bool link_usage_mark(struct link *link, struct link_usage *usage)
{
    struct task_waits now = {0};
    life_look_at_usage(link, &now);
    free(link->marked.list);
    link->marked = now;
    *usage = link->usage;
    link->usage.waited_most_ns = 0;
    return link->has_process;
}

#include "link/inside/limit_watch.h"

#include "base/clock.h"
#include "link/inside/cgroup.h"
#include "link/inside/scratch_usage.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

struct limit_watch {
    struct link_hub *hub;
    uv_timer_t timer;
    struct link *first; // all that are watched
};

// --- A limit is passed ---

static void limit_watch_pass(struct link *link, const struct limit_passed *passed)
{
    if (!link->limit.is_passed) {
        link->limit.is_passed = true;
        link->limit.passed = *passed;
    }
    link->life->passed(link);
}

bool limit_watch_output(struct link *link, size_t length)
{
    int64_t allowed = link->limit.limits.output_bytes;
    link->limit.output_bytes += (int64_t)length;
    if (allowed == 0 || link->limit.output_bytes <= allowed)
        return true;
    if (!link->limit.is_passed)
        limit_watch_pass(link,
            &(struct limit_passed){
                .kind = LIMIT_OUTPUT, .allowed = allowed, .seen = link->limit.output_bytes});
    return false;
}

void link_new_game(struct link *link)
{
    link->limit.output_bytes = 0;
    link->limit.state.new_game = true;
}

// --- Looking ---

// What the kernel has stopped at a limit of the bot's cgroup.
static bool limit_watch_ask_cgroup(const struct link *link, struct limit_passed *passed)
{
    static const enum limit_kind kinds[] = {LIMIT_MEMORY, LIMIT_TASKS};
    for (size_t i = 0; link->limit.cgroup && i < sizeof kinds / sizeof *kinds; i++) {
        if (!cgroup_saw(link->limit.cgroup, kinds[i]))
            continue;
        *passed = (struct limit_passed){
            .kind = kinds[i], .allowed = limit_get(&link->limit.limits, kinds[i])};
        return true;
    }
    return false;
}

// The limits that nobody else sees to.
static struct sandbox_limits limit_watch_sampled(const struct link *link)
{
    struct sandbox_limits limits = link->limit.limits;
    if (link->limit.cgroup && cgroup_limits(link->limit.cgroup, LIMIT_MEMORY))
        limits.memory_bytes = 0;
    if (link->limit.cgroup && cgroup_limits(link->limit.cgroup, LIMIT_TASKS))
        limits.tasks = 0;
    if (!link->limit.scratch)
        limits.scratch_bytes = 0;
    return limits;
}

static bool limit_watch_is_over(struct link *link, int64_t now_ns, struct limit_passed *passed)
{
    const struct sandbox_limits limits = limit_watch_sampled(link);
    struct group_footprint seen;
    link->limit.state.due_ns = now_ns + LIMIT_LOOK_MOST_MS * NS_PER_MS;
    if (limit_watch_ask_cgroup(link, passed))
        return true;
    if (group_footprint_read(&link->hub->census, link->group, limits.memory_bytes, &seen) &&
        limit_judge(&limits, &link->limit.state, &seen, now_ns, passed))
        return true;
    return limits.scratch_bytes > 0 &&
        limit_judge_scratch(
            &limits, scratch_usage(link->limit.scratch, limits.scratch_bytes), passed);
}

static void limit_watch_set_timer(struct limit_watch *w, int64_t now_ns);

static void limit_watch_on_timer(uv_timer_t *timer)
{
    struct limit_watch *w = timer->data;
    int64_t now_ns = clock_now_ns();
    for (struct link *link = w->first, *next; link; link = next) {
        struct limit_passed passed;
        next = link->limit.next;
        if (link->exited)
            limit_watch_remove(link);
        // Those that are due soon are looked at together: they share the census.
        else if (link->limit.state.due_ns <= now_ns + LIMIT_LOOK_LEAST_MS / 2 * NS_PER_MS &&
            limit_watch_is_over(link, now_ns, &passed))
            limit_watch_pass(link, &passed);
    }
    limit_watch_set_timer(w, now_ns);
}

// Sets the timer to the first look that is due. As in link_timer_set, the time that has passed
// since the last poll is added.
static void limit_watch_set_timer(struct limit_watch *w, int64_t now_ns)
{
    if (!w->first)
        return;
    int64_t due_ns = w->first->limit.state.due_ns;
    for (const struct link *link = w->first->limit.next; link; link = link->limit.next) {
        if (link->limit.state.due_ns < due_ns)
            due_ns = link->limit.state.due_ns;
    }
    int64_t wait_ms = due_ns > now_ns ? (due_ns - now_ns) / NS_PER_MS + 1 : 1;
    uint64_t passed_ms = uv_hrtime() / (uint64_t)NS_PER_MS - uv_now(w->hub->loop);
    uv_timer_start(&w->timer, limit_watch_on_timer, (uint64_t)wait_ms + passed_ms, 0);
}

// --- Who is watched ---

static struct limit_watch *limit_watch_of(struct link_hub *hub)
{
    if (hub->watch == NULL && (hub->watch = calloc(1, sizeof *hub->watch)) != NULL) {
        hub->watch->hub = hub;
        uv_timer_init(hub->loop, &hub->watch->timer);
        hub->watch->timer.data = hub->watch;
    }
    return hub->watch;
}

void limit_watch_add(struct link *link)
{
    const struct sandbox_limits limits = limit_watch_sampled(link);
    bool wanted = limits.memory_bytes > 0 || limits.tasks > 0 || limits.cpu_ns > 0 ||
        limits.scratch_bytes > 0 || link->limit.cgroup;
    struct limit_watch *w = wanted && link->has_process ? limit_watch_of(link->hub) : NULL;
    if (!w)
        return;
    int64_t now_ns = clock_now_ns();
    link->limit.state.due_ns = now_ns + LIMIT_FIRST_LOOK_MS * NS_PER_MS;
    link->limit.next = w->first;
    if (w->first)
        w->first->limit.previous = link;
    w->first = link;
    link->limit.is_watched = true;
    // A timer that runs fires in time, or for one that was there before; then it is set anew.
    if (!uv_is_active((uv_handle_t *)&w->timer) ||
        uv_timer_get_due_in(&w->timer) > LIMIT_FIRST_LOOK_MS)
        limit_watch_set_timer(w, now_ns);
}

void limit_watch_remove(struct link *link)
{
    if (!link->limit.is_watched)
        return;
    link->limit.is_watched = false;
    if (link->limit.next)
        link->limit.next->limit.previous = link->limit.previous;
    if (link->limit.previous)
        link->limit.previous->limit.next = link->limit.next;
    else
        link->hub->watch->first = link->limit.next;
    link->limit.next = link->limit.previous = NULL;
    if (!link->hub->watch->first)
        uv_timer_stop(&link->hub->watch->timer);
}

static void limit_watch_on_closed(uv_handle_t *timer)
{
    free(timer->data);
}

void limit_watch_close(struct link_hub *hub)
{
    if (hub->watch)
        uv_close((uv_handle_t *)&hub->watch->timer, limit_watch_on_closed);
}

// --- What ends by a limit ---

void limit_watch_explain_close(struct link *link)
{
    struct limit_passed passed;
    if (link->limit.is_passed || !link->limit.is_watched ||
        !limit_watch_is_over(link, clock_now_ns(), &passed))
        return;
    link->limit.is_passed = true;
    link->limit.passed = passed;
}

// Is this limit of the process, which has ended and is not reaped yet, the one that we gave it? A
// bot may lower its own limits, and that is its own affair.
static bool limit_watch_is_ours(const struct link *link, __rlimit_resource_t which, int64_t given)
{
    struct rlimit limit;
    // Where the kernel does not tell, the signal has to do.
    return link->pid == 0 || prlimit(link->pid, which, NULL, &limit) != 0 ||
        limit.rlim_cur == (rlim_t)given;
}

void limit_watch_explain_exit(struct link *link)
{
    const struct sandbox_limits *limits = &link->limit.limits;
    struct limit_passed passed = {0};
    if (link->limit.is_passed || (link->exit.signal == 0 && link->exit.code == 0))
        return;
    // RLIMIT_CPU counts whole seconds.
    int64_t cpu_seconds = (limits->cpu_ns + NS_PER_SECOND - 1) / NS_PER_SECOND;
    if (link->exit.signal == SIGXCPU && limits->cpu_ns > 0 &&
        limit_watch_is_ours(link, RLIMIT_CPU, cpu_seconds))
        passed = (struct limit_passed){.kind = LIMIT_CPU, .allowed = limits->cpu_ns};
    else if (link->exit.signal == SIGXFSZ && limits->file_bytes > 0 &&
        limit_watch_is_ours(link, RLIMIT_FSIZE, limits->file_bytes))
        passed = (struct limit_passed){.kind = LIMIT_FILE, .allowed = limits->file_bytes};
    else if (!limit_watch_ask_cgroup(link, &passed) ||
        (passed.kind == LIMIT_MEMORY && link->exit.signal != SIGKILL))
        return; // one that was refused a task may end in any way
    link->limit.is_passed = true;
    link->limit.passed = passed;
}

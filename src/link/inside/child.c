#include "link/inside/child.h"

#include "base/clock.h"
#include "link/inside/cgroup.h"
#include "link/inside/environment.h"
#include "link/inside/executable.h"
#include "link/inside/preparation.h"
#include "link/inside/process.h"
#include "link/inside/stream.h"
#include "link/lack.h"
#include "link/start/keeper.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { EXIT_LOOK_MS = 5 }; // how often we look for an exit if there is no pidfd

// --- What it gets ---

bool link_check_program(const struct link_spec *spec, struct error *e)
{
    struct target target;
    if (!target_parse(spec->player, &target, e))
        return false;
    bool good = true;
    if (target.kind == LINK_COMMAND || target.kind == LINK_DIAL_IN) {
        struct link_failure why = {0};
        struct environment environment;
        good = environment_make(&environment, spec, SCRATCH_INSIDE);
        if (!good)
            error_set(&why.error, "no memory to look for %.80s", target.words.list[0]);
        good =
            good && executable_check(target.words.list[0], spec->directory, environment.list, &why);
        if (!good)
            error_set(e, "%s", why.error.words);
        environment_destroy(&environment);
    }
    target_destroy(&target);
    return good;
}

// The ends of its three streams. `his` become its descriptors 0 to 2, `ours` are our sides; -1:
// none.
struct ends {
    int his[3], ours[3];
};

static void child_close_all(int fds[3])
{
    for (int i = 0; i < 3; i++) {
        if (fds[i] >= 0)
            close(fds[i]);
        fds[i] = -1;
    }
}

static bool child_make_pipe(int *reading, int *writing)
{
    int pair[2];
    if (pipe2(pair, O_CLOEXEC) != 0)
        return false;
    *reading = pair[0];
    *writing = pair[1];
    return true;
}

// A job reads nothing, and its stderr goes to the pipe of its stdout; that of stderr has ended
// then.
static bool child_make_job_ends(struct ends *ends)
{
    close(ends->his[0]);
    close(ends->his[2]);
    ends->his[0] = open("/dev/null", O_RDONLY | O_CLOEXEC);
    ends->his[2] = fcntl(ends->his[1], F_DUPFD_CLOEXEC, 0);
    return ends->his[0] >= 0 && ends->his[2] >= 0;
}

// A bot that dials in reads nothing from its stdin, and what it prints goes to the same pipe as its
// stderr.
static bool child_make_ends(enum link_kind kind, bool job, struct ends *ends)
{
    *ends = (struct ends){{-1, -1, -1}, {-1, -1, -1}};
    bool good = child_make_pipe(&ends->ours[2], &ends->his[2]);
    if (kind == LINK_COMMAND) {
        good = good && child_make_pipe(&ends->his[0], &ends->ours[0]) &&
            child_make_pipe(&ends->ours[1], &ends->his[1]) && (!job || child_make_job_ends(ends));
    } else {
        good = good && (ends->his[0] = open("/dev/null", O_RDONLY | O_CLOEXEC)) >= 0 &&
            (ends->his[1] = fcntl(ends->his[2], F_DUPFD_CLOEXEC, 0)) >= 0;
    }
    return good;
}

// --- Its exit ---

static void child_stop_watch(struct link *link)
{
    link_shut(link, &link->watch.handle);
    if (link->pidfd >= 0)
        close(link->pidfd);
    link->pidfd = -1;
}

// Asks without reaping: as long as the process is not reaped, no other process can get its number.
bool child_look(struct link *link)
{
    if (link->exited)
        return true;
    siginfo_t info = {0};
    if (waitid(P_PID, (id_t)link->pid, &info, WEXITED | WNOHANG | WNOWAIT | __WALL) != 0 ||
        info.si_pid == 0)
        return false;
    bool by_itself = info.si_code == CLD_EXITED;
    link->exit.code = by_itself ? info.si_status : 0;
    link->exit.signal = by_itself ? 0 : info.si_status;
    link->exit.core = info.si_code == CLD_DUMPED;
    link->exited = true;
    child_stop_watch(link);
    return true;
}

static void child_look_and_tell(struct link *link)
{
    if (child_look(link))
        link_saw_end(link, LINK_END_EXITED);
}

static void child_on_pidfd(uv_poll_t *poll, int status, int events)
{
    (void)status;
    (void)events;
    struct link *link = poll->data;
    link_hub_event(link->hub);
    child_look_and_tell(link);
}

static void child_on_look_timer(uv_timer_t *timer)
{
    child_look_and_tell(timer->data);
}

static void child_start_watch(struct link *link)
{
    uv_loop_t *loop = link->hub->loop;
    if (link->pidfd >= 0 && uv_poll_init(loop, &link->watch.poll, link->pidfd) == 0) {
        link->hub->registering++;
        uv_poll_start(&link->watch.poll, UV_READABLE, child_on_pidfd);
    } else {
        uv_timer_init(loop, &link->watch.timer);
        uv_timer_start(&link->watch.timer, child_on_look_timer, EXIT_LOOK_MS, EXIT_LOOK_MS);
    }
    link->watch.handle.data = link;
    link_handle_added(link);
}

// --- Its start ---

// Makes our side of a pipe a handle of the loop, which owns the descriptor from then on.
static bool child_adopt_pipe(struct link *link, uv_pipe_t *pipe, int *fd)
{
    uv_pipe_init(link->hub->loop, pipe, 0);
    pipe->data = link;
    link_handle_added(link);
    int error = uv_pipe_open(pipe, *fd);
    if (error != 0) {
        link_fail(link, true, "no room for another pipe: %s", uv_strerror(error));
        return false;
    }
    *fd = -1;
    return true;
}

static bool child_adopt(struct link *link, struct started *child, struct ends *ends)
{
    link->has_process = true;
    link->pid = link->group = child->pid;
    link->pidfd = link_layers().exit_events ? (int)syscall(SYS_pidfd_open, child->pid, 0) : -1;
    link->keeper_slot = child->keeper_slot;
    link->cage = child->cage;
    child_start_watch(link);
    link->has_err = true;
    bool good = child_adopt_pipe(link, &link->err_pipe, &ends->ours[2]);
    if (link->kind == LINK_COMMAND) {
        link->in = (uv_stream_t *)&link->in_pipe;
        link->has_out_pipe = true;
        good &= child_adopt_pipe(link, &link->in_pipe, &ends->ours[1]);
        good &= child_adopt_pipe(link, &link->out_pipe, &ends->ours[0]);
        link->out = (uv_stream_t *)&link->out_pipe;
    }
    if (good)
        stream_hear(link);
    return good;
}

// Where the kernel can limit its processes together, it gets a group for that. If there is none
// left, its limits are watched as where there are no groups.
static void child_take_group(struct link *link, struct start_order *order)
{
    const struct sandbox_limits *limits = &order->sandbox.limits;
    if (!(order->layers & 1u << SANDBOX_CGROUP) ||
        (limits->memory_bytes == 0 && limits->tasks == 0))
        return;
    link->limit.cgroup = cgroup_take(limits, NULL);
    if (link->limit.cgroup != NULL)
        order->group_count = cgroup_entries(link->limit.cgroup, order->groups);
}

static void child_return_group(struct link *link)
{
    if (link->limit.cgroup != NULL)
        cgroup_return(link->limit.cgroup);
    link->limit.cgroup = NULL;
}

static bool child_spawn(
    struct link *link, const struct link_spec *spec, const struct words *words, struct ends *ends)
{
    struct preparation *p = malloc(sizeof *p);
    if (p == NULL) {
        link_fail(link, true, "no memory to start %.80s", words->list[0]);
        return false;
    }
    struct started child = {0};
    if (preparation_make(p, spec, words, &link->hub->needs)) {
        memcpy(p->order.fds, ends->his, sizeof p->order.fds);
        p->order.port = link_port(link);
        p->order.dials = link->kind == LINK_DIAL_IN;
        child_take_group(link, &p->order);
        child = preparation_start(p, &link->hub->servers);
    } else {
        child.step = p->step;
        child.error = p->error;
    }
    if (p->scratch[0] != '\0') {
        link->scratch = strdup(p->scratch);
        link->limit.scratch = link->scratch;
    }
    bool good = child.error == 0 && child_adopt(link, &child, ends);
    if (child.error != 0) {
        char *const nothing[] = {NULL};
        struct link_failure why = {0};
        executable_explain(words->list[0], p->path, spec->directory,
            p->environment.list ? p->environment.list : nothing, &child, &why);
        link_fail(link, why.ours, "%s", why.error.words);
        child_return_group(link);
        if (link->scratch != NULL)
            scratch_remove(link->scratch);
    }
    preparation_destroy(p);
    free(p);
    return good;
}

bool child_start(struct link *link, const struct link_spec *spec, struct target *target, int port)
{
    bool good = false;
    struct ends ends;
    char number[16];
    struct text t = TEXT_IN(number);
    text_number(&t, port);
    if (target->kind == LINK_DIAL_IN &&
        (!words_replace(&target->words, "{host}", "127.0.0.1") ||
            !words_replace(&target->words, "{port}", number))) {
        link_fail(link, true, "no memory to start %.80s", target->words.list[0]);
    } else if (!child_make_ends(target->kind, spec->job, &ends)) {
        int error = errno;
        child_close_all(ends.his);
        child_close_all(ends.ours);
        char lack[LACK_BYTES];
        lack_words(error, lack);
        link_fail(link, true, "no pipes for %.60s: %s", target->words.list[0], lack);
    } else {
        good = child_spawn(link, spec, &target->words, &ends);
        child_close_all(ends.his);
        child_close_all(ends.ours);
    }
    return good;
}

// --- Its going ---

void child_push(struct link *link, int signal)
{
    kill(-link->group, signal);
    link->exit.pushed = signal;
}

// The system call itself also tells what the process has used, with the children that it waited
// for.
static int child_reap_with_usage(idtype_t which, pid_t id, siginfo_t *info, struct rusage *used)
{
    *info = (siginfo_t){0};
    return (int)syscall(SYS_waitid, which, id, info, WEXITED | WNOHANG | __WALL, used);
}

static int64_t child_used_ns(const struct rusage *used)
{
    int64_t seconds = used->ru_utime.tv_sec + used->ru_stime.tv_sec;
    return seconds * NS_PER_SECOND + (used->ru_utime.tv_usec + used->ru_stime.tv_usec) * 1000;
}

// Counts a process of the group that is not the leader and has not ended.
static bool child_count_left(void *user, pid_t pid)
{
    struct link *link = user;
    char path[32], stat[PROC_FILE_BYTES];
    struct text t = TEXT_IN(path);
    text_format(&t, "/proc/%d/stat", (int)pid);
    const char *name_end =
        pid != link->group && proc_file_read(path, stat) ? strrchr(stat, ')') : NULL;
    link->exit.left += name_end != NULL && name_end[1] == ' ' && strchr("ZX", name_end[2]) == NULL;
    return false;
}

bool child_bury(struct link *link)
{
    siginfo_t info;
    struct rusage used;
    if (link->pid != 0) {
        if (link->counts_left)
            census_search_group(&link->hub->census, link->group, child_count_left, link);
        // In this order. Until the leader is reaped, no other group can get the number that we
        // kill; and a number that others can get must not be in the keeper's table.
        kill(-link->group, SIGKILL);
        keeper_slot_release(link->keeper_slot);
        if (child_reap_with_usage(P_PID, link->pid, &info, &used) == 0 &&
            child_used_ns(&used) > link->usage.cpu_ns)
            link->usage.cpu_ns = child_used_ns(&used);
        link->pid = 0;
        fork_server_leave(&link->hub->servers, link->cage);
    }
    // Orphans of the group are our children by now, or soon, when their parent is reaped. (Those in
    // a cage are the children of its first process.)
    for (;;) {
        if (child_reap_with_usage(P_PGID, link->group, &info, &used) != 0)
            break;
        if (info.si_pid == 0)
            return false;
    }
    child_return_group(link);
    if (link->scratch != NULL)
        scratch_remove(link->scratch);
    return true;
}

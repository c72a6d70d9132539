#include "link/diagnosis.h"

#include "base/words.h"
#include "link/inside/child.h"
#include "link/inside/executable.h"
#include "link/inside/needs_search.h"
#include "link/inside/traced.h"
#include "link/inside/tracer.h"
#include "link/target.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// --- One traced start ---

// A start, its tracer on a thread of its own, and the caller, who watches the time.
struct diagnosis_attempt {
    struct preparation start;
    struct fork_servers servers;
    struct tracer tracer;
    int ours[3]; // our ends of its streams
    uv_thread_t thread;
    uv_mutex_t lock;
    uv_cond_t changed;
    int pidfd; // of the process, once there is one
    bool done;
    bool well;
    bool timed_out;
    struct error error;
};

static bool diagnosis_trace(struct diagnosis_attempt *a)
{
    int gate;
    a->tracer.pid = traced_start(&a->start, &a->servers, &gate, &a->error);
    if (a->tracer.pid < 0)
        return false;
    int pidfd = (int)syscall(SYS_pidfd_open, a->tracer.pid, 0);
    if (pidfd < 0) { // without it nobody could end a bot that stays
        error_set(&a->error, "it cannot be traced: %s", strerror(errno));
        kill(a->tracer.pid, SIGKILL);
        close(gate);
        waitpid(a->tracer.pid, NULL, 0);
        return false;
    }
    uv_mutex_lock(&a->lock);
    a->pidfd = pidfd;
    uv_mutex_unlock(&a->lock);
    bool well = tracer_follow(&a->tracer, gate, &a->error);
    // One that had ended before the tracer came is not the tracer's to reap. Its cage cannot end
    // before it is reaped.
    siginfo_t info;
    syscall(SYS_pidfd_send_signal, pidfd, SIGKILL, NULL, 0);
    while (waitid(P_PIDFD, (id_t)pidfd, &info, WEXITED | __WALL) != 0 && errno == EINTR)
        continue;
    return well;
}

static void diagnosis_on_thread(void *user)
{
    struct diagnosis_attempt *a = user;
    bool well = diagnosis_trace(a);
    uv_mutex_lock(&a->lock);
    a->well = well;
    a->done = true;
    uv_cond_signal(&a->changed);
    uv_mutex_unlock(&a->lock);
}

// Waits for the tracer. A bot that is still there when its time is over has started.
static void diagnosis_wait(struct diagnosis_attempt *a)
{
    uint64_t until = uv_hrtime() + (uint64_t)DIAGNOSIS_LIMIT_MS * 1000 * 1000;
    uv_mutex_lock(&a->lock);
    while (!a->done) {
        uint64_t now = uv_hrtime();
        if (now < until && !a->timed_out) {
            uv_cond_timedwait(&a->changed, &a->lock, until - now);
        } else if (!a->timed_out) {
            a->timed_out = true;
            if (a->pidfd >= 0)
                syscall(SYS_pidfd_send_signal, a->pidfd, SIGKILL, NULL, 0);
        } else {
            uv_cond_wait(&a->changed, &a->lock);
        }
    }
    uv_mutex_unlock(&a->lock);
}

static bool diagnosis_make_pipes(struct diagnosis_attempt *a, struct error *e)
{
    for (int i = 0; i < 3; i++) {
        int ends[2];
        if (pipe2(ends, O_CLOEXEC) != 0)
            return error_set(e, "no pipe to trace a bot: %s", strerror(errno));
        bool input = i == STDIN_FILENO;
        a->start.order.fds[i] = input ? ends[0] : ends[1];
        a->ours[i] = input ? ends[1] : ends[0];
        fcntl(a->ours[i], F_SETFL, O_NONBLOCK);
        if (!input)
            fcntl(a->ours[i], F_SETPIPE_SZ, 1024 * 1024); // nobody reads what it says
    }
    return fstat(a->start.order.fds[0], &a->tracer.input) == 0 &&
        fstat(a->start.order.fds[1], &a->tracer.output) == 0;
}

static void diagnosis_close_pipes(struct diagnosis_attempt *a)
{
    for (int i = 0; i < 3; i++) {
        if (a->start.order.fds[i] >= 0)
            close(a->start.order.fds[i]);
        if (a->ours[i] >= 0)
            close(a->ours[i]);
    }
}

// A bot that dials in needs somebody to connect to. Returns the socket, or -1.
static int diagnosis_listen(struct target *target, int *number, struct error *e)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    char port[16];
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    bool well = fd >= 0 && bind(fd, (struct sockaddr *)&address, sizeof address) == 0 &&
        listen(fd, 1) == 0 && getsockname(fd, (struct sockaddr *)&address, &length) == 0;
    *number = ntohs(address.sin_port);
    snprintf(port, sizeof port, "%d", *number);
    if (well && words_replace(&target->words, "{host}", "127.0.0.1") &&
        words_replace(&target->words, "{port}", port))
        return fd;
    error_set(e, "no port to trace a bot: %s", strerror(errno));
    if (fd >= 0)
        close(fd);
    return -1;
}

static bool diagnosis_follow(struct diagnosis_attempt *a, struct error *e)
{
    if (uv_thread_create(&a->thread, diagnosis_on_thread, a) != 0)
        return error_set(e, "no thread to trace a bot");
    diagnosis_wait(a);
    uv_thread_join(&a->thread);
    if (a->pidfd >= 0)
        close(a->pidfd);
    a->tracer.started = a->tracer.started || a->timed_out;
    return a->well || error_set(e, "%s", a->error.words);
}

static bool diagnosis_start_words(struct diagnosis_attempt *a, const struct link_spec *spec,
    struct target *target, struct error *e)
{
    struct needs_memory needs = {0};
    int door = -1, port = 0;
    bool well = target->kind != LINK_DIAL_IN || (door = diagnosis_listen(target, &port, e)) >= 0;
    // A program that is not there is started all the same: the tracer sees what fails.
    if (well && !preparation_make(&a->start, spec, &target->words, &needs) &&
        a->start.step != START_EXEC)
        well = error_set(e, "it cannot be prepared: %s", strerror(a->start.error));
    if (a->start.path[0] == '\0')
        snprintf(a->start.path, sizeof a->start.path, "%s", target->words.list[0]);
    a->start.order.dials = target->kind == LINK_DIAL_IN;
    a->start.order.port = port;
    well = well && diagnosis_make_pipes(a, e) && diagnosis_follow(a, e);
    diagnosis_close_pipes(a);
    if (door >= 0)
        close(door);
    if (a->start.scratch[0] != '\0')
        scratch_remove(a->start.scratch);
    preparation_destroy(&a->start);
    needs_memory_destroy(&needs);
    return well;
}

static struct diagnosis_attempt *diagnosis_attempt_create(void)
{
    struct diagnosis_attempt *a = calloc(1, sizeof *a);
    struct tracer_failure *failures = calloc(TRACER_FAILURES_MOST, sizeof *failures);
    if (!a || !failures || uv_mutex_init(&a->lock) != 0) {
        free(a);
        free(failures);
        return NULL;
    }
    uv_cond_init(&a->changed);
    a->tracer.failures = failures;
    a->pidfd = -1;
    fork_servers_init(&a->servers);
    for (int i = 0; i < 3; i++)
        a->start.order.fds[i] = a->ours[i] = -1;
    return a;
}

static void diagnosis_attempt_destroy(struct diagnosis_attempt *a)
{
    if (!a)
        return;
    fork_servers_close(&a->servers);
    uv_cond_destroy(&a->changed);
    uv_mutex_destroy(&a->lock);
    free(a->tracer.failures);
    free(a);
}

static struct diagnosis_attempt *diagnosis_attempt(const struct link_spec *spec, struct error *e)
{
    struct target target;
    if (!target_parse(spec->player, &target, e))
        return NULL;
    struct diagnosis_attempt *a = diagnosis_attempt_create();
    bool started = target.kind == LINK_COMMAND || target.kind == LINK_DIAL_IN;
    bool well = false;
    if (!a)
        error_set(e, "no memory to trace a bot");
    else if (!started)
        error_set(e, "%.80s is not started by us", spec->player);
    else
        well = diagnosis_start_words(a, spec, &target, e);
    target_destroy(&target);
    if (!well) {
        diagnosis_attempt_destroy(a);
        return NULL;
    }
    return a;
}

// --- What matters ---

static bool diagnosis_begins(const char *path, const char *folder)
{
    size_t length = strlen(folder);
    return strncmp(path, folder, length) == 0 && (path[length] == '\0' || path[length] == '/');
}

// Whether the path could be used like that by us.
static bool diagnosis_is_there(const struct tracer_failure *f)
{
    char folder[PATH_MAX];
    switch (f->act) {
    case SYSCALLS_RUN:
        return access(f->path, X_OK) == 0;
    case SYSCALLS_WRITE:
        snprintf(folder, sizeof folder, "%s", f->path);
        *strrchr(folder, '/') = '\0';
        return access(f->path, W_OK) == 0 ||
            (errno == ENOENT && access(folder[0] != '\0' ? folder : "/", W_OK) == 0);
    default:
        return access(f->path, R_OK) == 0;
    }
}

static bool diagnosis_failed_too(
    const struct diagnosis_attempt *outside, const struct tracer_failure *f)
{
    for (size_t i = 0; i < outside->tracer.failure_count; i++) {
        const struct tracer_failure *other = &outside->tracer.failures[i];
        if (other->act == f->act && other->call == f->call && strcmp(other->path, f->path) == 0)
            return true;
    }
    return false;
}

static bool diagnosis_matters(
    const struct diagnosis_attempt *outside, const struct tracer_failure *f)
{
    if (outside && diagnosis_failed_too(outside, f))
        return false;
    if (f->call)
        return true;
    bool special = diagnosis_begins(f->path, "/proc") || diagnosis_begins(f->path, "/sys") ||
        (diagnosis_begins(f->path, "/dev") && !diagnosis_begins(f->path, "/dev/shm"));
    return !special && diagnosis_is_there(f);
}

// What `read:` would have to name: the folder of the file, or the file where the folder is for many
// things.
static void diagnosis_offer(struct diagnosis_finding *finding)
{
    char *const nothing[] = {NULL};
    const struct needs_question question = {.words = nothing, .environment = nothing};
    struct needs needs = {0};
    struct needs_search *search = malloc(sizeof *search);
    char folder[PATH_MAX];
    struct stat s;
    snprintf(folder, sizeof folder, "%s", finding->path);
    if (stat(folder, &s) == 0 && !S_ISDIR(s.st_mode))
        *strrchr(folder, '/') = '\0';
    bool shared = !search || !needs_search_init(search, &needs, &question) || folder[0] == '\0' ||
        needs_search_is_shared(search, folder);
    snprintf(finding->offer, sizeof finding->offer, "%s", shared ? finding->path : folder);
    if (search)
        needs_search_destroy(search);
    needs_destroy(&needs);
    free(search);
}

static void diagnosis_add(struct diagnosis *found, const struct tracer_failure *f)
{
    static const enum diagnosis_act acts[] = {[SYSCALLS_READ] = DIAGNOSIS_READ,
        [SYSCALLS_WRITE] = DIAGNOSIS_WRITE,
        [SYSCALLS_RUN] = DIAGNOSIS_RUN};
    if (found->count == DIAGNOSIS_FINDINGS_MOST)
        return;
    for (size_t i = 0; i < found->count; i++) {
        // The folders above a file that fails are no news; nor is a second act on the same file.
        if (!f->call && diagnosis_begins(found->findings[i].path, f->path))
            return;
    }
    struct diagnosis_finding *finding = &found->findings[found->count++];
    *finding = (struct diagnosis_finding){
        .act = f->call ? DIAGNOSIS_CALL : acts[f->act], .call = f->call, .purpose = f->purpose};
    memcpy(finding->path, f->path, sizeof finding->path);
    if (finding->act == DIAGNOSIS_READ || finding->act == DIAGNOSIS_RUN)
        diagnosis_offer(finding);
}

static void diagnosis_take_end(struct diagnosis *found, int status)
{
    bool exited = WIFEXITED(status);
    found->end = (struct link_end){.how = exited ? LINK_END_EXITED : LINK_END_SIGNAL,
        .code = exited ? WEXITSTATUS(status) : 0,
        .signal = exited ? 0 : WTERMSIG(status)};
}

// A machine that is busy or short of something can let any start fail once. So what fails is tried
// a second time, and that attempt counts.
static struct diagnosis_attempt *diagnosis_attempt_twice(
    const struct link_spec *spec, struct error *e)
{
    struct diagnosis_attempt *first = diagnosis_attempt(spec, e);
    if (!first || first->tracer.started)
        return first;
    diagnosis_attempt_destroy(first);
    return diagnosis_attempt(spec, e);
}

bool diagnosis_compare(const struct link_spec *outside, const struct link_spec *inside,
    struct diagnosis *found, struct error *e)
{
    *found = (struct diagnosis){0};
    struct diagnosis_attempt *in = diagnosis_attempt_twice(inside, e);
    if (!in)
        return false;
    found->starts_inside = in->tracer.started;
    bool compares = outside && !in->tracer.started;
    struct diagnosis_attempt *out = compares ? diagnosis_attempt(outside, e) : NULL;
    bool well = !compares || out != NULL;
    found->compared = out != NULL;
    found->starts_outside = out && out->tracer.started;
    if (!in->tracer.started)
        diagnosis_take_end(found, in->tracer.status);
    bool tells = !in->tracer.started && (found->starts_outside || !outside);
    for (size_t i = in->tracer.failure_count; tells && i > 0; i--) {
        if (diagnosis_matters(out, &in->tracer.failures[i - 1]))
            diagnosis_add(found, &in->tracer.failures[i - 1]);
    }
    diagnosis_attempt_destroy(in);
    diagnosis_attempt_destroy(out);
    return well;
}

bool diagnosis_run(const struct link_spec *inside, struct diagnosis *found, struct error *e)
{
    struct link_spec outside = *inside;
    outside.sandbox = (struct sandbox){.manner = SANDBOX_NONE};
    return diagnosis_compare(&outside, inside, found, e);
}

bool diagnosis_look_inside(const struct link_spec *inside, struct diagnosis *found, struct error *e)
{
    return diagnosis_compare(NULL, inside, found, e);
}

// --- Words ---

static void diagnosis_finding_words(const struct diagnosis_finding *f, struct text *out)
{
    static const char *const acts[] = {[DIAGNOSIS_READ] = "it cannot read ",
        [DIAGNOSIS_WRITE] = "it cannot write ",
        [DIAGNOSIS_RUN] = "it cannot run "};
    if (f->act == DIAGNOSIS_CALL) {
        text_format(out, "it may not call %s (%s)", f->call, f->purpose);
        return;
    }
    text_string(out, acts[f->act]);
    text_visible(out, f->path, strlen(f->path));
}

static bool diagnosis_is_offered(const struct diagnosis *found, size_t index)
{
    for (size_t i = 0; i < index; i++) {
        if (diagnosis_begins(found->findings[index].offer, found->findings[i].offer) &&
            found->findings[i].offer[0] != '\0')
            return true;
    }
    return found->findings[index].offer[0] == '\0';
}

static void diagnosis_offer_words(const struct diagnosis *found, struct text *out)
{
    const char *before = "; add `read: [";
    bool writes = false;
    for (size_t i = 0; i < found->count; i++) {
        writes = writes || found->findings[i].act == DIAGNOSIS_WRITE;
        if (diagnosis_is_offered(found, i))
            continue;
        text_string(out, before);
        text_visible(out, found->findings[i].offer, strlen(found->findings[i].offer));
        before = ", ";
    }
    if (before[0] == ',')
        text_string(out, "]`");
    if (writes)
        text_string(out, "; it may write to its scratch folder, which TMPDIR names");
}

bool diagnosis_words(const struct diagnosis *found, const char *name, struct text *out)
{
    if (found->starts_inside || (found->compared ? !found->starts_outside : found->count == 0))
        return false;
    text_visible(out, name, strlen(name));
    text_string(out,
        found->compared ? " starts outside the sandbox and not inside: "
                        : " does not start inside its sandbox: ");
    for (size_t i = 0; i < found->count; i++) {
        text_string(out, i > 0 ? ", and " : "");
        diagnosis_finding_words(&found->findings[i], out);
    }
    diagnosis_offer_words(found, out);
    if (found->count == 0) {
        text_string(out, "it ");
        link_end_words(&found->end, out);
        text_string(out, ". If it needs files beside its script, give its folder as `directory:`");
    }
    return true;
}

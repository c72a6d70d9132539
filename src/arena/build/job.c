#include "arena/build/job.h"

#include "arena/build/folder_tree.h"
#include "base/clock.h"
#include "referee/runner.h"

#include <inttypes.h>
#include <stdlib.h>

enum { LOOK_MS = 250 }; // how often the size of the folder is looked at

struct job_run {
    const struct job *job;
    struct job_log *log;
    struct link *link;
    uv_timer_t limit, look;
    bool over; // it has ended, or is being ended
    struct error why;
};

// --- The log ---

struct job_log job_log_begin(void)
{
    return (struct job_log){.head = text_growing()};
}

void job_log_destroy(struct job_log *log)
{
    text_destroy(&log->head);
    free(log->tail);
    *log = (struct job_log){0};
}

void job_log_add(struct job_log *log, const char *bytes, size_t length)
{
    size_t room = JOB_LOG_PART_BYTES - log->head.length;
    size_t fits = length < room ? length : room;
    text_bytes(&log->head, bytes, fits);
    bytes += fits;
    length -= fits;
    if (length == 0)
        return;
    if (!log->tail)
        log->tail = malloc(JOB_LOG_PART_BYTES);
    log->beyond += length;
    for (; log->tail && length > 0; length--) {
        log->tail[log->tail_at] = *bytes++;
        log->tail_at = (log->tail_at + 1) % JOB_LOG_PART_BYTES;
    }
}

void job_log_print(struct job_log *log, struct text *out)
{
    text_bytes(out, log->head.bytes, log->head.length);
    if (log->beyond == 0)
        return;
    if (!log->tail || log->beyond <= JOB_LOG_PART_BYTES) {
        if (log->tail)
            text_bytes(out, log->tail, (size_t)log->beyond);
        return;
    }
    text_format(
        out, "\n... %" PRIu64 " bytes are left out here ...\n", log->beyond - JOB_LOG_PART_BYTES);
    text_bytes(out, log->tail + log->tail_at, JOB_LOG_PART_BYTES - log->tail_at);
    text_bytes(out, log->tail, log->tail_at);
}

// --- While it runs ---

static void job_leave(struct job_run *r)
{
    if (r->over)
        return;
    r->over = true;
    link_close(r->link, LINK_KILL);
}

static void job_fail(struct job_run *r, const char *words)
{
    if (r->why.words[0] == '\0')
        error_set(&r->why, "%.120s %s", r->job->command, words);
}

static void job_opened(struct link *link, void *user)
{
    (void)link;
    (void)user;
}

// The words say already what cannot be started.
static void job_failed(struct link *link, void *user, const struct link_failure *why)
{
    (void)link;
    struct job_run *r = user;
    r->why = why->error;
    job_leave(r);
}

static void job_received(
    struct link *link, void *user, const char *bytes, size_t length, int64_t at_ns)
{
    (void)link;
    (void)at_ns;
    struct job_run *r = user;
    job_log_add(r->log, bytes, length);
}

static void job_written(struct link *link, void *user, int64_t at_ns)
{
    (void)link;
    (void)user;
    (void)at_ns;
}

static void job_met_stranger(struct link *link, void *user, const char *from)
{
    (void)link;
    (void)user;
    (void)from;
}

static void job_ended(struct link *link, void *user, const struct link_end *end)
{
    (void)link;
    struct job_run *r = user;
    char array[128];
    struct text words = TEXT_IN(array);
    link_end_words(end, &words);
    if (end->how != LINK_END_EXITED || end->code != 0)
        job_fail(r, array);
    job_leave(r);
}

static void job_closed(struct link *link, void *user)
{
    (void)link;
    struct job_run *r = user;
    r->link = NULL;
    uv_close((uv_handle_t *)&r->limit, NULL);
    uv_close((uv_handle_t *)&r->look, NULL);
}

static const struct link_events job_events = {
    .opened = job_opened,
    .failed = job_failed,
    .received = job_received,
    .written = job_written,
    .stranger = job_met_stranger,
    .ended = job_ended,
    .closed = job_closed,
};

// --- Limits ---

static void job_is_late(uv_timer_t *timer)
{
    struct job_run *r = timer->data;
    char words[80];
    struct text out = TEXT_IN(words);
    text_format(&out, "was stopped: it took longer than %" PRId64 " s", r->job->limit_ms / 1000);
    job_fail(r, words);
    job_leave(r);
}

static void job_look_at_folder(uv_timer_t *timer)
{
    struct job_run *r = timer->data;
    char words[96];
    struct text out = TEXT_IN(words);
    if (folder_tree_bytes(r->job->folder) <= r->job->folder_bytes)
        return;
    text_format(
        &out, "was stopped: it wrote more than %" PRId64 " MiB", r->job->folder_bytes >> 20);
    job_fail(r, words);
    job_leave(r);
}

struct sandbox_limits job_limits(void)
{
    const int64_t mebibyte = INT64_C(1) << 20;
    return (struct sandbox_limits){
        .memory_bytes = 2048 * mebibyte,
        .scratch_bytes = 1024 * mebibyte,
        .file_bytes = 256 * mebibyte,
        .output_bytes = 64 * mebibyte,
        .cpu_ns = 600 * NS_PER_SECOND,
        .tasks = 1024,
        .files = 1024,
    };
}

static struct link_spec job_spec(const struct job *job)
{
    return (struct link_spec){.player = job->command,
        .directory = job->folder,
        .environment = job->environment,
        .sandbox = {.manner = SANDBOX_CLOSED,
            .limits = job_limits(),
            .read = job->read,
            .write = job->folder,
            .foreign = true},
        .job = true};
}

static void job_start(struct job_run *r, struct runner *runner)
{
    const struct link_spec spec = job_spec(r->job);
    uv_timer_init(&runner->loop, &r->limit);
    uv_timer_init(&runner->loop, &r->look);
    r->limit.data = r->look.data = r;
    uv_timer_start(&r->limit, job_is_late, (uint64_t)r->job->limit_ms, 0);
    uv_timer_start(&r->look, job_look_at_folder, LOOK_MS, LOOK_MS);
    r->link = link_open(runner->hub, &spec, &job_events, r);
    if (r->link)
        return;
    error_set(&r->why, "out of memory");
    uv_close((uv_handle_t *)&r->limit, NULL);
    uv_close((uv_handle_t *)&r->look, NULL);
}

bool job_run(const struct job *job, struct job_log *log, struct error *e)
{
    struct runner runner;
    struct job_run r = {.job = job, .log = log};
    enum link_kind kind;
    if (!link_check(job->command, &kind, e))
        return false;
    if (kind != LINK_COMMAND)
        return error_set(e, "\"%.120s\" is not a command that builds", job->command);
    if (!runner_init(&runner, e))
        return false;
    job_start(&r, &runner);
    uv_run(&runner.loop, UV_RUN_DEFAULT);
    runner_destroy(&runner);
    if (r.why.words[0] == '\0' && log->head.cut)
        error_set(&r.why, "out of memory");
    if (r.why.words[0] == '\0')
        return true;
    *e = r.why;
    return false;
}

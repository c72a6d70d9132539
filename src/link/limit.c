#include "link/limit.h"

#include "base/clock.h"
#include "base/quantity.h"

#include <inttypes.h>

enum limit_unit { IN_BYTES, IN_NANOSECONDS, IN_NUMBERS };

// What the sentences are made of: "VERB 5 MiB WHAT".
static const struct limit_row {
    const char *name;
    enum limit_unit unit;
    const char *verb, *what;
} limit_rows[LIMIT_KINDS] = {
    [LIMIT_MEMORY] = {"memory", IN_BYTES, "used", " of memory"},
    [LIMIT_TASKS] = {"tasks", IN_NUMBERS, "had", " processes and threads at once"},
    [LIMIT_CPU] = {"cpu", IN_NANOSECONDS, "used", " of CPU time in one game"},
    [LIMIT_FILES] = {"files", IN_NUMBERS, "had", " open files in one process"},
    [LIMIT_FILE] = {"file", IN_BYTES, "wrote", " in one file"},
    [LIMIT_SCRATCH] = {"scratch", IN_BYTES, "wrote", " in its scratch folder"},
    [LIMIT_OUTPUT] = {"output", IN_BYTES, "wrote", " of output and stderr in one game"},
};

const char *limit_name(enum limit_kind kind)
{
    return limit_rows[kind].name;
}

bool limit_find(const char *name, enum limit_kind *kind)
{
    for (int i = 0; i < LIMIT_KINDS; i++) {
        if (strcmp(limit_rows[i].name, name) == 0) {
            *kind = (enum limit_kind)i;
            return true;
        }
    }
    return false;
}

int64_t limit_get(const struct sandbox_limits *limits, enum limit_kind kind)
{
    const int64_t values[LIMIT_KINDS] = {
        [LIMIT_MEMORY] = limits->memory_bytes,
        [LIMIT_TASKS] = limits->tasks,
        [LIMIT_CPU] = limits->cpu_ns,
        [LIMIT_FILES] = limits->files,
        [LIMIT_FILE] = limits->file_bytes,
        [LIMIT_SCRATCH] = limits->scratch_bytes,
        [LIMIT_OUTPUT] = limits->output_bytes,
    };
    return values[kind];
}

void limit_set(struct sandbox_limits *limits, enum limit_kind kind, int64_t value)
{
    int64_t *const targets[LIMIT_KINDS] = {
        [LIMIT_MEMORY] = &limits->memory_bytes,
        [LIMIT_CPU] = &limits->cpu_ns,
        [LIMIT_FILE] = &limits->file_bytes,
        [LIMIT_SCRATCH] = &limits->scratch_bytes,
        [LIMIT_OUTPUT] = &limits->output_bytes,
    };
    if (kind == LIMIT_TASKS)
        limits->tasks = (int)value;
    else if (kind == LIMIT_FILES)
        limits->files = (int)value;
    else
        *targets[kind] = value;
}

bool limit_is_any(const struct sandbox_limits *limits)
{
    for (int i = 0; i < LIMIT_KINDS; i++) {
        if (limit_get(limits, (enum limit_kind)i) > 0)
            return true;
    }
    return false;
}

// --- Words ---

static void limit_print(struct text *t, const struct limit_row *row, int64_t value)
{
    if (row->unit == IN_BYTES)
        quantity_print_bytes(t, value);
    else if (row->unit == IN_NANOSECONDS)
        quantity_print_ms(t, value / NS_PER_MS);
    else
        text_number(t, value);
}

static void limit_print_measured(struct text *t, const struct limit_row *row, int64_t value)
{
    if (row->unit == IN_BYTES)
        quantity_print_measured_bytes(t, value);
    else if (row->unit == IN_NANOSECONDS)
        quantity_print_measured_ns(t, value);
    else
        text_number(t, value);
}

void limit_words(const struct limit_passed *passed, struct text *t)
{
    const struct limit_row *row = &limit_rows[passed->kind];
    if (passed->seen == 0) {
        text_string(t, "was stopped at the limit of ");
        limit_print(t, row, passed->allowed);
        text_string(t, row->what);
        return;
    }
    text_format(t, "%s ", row->verb);
    limit_print_measured(t, row, passed->seen);
    text_format(t, "%s, and ", row->what);
    limit_print(t, row, passed->allowed);
    text_string(t, " is the limit");
}

void limit_expected_words(const struct limit_passed *passed, struct text *t)
{
    const struct limit_row *row = &limit_rows[passed->kind];
    text_string(t, "at most ");
    limit_print(t, row, passed->allowed);
    text_string(t, row->what);
}

void limit_seen_words(const struct limit_passed *passed, struct text *t)
{
    const struct limit_row *row = &limit_rows[passed->kind];
    if (passed->seen == 0)
        text_string(t, "the kernel refused it more");
    else
        limit_print_measured(t, row, passed->seen);
    if (passed->processes > 0)
        text_format(t, " in %d process%s", passed->processes, passed->processes == 1 ? "" : "es");
    if (passed->process[0] != '\0')
        text_format(t, passed->processes == 1 ? ", %s" : ", most in %s", passed->process);
}

// --- How exact ---

static void limit_say_sampled(struct text *t, const char *more)
{
    text_format(t, "sampled after %d ms, then every %d to %d ms, the nearer the sooner%s",
        LIMIT_FIRST_LOOK_MS, LIMIT_LOOK_LEAST_MS, LIMIT_LOOK_MOST_MS, more);
}

// What the lines say: with the layer that makes the limit exact, and without it.
static const struct exactness_row {
    sandbox_layers needs; // 0: needs none
    const char *with;
    const char *without; // NULL: it is sampled
    const char *sampled; // what the line of a sampled limit ends with
} exactness_rows[LIMIT_KINDS] = {
    [LIMIT_MEMORY] = {1U << SANDBOX_CGROUP, "exact, by the kernel (cgroup)", NULL,
        "; of all processes together, shared pages counted once"},
    [LIMIT_TASKS] = {1U << SANDBOX_CGROUP, "exact, by the kernel (cgroup)", NULL, ""},
    [LIMIT_CPU] = {1U << SANDBOX_LAYER_COUNT, NULL, NULL,
        "; to 10 ms, less for processes that came and went between two looks"},
    [LIMIT_FILES] = {1U << SANDBOX_LIMITS,
        "exact, by the kernel, of one process; an error for the bot, no verdict",
        "not limited here", NULL},
    [LIMIT_FILE] = {1U << SANDBOX_LIMITS, "exact, by the kernel", "not limited here", NULL},
    [LIMIT_SCRATCH] = {1U << SANDBOX_MOUNTS,
        "exact, by the file system; an error for the bot, no verdict", NULL,
        "; every file counts as 16 KiB at least"},
    [LIMIT_OUTPUT] = {0, "exact, counted where it is read", NULL, NULL},
};

void limit_exactness(enum limit_kind kind, sandbox_layers works, struct text *t)
{
    const struct exactness_row *row = &exactness_rows[kind];
    text_format(t, "%s: ", limit_rows[kind].name);
    if ((works & row->needs) == row->needs)
        text_string(t, row->with);
    else if (row->without)
        text_string(t, row->without);
    else
        limit_say_sampled(t, row->sampled);
}

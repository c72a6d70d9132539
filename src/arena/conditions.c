#include "arena/conditions.h"

#include "arena/record_folder.h"
#include "base/clock.h"
#include "base/number.h"
#include "link/limit.h"
#include "link/worker.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>

enum { LAG_MOST_MS = 100, DEFAULT_MS = 10000 };

static bool conditions_set_budget(
    struct budget *b, const char *key, size_t length, const char *number, struct error *e)
{
    const struct {
        const char *key;
        int64_t *target;
        int64_t least_ms;
    } keys[] = {
        {"start", &b->start_ns, 1},
        {"first", &b->first_ns, 1},
        {"request", &b->request_ns, 1},
        {"game", &b->game_ns, 0},
        {"increment", &b->increment_ns, 0},
    };
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (strlen(keys[i].key) == length && memcmp(keys[i].key, key, length) == 0) {
            char what[32];
            snprintf(what, sizeof what, "--time: %s", keys[i].key);
            int64_t ms;
            if (!number_read(what, number, keys[i].least_ms, CONDITIONS_DAY_MS, &ms, e))
                return false;
            *keys[i].target = ms * NS_PER_MS;
            return true;
        }
    }
    return error_set(e, "--time: no budget \"%.*s\"   (start, first, request, game, increment)",
        (int)length, key);
}

// "1000", or "start=5000,first=3000,request=1000,game=60000,increment=100".
static bool conditions_read_time(struct budget *b, const char *text, struct error *e)
{
    int64_t ms;
    if (!strchr(text, '=')) {
        if (!number_read("--time", text, 1, CONDITIONS_DAY_MS, &ms, e))
            return false;
        b->request_ns = ms * NS_PER_MS;
        if (b->first_ns < b->request_ns)
            b->first_ns = b->request_ns;
        return true;
    }
    for (const char *at = text; *at != '\0';) {
        size_t length = strcspn(at, ",");
        const char *equals = memchr(at, '=', length);
        char number[24];
        if (!equals ||
            (size_t)snprintf(number, sizeof number, "%.*s", (int)(at + length - equals - 1),
                equals + 1) >= sizeof number)
            return error_set(e, "--time: \"%.*s\" is not KEY=MS", (int)length, at);
        if (!conditions_set_budget(b, at, (size_t)(equals - at), number, e))
            return false;
        at += length + (at[length] == ',');
    }
    return true;
}

bool conditions_budget(
    struct budget *b, const struct wire *w, const char *time, const char *clock, struct error *e)
{
    *b = (struct budget){
        .start_ns = (w ? w->start_ms : DEFAULT_MS) * NS_PER_MS,
        .first_ns = (w ? w->first_request_ms : DEFAULT_MS) * NS_PER_MS,
        .request_ns = (w ? w->request_ms : DEFAULT_MS) * NS_PER_MS,
        .lag_most_ns = LAG_MOST_MS * NS_PER_MS,
        .cores = 1,
    };
    if (clock && strcmp(clock, "wall") == 0)
        b->wall = true;
    else if (clock && strcmp(clock, "refunded") != 0)
        return error_set(e, "--clock is refunded or wall, not \"%.40s\"", clock);
    return !time || conditions_read_time(b, time, e);
}

static const enum limit_kind conditions_kinds[CONTEST_LIMITS] = {
    [CONTEST_LIMIT_MEMORY] = LIMIT_MEMORY,
    [CONTEST_LIMIT_TASKS] = LIMIT_TASKS,
    [CONTEST_LIMIT_CPU] = LIMIT_CPU,
    [CONTEST_LIMIT_FILES] = LIMIT_FILES,
    [CONTEST_LIMIT_FILE] = LIMIT_FILE,
    [CONTEST_LIMIT_SCRATCH] = LIMIT_SCRATCH,
    [CONTEST_LIMIT_OUTPUT] = LIMIT_OUTPUT,
};

static void conditions_set_limits(struct sandbox_limits *to, const struct contest_limits *from)
{
    for (int i = 0; i < CONTEST_LIMITS; i++) {
        if (from->of[i] != CONTEST_LIMIT_UNSET)
            limit_set(
                to, conditions_kinds[i], from->of[i] * (i == CONTEST_LIMIT_CPU ? NS_PER_MS : 1));
    }
}

struct sandbox_limits conditions_limits(enum sandbox_manner manner,
    const struct contest_limits *contest, const struct contest_limits *own)
{
    struct sandbox_limits limits = {0};
    if (manner != SANDBOX_NONE)
        limits = sandbox_default_limits();
    conditions_set_limits(&limits, contest);
    if (own)
        conditions_set_limits(&limits, own);
    return limits;
}

bool conditions_pondering(struct budget *b, const char *pondering, struct error *e)
{
    b->frozen = pondering && strcmp(pondering, "frozen") == 0;
    return !pondering || b->frozen || strcmp(pondering, "allowed") == 0 ||
        error_set(e, "--pondering is allowed or frozen, not \"%.40s\"", pondering);
}

static bool conditions_holds_records(const char *folder)
{
    DIR *entries = opendir(folder);
    bool found = false;
    for (const struct dirent *entry; entries && !found && (entry = readdir(entries));) {
        const char *tail = strrchr(entry->d_name, '.');
        found = tail && strcmp(tail, ".jsonl") == 0;
    }
    if (entries)
        closedir(entries);
    return found;
}

bool conditions_folder(const char *folder, struct error *e)
{
    if (!folder)
        return true;
    if (!record_folder_make(folder, e))
        return false;
    if (conditions_holds_records(folder))
        return error_set(e, "the folder %.80s holds records already: name another one", folder);
    return true;
}

void conditions_host(char host[CONDITIONS_HOST_BYTES])
{
    struct utsname u;
    struct text out = text_fixed(host, CONDITIONS_HOST_BYTES);
    if (uname(&u) == 0)
        text_format(&out, "%s %s %s, ", u.sysname, u.release, u.machine);
    text_format(&out, "%d cores", worker_cores());
}

#include "fleet/coordinator/parts.h"

#include "base/clock.h"
#include "fleet/misfit.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LOOK_EVERY_MS = 1000, MISFITS_EVERY_MS = 5000 };

// Where the worker stands in the list, or would have to stand.
static size_t attendance_place(const struct coordinator *c, int64_t worker)
{
    size_t low = 0, high = c->worker_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (c->workers[middle].id < worker)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static struct coordinator_worker *attendance_find(const struct coordinator *c, int64_t worker)
{
    size_t place = attendance_place(c, worker);
    return place < c->worker_count && c->workers[place].id == worker ? &c->workers[place] : NULL;
}

const char *attendance_host(const struct coordinator *c, int64_t worker)
{
    const struct coordinator_worker *w = attendance_find(c, worker);
    return w ? w->host : "unknown";
}

bool attendance_is_judged(const struct coordinator *c, int64_t worker)
{
    const struct coordinator_worker *w = attendance_find(c, worker);
    return w && w->judged;
}

int64_t attendance_speed_percent(const struct coordinator *c, int64_t worker)
{
    const struct coordinator_worker *w = attendance_find(c, worker);
    return w ? w->speed_percent : 0;
}

// Whoever was not heard of for so long is gone.
static int64_t attendance_silence_ms(const struct coordinator *c)
{
    return c->options->lease_ms * 3 / 2;
}

static void attendance_say(struct coordinator *c, const char *kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void attendance_say(struct coordinator *c, const char *kind, const char *format, ...)
{
    char words[ERROR_WORDS_BYTES];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    c->pool.source->said(c->pool.user, kind, words);
}

static struct coordinator_worker *attendance_add(struct coordinator *c, int64_t worker)
{
    struct coordinator_worker *list =
        realloc(c->workers, (c->worker_count + 1) * sizeof *c->workers);
    if (!list)
        return NULL;
    c->workers = list;
    size_t place = attendance_place(c, worker);
    memmove(&list[place + 1], &list[place], (c->worker_count - place) * sizeof *list);
    list[place] = (struct coordinator_worker){.id = worker, .host = "unknown", .late_next = 1};
    c->worker_count++;
    return &list[place];
}

// Workers that are not trusted are not compared with; one that was let back begins anew.
static void attendance_note_trust(
    struct coordinator *c, struct coordinator_worker *w, const char *state)
{
    w->judged = strcmp(state, "out") == 0;
    w->quarantined = strcmp(state, "quarantined") == 0;
    if (w->judged || w->quarantined)
        fairness_exclude(c->fairness, w->id);
    else
        fairness_readmit(c->fairness, w->id);
}

// What a worker handed in too late, of any contest: told once, and when it is twice as much.
static void attendance_note_late(struct coordinator *c, struct coordinator_worker *w, int64_t late)
{
    if (late < w->late_next)
        return;
    attendance_say(c, "worker",
        "worker %" PRId64 " (%s) handed in %" PRId64
        " game%s too late, when others had them; they do not count",
        w->id, w->host, late - w->late_before, late - w->late_before == 1 ? "" : "s");
    w->late_next = w->late_before + 2 * (late - w->late_before);
}

// Says who has come, who has gone, and who gets no more games. What went wrong goes into the log.
static void attendance_tell(struct coordinator *c, const struct coordinator_worker *before,
    const struct coordinator_worker *w, const char *state, const char *why, bool silent)
{
    if (w->here && !before->here)
        attendance_say(c, NULL, "worker %" PRId64 " (%s) is here: %" PRId64 " core%s", w->id,
            w->host, w->cores, w->cores == 1 ? "" : "s");
    else if (before->here && !w->here && silent)
        attendance_say(c, "worker",
            "worker %" PRId64 " (%s) was not heard of for %" PRId64
            " s: what it has not handed in goes to others",
            w->id, w->host, attendance_silence_ms(c) / 1000);
    else if (before->here && !w->here && strcmp(state, "gone") == 0)
        attendance_say(c, NULL, "worker %" PRId64 " (%s) has left", w->id, w->host);
    else if (before->here && !w->here && !before->judged)
        attendance_say(
            c, "worker", "worker %" PRId64 " (%s) is %s: %s", w->id, w->host, state, why);
}

// One row of lease_table_workers.
static bool attendance_note(struct coordinator *c, const PGresult *r, int row)
{
    const int64_t id = postgres_number(r, row, 0), late = postgres_number(r, row, 8);
    const char *state = postgres_text(r, row, 3);
    const bool gone = postgres_number(r, row, 5) != 0;
    struct coordinator_worker *w = attendance_find(c, id);
    if (!w && gone)
        return true; // it was before our time
    if (!w) {
        if (!(w = attendance_add(c, id)))
            return false;
        w->late_before = late;
        w->late_next = late + 1;
    }
    const struct coordinator_worker before = *w;
    w->here = !gone && strcmp(state, "here") == 0;
    w->cores = postgres_number(r, row, 2);
    w->speed_percent = postgres_number(r, row, 6);
    attendance_note_trust(c, w, state);
    snprintf(w->host, sizeof w->host, "%s", postgres_text(r, row, 1));
    attendance_tell(
        c, &before, w, state, postgres_text(r, row, 4), postgres_number(r, row, 7) != 0);
    attendance_note_late(c, w, late);
    return true;
}

bool attendance_look(struct coordinator *c, struct error *e)
{
    int64_t now_ns = clock_now_ns();
    if (c->looked_ns != 0 && now_ns - c->looked_ns < LOOK_EVERY_MS * NS_PER_MS)
        return true;
    // Somebody may have wanted a look sooner than after a second: then it goes on to be counted.
    if (now_ns - c->counted_ns >= LOOK_EVERY_MS * NS_PER_MS) {
        c->speed = c->counted * NS_PER_SECOND / (now_ns - c->counted_ns);
        c->counted = 0;
        c->counted_ns = now_ns;
    }
    c->looked_ns = now_ns;
    PGresult *r = lease_table_workers(&c->table, attendance_silence_ms(c), e);
    bool well = r != NULL;
    for (int row = 0; well && row < PQntuples(r); row++)
        well = attendance_note(c, r, row) || error_set(e, "out of memory");
    PQclear(r);
    c->cores = 0;
    for (size_t i = 0; i < c->worker_count; i++)
        c->cores += c->workers[i].here ? c->workers[i].cores : 0;
    return well;
}

// Says it once, and again when it has changed.
bool attendance_look_for_misfits(struct coordinator *c, struct error *e)
{
    const int64_t now_ns = clock_now_ns();
    if (c->misfit_ns != 0 && now_ns - c->misfit_ns < MISFITS_EVERY_MS * NS_PER_MS)
        return true;
    c->misfit_ns = now_ns;
    char now[ERROR_WORDS_BYTES] = "";
    struct text words = TEXT_IN(now);
    if (!misfit_find(&c->db, c->options->contest, &words, e))
        return false;
    if (now[0] != '\0' && strcmp(now, c->misfit) != 0)
        attendance_say(c, NULL, "%s", now);
    memcpy(c->misfit, now, sizeof now);
    return true;
}

// Tells it, and writes it down. `state` is "out" or "quarantined".
static bool attendance_judge(
    struct coordinator *c, int64_t worker, const char *state, const char *why, struct error *e)
{
    struct coordinator_worker *w = attendance_find(c, worker);
    if (!w && !(w = attendance_add(c, worker)))
        return error_set(e, "out of memory");
    w->here = false;
    attendance_note_trust(c, w, state);
    attendance_say(c, "worker", "worker %" PRId64 " (%s) is %s: %s", worker, w->host, state, why);
    return lease_table_judge(&c->table, worker, state, why, e);
}

bool attendance_put_out(struct coordinator *c, int64_t worker, const char *why, struct error *e)
{
    return attendance_judge(c, worker, "out", why, e);
}

bool attendance_quarantine(struct coordinator *c, int64_t worker, const char *why, struct error *e)
{
    return attendance_judge(c, worker, "quarantined", why, e);
}

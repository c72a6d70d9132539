#include "fleet/fleet_report.h"

#include "fleet/fleet_lock.h"
#include "fleet/misfit.h"
#include "report/json.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// Who is gone is listed for an hour. The rate is that of this minute and the one before it.
static const char fleet_report_ask_workers[] =
    "SELECT w.id, w.host, w.cores, least(greatest(w.speed, 0), 10000)::numeric(10, 2)::text,"
    " w.state, w.why, w.games, w.late,"
    " count(l.id), extract(epoch FROM clock_timestamp() - w.seen)::bigint,"
    " coalesce(max(c.name), ''),"
    " coalesce((SELECT round(60 * sum(m.games) / extract(epoch FROM clock_timestamp() -"
    " date_trunc('minute', clock_timestamp()) + interval '1 minute'), 1) FROM agon.minutes m"
    " WHERE m.worker = w.id AND m.minute >= date_trunc('minute', clock_timestamp())"
    " - interval '1 minute'), 0.0)::text"
    " FROM agon.workers w LEFT JOIN agon.leases l ON l.worker = w.id AND l.until < 'infinity'"
    " LEFT JOIN agon.contests c ON c.id = l.contest"
    " WHERE w.state <> 'gone' OR w.seen > clock_timestamp() - interval '1 hour'"
    " GROUP BY w.id ORDER BY w.state = 'gone', w.id LIMIT $1";
enum {
    WORKER_ID,
    WORKER_HOST,
    WORKER_CORES,
    WORKER_SPEED,
    WORKER_STATE,
    WORKER_WHY,
    WORKER_GAMES,
    WORKER_LATE,
    WORKER_LEASES,
    WORKER_HEARD_OF,
    WORKER_PLAYS,
    WORKER_PER_MINUTE
};

static const char fleet_report_ask_contests[] =
    "SELECT c.name, c.coordinator, c.ended IS NULL AND " FLEET_LOCK_HOLDER(
        "c.name") " IS NOT NULL,"
                  " count(l.id) FILTER (WHERE l.worker IS NULL),"
                  " count(l.id) FILTER (WHERE l.worker IS NOT NULL AND l.until < 'infinity'),"
                  " count(l.id) FILTER (WHERE l.worker IS NOT NULL AND l.until < "
                  "clock_timestamp()),"
                  " (SELECT count(*) FROM agon.submissions s WHERE s.contest = c.id)"
                  " FROM agon.contests c LEFT JOIN agon.leases l ON l.contest = c.id"
                  " GROUP BY c.id ORDER BY c.name";
enum {
    CONTEST_NAME,
    CONTEST_COORDINATOR,
    CONTEST_PLAYING,
    CONTEST_OPEN,
    CONTEST_TAKEN,
    CONTEST_EXPIRED,
    CONTEST_WAITING
};

// Every minute of the last hour that is over, also those without a game.
static const char fleet_report_ask_minutes[] =
    "SELECT extract(epoch FROM t)::bigint, coalesce(sum(m.games), 0)::bigint"
    " FROM generate_series(date_trunc('minute', clock_timestamp()) - interval '60 minutes',"
    " date_trunc('minute', clock_timestamp()) - interval '1 minute', interval '1 minute') t"
    " LEFT JOIN agon.minutes m ON m.minute = t GROUP BY t ORDER BY t";
enum { MINUTE_AT, MINUTE_GAMES };

static void fleet_report_add(struct fleet_report *r)
{
    struct fleet_report_totals *t = &r->totals;
    for (size_t i = 0; i < fleet_report_workers(r); i++) {
        const struct fleet_report_worker w = fleet_report_worker(r, i);
        const bool here = strcmp(w.state, "here") == 0;
        t->workers += here;
        t->cores += here ? w.cores : 0;
        t->late += w.late;
        t->per_minute += strtod(w.per_minute, NULL);
        t->out += strcmp(w.state, "out") == 0;
        t->quarantined += strcmp(w.state, "quarantined") == 0;
    }
    for (size_t i = 0; i < fleet_report_contests(r); i++) {
        const struct fleet_report_contest c = fleet_report_contest(r, i);
        t->open += c.open;
        t->taken += c.taken;
        t->expired += c.expired;
        t->waiting += c.waiting;
    }
}

// What workers lack for each contest that is played.
static bool fleet_report_read_lacks(struct fleet_report *r, struct postgres *p, struct error *e)
{
    const size_t count = fleet_report_contests(r);
    r->lacks = calloc(count + 1, sizeof *r->lacks);
    if (!r->lacks)
        return error_set(e, "out of memory");
    for (size_t i = 0; i < count; i++)
        r->lacks[i] = text_growing();
    for (size_t i = 0; i < count; i++) {
        const struct fleet_report_contest c = fleet_report_contest(r, i);
        if (c.playing && !misfit_find(p, c.name, &r->lacks[i], e))
            return false;
    }
    return true;
}

bool fleet_report_read(struct fleet_report *r, struct postgres *p, struct error *e)
{
    struct postgres_parameters with = {0};
    *r = (struct fleet_report){0};
    postgres_add_number(&with, FLEET_REPORT_WORKERS_MOST);
    r->workers = postgres_ask(p, fleet_report_ask_workers, &with, e);
    r->contests = r->workers ? postgres_ask(p, fleet_report_ask_contests, NULL, e) : NULL;
    r->minutes = r->contests ? postgres_ask(p, fleet_report_ask_minutes, NULL, e) : NULL;
    if (!r->minutes || !fleet_report_read_lacks(r, p, e))
        return false;
    fleet_report_add(r);
    return true;
}

void fleet_report_destroy(struct fleet_report *r)
{
    for (size_t i = 0; r->lacks && i < fleet_report_contests(r); i++)
        text_destroy(&r->lacks[i]);
    free(r->lacks);
    PQclear(r->workers);
    PQclear(r->contests);
    PQclear(r->minutes);
}

size_t fleet_report_workers(const struct fleet_report *r)
{
    return (size_t)PQntuples(r->workers);
}

size_t fleet_report_contests(const struct fleet_report *r)
{
    return (size_t)PQntuples(r->contests);
}

struct fleet_report_worker fleet_report_worker(const struct fleet_report *r, size_t i)
{
    const PGresult *rows = r->workers;
    const int row = (int)i;
    return (struct fleet_report_worker){.id = postgres_number(rows, row, WORKER_ID),
        .cores = postgres_number(rows, row, WORKER_CORES),
        .host = postgres_text(rows, row, WORKER_HOST),
        .speed = postgres_text(rows, row, WORKER_SPEED),
        .state = postgres_text(rows, row, WORKER_STATE),
        .why = postgres_text(rows, row, WORKER_WHY),
        .plays = postgres_text(rows, row, WORKER_PLAYS),
        .games = postgres_number(rows, row, WORKER_GAMES),
        .late = postgres_number(rows, row, WORKER_LATE),
        .leases = postgres_number(rows, row, WORKER_LEASES),
        .heard_of_s = postgres_number(rows, row, WORKER_HEARD_OF),
        .per_minute = postgres_text(rows, row, WORKER_PER_MINUTE)};
}

struct fleet_report_contest fleet_report_contest(const struct fleet_report *r, size_t i)
{
    const PGresult *rows = r->contests;
    const int row = (int)i;
    return (struct fleet_report_contest){.name = postgres_text(rows, row, CONTEST_NAME),
        .coordinator = postgres_text(rows, row, CONTEST_COORDINATOR),
        .playing = postgres_number(rows, row, CONTEST_PLAYING) != 0,
        .open = postgres_number(rows, row, CONTEST_OPEN),
        .taken = postgres_number(rows, row, CONTEST_TAKEN),
        .expired = postgres_number(rows, row, CONTEST_EXPIRED),
        .waiting = postgres_number(rows, row, CONTEST_WAITING),
        .lack = r->lacks[i].bytes};
}

int64_t fleet_report_last_minute(const struct fleet_report *r)
{
    const int rows = PQntuples(r->minutes);
    return rows > 0 ? postgres_number(r->minutes, rows - 1, MINUTE_GAMES) : 0;
}

// --- JSON ---

static void fleet_report_key_host(struct text *out, const char *key, const char *host, bool hosts)
{
    if (hosts)
        json_key_text(out, key, host);
    else
        text_format(out, ",\"%s\":null", key);
}

static void fleet_report_json_worker(
    struct text *out, const struct fleet_report_worker *w, bool hosts)
{
    text_format(out, "{\"worker\":%" PRId64, w->id);
    fleet_report_key_host(out, "host", w->host, hosts);
    text_format(out, ",\"cores\":%" PRId64 ",\"speed\":%s", w->cores, w->speed);
    json_key_text(out, "state", w->state);
    json_key_text(out, "why", w->why);
    text_format(out, ",\"games\":%" PRId64 ",\"per_minute\":%s", w->games, w->per_minute);
    text_format(out, ",\"late\":%" PRId64 ",\"leases\":%" PRId64 ",\"heard_of_s\":%" PRId64,
        w->late, w->leases, w->heard_of_s);
    json_key_text(out, "plays", w->plays);
    text_char(out, '}');
}

static void fleet_report_json_contest(
    struct text *out, const struct fleet_report_contest *c, bool hosts)
{
    text_string(out, "{\"name\":");
    text_json(out, c->name);
    fleet_report_key_host(out, "coordinator", c->coordinator, hosts);
    text_format(out, ",\"playing\":%s", c->playing ? "true" : "false");
    text_format(out,
        ",\"open\":%" PRId64 ",\"taken\":%" PRId64 ",\"expired\":%" PRId64 ",\"waiting\":%" PRId64,
        c->open, c->taken, c->expired, c->waiting);
    json_key_text(out, "lack", c->lack);
    text_char(out, '}');
}

static void fleet_report_json_totals(struct text *out, const struct fleet_report *r)
{
    const struct fleet_report_totals *t = &r->totals;
    text_format(
        out, "],\"totals\":{\"workers\":%" PRId64 ",\"cores\":%" PRId64, t->workers, t->cores);
    text_format(out, ",\"last_minute\":%" PRId64, fleet_report_last_minute(r));
    text_format(out,
        ",\"open\":%" PRId64 ",\"taken\":%" PRId64 ",\"expired\":%" PRId64 ",\"waiting\":%" PRId64,
        t->open, t->taken, t->expired, t->waiting);
    text_format(out, ",\"late\":%" PRId64 ",\"out\":%" PRId64 ",\"quarantined\":%" PRId64 "}",
        t->late, t->out, t->quarantined);
}

void fleet_report_json(const struct fleet_report *r, bool hosts, struct text *out)
{
    text_string(out, "{\"workers\":[");
    for (size_t i = 0; i < fleet_report_workers(r); i++) {
        const struct fleet_report_worker w = fleet_report_worker(r, i);
        text_string(out, i > 0 ? "," : "");
        fleet_report_json_worker(out, &w, hosts);
    }
    text_string(out, "],\"contests\":[");
    for (size_t i = 0; i < fleet_report_contests(r); i++) {
        const struct fleet_report_contest c = fleet_report_contest(r, i);
        text_string(out, i > 0 ? "," : "");
        fleet_report_json_contest(out, &c, hosts);
    }
    text_string(out, "],\"minutes\":[");
    for (int i = 0; i < PQntuples(r->minutes); i++)
        text_format(out, "%s{\"at\":%" PRId64 ",\"games\":%" PRId64 "}", i > 0 ? "," : "",
            postgres_number(r->minutes, i, MINUTE_AT),
            postgres_number(r->minutes, i, MINUTE_GAMES));
    fleet_report_json_totals(out, r);
}

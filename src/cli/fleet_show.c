// agon fleet show: the machines of a fleet, what they play, how fast, and what went wrong.
#include "base/columns.h"
#include "cli/commands.h"
#include "cli/screen.h"
#include "cli/stop.h"
#include "cli/terminal.h"
#include "fleet/fleet_credit.h"
#include "fleet/fleet_report.h"
#include "fleet/fleet_schema.h"

#include <inttypes.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

enum { FLEET_SHOW_EVERY_MS = 2000, HOST_COLUMNS = 20 };

struct fleet_show {
    const char *where;
    int64_t worker; // what it has played is shown; 0: nobody's
    bool json, watch;
    struct postgres_place place;
    struct postgres db;
};

// --- As text ---

static void fleet_show_contest(struct text *out, const struct fleet_report_contest *c)
{
    text_format(out, "%s: %s%s; leases: %" PRId64 " open, %" PRId64 " with workers", c->name,
        c->playing ? "handed out by " : "not played now; last by ", c->coordinator, c->open,
        c->taken);
    if (c->expired > 0)
        text_format(out, " (%" PRId64 " of them silent)", c->expired);
    if (c->waiting > 0)
        text_format(out, "; %" PRId64 " games handed in and not yet counted", c->waiting);
    if (c->lack[0] != '\0')
        text_format(out, "\n  %s", c->lack);
    text_char(out, '\n');
}

static void fleet_show_worker(struct text *out, const struct fleet_report_worker *w)
{
    text_format(out, "%6" PRId64 "  ", w->id);
    columns_pad(out, w->host, HOST_COLUMNS);
    text_format(out, " %5" PRId64 " %7s  %-11s %8" PRId64 " %7s %7" PRId64 "  %4" PRId64 " s ago",
        w->cores, w->speed, w->state, w->games, w->per_minute, w->leases, w->heard_of_s);
    if (w->plays[0] != '\0')
        text_format(out, "  plays %s", w->plays);
    if (w->late > 0)
        text_format(out, "  %" PRId64 " too late", w->late);
    if (w->why[0] != '\0') {
        text_string(out, "  ");
        text_visible(out, w->why, strlen(w->why)); // may hold what a worker said
    }
    text_char(out, '\n');
}

static void fleet_show_text(struct text *out, const struct fleet_report *r, int64_t only)
{
    const struct fleet_report_totals *t = &r->totals;
    for (size_t i = 0; i < fleet_report_contests(r); i++) {
        const struct fleet_report_contest c = fleet_report_contest(r, i);
        fleet_show_contest(out, &c);
    }
    text_format(out, "%" PRId64 " worker%s with %" PRId64 " core%s; %.1f games a minute\n",
        t->workers, t->workers == 1 ? "" : "s", t->cores, t->cores == 1 ? "" : "s", t->per_minute);
    if (t->late + t->out + t->quarantined > 0)
        text_format(out,
            "%" PRId64 " game%s came too late; %" PRId64 " worker%s out, %" PRId64 " quarantined\n",
            t->late, t->late == 1 ? "" : "s", t->out, t->out == 1 ? " is" : "s are",
            t->quarantined);
    text_format(out, "\n%6s  %-*s %5s %7s  %-11s %8s %7s %7s  %s\n", "worker", HOST_COLUMNS, "host",
        "cores", "speed", "state", "games", "a min", "leases", "heard of");
    for (size_t i = 0; i < fleet_report_workers(r); i++) {
        const struct fleet_report_worker w = fleet_report_worker(r, i);
        if (only == 0 || w.id == only)
            fleet_show_worker(out, &w);
    }
}

// --- The games of one worker ---

// "1-6, 9, 12-14": the rows have the last one first.
static void fleet_show_numbers(struct text *out, const PGresult *r)
{
    for (int row = PQntuples(r) - 1; row >= 0; row--) {
        const int64_t first = postgres_number(r, row, 0);
        int64_t last = first;
        while (row > 0 && postgres_number(r, row - 1, 0) == last + 1)
            last = postgres_number(r, --row, 0);
        text_format(out, "%" PRId64, first);
        if (last > first)
            text_format(out, "-%" PRId64, last);
        text_string(out, row > 0 ? ", " : "");
    }
}

static void fleet_show_numbers_json(struct text *out, const PGresult *r)
{
    for (int row = PQntuples(r) - 1; row >= 0; row--)
        text_format(out, "%" PRId64 "%s", postgres_number(r, row, 0), row > 0 ? "," : "");
}

static void fleet_show_played(
    const struct fleet_show *s, const char *contest, const PGresult *numbers, struct text *out)
{
    if (s->json) {
        text_string(out, out->length > 0 ? ",{\"contest\":" : "{\"contest\":");
        text_json(out, contest);
        text_string(out, ",\"games\":[");
        fleet_show_numbers_json(out, numbers);
        text_string(out, "]}");
        return;
    }
    text_format(out, "%s: %d game%s of worker %" PRId64 " count%s", contest, PQntuples(numbers),
        PQntuples(numbers) == 1 ? "" : "s", s->worker, PQntuples(numbers) == 1 ? "s" : "");
    text_string(out, PQntuples(numbers) > 0 ? ": " : "");
    fleet_show_numbers(out, numbers);
    text_char(out, '\n');
}

// What the worker has played, contest by contest. Nothing without --worker.
static bool fleet_show_read_played(struct fleet_show *s, struct text *out, struct error *e)
{
    PGresult *contests = s->worker > 0 ? fleet_credit_contests(&s->db, s->worker, e) : NULL;
    bool well = s->worker == 0 || contests != NULL;
    for (int row = 0; well && contests && row < PQntuples(contests); row++) {
        const char *contest = postgres_text(contests, row, 0);
        PGresult *numbers = fleet_credit_games(&s->db, contest, s->worker, e);
        well = numbers != NULL;
        if (well)
            fleet_show_played(s, contest, numbers, out);
        PQclear(numbers);
    }
    PQclear(contests);
    return well;
}

// --- Once, and again ---

// What workers say of themselves is not believed: it could hold anything.
static void fleet_show_print_lines(const struct text *lines)
{
    const struct screen_size size = screen_size(STDOUT_FILENO);
    struct text picture = text_growing();
    int row = 0;
    for (const char *at = lines->bytes, *end = at + lines->length; at < end; row++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        struct text line = text_growing();
        text_visible(&line, at, (size_t)(stop - at));
        if (!screen_is_on()) {
            print_line(stdout, "%s", line.bytes);
        } else if (row < size.rows - 1) {
            columns_clip(&picture, line.bytes, size.columns - 1);
            text_char(&picture, '\n');
        }
        text_destroy(&line);
        at = stop + 1;
    }
    if (screen_is_on())
        screen_show(&picture);
    text_destroy(&picture);
}

static void fleet_show_print(
    const struct fleet_show *s, const struct fleet_report *r, const struct text *played)
{
    struct text out = text_growing();
    if (s->json) {
        fleet_report_json(r, true, &out);
        if (s->worker > 0)
            text_format(&out, ",\"played\":[%s]", played->length > 0 ? played->bytes : "");
        print_document(&out, "fleet/1");
        return;
    }
    fleet_show_text(&out, r, s->worker);
    if (played->length > 0) {
        text_char(&out, '\n');
        text_bytes(&out, played->bytes, played->length);
    }
    fleet_show_print_lines(&out);
    text_destroy(&out);
}

static bool fleet_show_look(struct fleet_show *s, struct error *e)
{
    struct fleet_report r = {0};
    struct text played = text_growing();
    bool well = (!postgres_is_lost(&s->db) ||
                    (postgres_open(&s->db, s->place.url, "agon fleet", e) &&
                        fleet_schema_check(&s->db, e))) &&
        fleet_report_read(&r, &s->db, e) && fleet_show_read_played(s, &played, e);
    if (well)
        fleet_show_print(s, &r, &played);
    text_destroy(&played);
    fleet_report_destroy(&r);
    if (!well)
        postgres_close(&s->db);
    return well;
}

// Told once; on a screen it takes the place of what was there.
static void fleet_show_tell_away(const struct error *e, bool again)
{
    struct text line = text_growing();
    text_format(&line, "%s: trying again\n", e->words);
    if (screen_is_on())
        fleet_show_print_lines(&line);
    else if (!again)
        print_bytes(stderr, &line);
    text_destroy(&line);
}

// Until Ctrl-C. A database that goes away is tried again.
static void fleet_show_watch(struct fleet_show *s)
{
    for (bool away = false;;) {
        struct error e = {0};
        poll(&(struct pollfd){.fd = stop_fd(), .events = POLLIN}, 1, FLEET_SHOW_EVERY_MS);
        stop_silence();
        bool well = fleet_show_look(s, &e);
        if (!well)
            fleet_show_tell_away(&e, away);
        away = !well;
    }
}

int command_fleet_show(const struct command *self, int argc, char **argv)
{
    struct fleet_show s = {0};
    const struct argument arguments[] = {{"URL", "the database", &s.where}};
    const struct option options[] = {
        {"json", "as one JSON object", .flag = &s.json},
        {"worker", "this one only, and which games it has played", .number = &s.worker, .least = 1,
            .most = INT64_MAX, .value = "N"},
        {"watch", "again every two seconds, until Ctrl-C", .flag = &s.watch},
    };
    const struct syntax syntax = {self, arguments, 1, options, sizeof options / sizeof *options};
    struct error e = {0};
    int status;
    if (!options_read(&syntax, argc, argv, &status))
        return status;
    if (s.watch)
        stop_listen(STOP_PERSON, NULL);
    if (s.watch && !s.json && screen_is_possible(STDOUT_FILENO))
        screen_enter(STDOUT_FILENO, false, stop_wake);
    if (!postgres_place_read(&s.place, s.where, &e) || !fleet_show_look(&s, &e)) {
        screen_leave();
        return wrong_input(&e);
    }
    if (s.watch)
        fleet_show_watch(&s);
    postgres_close(&s.db);
    return EXIT_OK;
}

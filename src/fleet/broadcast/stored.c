#include "contest/schedule.h"
#include "fleet/broadcast/parts.h"
#include "wire/verdict.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
    STORED_MOST = 1000, // that are told after one look; older ones are only in the results
    STORED_SQL_BYTES = 640,
};

// The columns of stored_sql.
enum {
    STORED_ID,
    STORED_PAIR,
    STORED_GAME,
    STORED_FIRST,
    STORED_VERDICT = STORED_FIRST + 2,
    STORED_WINNER,
    STORED_BLAME,
    STORED_RULE,
    STORED_EXPLANATION,
    STORED_PLIES
};

static PGresult *stored_ask(
    struct broadcast *r, const struct broadcast_contest *c, int64_t most, struct error *e)
{
    char schema[LOCATION_SCHEMA_BYTES], sql[STORED_SQL_BYTES];
    struct postgres_parameters with = {0};
    location_schema(schema, c->name);
    snprintf(sql, sizeof sql,
        "SELECT id, pair, game, first_name, second_name, verdict, winner, blame, rule,"
        " explanation, plies FROM %s.games WHERE id > $1 ORDER BY id DESC LIMIT $2",
        schema);
    postgres_add_number(&with, c->stored);
    postgres_add_number(&with, most);
    return postgres_ask(&r->db, sql, &with, e);
}

bool stored_begin(struct broadcast *r, struct broadcast_contest *c, struct error *e)
{
    PGresult *last = stored_ask(r, c, 1, e);
    if (last && PQntuples(last) > 0)
        c->stored = postgres_number(last, 0, STORED_ID);
    PQclear(last);
    return last != NULL;
}

static int stored_seat(int64_t number)
{
    return number == 0 || number == 1 ? (int)number : NOBODY;
}

static bool stored_fill(
    struct arena_event *event, const struct broadcast_contest *c, const PGresult *rows, int row)
{
    struct arena_setup setup = {.game = c->game};
    struct result result = {.winner = stored_seat(postgres_number(rows, row, STORED_WINNER)),
        .blame = stored_seat(postgres_number(rows, row, STORED_BLAME)),
        .moves = (int)postgres_number(rows, row, STORED_PLIES)};
    if (!verdict_find(postgres_text(rows, row, STORED_VERDICT), &result.verdict))
        return false;
    snprintf(result.rule, sizeof result.rule, "%s", postgres_text(rows, row, STORED_RULE));
    snprintf(result.explanation, sizeof result.explanation, "%s",
        postgres_text(rows, row, STORED_EXPLANATION));
    for (int seat = 0; seat < SEATS; seat++)
        snprintf(setup.seats[seat].name, sizeof setup.seats[seat].name, "%s",
            postgres_text(rows, row, STORED_FIRST + seat));
    return arena_event_set_setup(event, &setup) && arena_event_set_result(event, &result);
}

static void stored_publish(struct broadcast_contest *c, enum arena_event_kind kind, int64_t number,
    const PGresult *rows, int row)
{
    struct arena_event *event = arena_event_create(kind, number, NULL, 0);
    if (event && !stored_fill(event, c, rows, row)) {
        arena_event_release(event);
        return;
    }
    feeds_publish(&c->feeds, event);
}

// Whoever has seen an end that a worker has shown begins again: only what is stored counts.
static void stored_tell(struct broadcast_contest *c, const PGresult *rows, int row)
{
    const int64_t number = postgres_number(rows, row, STORED_PAIR) * GAMES_PER_PAIR +
        postgres_number(rows, row, STORED_GAME) + 1;
    if (pieces_drop(c, number))
        stored_publish(c, ARENA_BEGUN, number, rows, row);
    stored_publish(c, ARENA_OVER, number, rows, row);
}

bool stored_look(struct broadcast *r, struct broadcast_contest *c, struct error *e)
{
    PGresult *rows = stored_ask(r, c, STORED_MOST, e);
    if (!rows)
        return false;
    for (int row = PQntuples(rows) - 1; row >= 0; row--) {
        c->stored = postgres_number(rows, row, STORED_ID);
        stored_tell(c, rows, row);
    }
    PQclear(rows);
    return true;
}

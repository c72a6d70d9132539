#include "fleet/lease_table.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { SPEED_BYTES = 32, CAN_BYTES = LEASE_NEEDS_WORDS_MOST * LEASE_NEEDS_WORD_BYTES };

static struct postgres_array *const *lease_table_lists(
    struct lease_table *t, struct postgres_array *lists[14])
{
    struct postgres_array *all[] = {&t->firsts, &t->counts, &t->jobs, &t->cans, &t->cores,
        &t->memories, &t->speeds, &t->copies, &t->not_for, &t->over, &t->stray, &t->praised,
        &t->praise, NULL};
    memcpy(lists, all, sizeof all);
    return lists;
}

void lease_table_init(struct lease_table *t, struct postgres *db, const struct game *game)
{
    struct postgres_array *lists[14];
    *t = (struct lease_table){.db = db, .game = game};
    for (struct postgres_array *const *l = lease_table_lists(t, lists); *l; l++) {
        bool texts = *l == &t->jobs || *l == &t->cans || *l == &t->speeds;
        **l = postgres_array(texts ? POSTGRES_TEXTS : POSTGRES_NUMBERS);
    }
}

void lease_table_destroy(struct lease_table *t)
{
    struct postgres_array *lists[14];
    for (struct postgres_array *const *l = lease_table_lists(t, lists); *l; l++)
        postgres_array_destroy(*l);
}

static bool lease_table_run(
    struct lease_table *t, const char *sql, const struct postgres_parameters *q, struct error *e)
{
    PGresult *r = postgres_ask(t->db, sql, q, e);
    PQclear(r);
    return r != NULL;
}

// --- Offering ---

void lease_table_offer(
    struct lease_table *t, const struct lease *l, const struct lease_needs *needs, int64_t not_for)
{
    char speed[SPEED_BYTES], can[CAN_BYTES];
    struct text words = TEXT_IN(can), job = text_growing();
    for (size_t i = 0; i < needs->can_count; i++)
        text_format(&words, "%s%s", i > 0 ? "," : "", needs->can[i]);
    for (int i = 0; i < l->count; i++)
        assignment_print(&job, &l->games[i].job, t->game);
    snprintf(speed, sizeof speed, "%.6f", needs->speed);
    t->jobs.bytes.cut = t->jobs.bytes.cut || job.cut;
    postgres_array_number(&t->firsts, l->first);
    postgres_array_number(&t->counts, l->count);
    postgres_array_text(&t->jobs, job.bytes);
    postgres_array_text(&t->cans, can);
    postgres_array_number(&t->cores, needs->cores);
    postgres_array_number(&t->memories, needs->memory_bytes);
    postgres_array_text(&t->speeds, speed);
    postgres_array_number(&t->copies, l->copy);
    postgres_array_number(&t->not_for, not_for);
    text_destroy(&job);
}

static bool lease_table_note_rows(const PGresult *r, struct lease_book *b, struct error *e)
{
    for (int row = 0; row < PQntuples(r); row++) {
        int which;
        struct lease *l =
            lease_book_find(b, postgres_number(r, row, 1), (int)postgres_number(r, row, 2), &which);
        if (!l)
            return error_set(e, "the database has written another lease");
        l->id = postgres_number(r, row, 0);
    }
    return true;
}

bool lease_table_write(struct lease_table *t, struct lease_book *b, struct error *e)
{
    struct postgres_array *lists[] = {&t->firsts, &t->counts, &t->jobs, &t->cans, &t->cores,
        &t->memories, &t->speeds, &t->copies, &t->not_for};
    struct postgres_parameters q = {0};
    if (t->firsts.count == 0)
        return true;
    postgres_add_number(&q, t->contest.id);
    postgres_add_number(&q, t->contest.generation);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        if (!postgres_add_array(&q, lists[i], e))
            return false;
    }
    PGresult *r = postgres_ask(t->db,
        "WITH woken AS (SELECT agon.wake(cardinality($3::bigint[]))),"
        " offered AS (INSERT INTO agon.leases (contest, generation, first, games, job, can,"
        " cores, memory_bytes, speed, copy, not_for)"
        " SELECT $1, $2, o.first, o.games, o.job, string_to_array(o.can, ','), o.cores, o.memory,"
        " o.speed::double precision, o.copy, nullif(o.not_for, 0)"
        " FROM unnest($3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::bigint[],"
        " $8::bigint[], $9::text[], $10::bigint[], $11::bigint[])"
        " AS o (first, games, job, can, cores, memory, speed, copy, not_for)"
        " RETURNING id, first, copy)"
        " SELECT o.id, o.first, o.copy FROM offered o, woken",
        &q, e);
    bool well = r && lease_table_note_rows(r, b, e);
    PQclear(r);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        postgres_array_clear(lists[i]);
    return well;
}

// --- What an earlier coordinator has left ---

static bool lease_table_load_games(
    struct lease_table *t, struct lease *l, const char *job, size_t players, struct error *e)
{
    for (int i = 0; i < l->count; i++) {
        size_t length = strcspn(job, "\n");
        if (!assignment_read(&l->games[i].job, job, length, t->game, players, e))
            return false;
        if (l->games[i].job.number != l->first + i)
            return error_set(e, "a lease has another game than it says");
        job += length + (job[length] == '\n');
    }
    return true;
}

bool lease_table_load(struct lease_table *t, struct lease_book *b, size_t players, struct error *e)
{
    struct postgres_parameters q = {0};
    postgres_add_number(&q, t->contest.id);
    PGresult *r = postgres_ask(t->db,
        "SELECT l.id, l.first, l.games, l.generation, l.copy, l.job, l.until = 'infinity' AND"
        " (SELECT count(*) FROM agon.submissions s WHERE s.lease = l.id) < l.games"
        " FROM agon.leases l WHERE l.contest = $1",
        &q, e);
    bool well = r != NULL;
    for (int row = 0; well && row < PQntuples(r); row++) {
        struct error unread;
        // Nobody will hand in what is missing of a lease that counts as handed in.
        bool current = postgres_number(r, row, 3) == t->contest.generation &&
            postgres_number(r, row, 4) == 0 && postgres_number(r, row, 6) == 0;
        struct lease *l = current
            ? lease_book_add(b, postgres_number(r, row, 1), (int)postgres_number(r, row, 2), 0)
            : NULL;
        well = l || !current || error_set(e, "out of memory");
        if (l)
            l->id = postgres_number(r, row, 0);
        if (!l || !lease_table_load_games(t, l, postgres_text(r, row, 5), players, &unread)) {
            postgres_array_number(&t->over, postgres_number(r, row, 0));
            if (l)
                lease_book_remove(b, l);
        }
    }
    PQclear(r);
    return well;
}

// --- The end of leases ---

// Locks are taken in the order of agon.submit, so that nobody waits in a circle: workers by their
// numbers, leases, submissions.
bool lease_table_clear(struct lease_table *t, struct error *e)
{
    struct postgres_array *lists[] = {&t->over, &t->stray, &t->praised, &t->praise};
    struct postgres_parameters q = {0};
    if (t->over.count == 0 && t->stray.count == 0)
        return true;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        if (!postgres_add_array(&q, lists[i], e))
            return false;
    }
    bool well = lease_table_run(t,
        "WITH locked AS MATERIALIZED (SELECT id FROM agon.workers WHERE id = ANY ($3::bigint[])"
        " ORDER BY id FOR UPDATE),"
        " praised AS (UPDATE agon.workers w SET games = w.games + p.games"
        " FROM (SELECT u.worker, sum(u.games) AS games"
        " FROM unnest($3::bigint[], $4::bigint[]) AS u (worker, games) GROUP BY u.worker) p"
        " WHERE w.id = p.worker AND (SELECT count(*) FROM locked) > 0 RETURNING w.id),"
        " ended AS (DELETE FROM agon.leases WHERE id = ANY ($1::bigint[])"
        " AND (SELECT count(*) FROM praised) >= 0 RETURNING id)"
        " DELETE FROM agon.submissions WHERE (lease = ANY ($1::bigint[]) OR id = ANY "
        "($2::bigint[]))"
        " AND (SELECT count(*) FROM ended) >= 0",
        &q, e);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        postgres_array_clear(lists[i]);
    return well;
}

bool lease_table_clear_all(struct lease_table *t, struct error *e)
{
    struct postgres_parameters q = {0};
    postgres_add_number(&q, t->contest.id);
    return lease_table_run(t,
        "WITH handed_in AS (DELETE FROM agon.submissions WHERE contest = $1)"
        " DELETE FROM agon.leases WHERE contest = $1",
        &q, e);
}

bool lease_table_close(struct lease_table *t, struct error *e)
{
    struct postgres_parameters q = {0};
    postgres_add_number(&q, t->contest.id);
    return lease_table_run(
        t, "UPDATE agon.contests SET ended = clock_timestamp() WHERE id = $1", &q, e);
}

// --- Locks ---

bool lease_table_set_patience(struct lease_table *t, int64_t ms, struct error *e)
{
    char sql[64];
    snprintf(sql, sizeof sql, "SET lock_timeout = %" PRId64, ms);
    return postgres_run(t->db, sql, e);
}

// Of those who have locked something in the schema and have written, the oldest transaction.
static const char lease_table_ask_blocker[] =
    "SELECT a.pid, coalesce(a.usename, ''), coalesce(a.application_name, ''),"
    " coalesce(host(a.client_addr), '')"
    " FROM pg_locks x JOIN pg_stat_activity a ON a.pid = x.pid"
    " WHERE x.locktype = 'transactionid' AND x.granted AND x.mode = 'ExclusiveLock'"
    " AND x.pid <> pg_backend_pid() AND a.datname = current_database()"
    " AND EXISTS (SELECT FROM pg_locks r JOIN pg_class c ON c.oid = r.relation"
    " WHERE r.pid = x.pid AND r.granted AND c.relnamespace = 'agon'::regnamespace)"
    " ORDER BY age(x.transactionid) DESC LIMIT 1";

bool lease_table_name_blocker(struct lease_table *t, struct error *e)
{
    struct error ignored; // then the first words stay
    PGresult *r = postgres_ask(t->db, lease_table_ask_blocker, NULL, &ignored);
    if (r && PQntuples(r) == 1) {
        const int64_t pid = postgres_number(r, 0, 0);
        error_set(e,
            "connection %" PRId64 " of %.40s (%.40s %.40s) keeps a transaction open, and with it a"
            " lock that the coordinator needs   (SELECT pg_terminate_backend(%" PRId64 "))",
            pid, postgres_text(r, 0, 1), postgres_text(r, 0, 2), postgres_text(r, 0, 3), pid);
        e->passes = true;
    }
    PQclear(r);
    return false;
}

// --- Submissions and workers ---

PGresult *lease_table_submissions(
    struct lease_table *t, struct postgres_array *known, struct error *e)
{
    struct postgres_parameters q = {0};
    postgres_add_number(&q, t->contest.id);
    if (!postgres_add_array(&q, known, e))
        return NULL;
    postgres_add_number(&q, LEASE_TABLE_FETCH_MOST);
    postgres_add_number(&q, LEASE_TABLE_FETCH_MOST_BYTES);
    return postgres_ask(t->db,
        "SELECT s.id, s.game, s.copy, s.worker, s.record FROM (SELECT *,"
        " sum(octet_length(record)) OVER (ORDER BY id) - octet_length(record) AS bytes_before"
        " FROM agon.submissions WHERE contest = $1 AND id <> ALL ($2::bigint[])"
        " ORDER BY id LIMIT $3) s WHERE s.bytes_before < $4 ORDER BY s.id",
        &q, e);
}

bool lease_table_judge(
    struct lease_table *t, int64_t worker, const char *state, const char *why, struct error *e)
{
    struct postgres_parameters q = {0};
    postgres_add_number(&q, worker);
    postgres_add_text(&q, state);
    postgres_add_text(&q, why);
    return lease_table_run(t,
        "WITH judged AS (UPDATE agon.workers SET state = $2, why = $3 WHERE id = $1"
        " RETURNING id),"
        " freed AS (UPDATE agon.leases l SET worker = NULL, until = '-infinity' FROM judged j"
        " WHERE l.worker = j.id RETURNING l.id)"
        " SELECT agon.wake(count(*)) FROM freed",
        &q, e);
}

PGresult *lease_table_workers(struct lease_table *t, int64_t silence_ms, struct error *e)
{
    struct postgres_parameters q = {0};
    postgres_add_number(&q, silence_ms);
    return postgres_ask(t->db,
        "WITH now AS (SELECT clock_timestamp() - $1 * interval '1 millisecond' AS silence),"
        " silent AS (UPDATE agon.workers SET state = 'gone' WHERE id IN"
        " (SELECT o.id FROM agon.workers o, now WHERE o.state = 'here' AND o.seen < now.silence"
        " FOR UPDATE OF o SKIP LOCKED))" // one of them may have a transaction open
        " SELECT w.id, w.host, w.cores, w.state, w.why,"
        " w.state = 'gone' OR (w.state = 'here' AND w.seen < now.silence),"
        " round(least(greatest(w.speed, 0), 10000) * 100)::bigint, w.seen < now.silence, w.late"
        " FROM agon.workers w, now WHERE w.seen > clock_timestamp() - interval '1 day'"
        " OR w.state = 'out'" // what it has handed in may wait for long
        " ORDER BY w.id",
        &q, e);
}

#include "fleet/fleet_schema.h"
#include "fleet/fleet_worker/parts.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
    SUBMIT_MOST = FLEET_WORKER_SUBMIT_MOST,
    SUBMIT_MOST_BYTES = 8 * 1024 * 1024,
    RETURN_MOST = 256, // leases in one call
};

static void exchange_add_us(struct fleet_worker *w, struct postgres_parameters *q)
{
    postgres_add_number(q, w->state.id);
    postgres_add_text(q, w->token);
}

bool exchange_is_final(const struct fleet_worker *w)
{
    return postgres_refused(&w->db, FLEET_OUT);
}

// --- Coming and going ---

static bool exchange_join(struct fleet_worker *w, struct error *e)
{
    struct postgres_parameters q = {0};
    postgres_add_text(&q, w->options->description);
    PGresult *r = postgres_ask(&w->db, "SELECT id, token FROM agon.join($1::jsonb)", &q, e);
    if (!r)
        return false;
    pthread_mutex_lock(&w->lock);
    w->state.id = postgres_number(r, 0, 0);
    pthread_mutex_unlock(&w->lock);
    snprintf(w->token, sizeof w->token, "%s", postgres_text(r, 0, 1));
    PQclear(r);
    return true;
}

bool exchange_open(struct fleet_worker *w, struct error *e)
{
    postgres_close(&w->db);
    bool opened = postgres_open(&w->db, w->options->url, "agon work", e);
    fleet_worker_hold_socket(w);
    return opened && postgres_run(&w->db, "SET synchronous_commit = off", e) &&
        fleet_schema_check(&w->db, e) && (w->state.id != 0 || exchange_join(w, e));
}

bool exchange_listen(struct fleet_worker *w, bool listens, struct error *e)
{
    char sql[64];
    if (w->listens == listens)
        return true;
    snprintf(
        sql, sizeof sql, "%s agon_work_%" PRId64, listens ? "LISTEN" : "UNLISTEN", w->state.id);
    w->listens = listens;
    return postgres_run(&w->db, sql, e);
}

bool exchange_leave(struct fleet_worker *w, struct error *e)
{
    struct postgres_parameters q = {0};
    exchange_add_us(w, &q);
    PGresult *r = postgres_ask(&w->db, "SELECT agon.leave($1, $2)", &q, e);
    PQclear(r);
    return r != NULL;
}

// --- Work ---

// The contests that this worker plays, as a parameter: only one as long as it has leases of it.
static bool exchange_add_wanted(struct fleet_worker *w, struct postgres_parameters *q,
    struct postgres_array *wanted, struct error *e)
{
    const bool bound = w->engaged && w->leases;
    if (bound)
        postgres_array_text(wanted, w->offer.contest);
    for (const char *const *c = bound ? NULL : w->options->contests; c && *c; c++)
        postgres_array_text(wanted, *c);
    if (wanted->count > 0)
        return postgres_add_array(q, wanted, e);
    postgres_add_null(q);
    return true;
}

PGresult *exchange_take(struct fleet_worker *w, int64_t many, struct error *e)
{
    struct postgres_parameters q = {0};
    struct postgres_array wanted = postgres_array(POSTGRES_TEXTS);
    PGresult *r = NULL;
    exchange_add_us(w, &q);
    if (exchange_add_wanted(w, &q, &wanted, e)) {
        postgres_add_number(&q, many);
        r = postgres_ask(&w->db,
            "SELECT lease, attempt, contest, generation, games, job, played, lease_ms"
            " FROM agon.take($1, $2, $3, $4)",
            &q, e);
    }
    postgres_array_destroy(&wanted);
    return r;
}

bool exchange_has_work(struct fleet_worker *w, bool *has, struct error *e)
{
    struct postgres_parameters q = {0};
    struct postgres_array wanted = postgres_array(POSTGRES_TEXTS);
    PGresult *r = NULL;
    exchange_add_us(w, &q);
    if (exchange_add_wanted(w, &q, &wanted, e))
        r = postgres_ask(&w->db, "SELECT agon.has_work($1, $2, $3)", &q, e);
    *has = r && postgres_number(r, 0, 0) != 0;
    PQclear(r);
    postgres_array_destroy(&wanted);
    return r != NULL;
}

PGresult *exchange_blob(
    struct fleet_worker *w, const unsigned char hash[SHA256_BYTES], struct error *e)
{
    struct postgres_parameters q = {0};
    exchange_add_us(w, &q);
    postgres_add_bytes(&q, hash, SHA256_BYTES);
    return postgres_ask(&w->db, "SELECT agon.blob($1, $2, $3)", &q, e);
}

PGresult *exchange_contest(struct fleet_worker *w, struct error *e)
{
    struct postgres_parameters q = {0};
    exchange_add_us(w, &q);
    postgres_add_text(&q, w->offer.contest);
    return postgres_ask(
        &w->db, "SELECT generation, text, kinds, words FROM agon.contest($1, $2, $3)", &q, e);
}

// --- Leases ---

// Two lists of the same length: leases and their attempts.
struct exchange_leases {
    struct postgres_array ids, attempts;
};

static struct exchange_leases exchange_leases(void)
{
    return (struct exchange_leases){
        postgres_array(POSTGRES_NUMBERS), postgres_array(POSTGRES_NUMBERS)};
}

static void exchange_leases_add(struct exchange_leases *list, const struct held_lease *l)
{
    postgres_array_number(&list->ids, l->id);
    postgres_array_number(&list->attempts, l->attempt);
}

static void exchange_leases_destroy(struct exchange_leases *list)
{
    postgres_array_destroy(&list->ids);
    postgres_array_destroy(&list->attempts);
}

static bool exchange_add_leases(
    struct postgres_parameters *q, struct exchange_leases *list, struct error *e)
{
    return postgres_add_array(q, &list->ids, e) && postgres_add_array(q, &list->attempts, e);
}

// The lease is another worker's: its games are stopped.
static void exchange_lose(struct fleet_worker *w, int64_t lease)
{
    int64_t playing[LEASE_GAMES];
    int count = 0;
    pthread_mutex_lock(&w->lock);
    struct held_lease *l = held_find(w, lease);
    for (int i = 0; l && !l->lost && i < l->count; i++) {
        if (l->games[i].stage == HELD_PLAYING)
            playing[count++] = l->games[i].pool.number;
    }
    bool news = l && !l->lost;
    if (l)
        l->lost = true;
    pthread_mutex_unlock(&w->lock);
    if (news)
        fleet_worker_say(w, "a lease of %s was given to another worker", w->offer.contest);
    for (int i = 0; i < count; i++)
        pool_stop_game(w->pool, playing[i]);
}

static void exchange_note_state(struct fleet_worker *w, const PGresult *r)
{
    bool quarantined = strcmp(postgres_text(r, 0, 0), "quarantined") == 0;
    if (quarantined && !w->state.quarantined)
        fleet_worker_say(w, "this worker gets no more games: %s", postgres_text(r, 0, 1));
    pthread_mutex_lock(&w->lock);
    w->state.quarantined = quarantined;
    pthread_mutex_unlock(&w->lock);
}

bool exchange_beat(struct fleet_worker *w, struct error *e)
{
    struct postgres_parameters q = {0};
    struct exchange_leases held = exchange_leases();
    PGresult *r = NULL;
    pthread_mutex_lock(&w->lock);
    for (const struct held_lease *l = w->leases; l; l = l->next) {
        if (!l->lost)
            exchange_leases_add(&held, l);
    }
    pthread_mutex_unlock(&w->lock);
    exchange_add_us(w, &q);
    if (exchange_add_leases(&q, &held, e))
        r = postgres_ask(&w->db, "SELECT state, why, lost FROM agon.beat($1, $2, $3, $4)", &q, e);
    if (r) {
        struct postgres_items lost = postgres_items(r, 0, 2);
        exchange_note_state(w, r);
        for (int64_t lease; postgres_items_number(&lost, &lease);)
            exchange_lose(w, lease);
    }
    PQclear(r);
    exchange_leases_destroy(&held);
    return r != NULL;
}

static bool exchange_return(
    struct fleet_worker *w, struct exchange_leases *list, const char *why, struct error *e)
{
    struct postgres_parameters q = {0};
    PGresult *r = NULL;
    exchange_add_us(w, &q);
    if (exchange_add_leases(&q, list, e)) {
        postgres_add_text(&q, why);
        r = postgres_ask(&w->db, "SELECT agon.give_back($1, $2, $3, $4, $5)", &q, e);
    }
    PQclear(r);
    return r != NULL;
}

// A broken lease may still play another game, and may have a record to hand in.
static bool exchange_may_return(const struct held_lease *l, bool unbegun)
{
    for (int i = 0; i < l->count; i++) {
        if (l->games[i].stage == HELD_PLAYING || l->games[i].stage == HELD_PLAYED)
            return false;
    }
    return !l->lost && (l->broken || (unbegun && !held_has_begun(l)));
}

// Leases that are given back with one call: one with a reason, or all that have none.
struct exchange_returns {
    struct held_lease *leases[RETURN_MOST];
    size_t count;
    struct error why;
};

// They are marked as lost, so that nobody begins to play them meanwhile.
static void exchange_collect_returns(
    struct fleet_worker *w, bool unbegun, struct exchange_returns *returns)
{
    pthread_mutex_lock(&w->lock);
    for (struct held_lease *l = w->leases; l && returns->count < RETURN_MOST; l = l->next) {
        const bool has_reason = l->broken && l->why.words[0] != '\0';
        if (!exchange_may_return(l, unbegun) || (has_reason && returns->count > 0))
            continue;
        returns->leases[returns->count++] = l;
        l->lost = true;
        if (has_reason) {
            returns->why = l->why;
            break;
        }
    }
    pthread_mutex_unlock(&w->lock);
}

static bool exchange_send_returns(
    struct fleet_worker *w, const struct exchange_returns *returns, struct error *e)
{
    struct exchange_leases list = exchange_leases();
    for (size_t i = 0; i < returns->count; i++)
        exchange_leases_add(&list, returns->leases[i]);
    bool well = exchange_return(w, &list, returns->why.words, e);
    exchange_leases_destroy(&list);
    pthread_mutex_lock(&w->lock);
    for (size_t i = 0; i < returns->count; i++)
        returns->leases[i]->lost = well;
    pthread_mutex_unlock(&w->lock);
    return well;
}

bool exchange_give_back(struct fleet_worker *w, bool unbegun, struct error *e)
{
    bool well = true;
    for (size_t count = 1; well && count > 0;) {
        struct exchange_returns returns = {0};
        exchange_collect_returns(w, unbegun, &returns);
        count = returns.count;
        if (returns.why.words[0] != '\0')
            fleet_worker_say(
                w, "a game of %s could not be played: %s", w->offer.contest, returns.why.words);
        well = count == 0 || exchange_send_returns(w, &returns, e);
    }
    return well;
}

// --- Records ---

// What is handed in with one call.
struct exchange_batch {
    struct exchange_leases leases;
    struct postgres_array numbers, records;
    struct held_game *games[SUBMIT_MOST];
    size_t count;
};

static bool exchange_pack(struct fleet_worker *w, struct exchange_batch *b, struct held_game *g)
{
    struct packed packed = packer_pack(w->packer, g->record.bytes, g->record.length);
    if (!packed.frame)
        return false;
    exchange_leases_add(&b->leases, g->lease);
    postgres_array_number(&b->numbers, g->pool.number);
    postgres_array_bytes(&b->records, packed.frame, packed.length);
    b->games[b->count++] = g;
    return true;
}

// A game that was played belongs to this thread alone.
static bool exchange_collect(struct fleet_worker *w, struct exchange_batch *b)
{
    bool well = true;
    struct held_game *played[SUBMIT_MOST];
    size_t count = 0;
    pthread_mutex_lock(&w->lock);
    for (struct held_lease *l = w->leases; l; l = l->next) {
        for (int i = 0; i < l->count && count < SUBMIT_MOST; i++) {
            if (l->games[i].stage == HELD_PLAYED && !l->lost)
                played[count++] = &l->games[i];
        }
    }
    pthread_mutex_unlock(&w->lock);
    for (size_t i = 0; well && i < count && b->records.bytes.length < SUBMIT_MOST_BYTES; i++)
        well = exchange_pack(w, b, played[i]);
    return well;
}

static void exchange_note_answers(
    struct fleet_worker *w, struct exchange_batch *b, const PGresult *r)
{
    struct postgres_items answers = postgres_items(r, 0, 0);
    int64_t count = 0;
    for (size_t i = 0; i < b->count; i++) {
        int64_t taken = 0;
        postgres_items_number(&answers, &taken);
        count += taken != 0;
        if (!taken)
            fleet_worker_say(w, "game %" PRId64 " of %s came too late: it is another worker's",
                b->games[i]->pool.number, w->offer.contest);
        text_destroy(&b->games[i]->record);
        b->games[i]->record = text_growing();
    }
    pthread_mutex_lock(&w->lock);
    for (size_t i = 0; i < b->count; i++)
        b->games[i]->stage = HELD_OVER;
    w->state.games += count;
    w->state.late += (int64_t)b->count - count;
    pthread_mutex_unlock(&w->lock);
}

static bool exchange_send(struct fleet_worker *w, struct exchange_batch *b, struct error *e)
{
    struct postgres_parameters q = {0};
    exchange_add_us(w, &q);
    if (!exchange_add_leases(&q, &b->leases, e) || !postgres_add_array(&q, &b->numbers, e) ||
        !postgres_add_array(&q, &b->records, e))
        return false;
    PGresult *r = postgres_ask(&w->db, "SELECT agon.submit($1, $2, $3, $4, $5, $6)", &q, e);
    if (r)
        exchange_note_answers(w, b, r);
    PQclear(r);
    return r != NULL;
}

bool exchange_submit(struct fleet_worker *w, struct error *e)
{
    bool well = true, full = true;
    while (well && full) {
        struct exchange_batch b = {.leases = exchange_leases(),
            .numbers = postgres_array(POSTGRES_NUMBERS),
            .records = postgres_array(POSTGRES_BYTE_STRINGS)};
        well = exchange_collect(w, &b) || error_set(e, "out of memory");
        // What was played meanwhile waits for others.
        full = b.count == SUBMIT_MOST || b.records.bytes.length >= SUBMIT_MOST_BYTES;
        if (well && b.count > 0)
            well = exchange_send(w, &b, e);
        exchange_leases_destroy(&b.leases);
        postgres_array_destroy(&b.numbers);
        postgres_array_destroy(&b.records);
    }
    return well;
}

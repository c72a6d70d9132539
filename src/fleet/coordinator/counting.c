#include "fleet/coordinator/parts.h"

#include "base/random.h"
#include "fleet/fleet_credit.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Records that wait for the store need memory: with so many bytes of them no more are taken.
enum { UNSETTLED_MOST_BYTES = 64 * 1024 * 1024 };

// --- Checking ---

// The times and cores that a player has on the machine of a worker.
static struct budget counting_budget(const struct coordinator *c, int player, int64_t worker)
{
    const struct contest_file *f = &c->options->roster->definition->file;
    struct budget budget = c->options->roster->budgets[player];
    if (f->cores > 0) {
        budget.cores = (int)f->cores; // whatever this machine has
        budget.own_cores = true;
    }
    int64_t speed_percent = attendance_speed_percent(c, worker);
    if (f->scale_time && speed_percent > 0)
        budget_scale(&budget, speed_percent);
    return budget;
}

// A record that does not hold: its worker is put out, and all games of the lease are played again.
static bool counting_refuse(struct coordinator *c, struct lease *l, const struct replayed_record *s,
    const char *why, struct error *e)
{
    char words[ERROR_WORDS_BYTES];
    snprintf(words, sizeof words, "its record of game %" PRId64 " does not hold: %.180s", s->number,
        why);
    offers_withdraw(c, l);
    return lease_table_clear(&c->table, e) && attendance_put_out(c, s->worker, words, e);
}

// --- Counting ---

static bool counting_write_file(const char *path, const char *bytes, size_t length, struct error *e)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    for (size_t done = 0; fd >= 0 && done < length;) {
        ssize_t n = write(fd, bytes + done, length - done);
        if (n < 0 && errno != EINTR) {
            close(fd);
            fd = -1;
        }
        done += n > 0 ? (size_t)n : 0;
    }
    if (fd < 0)
        return error_set(e, "the record %.120s cannot be written: %s", path, strerror(errno));
    close(fd);
    return true;
}

static struct lease_end counting_end(const struct claimed_game *claimed)
{
    const struct result *r = &claimed->result;
    return (struct lease_end){.verdict = r->verdict,
        .winner = r->winner,
        .blame = r->blame,
        .gave_up = r->verdict == VERDICT_WON && r->rule[0] == '\0',
        .moves = lease_digest(claimed->moves.bytes),
        .short_of_time = claimed->short_of_time};
}

// Hands the result to the source. From then on the game is not ours.
static void counting_count(
    struct coordinator *c, struct lease_game *played, const struct replayed_record *s)
{
    const struct claimed_game *claimed = &s->claimed;
    struct pool_game *g = played->game;
    struct text record = text_growing();
    if (g->record_kept)
        text_bytes(&record, s->bytes.bytes, claimed->record_length);
    if (c->pool.recent)
        recent_records_put(c->pool.recent, g->number, s->bytes.bytes, claimed->record_length);
    text_clear(&g->moves);
    text_string(&g->moves, claimed->moves.bytes);
    played->game = NULL;
    const struct pool_ended how = {
        .result = &claimed->result, .recorded = g->record_path != NULL, .record = &record};
    c->pool.source->done(c->pool.user, g, &how);
    text_destroy(&record);
    c->counted++;
}

static bool counting_accept(struct coordinator *c, struct lease *l, int which,
    const struct replayed_record *s, struct error *e)
{
    const struct claimed_game *claimed = &s->claimed;
    struct lease_game *played = &l->games[which];
    const char *path = played->game->record_path;
    if (path && !counting_write_file(path, s->bytes.bytes, claimed->record_length, e))
        return false;
    played->submission = s->id;
    played->end = counting_end(claimed);
    l->mixed = l->mixed || (l->worker != 0 && l->worker != s->worker);
    l->worker = s->worker;
    lease_book_stage(&c->book, l, which, LEASE_DONE); // before `done`, which may settle it at once
    postgres_array_number(&c->table.praised, s->worker);
    postgres_array_number(&c->table.praise, 1);
    played->bytes = claimed->record_length;
    c->unsettled_bytes += played->bytes;
    counting_count(c, played, s);
    return true;
}

// --- Games that two workers play ---

static bool counting_is_audited(const struct coordinator *c, const struct lease *l)
{
    const int64_t every = c->options->audit;
    const uint64_t seed = (uint64_t)c->options->roster->definition->file.seed;
    return every > 0 && l->copy == 0 && l->worker != 0 &&
        random_derive(random_derive(seed, 0xA0D17), (uint64_t)l->first) % (uint64_t)every == 0;
}

static size_t counting_workers_here(const struct coordinator *c)
{
    size_t here = 0;
    for (size_t i = 0; i < c->worker_count; i++)
        here += c->workers[i].here;
    return here;
}

// Offers the games of a lease that is over to another worker.
static bool counting_audit(struct coordinator *c, const struct lease *l)
{
    int ignored;
    if (!counting_is_audited(c, l) || counting_workers_here(c) < 2 ||
        lease_book_find(&c->book, l->first, 1, &ignored))
        return true;
    struct lease *copy = lease_book_add(&c->book, l->first, l->count, 1);
    if (!copy)
        return false;
    for (int i = 0; i < l->count; i++) {
        copy->games[i] = (struct lease_game){.job = l->games[i].job, .end = l->games[i].end};
        lease_book_stage(&c->book, copy, i, LEASE_AWAITED);
    }
    copy->worker = l->worker;
    copy->mixed = l->mixed;
    struct lease_needs needs;
    lease_needs_find(&needs, c->options->roster, l->games[0].job.players);
    lease_table_offer(&c->table, copy, &needs, l->worker);
    return true;
}

// What the second worker saw. Bots with luck may play another game: of those only faults are
// compared.
static bool counting_compare(struct coordinator *c, struct lease *l, int which,
    const struct replayed_record *s, struct error *e)
{
    const struct lease_end *first = &l->games[which].end;
    const struct lease_end *second = &l->games[which].audited;
    l->games[which].audited = counting_end(&s->claimed);
    l->mixed = l->mixed || (l->auditor != 0 && l->auditor != s->worker);
    l->auditor = s->worker;
    if (first->verdict != second->verdict
            ? verdict_is_fault(first->verdict) || verdict_is_fault(second->verdict)
            : first->blame != second->blame || first->gave_up != second->gave_up) {
        char words[ERROR_WORDS_BYTES];
        snprintf(words, sizeof words,
            "game %" PRId64 " ended by %s on worker %" PRId64
            " (%s), and by %s when worker %" PRId64 " (%s) played it to compare",
            s->number, verdicts[first->verdict].code, l->worker, attendance_host(c, l->worker),
            verdicts[second->verdict].code, s->worker, attendance_host(c, s->worker));
        c->pool.source->said(c->pool.user, "worker", words);
    }
    lease_book_stage(&c->book, l, which, LEASE_SETTLED);
    bool well = judging_compare_games(c, l, which, e);
    if (!lease_is_over(l))
        return well;
    well = well && judging_note_audit(c, l, e);
    offers_withdraw(c, l);
    return well;
}

// --- One submission, and all of them ---

// Nobody waits for the record, or its worker is not believed.
static bool counting_pass_over(
    struct coordinator *c, struct lease *l, const struct replayed_record *s)
{
    int which;
    struct lease *left = l ? NULL : lease_book_find(&c->book, s->number, s->copy, &which);
    // The game is stored already, or was not drawn yet: then its record is looked at again when it
    // is. Until then it stays, and goes with its lease.
    if (left && left->games[which].stage == LEASE_UNWANTED)
        left->games[which].submission = s->id;
    else if (!l)
        postgres_array_number(&c->table.stray, s->id);
    else if (attendance_is_judged(c, s->worker))
        offers_withdraw(c, l);
    else
        return false;
    return true;
}

// The lease that awaits the record; NULL: there is none.
static struct lease *counting_find(
    struct coordinator *c, const struct replayed_record *s, int *which)
{
    struct lease *l = lease_book_find(&c->book, s->number, s->copy, which);
    return l && l->games[*which].stage == LEASE_AWAITED ? l : NULL;
}

static bool counting_take_one(
    struct coordinator *c, const struct replayed_record *s, struct error *e)
{
    int which;
    struct lease *l = counting_find(c, s, &which); // may have gone since the record was replayed
    if (counting_pass_over(c, l, s))
        return true;
    if (s->out_of_memory)
        return error_set(e, "out of memory");
    if (!s->holds)
        return counting_refuse(c, l, s, s->why.words, e);
    return s->copy == 0 ? counting_accept(c, l, which, s, e) : counting_compare(c, l, which, s, e);
}

// The rows that were looked at and are still there.
static void counting_list_known(struct coordinator *c)
{
    postgres_array_clear(&c->known);
    for (const struct lease *l = c->book.all; l; l = l->behind) {
        for (int i = 0; i < l->count; i++) {
            if (l->games[i].submission != 0)
                postgres_array_number(&c->known, l->games[i].submission);
        }
    }
}

static void counting_read_row(
    struct coordinator *c, struct replayed_record *s, const PGresult *r, int row)
{
    int which;
    *s = (struct replayed_record){.id = postgres_number(r, row, 0),
        .number = postgres_number(r, row, 1),
        .copy = (int)postgres_number(r, row, 2),
        .worker = postgres_number(r, row, 3)};
    s->packed.frame = postgres_bytes(r, row, 4, &s->packed.length);
    const struct lease *l = counting_find(c, s, &which);
    s->wanted = l && !attendance_is_judged(c, s->worker);
    if (!s->wanted)
        return;
    s->job = l->games[which].job;
    for (int seat = 0; seat < SEATS; seat++)
        s->budgets[seat] = counting_budget(c, s->job.players[seat], s->worker);
}

// Whose games these would be, if they hold.
static bool counting_note_players(
    struct coordinator *c, const struct replayed_record *list, size_t count, struct error *e)
{
    struct postgres_array numbers = postgres_array(POSTGRES_NUMBERS);
    struct postgres_array workers = postgres_array(POSTGRES_NUMBERS);
    for (size_t i = 0; i < count; i++) {
        if (!list[i].wanted || list[i].copy != 0)
            continue;
        postgres_array_number(&numbers, list[i].number);
        postgres_array_number(&workers, list[i].worker);
    }
    bool well = fleet_credit_write(&c->db, c->table.contest.id, &numbers, &workers, e);
    postgres_array_destroy(&numbers);
    postgres_array_destroy(&workers);
    return well;
}

// What is not counted for want of memory is fetched again.
static bool counting_take_rows(struct coordinator *c, const PGresult *r, struct error *e)
{
    const size_t count = (size_t)PQntuples(r);
    struct replayed_record *list = calloc(count + 1, sizeof *list);
    if (!list)
        return error_set(e, "out of memory");
    for (size_t i = 0; i < count; i++)
        counting_read_row(c, &list[i], r, (int)i);
    bool well = counting_note_players(c, list, count, e);
    replays_begin(c->replays, list, count);
    for (const struct replayed_record *s;
         well && c->unsettled_bytes < UNSETTLED_MOST_BYTES && (s = replays_next(c->replays));) {
        well = counting_take_one(c, s, e);
        replays_counted(c->replays);
    }
    replays_end(c->replays);
    free(list);
    return well;
}

bool counting_take(struct coordinator *c, size_t *taken, struct error *e)
{
    *taken = 0;
    if (c->unsettled_bytes >= UNSETTLED_MOST_BYTES)
        return true;
    counting_list_known(c);
    PGresult *r = lease_table_submissions(&c->table, &c->known, e);
    bool well = r && counting_take_rows(c, r, e);
    *taken = r ? (size_t)PQntuples(r) : 0;
    PQclear(r);
    return well;
}

static bool counting_settle_one(struct coordinator *c, int64_t number, struct error *e)
{
    int which;
    struct lease *l = lease_book_find(&c->book, number, 0, &which);
    if (!l || l->games[which].stage != LEASE_DONE)
        return true;
    c->unsettled_bytes -= l->games[which].bytes;
    lease_book_stage(&c->book, l, which, LEASE_SETTLED);
    if (!lease_is_over(l))
        return true;
    bool well = (counting_audit(c, l) || error_set(e, "out of memory")) && judging_note(c, l, e);
    offers_withdraw(c, l);
    return well;
}

bool counting_settle(struct coordinator *c, struct error *e)
{
    pthread_mutex_lock(&c->lock);
    int64_t *settled = c->settled;
    size_t count = c->settled_count;
    bool well = !c->out_of_memory || error_set(e, "out of memory");
    c->settled = NULL;
    c->settled_count = c->settled_capacity = 0;
    pthread_mutex_unlock(&c->lock);
    for (size_t i = 0; well && i < count; i++)
        well = counting_settle_one(c, settled[i], e);
    free(settled);
    return well;
}

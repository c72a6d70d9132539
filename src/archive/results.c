#include "archive/results.h"

#include "archive/ledger.h"
#include "contest/account.h"

#include <stdio.h>
#include <stdlib.h>

// --- Who is out ---

static void results_note_out(void *user, int player, int64_t index)
{
    struct results *r = user;
    r->out_at[player] = index;
}

static const struct schedule_events results_events = {.out = results_note_out};

bool results_counts(const struct results *r, int64_t pair, int first, int second)
{
    const struct plan *p = &r->standings.plan;
    if (!account_is_strict(p))
        return true;
    int64_t out_at = r->out_at[first] < r->out_at[second] ? r->out_at[first] : r->out_at[second];
    // Pairs are counted in order; what is erased is erased from the beginning.
    return pair < r->standings.pairs.counted && pair <= out_at &&
        (p->faults != FAULTS_ERASE || out_at == INT64_MAX);
}

// --- What waits ---

// Of some pairs that wait for a suspended player, one game is stored already.
static int64_t results_count_waiting(
    const struct plan *p, const struct ledger *ledger, int64_t waiting_pairs)
{
    int64_t waiting = waiting_pairs * GAMES_PER_PAIR;
    for (size_t i = 0; waiting > 0 && i < ledger->count; i++) {
        struct pairing pair = {.index = ledger->pairs[i].index};
        bool gone[2];
        if (ledger_is_whole(&ledger->pairs[i]))
            continue;
        p->format->at(p, pair.index, &pair);
        waiting -= plan_leaves_out(p, &pair, gone);
    }
    return waiting;
}

// --- Loading ---

static bool results_take_fingerprint(struct results *r, struct reader *reader, struct error *e)
{
    unsigned char bytes[SHA256_BYTES];
    if (!reader_fingerprint(reader, bytes, e))
        return false;
    for (int i = 0; i < SHA256_BYTES; i++)
        snprintf(r->fingerprint + 2 * i, 3, "%02x", bytes[i]);
    return true;
}

static bool results_take_head(struct results *r, struct reader *reader, struct error *e)
{
    struct head head;
    if (!reader_head(reader, &head, e))
        return false;
    head_print(&head, r->head);
    return true;
}

// Plays the contest through again, with the results that are stored.
static bool results_replay(
    struct results *r, struct schedule *s, struct ledger *ledger, struct error *e)
{
    struct pairing after;
    struct standings *t = &r->standings;
    s->events = &results_events;
    s->user = r;
    if (!ledger_replay(ledger, s, e))
        return false;
    if (schedule_running(s) == 0)
        schedule_next(s, &after); // counts the forfeits behind the last game
    r->waiting_games = results_count_waiting(&s->field.plan, ledger, s->waiting);
    return standings_copy(t, s, ledger->faults, ledger->games, e) && standings_rank(t, e) &&
        standings_rate(t, e);
}

static bool results_allocate(struct results *r, const struct plan *p, struct error *e)
{
    *r = (struct results){.out_at = calloc((size_t)p->players, sizeof *r->out_at)};
    for (int i = 0; r->out_at && i < p->players; i++)
        r->out_at[i] = INT64_MAX;
    return standings_init(&r->standings, p, e) && (r->out_at || error_set(e, "out of memory"));
}

bool results_load(struct results *r, const struct plan *p, struct reader *reader, struct error *e)
{
    struct ledger ledger;
    struct schedule schedule = {0};
    if (!results_allocate(r, p, e))
        return false;
    bool well = ledger_load(&ledger, reader, p->players, e) && schedule_init(&schedule, p, e) &&
        results_replay(r, &schedule, &ledger, e) && results_take_fingerprint(r, reader, e) &&
        results_take_head(r, reader, e);
    schedule_destroy(&schedule);
    ledger_destroy(&ledger);
    return well;
}

void results_destroy(struct results *r)
{
    standings_destroy(&r->standings);
    free(r->out_at);
}

#include "archive/rounds.h"

#include <stdlib.h>
#include <string.h>

bool round_pair_is_open(const struct round_pair *p)
{
    return !p->forfeit &&
        (p->half_points[0] == LEDGER_UNKNOWN || p->half_points[1] == LEDGER_UNKNOWN);
}

static struct round_pair *rounds_add(struct rounds *r, const struct pairing *p)
{
    if (r->count == r->capacity) {
        size_t capacity = r->capacity > 0 ? 2 * r->capacity : 64;
        struct round_pair *pairs = realloc(r->pairs, capacity * sizeof *pairs);
        r->failed = r->failed || !pairs;
        if (!pairs)
            return NULL;
        r->pairs = pairs;
        r->capacity = capacity;
    }
    struct round_pair *pair = &r->pairs[r->count++];
    *pair = (struct round_pair){.index = p->index,
        .round = p->round,
        .players = {p->first, p->second},
        .half_points = {LEDGER_UNKNOWN, LEDGER_UNKNOWN}};
    return pair;
}

// --- Forfeits ---

// A pair that was handed out stands near the end of the list.
static struct round_pair *rounds_find_last(struct rounds *r, int64_t index)
{
    for (size_t i = r->count; i > 0; i--) {
        if (r->pairs[i - 1].index == index)
            return &r->pairs[i - 1];
    }
    return NULL;
}

static void rounds_note_award(void *user, const struct pairing *p, int winner)
{
    struct rounds *r = user;
    struct round_pair *pair = rounds_find_last(r, p->index);
    if (!pair)
        pair = rounds_add(r, p);
    if (!pair)
        return;
    pair->forfeit = true;
    pair->half_points[0] = pair->half_points[1] = winner == p->first ? 2 : 0;
}

static const struct schedule_events rounds_events = {.awarded = rounds_note_award};

// --- Following the schedule ---

static bool rounds_take(struct rounds *r, struct schedule *s, const struct pairing *p,
    const struct ledger_pair *known, struct error *e)
{
    bool is_fixed = s->field.plan.format->at != NULL, whole = known && ledger_is_whole(known);
    struct round_pair *pair = is_fixed && whole ? NULL : rounds_add(r, p);
    if (r->failed)
        return error_set(e, "out of memory");
    if (pair && known)
        memcpy(pair->half_points, known->half_points, sizeof pair->half_points);
    if (!whole)
        return true;
    const struct pair_result result = ledger_result(known);
    return schedule_result(s, p->index, &result, e);
}

// A fixed schedule is followed a little beyond the last pair that is stored; another one as far as
// it can be drawn.
static bool rounds_follow(
    struct rounds *r, struct schedule *s, struct ledger *ledger, struct error *e)
{
    int64_t last = ledger->count > 0 ? ledger->pairs[ledger->count - 1].index : -1, ahead = 0;
    bool is_fixed = s->field.plan.format->at != NULL;
    struct pairing p;
    enum schedule_next next = NEXT_PAIR;
    while (ahead < ROUNDS_UPCOMING && (next = schedule_next(s, &p)) == NEXT_PAIR) {
        if (!rounds_take(r, s, &p, ledger_find(ledger, p.index), e))
            return false;
        ahead += is_fixed && p.index > last;
    }
    return (next != NEXT_FAILED && !r->failed) || error_set(e, "out of memory");
}

// A pair of a fixed schedule that was handed out may have become a forfeit since.
static void rounds_drop_forfeits(struct rounds *r, const struct schedule *s)
{
    size_t kept = 0;
    for (size_t i = 0; i < r->count; i++) {
        if (round_pair_is_open(&r->pairs[i]) && !schedule_is_forfeit(s, r->pairs[i].index))
            r->pairs[kept++] = r->pairs[i];
    }
    r->count = kept;
}

static int rounds_compare(const void *left, const void *right)
{
    const struct round_pair *a = left, *b = right;
    return (a->index > b->index) - (a->index < b->index);
}

static bool rounds_take_bracket(struct rounds *r, const struct schedule *s, struct error *e)
{
    const struct format *format = s->field.plan.format;
    if (!format->bracket)
        return true;
    size_t count = format->bracket(s->state, NULL, 0);
    r->bracket = calloc(count + 1, sizeof *r->bracket);
    if (!r->bracket)
        return error_set(e, "out of memory");
    r->bracket_count = format->bracket(s->state, r->bracket, count);
    return true;
}

bool rounds_read(
    struct rounds *r, const struct definition *d, struct ledger *ledger, struct error *e)
{
    *r = (struct rounds){0};
    struct schedule schedule;
    if (!schedule_init(&schedule, &d->plan, e))
        return false;
    schedule.events = definition_is_fixed(d) ? NULL : &rounds_events;
    schedule.user = r;
    size_t kept = ledger->next;
    ledger->next = 0;
    bool well = rounds_follow(r, &schedule, ledger, e) && rounds_take_bracket(r, &schedule, e);
    ledger->next = kept;
    if (definition_is_fixed(d))
        rounds_drop_forfeits(r, &schedule);
    if (r->count > 0)
        qsort(r->pairs, r->count, sizeof *r->pairs, rounds_compare);
    schedule_destroy(&schedule);
    return well;
}

const struct round_pair *rounds_find(const struct rounds *r, int64_t index)
{
    const struct round_pair key = {.index = index};
    return r->count > 0 ? bsearch(&key, r->pairs, r->count, sizeof key, rounds_compare) : NULL;
}

void rounds_destroy(struct rounds *r)
{
    free(r->pairs);
    free(r->bracket);
    *r = (struct rounds){0};
}

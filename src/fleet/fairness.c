#include "fleet/fairness.h"

#include "fleet/encounters.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The four tests of a look share what a worker may spend. Single players share theirs once more;
// points are looked at for each of them in two directions.
#define FAIRNESS_SHARE 0.25

// --- The exact tests ---

static double fairness_choose_log(int64_t n, int64_t k)
{
    return lgamma((double)n + 1) - lgamma((double)k + 1) - lgamma((double)(n - k) + 1);
}

// Of `pairs` pairs, `faults` have a fault, and `here` are drawn: how likely are `k` faults among
// them?
static double fairness_hypergeometric(int64_t pairs, int64_t faults, int64_t here, int64_t k)
{
    if (k < 0 || k > faults || k > here || here - k > pairs - faults)
        return 0;
    return exp(fairness_choose_log(faults, k) + fairness_choose_log(pairs - faults, here - k) -
        fairness_choose_log(pairs, here));
}

static bool fairness_is_comparable(const struct fairness_stratum *s)
{
    return s->here_pairs > 0 && s->elsewhere_pairs > 0;
}

double fairness_expected(const struct fairness_stratum *strata, size_t count)
{
    double expected = 0;
    for (size_t i = 0; i < count; i++) {
        const struct fairness_stratum *s = &strata[i];
        if (fairness_is_comparable(s))
            expected += (double)s->here_pairs * (double)(s->here_faults + s->elsewhere_faults) /
                (double)(s->here_pairs + s->elsewhere_pairs);
    }
    return expected;
}

// How likely each number of faults is, and at least so many, for all numbers up to a highest one.
struct fairness_chances {
    int64_t most;
    double *sum;      // of the players so far; sum[most] is the chance of `most` and more
    double *own;      // of one more player
    double *at_least; // the same, of so many and more
};

static void fairness_fill_own(struct fairness_chances *c, const struct fairness_stratum *s)
{
    int64_t pairs = s->here_pairs + s->elsewhere_pairs;
    int64_t faults = s->here_faults + s->elsewhere_faults;
    double beyond = 0;
    for (int64_t k = faults < s->here_pairs ? faults : s->here_pairs; k > c->most; k--)
        beyond += fairness_hypergeometric(pairs, faults, s->here_pairs, k);
    for (int64_t k = c->most; k >= 0; k--) {
        c->own[k] = fairness_hypergeometric(pairs, faults, s->here_pairs, k);
        c->at_least[k] = beyond += c->own[k];
    }
}

// Adds one player. All terms are positive, so that also very small chances keep their digits. From
// the top down, so that each sum is made of sums that are still those before.
static void fairness_add_stratum(struct fairness_chances *c, const struct fairness_stratum *s)
{
    int64_t faults = s->here_faults + s->elsewhere_faults;
    fairness_fill_own(c, s);
    double highest = 0;
    for (int64_t before = 0; before <= c->most; before++)
        highest += c->sum[before] * c->at_least[c->most - before];
    c->sum[c->most] = highest;
    for (int64_t sum = c->most - 1; sum >= 0; sum--) {
        double chance = 0;
        for (int64_t k = 0; k <= sum && k <= faults; k++)
            chance += c->sum[sum - k] * c->own[k];
        c->sum[sum] = chance;
    }
}

double fairness_likelihood(const struct fairness_stratum *strata, size_t count)
{
    struct fairness_chances c = {0};
    for (size_t i = 0; i < count; i++)
        c.most += fairness_is_comparable(&strata[i]) ? strata[i].here_faults : 0;
    if (c.most == 0)
        return 1;
    size_t numbers = (size_t)c.most + 1;
    double *room = calloc(3 * numbers, sizeof *room);
    if (!room)
        return -1;
    c.sum = room;
    c.own = room + numbers;
    c.at_least = room + 2 * numbers;
    c.sum[0] = 1;
    for (size_t i = 0; i < count; i++) {
        if (fairness_is_comparable(&strata[i]) &&
            strata[i].here_faults + strata[i].elsewhere_faults > 0)
            fairness_add_stratum(&c, &strata[i]);
    }
    double likelihood = c.sum[c.most];
    free(room);
    return likelihood < 1 ? likelihood : 1;
}

double fairness_audit_likelihood(int64_t mine, int64_t theirs)
{
    double likelihood = 0;
    int64_t both = mine + theirs;
    for (int64_t k = mine; k <= both; k++)
        likelihood += exp(fairness_choose_log(both, k) - (double)both * log(2));
    return likelihood < 1 ? likelihood : 1;
}

// --- The workers of a contest ---

struct fairness_count {
    int64_t pairs, faults;
};

// The looks at a number that grows.
struct fairness_looks {
    int64_t done;
    int64_t next; // the number at which the next look is due
};

struct fairness_worker {
    int64_t id;
    int64_t pairs;
    struct fairness_looks looks, audit_looks;
    int64_t mine, theirs; // audits in which only this worker saw a fault, only the other one
    bool excluded;
    struct fairness_count *counts; // by player
    struct encounters encounters;
};

struct fairness {
    size_t players;
    double alpha;                     // what a worker's looks may spend
    struct fairness_count *totals;    // by player, of all workers that are not excluded
    struct encounters encounters;     // the same
    struct fairness_stratum *strata;  // by player; room for a look
    struct fairness_worker **workers; // sorted by their ids
    size_t count, room;
};

struct fairness *fairness_create(size_t players, double alpha)
{
    struct fairness *f = calloc(1, sizeof *f);
    if (!f)
        return NULL;
    f->players = players;
    f->alpha = alpha;
    f->totals = calloc(players, sizeof *f->totals);
    f->strata = calloc(players, sizeof *f->strata);
    if (f->totals && f->strata)
        return f;
    fairness_destroy(f);
    return NULL;
}

void fairness_destroy(struct fairness *f)
{
    if (!f)
        return;
    for (size_t i = 0; i < f->count; i++) {
        free(f->workers[i]->counts);
        encounters_destroy(&f->workers[i]->encounters);
        free(f->workers[i]);
    }
    free(f->workers);
    encounters_destroy(&f->encounters);
    free(f->totals);
    free(f->strata);
    free(f);
}

// Returns where the worker is, or would be.
static size_t fairness_place(const struct fairness *f, int64_t id)
{
    size_t low = 0, high = f->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (f->workers[middle]->id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static struct fairness_worker *fairness_find(const struct fairness *f, int64_t id)
{
    size_t place = fairness_place(f, id);
    return place < f->count && f->workers[place]->id == id ? f->workers[place] : NULL;
}

static void fairness_begin_worker(struct fairness_worker *w)
{
    w->pairs = w->mine = w->theirs = 0;
    w->excluded = false;
    w->looks = (struct fairness_looks){.next = FAIRNESS_PAIRS_LEAST};
    w->audit_looks = (struct fairness_looks){.next = FAIRNESS_AUDITS_LEAST};
}

static struct fairness_worker *fairness_new_worker(const struct fairness *f, int64_t id)
{
    struct fairness_worker *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    w->id = id;
    w->counts = calloc(f->players, sizeof *w->counts);
    fairness_begin_worker(w);
    if (w->counts)
        return w;
    free(w);
    return NULL;
}

static struct fairness_worker *fairness_find_or_add(struct fairness *f, int64_t id)
{
    struct fairness_worker *w = fairness_find(f, id);
    if (w)
        return w;
    if (f->count == f->room) {
        size_t room = f->room == 0 ? 16 : 2 * f->room;
        struct fairness_worker **list = realloc(f->workers, room * sizeof(*list));
        if (!list)
            return NULL;
        f->workers = list;
        f->room = room;
    }
    w = fairness_new_worker(f, id);
    if (!w)
        return NULL;
    size_t place = fairness_place(f, id);
    memmove(&f->workers[place + 1], &f->workers[place], (f->count - place) * sizeof(*f->workers));
    f->workers[place] = w;
    f->count++;
    return w;
}

static void fairness_add_encounter(
    struct fairness *f, struct fairness_worker *w, const struct fairness_pair *pair)
{
    const int lower = pair->players[0] < pair->players[1] ? 0 : 1;
    const struct encounter one = {.players = {pair->players[lower], pair->players[1 - lower]},
        .opening = pair->opening,
        .pairs = 1,
        .lost = {pair->lost[lower], pair->lost[1 - lower]}};
    encounter_add(encounters_get(&w->encounters, &one), &one, 1);
    if (!w->excluded)
        encounter_add(encounters_get(&f->encounters, &one), &one, 1);
}

bool fairness_add_pair(struct fairness *f, const struct fairness_pair *pair)
{
    struct fairness_worker *w = fairness_find_or_add(f, pair->worker);
    if (!w || !encounters_reserve(&w->encounters) || !encounters_reserve(&f->encounters))
        return false;
    w->pairs++;
    for (int seat = 0; seat < SEATS; seat++) {
        struct fairness_count *own = &w->counts[pair->players[seat]];
        struct fairness_count *all = &f->totals[pair->players[seat]];
        own->pairs++;
        own->faults += pair->faulted[seat];
        if (w->excluded)
            continue;
        all->pairs++;
        all->faults += pair->faulted[seat];
    }
    if (pair->scored)
        fairness_add_encounter(f, w, pair);
    return true;
}

bool fairness_add_audit(
    struct fairness *f, const struct fairness_pair *first, const struct fairness_pair *second)
{
    struct fairness_worker *a = fairness_find_or_add(f, first->worker);
    struct fairness_worker *b = fairness_find_or_add(f, second->worker);
    if (!a || !b)
        return false;
    bool by_a = first->faulted[0] || first->faulted[1];
    bool by_b = second->faulted[0] || second->faulted[1];
    if (by_a == by_b)
        return true;
    a->mine += by_a;
    a->theirs += by_b;
    b->mine += by_b;
    b->theirs += by_a;
    return true;
}

// --- Looks ---

// What this look may spend: the sum over all looks, 1/2 + 1/6 + 1/12 + ..., is 1.
static double fairness_level(const struct fairness *f, const struct fairness_looks *looks)
{
    double number = (double)looks->done;
    return f->alpha * FAIRNESS_SHARE / (number * (number + 1));
}

static bool fairness_is_due(struct fairness_looks *looks, int64_t number)
{
    if (number < looks->next)
        return false;
    looks->done++;
    looks->next = number + (number + 3) / 4;
    return true;
}

static bool fairness_is_much(double seen, double expected, int64_t pairs, int percent)
{
    return (seen - expected) * 100 >= (double)pairs * percent;
}

static void fairness_fill_strata(const struct fairness *f, const struct fairness_worker *w)
{
    for (size_t i = 0; i < f->players; i++)
        f->strata[i] = (struct fairness_stratum){.here_pairs = w->counts[i].pairs,
            .here_faults = w->counts[i].faults,
            .elsewhere_pairs = f->totals[i].pairs - w->counts[i].pairs,
            .elsewhere_faults = f->totals[i].faults - w->counts[i].faults};
}

// Judges by one of the tests. Returns true if what it found is less likely than it may be.
static bool fairness_judge(struct fairness_finding *finding, double likelihood, double level)
{
    finding->likelihood = likelihood;
    finding->level = level;
    // A negative number says that memory ran out: nothing was found out.
    return likelihood >= 0 && likelihood < level;
}

static bool fairness_judge_all(
    const struct fairness *f, const struct fairness_worker *w, struct fairness_finding *finding)
{
    int64_t faults = 0;
    double expected = fairness_expected(f->strata, f->players);
    for (size_t i = 0; i < f->players; i++)
        faults += fairness_is_comparable(&f->strata[i]) ? f->strata[i].here_faults : 0;
    if (!fairness_is_much((double)faults, expected, w->pairs, FAIRNESS_EXCESS_PERCENT) ||
        !fairness_judge(
            finding, fairness_likelihood(f->strata, f->players), fairness_level(f, &w->looks)))
        return false;
    snprintf(finding->words, sizeof finding->words,
        "players made faults or gave up %" PRId64 " times in its %" PRId64
        " pairs; by what they do elsewhere %.1f are expected (p = %.1g, limit %.1g)",
        faults, w->pairs, expected, finding->likelihood, finding->level);
    return true;
}

static bool fairness_judge_single(const struct fairness *f, const struct fairness_worker *w,
    size_t player, const char *const *names, struct fairness_finding *finding)
{
    const struct fairness_stratum *s = &f->strata[player];
    double expected = fairness_expected(s, 1);
    double level = fairness_level(f, &w->looks) / (double)f->players;
    if (!fairness_is_comparable(s) ||
        !fairness_is_much(
            (double)s->here_faults, expected, s->here_pairs, FAIRNESS_EXCESS_PERCENT) ||
        !fairness_judge(finding, fairness_likelihood(s, 1), level))
        return false;
    snprintf(finding->words, sizeof finding->words,
        "%.64s made faults or gave up in %" PRId64 " of its %" PRId64
        " pairs there; by what it does elsewhere %.1f are expected (p = %.1g, limit %.1g)",
        names[player], s->here_faults, s->here_pairs, expected, finding->likelihood,
        finding->level);
    return true;
}

// --- Points ---

// One question: does a player lose too many of its pairs here, or win too many?
struct fairness_question {
    int player;
    bool wins;
    int64_t pairs, seen; // of encounters that can be compared
    size_t count;        // of strata
};

// A stratum for each opponent and opening, so that it does not matter whom the worker let meet.
static void fairness_fill_encounters(const struct fairness *f, const struct fairness_worker *w,
    struct fairness_question *q, struct fairness_stratum *strata)
{
    for (size_t i = 0; i < w->encounters.capacity; i++) {
        const struct encounter *here = &w->encounters.slots[i];
        int which = here->players[1] == q->player;
        if (!here->used || here->players[which] != q->player)
            continue;
        const struct encounter *all = encounters_find(&f->encounters, here);
        int loser = q->wins ? 1 - which : which;
        const struct fairness_stratum s = {.here_pairs = here->pairs,
            .here_faults = here->lost[loser],
            .elsewhere_pairs = all->pairs - here->pairs,
            .elsewhere_faults = all->lost[loser] - here->lost[loser]};
        if (!fairness_is_comparable(&s))
            continue;
        q->pairs += s.here_pairs;
        q->seen += s.here_faults;
        strata[q->count++] = s;
    }
}

static bool fairness_judge_question(const struct fairness *f, const struct fairness_worker *w,
    struct fairness_question *q, struct fairness_stratum *strata, const char *name,
    struct fairness_finding *finding)
{
    fairness_fill_encounters(f, w, q, strata);
    double expected = fairness_expected(strata, q->count);
    double level = fairness_level(f, &w->looks) / (2 * (double)f->players);
    if (q->pairs == 0 ||
        !fairness_is_much((double)q->seen, expected, q->pairs, FAIRNESS_POINTS_PERCENT) ||
        !fairness_judge(finding, fairness_likelihood(strata, q->count), level))
        return false;
    snprintf(finding->words, sizeof finding->words,
        "%.64s %s %" PRId64 " of its %" PRId64
        " pairs there; by what it does elsewhere against the same players %.1f are expected "
        "(p = %.1g, limit %.1g)",
        name, q->wins ? "won" : "lost", q->seen, q->pairs, expected, finding->likelihood,
        finding->level);
    return true;
}

static bool fairness_judge_points(const struct fairness *f, const struct fairness_worker *w,
    const char *const *names, struct fairness_finding *finding)
{
    struct fairness_stratum *strata = calloc(w->encounters.count + 1, sizeof *strata);
    bool is_unfair = false;
    for (int i = 0; strata && !is_unfair && i < 2 * (int)f->players; i++) {
        struct fairness_question q = {.player = i / 2, .wins = i % 2};
        is_unfair = fairness_judge_question(f, w, &q, strata, names[q.player], finding);
    }
    free(strata);
    return is_unfair;
}

// --- A look ---

static bool fairness_judge_audits(
    const struct fairness *f, struct fairness_worker *w, struct fairness_finding *finding)
{
    if (!fairness_is_due(&w->audit_looks, w->mine + w->theirs) ||
        !fairness_judge(finding, fairness_audit_likelihood(w->mine, w->theirs),
            fairness_level(f, &w->audit_looks)))
        return false;
    snprintf(finding->words, sizeof finding->words,
        "of %" PRId64 " pairs that it and another worker played and only one of them saw a fault, "
        "it was this worker %" PRId64 " times (p = %.1g, limit %.1g)",
        w->mine + w->theirs, w->mine, finding->likelihood, finding->level);
    return true;
}

bool fairness_look(
    struct fairness *f, int64_t worker, const char *const *names, struct fairness_finding *finding)
{
    struct fairness_worker *w = fairness_find(f, worker);
    *finding = (struct fairness_finding){.likelihood = 1};
    if (!w || w->excluded)
        return false;
    bool is_unfair = fairness_judge_audits(f, w, finding);
    if (!is_unfair && fairness_is_due(&w->looks, w->pairs)) {
        fairness_fill_strata(f, w);
        is_unfair = fairness_judge_all(f, w, finding);
        for (size_t i = 0; !is_unfair && i < f->players; i++)
            is_unfair = fairness_judge_single(f, w, i, names, finding);
        is_unfair = is_unfair || fairness_judge_points(f, w, names, finding);
    }
    if (is_unfair)
        fairness_exclude(f, worker);
    return is_unfair;
}

void fairness_exclude(struct fairness *f, int64_t worker)
{
    struct fairness_worker *w = fairness_find(f, worker);
    if (!w || w->excluded)
        return;
    w->excluded = true;
    for (size_t i = 0; i < f->players; i++) {
        f->totals[i].pairs -= w->counts[i].pairs;
        f->totals[i].faults -= w->counts[i].faults;
    }
    for (size_t i = 0; i < w->encounters.capacity; i++) {
        const struct encounter *m = &w->encounters.slots[i];
        if (m->used)
            encounter_add(encounters_get(&f->encounters, m), m, -1);
    }
}

void fairness_readmit(struct fairness *f, int64_t worker)
{
    struct fairness_worker *w = fairness_find(f, worker);
    if (!w || !w->excluded)
        return;
    memset(w->counts, 0, f->players * sizeof *w->counts);
    encounters_destroy(&w->encounters);
    fairness_begin_worker(w);
}

// Swiss: in every round players with equal points meet, and nobody meets the same opponent again
// while that can be avoided.
//
// We go through the players from the top. Each gets the best opponent of those that leave a pairing
// without rematches for everybody else. The matching (contest/matching.h) answers exactly whether
// they do: so nothing is tried twice, and no rematch happens that could be avoided. If some cannot
// be avoided, there are as few as possible: we add so many spare vertices that everybody has a
// mate, and a player whose mate is a spare vertex gets a rematch.
#include "contest/matching.h"
#include "contest/standing.h"

#include <stdlib.h>

#define LOT_SWISS UINT64_C(0x7377697373)

enum { LEAN_MOST = 2 }; // how many pairs more than not a player begins, or begins not

struct swiss {
    int64_t round;
};

// A round in the making. Players are known by their position in the order of the moment.
struct round {
    const struct field *f;
    const struct swiss *swiss;
    int *order; // players, the best first
    int count;
    int bye; // a position, or NO_PLAYER
    int *rematches;
    int rematch_count;
    struct liking *likings;
};

// A possible opponent, and what speaks against it.
struct liking {
    int64_t points_apart;
    bool uneven; // one of the two would be the first player too often, or too rarely
    int places_apart;
    int position;
};

// By default so many rounds that only one player can be left without a loss.
static bool swiss_check(struct plan *p, struct error *e)
{
    (void)e;
    int64_t enough = 0;
    for (int64_t winners = p->players - p->added; winners > 1; winners = (winners + 1) / 2)
        enough++;
    p->rounds = p->rounds == 0 ? enough : p->rounds;
    return true;
}

static int64_t swiss_pairs(const struct plan *p)
{
    return plan_round_pairs(p, p->rounds);
}

static void *swiss_begin(const struct plan *p)
{
    (void)p;
    return calloc(1, sizeof(struct swiss));
}

// --- The order of the moment ---

static int64_t points_at(const struct round *r, int position)
{
    return r->f->lines[r->order[position]].half_points;
}

// By points, then by seeding.
static void swiss_gather(struct round *r)
{
    const struct plan *p = &r->f->plan;
    r->count = 0;
    for (int place = 0; place < p->players; place++) {
        int player = plan_seeded(p, place);
        if (!field_present(r->f, player, r->swiss->round))
            continue;
        int at = r->count++;
        int64_t points = r->f->lines[player].half_points;
        for (; at > 0 && points_at(r, at - 1) < points; at--)
            r->order[at] = r->order[at - 1];
        r->order[at] = player;
    }
}

// --- Who may meet whom ---

static int64_t games_between(const struct field *f, int a, int b)
{
    const struct tally_cell *cells[] = {tally_find(&f->tally, (uint32_t)a, (uint32_t)b),
        tally_find(&f->tally, (uint32_t)b, (uint32_t)a)};
    int64_t games = 0;
    for (int i = 0; i < 2; i++)
        games += cells[i] ? cells[i]->wins + cells[i]->draws + cells[i]->losses : 0;
    return games;
}

// Returns how uneven it will be at least how often one of the two was the first player, whoever is
// the first player now.
static int64_t swiss_lean(const struct round *r, int a, int b)
{
    int64_t x = field_begun_more(r->f, r->order[a]), y = field_begun_more(r->f, r->order[b]);
    int64_t smaller = llabs(x) < llabs(y) ? llabs(x) : llabs(y);
    bool odd = r->f->plan.length % 2 != 0; // else both are first equally often in this meeting
    return odd && (x > 0) == (y > 0) && x != 0 && y != 0 ? smaller + 1 : 0;
}

static bool may_meet(const struct round *r, int a, int b, int64_t lean_most)
{
    return games_between(r->f, r->order[a], r->order[b]) == 0 && swiss_lean(r, a, b) <= lean_most;
}

// The graph of those who may meet, with `spare` vertices that may meet everybody.
static bool draw_graph(struct matching *m, const struct round *r, int64_t lean_most, int spare)
{
    if (!matching_init(m, r->count + spare))
        return false;
    for (int a = 0; a < r->count; a++) {
        for (int b = a + 1; b < r->count + spare; b++) {
            if (b >= r->count || may_meet(r, a, b, lean_most))
                matching_join(m, a, b);
        }
    }
    if (r->bye != NO_PLAYER)
        m->gone[r->bye] = true;
    return true;
}

// Nobody has a second bye before everybody has had one. Of those whose turn it is, the bye goes to
// the last in the order that leaves the others a round with the fewest rematches.
static bool choose_bye(struct round *r)
{
    int64_t fewest = INT64_MAX;
    for (int i = 0; i < r->count; i++) {
        int64_t byes = r->f->lines[r->order[i]].byes;
        fewest = byes < fewest ? byes : fewest;
    }
    int best = NO_PLAYER, best_left = INT32_MAX;
    for (int i = r->count - 1; i >= 0 && best_left > 0; i--) {
        if (r->f->lines[r->order[i]].byes != fewest)
            continue;
        r->bye = i;
        struct matching m;
        if (!draw_graph(&m, r, INT64_MAX, 0))
            return false;
        int left = matching_grow(&m);
        matching_destroy(&m);
        if (left < best_left) {
            best_left = left;
            best = i;
        }
    }
    r->bye = best;
    return true;
}

// --- Who meets whom ---

static int compare_likings(const void *left, const void *right)
{
    const struct liking *a = left, *b = right;
    int64_t order = a->points_apart - b->points_apart;
    order = order ? order : a->uneven - b->uneven;
    order = order ? order : a->places_apart - b->places_apart;
    order = order ? order : a->position - b->position;
    return (order > 0) - (order < 0);
}

// Of those with equal points the upper half meets the lower half: the first of the upper half meets
// the first of the lower half, or the nearest to that with whom both can be first equally often.
// Otherwise the nearest.
static int swiss_like(const struct round *r, const struct matching *m, int a)
{
    int count = 0, seen = 0, equals = 1;
    for (int b = a + 1; b < r->count; b++)
        equals += !m->gone[b] && points_at(r, b) == points_at(r, a);
    for (int b = a + 1; b < r->count; b++) {
        seen += !m->gone[b];
        if (m->gone[b] || !m->edges[a * m->count + b])
            continue;
        int64_t points_apart = points_at(r, a) - points_at(r, b);
        r->likings[count++] = (struct liking){
            .points_apart = points_apart,
            .uneven = swiss_lean(r, a, b) > 1,
            .places_apart = points_apart == 0 ? abs(seen - equals / 2) : seen,
            .position = b,
        };
    }
    qsort(r->likings, (size_t)count, sizeof *r->likings, compare_likings);
    return count;
}

static bool add_meeting(const struct round *r, struct wave *w, int a, int b)
{
    const struct plan *p = &r->f->plan;
    int first = r->order[a], second = r->order[b];
    uint64_t lot = plan_lot(p, LOT_SWISS + (uint64_t)r->swiss->round, (uint64_t)first);
    bool swap = field_swaps(r->f, first, second, lot);
    return wave_add_meeting(
        w, r->swiss->round, swap ? second : first, swap ? first : second, p->length);
}

// All players who are left have met each other: those who met least often meet again.
static bool pair_rematches(struct round *r, struct wave *w)
{
    while (r->rematch_count > 0) {
        int a = r->rematches[0], best = 1;
        int64_t fewest = INT64_MAX;
        for (int i = 1; i < r->rematch_count; i++) {
            int64_t games = games_between(r->f, r->order[a], r->order[r->rematches[i]]);
            if (games < fewest) {
                fewest = games;
                best = i;
            }
        }
        if (!add_meeting(r, w, a, r->rematches[best]))
            return false;
        int kept = 0;
        for (int i = 1; i < r->rematch_count; i++) {
            if (i != best)
                r->rematches[kept++] = r->rematches[i];
        }
        r->rematch_count = kept;
    }
    return true;
}

static bool pair_all(struct round *r, struct matching *m, struct wave *w)
{
    for (int a = 0; a < r->count; a++) {
        if (m->gone[a])
            continue;
        int count = swiss_like(r, m, a), chosen = UNMATCHED;
        for (int i = 0; i < count && chosen == UNMATCHED; i++) {
            if (matching_fix(m, a, r->likings[i].position))
                chosen = r->likings[i].position;
        }
        if (chosen == UNMATCHED) {
            matching_fix(m, a, m->mates[a]);
            r->rematches[r->rematch_count++] = a;
        } else if (!add_meeting(r, w, a, chosen)) {
            return false;
        }
    }
    return pair_rematches(r, w);
}

// Nobody is the first player far more often than the second, if that costs no rematch. Otherwise
// there are as few rematches as possible.
static bool draw_round(const struct round *r, struct matching *m)
{
    if (!draw_graph(m, r, LEAN_MOST, 0))
        return false;
    if (matching_grow(m) == 0)
        return true;
    matching_destroy(m);
    if (!draw_graph(m, r, INT64_MAX, 0))
        return false;
    int left = matching_grow(m);
    if (left == 0)
        return true;
    matching_destroy(m);
    if (!draw_graph(m, r, INT64_MAX, left))
        return false;
    matching_grow(m);
    return true;
}

static bool pair_round(struct round *r, struct wave *w)
{
    if (r->count % 2 != 0 && !choose_bye(r))
        return false;
    struct matching m;
    if (!draw_round(r, &m))
        return false;
    bool done = pair_all(r, &m, w);
    matching_destroy(&m);
    if (done && r->bye != NO_PLAYER) {
        w->bye = r->order[r->bye];
        w->bye_half_points = PAIR_HALF_POINTS * r->f->plan.length;
    }
    return done;
}

static enum wave_made swiss_wave(void *state, const struct field *f, struct wave *w)
{
    struct swiss *s = state;
    size_t players = (size_t)f->plan.players;
    struct round r = {.f = f, .swiss = s, .bye = NO_PLAYER};
    r.order = malloc(players * sizeof *r.order);
    r.rematches = malloc(players * sizeof *r.rematches);
    r.likings = malloc(players * sizeof *r.likings);
    enum wave_made made = WAVE_FAILED;
    if (r.order && r.rematches && r.likings) {
        for (swiss_gather(&r); r.count < 2 && s->round != NO_ROUND; swiss_gather(&r))
            s->round = plan_next_arrival(&f->plan, s->round);
        bool over = r.count < 2 || s->round >= f->plan.rounds;
        made = over ? WAVE_OVER : pair_round(&r, w) ? WAVE_READY : WAVE_FAILED;
    }
    free(r.order);
    free(r.rematches);
    free(r.likings);
    return made;
}

static void swiss_fold(void *state, const struct field *f, const struct wave *w)
{
    (void)f;
    (void)w;
    struct swiss *s = state;
    s->round++;
}

const struct format format_swiss = {
    .name = "swiss",
    .summary = "a few rounds in which players with equal points meet",
    .walkover = true,
    .check = swiss_check,
    .pairs = swiss_pairs,
    .begin = swiss_begin,
    .end = free,
    .wave = swiss_wave,
    .fold = swiss_fold,
    .compare = standing_by_buchholz,
};

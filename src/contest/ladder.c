// The ladder: a contest without an end. In every round each player who is there meets another one.
// Two players meet if a game between them would tell much: they have similar ratings, or the rating
// of one of them is still uncertain. A round is a rating period of Glicko-2.
#include "contest/standing.h"

#include <stdlib.h>
#include <string.h>

#define LOT_LADDER UINT64_C(0x6c6164646572)
#define LOT_SEAT UINT64_C(0x6c6173656174)

enum {
    RECENT = 4,             // opponents that a player remembers
    LOT_PERCENT_LEAST = 75, // the worth of a game is multiplied by a lot between these two,
    LOT_PERCENT_MOST = 125, // so that the same two do not stick together
};

struct climber {
    struct glicko glicko;
    int recent[RECENT]; // the last opponents, or NO_PLAYER
    int64_t met;        // how many there were
};

struct ladder {
    int64_t round;
    struct climber *climbers; // by player
    int *waiting;             // players without an opponent in the round in the making
    int waiting_count;
};

static bool ladder_check(struct plan *p, struct error *e)
{
    (void)p;
    (void)e;
    return true;
}

static int64_t ladder_pairs(const struct plan *p)
{
    return p->rounds == 0 ? PAIRS_UNKNOWN : plan_round_pairs(p, p->rounds);
}

static void ladder_end(void *state)
{
    struct ladder *l = state;
    free(l->climbers);
    free(l->waiting);
    free(l);
}

static void *ladder_begin(const struct plan *p)
{
    struct ladder *l = calloc(1, sizeof *l);
    if (!l)
        return NULL;
    l->climbers = malloc((size_t)p->players * sizeof *l->climbers);
    l->waiting = malloc((size_t)p->players * sizeof *l->waiting);
    if (!l->climbers || !l->waiting) {
        ladder_end(l);
        return NULL;
    }
    for (int i = 0; i < p->players; i++) {
        l->climbers[i] = (struct climber){.glicko = glicko_newcomer()};
        for (int k = 0; k < RECENT; k++)
            l->climbers[i].recent[k] = NO_PLAYER;
    }
    return l;
}

// --- Who meets whom ---

static uint64_t lot_of(const struct ladder *l, const struct field *f, int a, int b)
{
    return plan_lot(&f->plan, LOT_LADDER + (uint64_t)l->round, (uint64_t)a << 32 | (uint64_t)b);
}

// Who chooses an opponent first: the player whose rating is least certain, then the one with the
// fewest games, then the lot decides.
static bool chooses_before(const struct ladder *l, const struct field *f, int a, int b)
{
    double known_a = l->climbers[a].glicko.deviation, known_b = l->climbers[b].glicko.deviation;
    if (known_a != known_b)
        return known_a > known_b;
    int64_t pairs_a = f->lines[a].pairs, pairs_b = f->lines[b].pairs;
    return pairs_a != pairs_b ? pairs_a < pairs_b : lot_of(l, f, a, a) < lot_of(l, f, b, b);
}

static double ladder_worth(const struct ladder *l, const struct field *f, int a, int b)
{
    const struct climber *x = &l->climbers[a];
    int times = 1;
    for (int k = 0; k < RECENT; k++)
        times += x->recent[k] == b;
    uint64_t lot = lot_of(l, f, a < b ? a : b, a < b ? b : a);
    double percent = LOT_PERCENT_LEAST +
        (double)(lot >> 11) / 9007199254740992.0 * (LOT_PERCENT_MOST - LOT_PERCENT_LEAST);
    return glicko_worth(&x->glicko, &l->climbers[b].glicko) * percent / (times * times);
}

static int ladder_take(struct ladder *l, int at)
{
    int player = l->waiting[at];
    l->waiting[at] = l->waiting[--l->waiting_count];
    return player;
}

static int take_chooser(struct ladder *l, const struct field *f)
{
    int best = 0;
    for (int i = 1; i < l->waiting_count; i++) {
        if (chooses_before(l, f, l->waiting[i], l->waiting[best]))
            best = i;
    }
    return ladder_take(l, best);
}

static int take_opponent(struct ladder *l, const struct field *f, int a)
{
    int best = 0;
    double most = -1;
    for (int i = 0; i < l->waiting_count; i++) {
        double it = ladder_worth(l, f, a, l->waiting[i]);
        // If two are equal, the lower number counts: the order of the list must not matter.
        if (it > most || (it == most && l->waiting[i] < l->waiting[best])) {
            most = it;
            best = i;
        }
    }
    return ladder_take(l, best);
}

// With an odd number of players one rests: the one who rested least often and, of those, the one
// who has played most.
static int take_resting(struct ladder *l, const struct field *f)
{
    int best = 0;
    for (int i = 1; i < l->waiting_count; i++) {
        int a = l->waiting[i], b = l->waiting[best];
        const struct account *x = &f->lines[a], *y = &f->lines[b];
        bool before = x->byes != y->byes ? x->byes < y->byes
            : x->pairs != y->pairs       ? x->pairs > y->pairs
                                         : lot_of(l, f, a, a) < lot_of(l, f, b, b);
        if (before)
            best = i;
    }
    return ladder_take(l, best);
}

static void ladder_gather(struct ladder *l, const struct field *f)
{
    l->waiting_count = 0;
    for (int i = 0; i < f->plan.players; i++) {
        if (field_present(f, i, l->round))
            l->waiting[l->waiting_count++] = i;
    }
}

static enum wave_made ladder_wave(void *state, const struct field *f, struct wave *w)
{
    struct ladder *l = state;
    const struct plan *p = &f->plan;
    for (ladder_gather(l, f); l->waiting_count < 2; ladder_gather(l, f)) {
        l->round = plan_next_arrival(p, l->round);
        if (l->round == NO_ROUND)
            return WAVE_OVER;
    }
    if (p->rounds > 0 && l->round >= p->rounds)
        return WAVE_OVER;
    if (l->waiting_count % 2 != 0)
        w->bye = take_resting(l, f);
    while (l->waiting_count > 0) {
        int a = take_chooser(l, f), b = take_opponent(l, f, a);
        bool swap = field_swaps(f, a, b, plan_lot(p, LOT_SEAT + (uint64_t)l->round, (uint64_t)a));
        if (!wave_add(w, l->round, swap ? b : a, swap ? a : b))
            return WAVE_FAILED;
    }
    return WAVE_READY;
}

// --- After a round ---

static void ladder_remember(struct climber *c, int opponent)
{
    c->recent[c->met++ % RECENT] = opponent;
}

static void ladder_rate(struct climber *c, const struct glicko *opponent, const int half_points[2])
{
    const struct glicko_game games[GAMES_PER_PAIR] = {
        {*opponent, half_points[0] / 2.0}, {*opponent, half_points[1] / 2.0}};
    c->glicko = glicko_after(&c->glicko, games, GAMES_PER_PAIR);
}

static void ladder_rest(struct climber *c)
{
    c->glicko = glicko_after(&c->glicko, NULL, 0);
}

static void ladder_fold(void *state, const struct field *f, const struct wave *w)
{
    (void)f;
    struct ladder *l = state;
    for (size_t i = 0; i < w->count; i++) {
        const struct pairing *p = &w->pairings[i];
        if (w->states[i] == PAIR_LEFT_OUT) {
            ladder_rest(&l->climbers[p->first]);
            ladder_rest(&l->climbers[p->second]);
            continue;
        }
        const int *points = w->results[i].half_points;
        struct climber *first = &l->climbers[p->first], *second = &l->climbers[p->second];
        const struct glicko first_before = first->glicko;
        ladder_rate(first, &second->glicko, points);
        ladder_rate(second, &first_before, (const int[]){2 - points[0], 2 - points[1]});
        ladder_remember(first, p->second);
        ladder_remember(second, p->first);
    }
    if (w->bye != NO_PLAYER)
        ladder_rest(&l->climbers[w->bye]);
    l->round++;
}

// --- Standings ---

static void ladder_stand(const void *state, struct standing *s)
{
    const struct ladder *l = state;
    s->glicko = l->climbers[s->player].glicko;
}

static int by_rating(const struct standing *a, const struct standing *b)
{
    return more_first(a->glicko.rating, b->glicko.rating);
}

const struct format format_ladder = {
    .name = "ladder",
    .summary = "goes on for ever; players of similar rating meet",
    .check = ladder_check,
    .pairs = ladder_pairs,
    .begin = ladder_begin,
    .end = ladder_end,
    .wave = ladder_wave,
    .fold = ladder_fold,
    .stand = ladder_stand,
    .compare = by_rating,
};

// The evaluation of Game of Stones, from scratch: what training fits, and what the tests hold the
// search's own and faster one against. It asks the rules, place by place.
#include "brains/stones/features.h"

#include "games/stones_bits.h"

#include <stdlib.h>

// A set of terms without worth: the distance from its beginning numbers a term.
static const struct stones_terms shape;

struct feature_list {
    struct stones_feature *out;
    int count;
};

static void features_add(struct feature_list *l, const int16_t *term, int times)
{
    int number = (int)(term - (const int16_t *)&shape);
    l->out[l->count++] = (struct stones_feature){(int16_t)number, (int16_t)times};
}

static int at_most(int n, int most)
{
    return n < most ? n : most;
}

// Everything that the terms ask about one seat.
struct stones_census {
    int counts[STONES_KINDS], tallest[STONES_KINDS]; // of each type
    int highest;
    int attacks, on[STONES_KINDS], on_tall, from_above;
};

static void count_attacks(const struct stones *s, int seat, struct stones_census *c)
{
    struct stones asked = *s;
    asked.turn = (uint8_t)seat;
    asked.phase = STONES_MUST_ATTACK;
    const position p = stones_store(&asked);
    move moves[MOVES_MAX];
    c->attacks = game_stones.moves(&p, moves);
    for (int i = 0; i < c->attacks; i++) {
        struct stones_move m;
        stones_unpack(moves[i], &m);
        const int from = STONES_CELL(m.from_x, m.from_y), to = STONES_CELL(m.to_x, m.to_y);
        c->on[stones_kind(s, to)]++;
        c->on_tall += stones_height(s, to) > 1;
        c->from_above += stones_height(s, from) > stones_height(s, to);
    }
}

static struct stones_census census_of(const struct stones *s, int seat)
{
    struct stones_census c = {.attacks = 0};
    for (bitboard left = s->side[seat]; left;) {
        const int cell = stones_pop(&left), kind = stones_kind(s, cell);
        const int height = stones_height(s, cell);
        c.counts[kind]++;
        if (height > c.tallest[kind])
            c.tallest[kind] = height;
        if (height > c.highest)
            c.highest = height;
    }
    count_attacks(s, seat, &c);
    return c;
}

static int features_clamp(int n, int least, int most)
{
    return n < least ? least : n > most ? most : n;
}

static void add_stacks(struct feature_list *l, const struct stones *s, int seat, int sign)
{
    for (bitboard left = s->side[seat]; left;) {
        const int cell = stones_pop(&left), kind = stones_kind(s, cell);
        const int height = at_most(stones_height(s, cell), STONES_HEIGHTS);
        features_add(l, &shape.stack[kind][height - 1][stones_class(cell)], sign);
    }
}

// What one seat has; `view` is 0 for the side to move.
static void add_seat(struct feature_list *l, const struct stones_census *mine,
    const struct stones_census *theirs, int phase, int view)
{
    const int sign = view == 0 ? 1 : -1;
    features_add(l, &shape.attacks[phase][view][at_most(mine->attacks, STONES_ATTACKS - 1)], sign);
    features_add(l, &shape.on_tall[phase][view][at_most(mine->on_tall, STONES_ON_TALL - 1)], sign);
    features_add(
        l, &shape.from_above[phase][view][at_most(mine->from_above, STONES_FROM_ABOVE - 1)], sign);
    for (int k = 0; k < STONES_KINDS; k++) {
        const int few = at_most(mine->counts[k], STONES_FEW - 1);
        const int few_of_theirs = at_most(theirs->counts[k], STONES_FEW - 1);
        const int on = at_most(mine->on[k], STONES_THREATS - 1);
        const int rise = features_clamp(mine->tallest[k] - theirs->highest, 2 - STONES_RISES, 1);
        features_add(l, &shape.count[k][at_most(mine->counts[k], STONES_COUNTS - 1)], sign);
        features_add(l, &shape.threats[phase][view][k][few_of_theirs][on], sign);
        features_add(l, &shape.rise[phase][view][k][few][rise + STONES_RISES - 2], sign);
    }
}

int stones_features(const position *p, struct stones_feature out[STONES_FEATURES_MOST])
{
    const struct stones s = stones_load(p);
    struct feature_list l = {.out = out};
    const struct stones_census mine = census_of(&s, s.turn), theirs = census_of(&s, !s.turn);
    const int phase = s.phase == STONES_ANY, middle = STONES_LEADS / 2;
    add_stacks(&l, &s, s.turn, 1);
    add_stacks(&l, &s, !s.turn, -1);
    add_seat(&l, &mine, &theirs, phase, 0);
    add_seat(&l, &theirs, &mine, phase, 1);
    features_add(&l, &shape.turn[phase], 1);
    features_add(&l,
        &shape.lead[phase][features_clamp(mine.highest - theirs.highest, -middle, middle) + middle],
        1);
    return l.count;
}

int stones_stacks(const position *p)
{
    const struct stones s = stones_load(p);
    return __builtin_popcountll(s.side[0] | s.side[1]);
}

int stones_value(const struct stones_weights *weights, const position *p)
{
    struct stones_feature features[STONES_FEATURES_MOST];
    const int count = stones_features(p, features), stacks = stones_stacks(p);
    const int16_t *start = (const int16_t *)&weights->stages[0];
    const int16_t *end = (const int16_t *)&weights->stages[1];
    int sums[STONES_STAGES] = {0};
    for (int i = 0; i < count; i++) {
        sums[0] += start[features[i].term] * features[i].times;
        sums[1] += end[features[i].term] * features[i].times;
    }
    return (sums[0] * stacks + sums[1] * (STONES_FULL - stacks)) / STONES_FULL;
}

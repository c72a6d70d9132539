// The evaluation of Game of Stones, from scratch: what training fits, and what the tests hold the
// search's own and faster one against. It asks the rules, place by place.
#include "brains/stones_weights.h"
#include "games/stones_bits.h"

#include <stdlib.h>

// A set of terms without worth: the distance from its beginning numbers a term.
static const struct stones_terms shape;

struct list {
    struct stones_feature *out;
    int count;
};

static void add(struct list *l, const int16_t *term, int times)
{
    int number = (int)(term - (const int16_t *)&shape);
    l->out[l->count++] = (struct stones_feature){(int16_t)number, (int16_t)times};
}

static int at_most(int n, int most)
{
    return n < most ? n : most;
}

int stones_class(int cell)
{
    static const int first[] = {0, 0, 1, 3, 5}; // of a ring's classes
    const int u = stones_slot[cell] % STONES_LENGTH - STONES_LENGTH / 2;
    const int v = stones_slot[cell] / STONES_LENGTH - STONES_LENGTH / 2;
    int far = abs(u), middle = abs(v), near = abs(u - v);
    // The greatest of the three is the ring; it is the sum of the others, of which the lesser one
    // says how far it is to the next corner.
    const int ring = far > middle ? (far > near ? far : near) : (middle > near ? middle : near);
    const int corner = far < middle ? (far < near ? far : near) : (middle < near ? middle : near);
    return first[ring] + corner;
}

// What one seat has; `view` is 0 for the side to move.
static void add_seat(struct list *l, const struct stones *s, int seat, int view)
{
    const int sign = view == 0 ? 1 : -1, phase = s->phase == STONES_ANY;
    int count[SEATS][STONES_KINDS] = {{0}}, tallest[SEATS] = {0}, threats[STONES_KINDS] = {0};
    bitboard left = s->side[0] | s->side[1];
    while (left) {
        const int cell = stones_pop(&left), owner = stones_owner(s, cell);
        const int kind = stones_kind(s, cell), height = stones_height(s, cell);
        count[owner][kind]++;
        if (height > tallest[owner])
            tallest[owner] = height;
        if (owner == seat)
            add(l, &shape.stack[kind][at_most(height, STONES_HEIGHTS) - 1][stones_class(cell)],
                sign);
    }
    bool safe[STONES_KINDS] = {false};
    for (bitboard mine = s->side[seat]; mine;) {
        const int cell = stones_pop(&mine);
        if (stones_height(s, cell) > tallest[!seat])
            safe[stones_kind(s, cell)] = true;
    }
    struct stones asked = *s;
    asked.turn = (uint8_t)seat;
    asked.phase = STONES_MUST_ATTACK;
    const position p = stones_store(&asked);
    move moves[MOVES_MAX];
    const int attacks = game_stones.moves(&p, moves);
    for (int i = 0; i < attacks; i++) {
        struct stones_move m;
        stones_unpack(moves[i], &m);
        threats[stones_kind(s, STONES_CELL(m.to_x, m.to_y))]++;
    }
    add(l, &shape.attacks[phase][view][at_most(attacks, STONES_ATTACKS - 1)], sign);
    for (int k = 0; k < STONES_KINDS; k++) {
        const int few = at_most(count[seat][k], STONES_FEW - 1);
        const int few_of_theirs = at_most(count[!seat][k], STONES_FEW - 1);
        const int on = at_most(threats[k], STONES_THREATS - 1);
        add(l, &shape.count[k][at_most(count[seat][k], STONES_COUNTS - 1)], sign);
        add(l, &shape.threats[phase][view][k][few_of_theirs][on], sign);
        add(l, &shape.safe[phase][view][k][few][safe[k]], sign);
    }
    if (view == 0) {
        const int middle = STONES_LEADS / 2, lead = tallest[seat] - tallest[!seat];
        add(l, &shape.turn[phase], 1);
        add(l, &shape.lead[phase][at_most(lead < -middle ? 0 : lead + middle, STONES_LEADS - 1)],
            1);
    }
}

int stones_features(const position *p, struct stones_feature out[STONES_FEATURES_MOST])
{
    const struct stones s = stones_load(p);
    struct list l = {.out = out};
    add_seat(&l, &s, s.turn, 0);
    add_seat(&l, &s, !s.turn, 1);
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

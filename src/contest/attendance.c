// Which players take part in which rounds: some come late, leave, or rest for a while.
#include "contest/format.h"

#include <stdlib.h>

bool plan_present(const struct plan *p, int player, int64_t at)
{
    if (!p->presence)
        return true;
    const struct presence *it = &p->presence[player];
    for (size_t i = 0; i < it->absence_count; i++) {
        if (at >= it->absences[i].from && at < it->absences[i].until)
            return false;
    }
    return at >= it->from && at < it->until;
}

bool field_present(const struct field *f, int player, int64_t at)
{
    return !f->lines[player].out && plan_present(&f->plan, player, at);
}

// --- Rounds ---

// Returns the earlier of two rounds, of those that are later than `round`.
static int64_t attendance_earlier(int64_t next, int64_t candidate, int64_t round)
{
    bool counts = candidate > round && candidate != INT64_MAX;
    return counts && (next == NO_ROUND || candidate < next) ? candidate : next;
}

int64_t plan_next_arrival(const struct plan *p, int64_t round)
{
    int64_t next = NO_ROUND;
    for (int i = 0; p->presence && i < p->players; i++) {
        const struct presence *it = &p->presence[i];
        next = attendance_earlier(next, it->from, round);
        for (size_t k = 0; k < it->absence_count; k++)
            next = attendance_earlier(next, it->absences[k].until, round);
    }
    return next;
}

// Returns the next round in which other players take part than in this one, or NO_ROUND.
static int64_t next_change(const struct plan *p, int64_t round)
{
    int64_t next = plan_next_arrival(p, round);
    for (int i = 0; p->presence && i < p->players; i++) {
        const struct presence *it = &p->presence[i];
        next = attendance_earlier(next, it->until, round);
        for (size_t k = 0; k < it->absence_count; k++)
            next = attendance_earlier(next, it->absences[k].from, round);
    }
    return next;
}

int64_t plan_round_pairs(const struct plan *p, int64_t rounds)
{
    int64_t pairs = 0;
    for (int64_t round = 0, until; round < rounds; round = until) {
        int64_t change = next_change(p, round);
        until = change == NO_ROUND || change > rounds ? rounds : change;
        int64_t there = 0;
        for (int i = 0; i < p->players; i++)
            there += plan_present(p, i, round);
        pairs += (until - round) * (there / 2) * p->length;
    }
    return pairs;
}

// --- Pairs that are not played ---

static int attendance_compare_withdrawals(const void *left, const void *right)
{
    const struct withdrawal *a = left, *b = right;
    if (a->pair != b->pair)
        return a->pair < b->pair ? -1 : 1;
    return (a->player > b->player) - (a->player < b->player);
}

static bool attendance_withdraws(const struct plan *p, int64_t pair, int player)
{
    const struct withdrawal it = {pair, player};
    return p->withdrawal_count > 0 &&
        bsearch(
            &it, p->withdrawals, p->withdrawal_count, sizeof it, attendance_compare_withdrawals);
}

bool plan_leaves_out(const struct plan *p, const struct pairing *pair, bool gone[2])
{
    const int players[2] = {pair->first, pair->second};
    bool fixed = p->format->at != NULL;
    for (int i = 0; i < 2; i++)
        gone[i] = attendance_withdraws(p, pair->index, players[i]) ||
            (fixed && !plan_present(p, players[i], pair->index));
    return gone[0] || gone[1];
}

// Counts a pair that its players do not play (`left` says who): it is gone for ever, or it waits.
static bool is_gone(const struct plan *p, const struct pairing *pair, const bool left[2])
{
    return (left[0] && !p->presence[pair->first].resting) ||
        (left[1] && !p->presence[pair->second].resting);
}

// The same two players meet at the same place of every cycle. From some cycle on one of them is
// gone.
static void attendance_count_place(const struct plan *p, int64_t start, int64_t cycle,
    int64_t place, int64_t *gone, int64_t *waiting)
{
    struct pairing pair = {.index = start + place};
    p->format->at(p, pair.index, &pair);
    int64_t until[2] = {p->presence[pair.first].until, p->presence[pair.second].until};
    int64_t left[2];
    for (int i = 0; i < 2; i++) {
        int64_t before = until[i] <= pair.index ? 0 : (until[i] - pair.index - 1) / cycle + 1;
        left[i] = before < p->rounds ? p->rounds - before : 0;
    }
    int64_t both = left[0] < left[1] ? left[0] : left[1], more = llabs(left[0] - left[1]);
    const bool only[2] = {left[0] > left[1], left[1] > left[0]}, all[2] = {true, true};
    *(is_gone(p, &pair, all) ? gone : waiting) += both;
    *(is_gone(p, &pair, only) ? gone : waiting) += more;
}

// Counts the pairs from which a player has withdrawn. Those that are left out anyway have been
// counted before, perhaps as waiting for the other player; now they do not wait any more.
static void count_withdrawn(const struct plan *p, int64_t *gone, int64_t *waiting)
{
    for (size_t i = 0; i < p->withdrawal_count; i++) {
        struct pairing pair = {.index = p->withdrawals[i].pair};
        bool twin = i > 0 && p->withdrawals[i - 1].pair == pair.index;
        if (twin || pair.index >= p->format->pairs(p))
            continue;
        p->format->at(p, pair.index, &pair);
        bool left[2];
        const bool absent[2] = {
            !plan_present(p, pair.first, pair.index), !plan_present(p, pair.second, pair.index)};
        if (!plan_leaves_out(p, &pair, left))
            continue;
        if (absent[0] || absent[1])
            *(is_gone(p, &pair, absent) ? gone : waiting) -= 1;
        *(is_gone(p, &pair, left) ? gone : waiting) += 1;
    }
}

void plan_count_left_out(const struct plan *p, int64_t *gone, int64_t *waiting)
{
    *gone = *waiting = 0;
    if (!p->presence)
        return;
    int64_t start = 0;
    for (int newcomer = 0; newcomer <= p->added; newcomer++) {
        int64_t cycle = p->format->cycle(p, newcomer);
        for (int64_t place = 0; place < cycle; place++)
            attendance_count_place(p, start, cycle, place, gone, waiting);
        start += p->rounds * cycle;
    }
    count_withdrawn(p, gone, waiting);
}

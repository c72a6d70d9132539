// The formats whose schedule is fixed from the start: match, round robin, gauntlet. A pairing is
// computed from its index alone.
//
// In each of them, a player is the first player of as many pairs as not, give or take one. The
// rules below see to that within one cycle of all pairings, and the next cycle swaps them all.
//
// A player who is added after the start gets its pairs after all others. So no other pair changes,
// nor its index, on which seeds and openings depend.
#include "contest/standing.h"

static bool check_rounds(struct plan *p, struct error *e)
{
    (void)e;
    p->rounds = p->rounds == 0 ? 1 : p->rounds;
    return true;
}

static int fixed_founders(const struct plan *p)
{
    return p->players - p->added;
}

static int64_t fixed_pairs(const struct plan *p)
{
    int64_t once = 0;
    for (int newcomer = 0; newcomer <= p->added; newcomer++)
        once += p->format->cycle(p, newcomer);
    return p->rounds * once;
}

// Finds out whose pair it is, and its place among those pairs. 0 means the players of the
// beginning.
static int find_newcomer(const struct plan *p, int64_t index, int64_t *place)
{
    int newcomer = 0;
    int64_t pairs = p->rounds * p->format->cycle(p, 0);
    while (index >= pairs && newcomer < p->added) {
        index -= pairs;
        pairs = p->rounds * p->format->cycle(p, ++newcomer);
    }
    *place = index;
    return newcomer;
}

// A newcomer meets one player after the other, from the first in the list. Who is first alternates.
static void newcomer_at(
    const struct plan *p, int newcomer, int64_t place, int64_t first_round, struct pairing *out)
{
    int64_t cycle = p->format->cycle(p, newcomer), time = place / cycle, other = place % cycle;
    int number = fixed_founders(p) + newcomer - 1;
    bool swapped = (other + time + newcomer) % 2 == 0;
    out->first = swapped ? (int)other : number;
    out->second = swapped ? number : (int)other;
    out->round = first_round + place;
    for (int earlier = 1; earlier < newcomer; earlier++)
        out->round += p->rounds * p->format->cycle(p, earlier);
}

static void set_pairing(const struct plan *p, struct pairing *out, int a, int b, bool swapped)
{
    out->first = plan_seeded(p, swapped ? b : a);
    out->second = plan_seeded(p, swapped ? a : b);
}

// --- Match ---

static bool match_check(struct plan *p, struct error *e)
{
    if (p->players != 2)
        return error_set(e, "a match has 2 players, not %d", p->players);
    return check_rounds(p, e);
}

static int64_t match_cycle(const struct plan *p, int newcomer)
{
    (void)p;
    (void)newcomer;
    return 1;
}

static void match_at(const struct plan *p, int64_t index, struct pairing *out)
{
    out->round = index;
    set_pairing(p, out, 0, 1, index % 2 != 0);
}

const struct format format_match = {
    .name = "match",
    .summary = "two players, as many pairs as asked for",
    .check = match_check,
    .pairs = fixed_pairs,
    .at = match_at,
    .cycle = match_cycle,
    .compare = standing_by_points,
};

// --- Round robin ---

// Seats around a table: all but the last player sit in a circle of m (odd), and in round r those
// the same distance k to the left and to the right of place r meet. The last player meets the one
// at place r itself; with an odd number of players there is no last one, and the one at place r
// rests.
struct circle {
    int64_t m;         // places, and rounds
    int64_t per_round; // pairs
    bool has_last;
};

static struct circle circle_of(const struct plan *p)
{
    int players = fixed_founders(p);
    bool has_last = players % 2 == 0;
    return (struct circle){
        .m = has_last ? players - 1 : players,
        .per_round = players / 2,
        .has_last = has_last,
    };
}

// A newcomer meets everybody who came before it.
static int64_t round_robin_cycle(const struct plan *p, int newcomer)
{
    struct circle c = circle_of(p);
    return newcomer == 0 ? c.m * c.per_round : fixed_founders(p) + newcomer - 1;
}

// At each distance everybody is once the left and once the right one. So it is fair that the left
// one is the first player of the pair; the last player alternates.
static void round_robin_at(const struct plan *p, int64_t index, struct pairing *out)
{
    struct circle c = circle_of(p);
    int newcomer = find_newcomer(p, index, &index);
    if (newcomer > 0) {
        newcomer_at(p, newcomer, index, p->rounds * c.m, out);
        return;
    }
    int64_t round = index / c.per_round, time = round / c.m, r = round % c.m;
    int64_t k = index % c.per_round + !c.has_last;
    out->round = round;
    if (k == 0) {
        set_pairing(p, out, (int)c.m, (int)r, (r + time) % 2 != 0);
        return;
    }
    int left = (int)((r + k) % c.m), right = (int)((r + c.m - k) % c.m);
    set_pairing(p, out, left, right, time % 2 != 0);
}

const struct format format_round_robin = {
    .name = "round-robin",
    .summary = "everybody meets everybody, as many times as asked for",
    .check = check_rounds,
    .pairs = fixed_pairs,
    .at = round_robin_at,
    .cycle = round_robin_cycle,
    .compare = standing_by_points,
};

// --- Gauntlet ---

static bool gauntlet_check(struct plan *p, struct error *e)
{
    p->heroes = p->heroes == 0 ? 1 : p->heroes;
    int players = fixed_founders(p);
    if (p->heroes < 1 || p->heroes >= players)
        return error_set(e, "a gauntlet of %d players is for 1 to %d of them, not %d", players,
            players - 1, p->heroes);
    return check_rounds(p, e);
}

// A newcomer meets the heroes.
static int64_t gauntlet_cycle(const struct plan *p, int newcomer)
{
    return newcomer == 0 ? (int64_t)p->heroes * (fixed_founders(p) - p->heroes) : p->heroes;
}

// One opponent after the other meets all heroes. The heroes are the first in the list, lots or not.
static void gauntlet_at(const struct plan *p, int64_t index, struct pairing *out)
{
    int64_t others = fixed_founders(p) - p->heroes;
    int newcomer = find_newcomer(p, index, &index);
    if (newcomer > 0) {
        newcomer_at(p, newcomer, index, p->rounds * others, out);
        return;
    }
    int64_t hero = index % p->heroes, meeting = index / p->heroes;
    int64_t other = meeting % others, time = meeting / others;
    bool swapped = (hero + other + time) % 2 != 0;
    out->round = meeting;
    out->first = (int)(swapped ? p->heroes + other : hero);
    out->second = (int)(swapped ? hero : p->heroes + other);
}

const struct format format_gauntlet = {
    .name = "gauntlet",
    .summary = "the first player, or the first few, meet all the others",
    .check = gauntlet_check,
    .pairs = fixed_pairs,
    .at = gauntlet_at,
    .cycle = gauntlet_cycle,
    .compare = standing_by_points,
};

// Counting Santorini's lines of play, compiled once for each instruction-set level (kernel.h).
//
// The last ply is never played, only counted. And most builds of the ply before it change nothing
// for the opponent: all those that follow the same step share one count.
#include "games/kernel.h"
#include "games/santorini_bits.h"

KERNEL_DECLARE(void, santorini_perft, const struct santorini *, int, struct perft_count *);

// What lies below a position: lines of the full length, and games that ended before it.
struct santorini_counts {
    uint64_t full;
    uint64_t ended;
};

static inline void tally_turns(struct santorini_counts *t, int turns, int positions)
{
    t->full += (uint64_t)turns * (uint64_t)positions;
    t->ended += turns == 0 ? (uint64_t)positions : 0;
}

// The board as the side that replies sees it.
struct santorini_view {
    bitboard free;
    bitboard goals, next_goals;        // squares of level 3, of level 2 and more
    bitboard reach[SANTORINI_WORKERS]; // what each worker's height lets it step on
    bitboard brink[SANTORINI_WORKERS]; // what of that one more level takes away
    struct santorini_sums box;         // of free
};

static inline struct santorini_view view_of(const struct santorini *s, const uint8_t *workers)
{
    struct santorini_view v = {
        .goals = santorini_goals(s), .next_goals = s->at_least[SANTORINI_WIN - 1]};
    for (int i = 0; i < SANTORINI_WORKERS; i++) {
        v.reach[i] = santorini_reach(s, workers[i]);
        v.brink[i] = v.reach[i] & s->at_least[santorini_height_at(s, workers[i]) + 1];
    }
    return v;
}

// The squares where a build changes what these workers can do.
static inline bitboard view_matters(const struct santorini_view *v)
{
    return v->goals | v->brink[0] | v->brink[1] | (v->next_goals & (v->reach[0] | v->reach[1]));
}

// The view after a build on the square `at`; good for counting, not for another build.
static inline struct santorini_view view_built(const struct santorini_view *v, bitboard at)
{
    struct santorini_view after = *v;
    after.goals |= at & v->next_goals;
    after.reach[0] &= ~(at & v->brink[0]);
    after.reach[1] &= ~(at & v->brink[1]);
    if ((at & v->goals) != 0) {
        after.free &= ~at;
        after.box = santorini_box(after.free);
    }
    return after;
}

static inline int view_turns(const struct santorini_view *v)
{
    return santorini_turns_of(v->reach[0], v->free, v->goals, &v->box) +
        santorini_turns_of(v->reach[1], v->free, v->goals, &v->box);
}

// The last two plies: one worker's steps that do not win, each with its builds, and the replies.
// `s` is the position before, `free` its free squares.
static void count_replies(const struct santorini *s, int worker, bitboard free, bitboard steps,
    struct santorini_counts *t)
{
    struct santorini_view v = view_of(s, s->workers[!s->turn]);
    const bitboard matters = view_matters(&v);
    free |= santorini_bit(s->workers[s->turn][worker]);
    while (steps != 0) {
        const int to = santorini_pop(&steps);
        v.free = free & ~santorini_bit(to);
        v.box = santorini_box(v.free);
        const bitboard builds = santorini_near(to) & v.free;
        tally_turns(t, view_turns(&v), santorini_count(builds & ~matters));
        for (bitboard left = builds & matters; left != 0; left &= left - 1) {
            const struct santorini_view after = view_built(&v, left & -left);
            tally_turns(t, view_turns(&after), 1);
        }
    }
}

static void count_lines(const struct santorini *s, int depth, struct santorini_counts *t);

// All that follows the steps of one worker that do not win.
static void count_steps(const struct santorini *s, int worker, bitboard free, bitboard steps,
    int depth, struct santorini_counts *t)
{
    if (depth == 2) {
        count_replies(s, worker, free, steps, t);
        return;
    }
    struct santorini stepped = *s;
    stepped.turn = !s->turn;
    const int from = s->workers[s->turn][worker];
    while (steps != 0) {
        const int to = santorini_pop(&steps);
        stepped.workers[s->turn][worker] = (uint8_t)to;
        for (bitboard builds = santorini_builds(free, from, to); builds != 0;) {
            struct santorini after = stepped;
            santorini_raise(&after, santorini_bit(santorini_pop(&builds)));
            count_lines(&after, depth - 1, t);
        }
    }
}

// `s` has all workers placed and is not won by a step; depth is 1 or more.
static void count_lines(const struct santorini *s, int depth, struct santorini_counts *t)
{
    const bitboard free = santorini_free(s);
    if (depth == 1) {
        tally_turns(t, santorini_turns(s, free), 1);
        return;
    }
    bitboard any = 0;
    for (int worker = 0; worker < SANTORINI_WORKERS; worker++) {
        const bitboard steps = free & santorini_reach(s, s->workers[s->turn][worker]);
        any |= steps;
        t->ended += (uint64_t)santorini_count(steps & santorini_goals(s));
        count_steps(s, worker, free, steps & ~santorini_goals(s), depth, t);
    }
    t->ended += any == 0;
}

static void count_placings(const struct santorini *s, int depth, struct santorini_counts *t)
{
    if (depth == 0) {
        t->full++;
        return;
    }
    if (!santorini_placing(s)) {
        count_lines(s, depth, t);
        return;
    }
    struct santorini after = *s;
    after.turn = !s->turn;
    uint8_t *next = after.workers[s->turn];
    if (*next != SANTORINI_OFF)
        next++;
    for (bitboard places = santorini_places(s); places != 0;) {
        *next = (uint8_t)santorini_pop(&places);
        count_placings(&after, depth - 1, t);
    }
}

void KERNEL(santorini_perft)(const struct santorini *s, int depth, struct perft_count *count)
{
    struct santorini_counts t = {0};
    if (depth > 0 && s->won)
        t.ended = 1;
    else
        count_placings(s, depth, &t);
    *count = (struct perft_count){.nodes = t.full, .leaves = t.full + t.ended};
}

// Counting Santorini's lines of play, compiled once for each instruction-set level (kernel.h).
//
// The last ply is never played, only counted. And most builds of the ply before it change nothing
// for the opponent: all those that follow the same step share one count.
#include "games/kernel.h"
#include "games/santorini_bits.h"

KERNEL_DECLARE(void, santorini_perft, const struct santorini *, int, struct perft_count *);

// What lies below a position: lines of the full length, and games that ended before it.
struct tally {
    uint64_t full;
    uint64_t ended;
};

static inline void tally_turns(struct tally *t, int turns, int positions)
{
    t->full += (uint64_t)turns * (uint64_t)positions;
    t->ended += turns == 0 ? (uint64_t)positions : 0;
}

// The squares around a worker that it can step on and that one more level takes out of its reach or
// turns into a win.
static inline bitboard brink(const struct santorini *s, int square)
{
    const int height = santorini_height_at(s, square);
    const int level = height < 2 ? height + 1 : 2;
    return santorini_near(square) & s->at_least[level] & ~s->at_least[level + 1];
}

// Two plies. `s` has the other side to move already.
static void count_replies(
    struct santorini *s, int worker, bitboard free, bitboard steps, struct tally *t)
{
    const uint8_t *theirs = s->workers[s->turn];
    uint8_t *mine = &s->workers[!s->turn][worker];
    const bitboard goals = santorini_goals(s);
    const bitboard reach[] = {santorini_reach(s, theirs[0]), santorini_reach(s, theirs[1])};
    const bitboard matters = brink(s, theirs[0]) | brink(s, theirs[1]) | goals;

    free |= santorini_bit(*mine);
    while (steps != 0) {
        const int to = santorini_pop(&steps);
        const bitboard now_free = free & ~santorini_bit(to);
        const bitboard builds = santorini_near(to) & now_free;
        const struct santorini_sums box = santorini_box(now_free);
        tally_turns(t,
            santorini_turns_of(reach[0], now_free, goals, &box) +
                santorini_turns_of(reach[1], now_free, goals, &box),
            santorini_count(builds & ~matters));
        for (bitboard left = builds & matters; left != 0;) {
            struct santorini after = *s;
            after.workers[!s->turn][worker] = (uint8_t)to;
            const int at = santorini_pop(&left);
            santorini_raise(&after, santorini_bit(at));
            tally_turns(t, santorini_turns(&after, santorini_free(&after)), 1);
        }
    }
}

static void count_lines(const struct santorini *s, int depth, struct tally *t);

// All that follows the steps of one worker that do not win.
static void count_steps(const struct santorini *s, int worker, bitboard free, bitboard steps,
    int depth, struct tally *t)
{
    struct santorini stepped = *s;
    stepped.turn = !s->turn;
    if (depth == 2) {
        count_replies(&stepped, worker, free, steps, t);
        return;
    }
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
static void count_lines(const struct santorini *s, int depth, struct tally *t)
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

static void count_placings(const struct santorini *s, int depth, struct tally *t)
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
    struct tally t = {0};
    if (depth > 0 && s->won)
        t.ended = 1;
    else
        count_placings(s, depth, &t);
    *count = (struct perft_count){.nodes = t.full, .leaves = t.full + t.ended};
}

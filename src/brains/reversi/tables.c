// The tables of the Reversi player that are computed once, when the first of them thinks.
#include "brains/reversi/engine.h"

#include "games/reversi_bits.h"

#include <assert.h>
#include <pthread.h>

extern const uint8_t weights_reversi[], weights_reversi_end[];

struct reversi_tables reversi_tables;

static void fill_lines(struct reversi_tables *t, int at)
{
    for (int k = 0; k < LINES; k++) {
        bitboard up = bits_rays[at][k], down = bits_rays[at][k + LINES];
        t->last_lines[at][k] = (struct last_line){.squares = up | down,
            .turned = t->last_turned[bits_count(up | down)][bits_count(down)]};
    }
    bitboard one = UINT64_C(1) << at;
    bitboard beside = one | (one & ~(BITS_COLUMN << 7)) << 1 | (one & ~BITS_COLUMN) >> 1;
    t->one[at] = one;
    t->near[at] = (beside | beside << 8 | beside >> 8) & ~one;
}

// Stones that turn on one side of a place: `line` begins next to it, mine are ones.
static int flips_beside(unsigned line, int length)
{
    for (int i = 0; i < length; i++) {
        if (line >> i & 1)
            return i;
    }
    return 0;
}

// `before` of the other squares of a line come before the place.
static int flips_around(unsigned line, int others, int before)
{
    unsigned back = 0;
    for (int i = 0; i < before; i++)
        back |= (line >> (before - 1 - i) & 1) << i;
    return flips_beside(back, before) + flips_beside(line >> before, others - before);
}

static void fill_last_turned(struct reversi_tables *t)
{
    for (int others = 0; others < 8; others++) {
        for (int before = 0; before <= others; before++) {
            for (unsigned line = 0; line < 1u << others; line++)
                t->last_turned[others][before][line] =
                    (uint16_t)(flips_around(line, others, before) |
                        flips_around(~line, others, before) << 8);
        }
    }
}

// --- Edges ---

// What turns on an edge when a stone of `mine` is put on `at`; it may turn nothing there.
static unsigned edge_flips(unsigned mine, unsigned theirs, int at)
{
    unsigned turned = 0;
    for (int step = -1; step <= 1; step += 2) {
        unsigned run = 0;
        int to = at + step;
        for (; to >= 0 && to < 8 && (theirs >> to & 1); to += step)
            run |= 1u << to;
        if (to >= 0 && to < 8 && (mine >> to & 1))
            turned |= run;
    }
    return turned;
}

// A stone is stable if it is on the edge in all that can follow. Fuller edges come first.
static uint8_t find_edge_stable(struct reversi_tables *t, unsigned mine, unsigned theirs)
{
    unsigned stable = mine;
    for (int at = 0; at < 8; at++) {
        unsigned one = 1u << at;
        if ((mine | theirs) & one)
            continue;
        unsigned turned = edge_flips(mine, theirs, at);
        stable &= t->edge_stable[mine | turned | one][theirs & ~turned];
        turned = edge_flips(theirs, mine, at);
        stable &= t->edge_stable[mine & ~turned][theirs | turned | one];
    }
    return (uint8_t)stable;
}

static void fill_edges(struct reversi_tables *t)
{
    for (int stones = 8; stones >= 0; stones--) {
        for (unsigned filled = 0; filled < 256; filled++) {
            if (bits_count(filled) != stones)
                continue;
            for (unsigned mine = filled;; mine = (mine - 1) & filled) {
                t->edge_stable[mine][filled & ~mine] = find_edge_stable(t, mine, filled & ~mine);
                if (mine == 0)
                    break;
            }
        }
    }
}

static void reversi_tables_fill_once(void)
{
    struct reversi_tables *t = &reversi_tables;
    for (int at = 0; at < 64; at++)
        fill_lines(t, at);
    fill_last_turned(t);
    fill_edges(t);
    patterns_fill(&t->patterns);
    bool whole = patterns_unpack(&t->patterns, weights_reversi,
        (size_t)(weights_reversi_end - weights_reversi), &t->weights);
    assert(whole);
    (void)whole;
}

void reversi_tables_fill(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, reversi_tables_fill_once);
}

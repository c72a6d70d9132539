// What the transposition table holds for Reversi.
#ifndef AGON_BRAINS_REVERSI_KNOWN_H
#define AGON_BRAINS_REVERSI_KNOWN_H

#include "brains/reversi/engine.h"

static inline uint64_t known_key(const struct reversi_state *s, bitboard mine, bitboard theirs)
{
    uint64_t h = (mine ^ s->salt) * UINT64_C(0x9E3779B97F4A7C15);
    h = (h ^ h >> 32) + theirs;
    h *= UINT64_C(0xD6E8FEB86659FD93);
    h = (h ^ h >> 32) * UINT64_C(0xA3B195354A39B70D);
    return h ^ h >> 29;
}

// What the table knows of a position: a search of this depth and confidence says that its score is
// at least `lower` and at most `upper`. The two best moves, the better first, or MOVE_NONE.
struct known {
    int lower, upper, depth, confidence;
    move best, second;
};

static inline bool known_find(const struct reversi_state *s, uint64_t key, struct known *k)
{
    struct tt_entry e;
    if (!tt_probe(s->tt, key, &e))
        return false;
    *k = (struct known){.lower = (int8_t)(e.score >> 8),
        .upper = (int8_t)(e.score & 0xFF),
        .depth = e.depth,
        .confidence = e.extra >> 8,
        .best = e.best,
        .second = (e.extra & 0xFF) == 0xFF ? MOVE_NONE : e.extra & 0xFF};
    return true;
}

static inline bool known_covers(const struct known *k, int depth, int confidence)
{
    return k->depth >= depth && k->confidence >= confidence;
}

// Stores the result of a search with the window from alpha to beta. It is inline: the number of its
// parameters costs nothing.
static inline void known_store(
    struct reversi_state *s, uint64_t key, int depth, int alpha, int beta, int score, move best)
{
    struct known k;
    struct known new = {.lower = -SCORE_MOST, .upper = SCORE_MOST, .second = MOVE_NONE};
    if (known_find(s, key, &k)) {
        if (k.depth > depth && k.confidence >= s->confidence)
            return;
        if (k.depth == depth && k.confidence == s->confidence) {
            new.lower = k.lower;
            new.upper = k.upper;
        }
        new.second = k.best != best ? k.best : k.second;
    }
    if (score > alpha && score > new.lower)
        new.lower = score;
    if (score < beta && score < new.upper)
        new.upper = score;
    struct tt_entry e = {.best = best,
        .score = (int16_t)((unsigned)(uint8_t) new.lower << 8 | (uint8_t) new.upper),
        .extra = (uint16_t)(s->confidence << 8 | (new.second & 0xFF)),
        .depth = (uint8_t)depth,
        .bound = TT_EXACT};
    tt_store(s->tt, key, &e);
}

#endif

// The network that judges Santorini positions.
//
// Each side sees the board with its own eyes: its workers are "mine", the others "theirs". What it
// sees is a set of features, and each feature has a row of weights. The sum of the rows, cut off
// and squared, gives the hidden units; the weighted sum of the units is the score.
//
// The units come in eights, one for each symmetry of the board: a unit and its seven images have
// the same weights, seen through that symmetry, and count the same. So a position and its mirror
// images have exactly the same score, and only one eighth of the weights has to be learned.
#ifndef AGON_BRAINS_SANTORINI_NET_H
#define AGON_BRAINS_SANTORINI_NET_H

#include "games/santorini_bits.h"

#include <string.h>

enum {
    NET_SYMMETRIES = 8,
    NET_FILTERS = 16, // each with its eight images
    NET_UNITS = NET_FILTERS * NET_SYMMETRIES,
    NET_SIZES = 2, // of the board, each with weights of its own
    NET_SIZE_LEAST = 5,

    // A feature is one of these: a square has at least so many levels; a worker stands on a square
    // of some level; what is around a worker. The last one says for the four straight neighbours,
    // or for the four others, whether the worker can step there: not at all (0), level or down (1),
    // up (2).
    NET_SQUARES = SANTORINI_MAX_SIZE * SANTORINI_MAX_SIZE,
    NET_STANDS = SANTORINI_WIN, // levels on which a worker stands; those above count as the last
    NET_MINE = SANTORINI_DOME * NET_SQUARES,
    NET_THEIRS = NET_MINE + NET_STANDS * NET_SQUARES,
    NET_AROUND = NET_THEIRS + NET_STANDS * NET_SQUARES,
    NET_PATTERNS = 3 * 3 * 3 * 3,
    NET_NEIGHBOURS = 2, // straight, and across corners
    NET_AROUND_SIDE = NET_NEIGHBOURS * NET_STANDS * NET_PATTERNS,
    NET_FEATURES = NET_AROUND + SEATS * NET_AROUND_SIDE,
    NET_NOTHING = NET_FEATURES, // a row of zeros

    // The whole numbers that stand for 1.0, of a hidden unit and of its weight.
    NET_ONE = 255,
    NET_ONE_OUT = 64,
    NET_SCORE_ONE = 160, // the score where the odds are e to 1
    NET_RING = 512,      // the squares around a square, as nine bits
};

struct santorini_net {
    _Alignas(64) int16_t rows[NET_FEATURES + 1][NET_UNITS];
    _Alignas(64) int16_t bias[NET_UNITS];
    _Alignas(64) int16_t out[SEATS][NET_UNITS]; // for the eyes of the side to move, of the other
    int32_t out_bias;
    // For the nine bits of a ring: its four straight squares, and its four others, as digits of
    // base 3.
    uint8_t digits[NET_NEIGHBOURS][NET_RING];
};

// The file of weights holds this for each size of the board, without the images.
struct santorini_net_seed {
    int16_t rows[NET_FEATURES][NET_FILTERS];
    int16_t bias[NET_FILTERS];
    int16_t out[SEATS][NET_FILTERS];
    int32_t out_bias;
};

// The sums of the hidden units for the eyes of both seats, without the features around the workers:
// those change so often that it is faster to add them each time.
struct net_sums {
    _Alignas(64) int16_t of[SEATS][NET_UNITS];
};

// Returns the net for a size of the board. It is made from the weights at the first call.
const struct santorini_net *santorini_net(int size);

// Makes the net with these weights, for a size of the board.
void santorini_net_grow(const struct santorini_net_seed *seed, int size, struct santorini_net *net);

// --- Features ---

// Returns the feature that the same thing is on the board seen through a symmetry.
int net_feature_image(int feature, int symmetry, int size);

// Returns the feature that the same thing is in the eyes of the other seat.
static inline int net_feature_theirs(int feature)
{
    if (feature < NET_MINE)
        return feature;
    if (feature < NET_AROUND)
        return feature < NET_THEIRS ? feature + (NET_THEIRS - NET_MINE)
                                    : feature - (NET_THEIRS - NET_MINE);
    return feature < NET_AROUND + NET_AROUND_SIDE ? feature + NET_AROUND_SIDE
                                                  : feature - NET_AROUND_SIDE;
}

static inline int net_square(int square)
{
    return square - (SANTORINI_ROW - SANTORINI_MAX_SIZE) * santorini_y(square);
}

// `level` is 1 or more.
static inline int net_level(int level, int square)
{
    return (level - 1) * NET_SQUARES + net_square(square);
}

static inline int net_stand(const struct santorini *s, int square)
{
    return (int)(s->at_least[1] >> square & 1) + (int)(s->at_least[2] >> square & 1);
}

static inline int net_worker(bool theirs, int stand, int square)
{
    return (theirs ? NET_THEIRS : NET_MINE) + stand * NET_SQUARES + net_square(square);
}

// Returns the squares of a set around a square, as nine bits.
static inline int net_ring(bitboard set, int square)
{
    const unsigned ring = (unsigned)(set << SANTORINI_ROW << 1 >> square) & 0x070507;
    return (int)((ring & 7) | (ring >> 5 & 050) | (ring >> 10 & 0700));
}

// Fills in the features around a worker, as its owner sees them.
static inline void net_around(const struct santorini_net *net, const struct santorini *s,
    bitboard free, int square, int features[NET_NEIGHBOURS])
{
    const int stand = net_stand(s, square);
    const bitboard upper = s->at_least[stand + 1], reach = free & ~s->at_least[stand + 2];
    const int low = net_ring(reach & ~upper, square), up = net_ring(reach & upper, square);
    for (int i = 0; i < NET_NEIGHBOURS; i++) {
        const int pattern = net->digits[i][low] + 2 * net->digits[i][up];
        features[i] = NET_AROUND + (i * NET_STANDS + stand) * NET_PATTERNS + pattern;
    }
}

// --- The sums ---

static inline void net_add(int16_t *restrict sums, const int16_t *restrict row)
{
    for (int i = 0; i < NET_UNITS; i++)
        sums[i] = (int16_t)(sums[i] + row[i]);
}

static inline void net_sums_scratch(
    const struct santorini_net *net, const struct santorini *s, struct net_sums *sums)
{
    for (int seat = 0; seat < SEATS; seat++) {
        int16_t *of = sums->of[seat];
        memcpy(of, net->bias, sizeof net->bias);
        for (int level = 1; level <= SANTORINI_DOME; level++) {
            for (bitboard left = s->at_least[level]; left != 0;)
                net_add(of, net->rows[net_level(level, santorini_pop(&left))]);
        }
        for (int i = 0; i < SEATS * SANTORINI_WORKERS; i++) {
            const int owner = i / SANTORINI_WORKERS;
            const int square = s->workers[owner][i % SANTORINI_WORKERS];
            if (square != SANTORINI_OFF)
                net_add(of, net->rows[net_worker(owner != seat, net_stand(s, square), square)]);
        }
    }
}

// Makes the sums `after` from the sums `before` and a move: a worker of the side to move went from
// the square `from` to the square `to`, and a level was built on `at`. `from` is SANTORINI_OFF if
// the worker was placed, `at` if nothing was built. `s` is the position before. It has seven
// parameters because `from`, `to` and `at` are in the caller's registers already.
static inline void net_sums_follow(const struct santorini_net *net, const struct santorini *s,
    int from, int to, int at, const struct net_sums *before, struct net_sums *after)
{
    const int level =
        at == SANTORINI_OFF ? NET_NOTHING : net_level(santorini_height_at(s, at) + 1, at);
    const int16_t *restrict built = net->rows[level];
    for (int seat = 0; seat < SEATS; seat++) {
        const bool theirs = s->turn != seat;
        const int left =
            from == SANTORINI_OFF ? NET_NOTHING : net_worker(theirs, net_stand(s, from), from);
        const int16_t *restrict gone = net->rows[left];
        const int16_t *restrict come = net->rows[net_worker(theirs, net_stand(s, to), to)];
        const int16_t *restrict old = before->of[seat];
        int16_t *restrict new = after->of[seat];
        for (int i = 0; i < NET_UNITS; i++)
            new[i] = (int16_t)(old[i] - gone[i] + come[i] + built[i]);
    }
}

// --- The score ---

enum { NET_ROUND = SEATS * SANTORINI_WORKERS * NET_NEIGHBOURS }; // features around workers

// Returns the sum of the units as one seat sees them, each cut off, squared and weighted.
static inline int32_t net_units(
    const int16_t *restrict sums, const int16_t *const rows[NET_ROUND], const int16_t *restrict out)
{
    const int16_t *restrict a = rows[0], *restrict b = rows[1], *restrict c = rows[2];
    const int16_t *restrict d = rows[3], *restrict e = rows[4], *restrict f = rows[5];
    const int16_t *restrict g = rows[6], *restrict h = rows[7];
    int32_t total = 0;
    for (int i = 0; i < NET_UNITS; i++) {
        int16_t x = (int16_t)(sums[i] + a[i] + b[i] + c[i] + d[i] + e[i] + f[i] + g[i] + h[i]);
        x = x < 0 ? 0 : x;
        x = x > NET_ONE ? NET_ONE : x;
        const int16_t weighted = (int16_t)(x * out[i]);
        total += weighted * x;
    }
    return total;
}

// Returns the score of the side to move.
static inline int net_score(
    const struct santorini_net *net, const struct santorini *s, const struct net_sums *sums)
{
    enum { SIDE = SANTORINI_WORKERS * NET_NEIGHBOURS };
    const bitboard free = s->at_least[0] & ~s->at_least[SANTORINI_DOME] & ~santorini_occupied(s);
    // What is around the workers: rows for each side's eyes, those of its own workers first.
    const int16_t *rows[SEATS][NET_ROUND];
    for (int i = 0; i < SEATS * SANTORINI_WORKERS; i++) {
        const int view = i / SANTORINI_WORKERS, worker = i % SANTORINI_WORKERS;
        const int square = s->workers[s->turn ^ view][worker];
        int features[NET_NEIGHBOURS] = {NET_NOTHING, NET_NOTHING};
        int theirs = 0;
        if (square != SANTORINI_OFF) {
            net_around(net, s, free, square, features);
            theirs = NET_AROUND_SIDE;
        }
        for (int k = 0; k < NET_NEIGHBOURS; k++) {
            const int at = worker * NET_NEIGHBOURS + k;
            rows[view][at] = net->rows[features[k]];
            rows[!view][SIDE + at] = net->rows[features[k] + theirs];
        }
    }
    int32_t total = net->out_bias;
    for (int view = 0; view < SEATS; view++)
        total += net_units(sums->of[s->turn ^ view], rows[view], net->out[view]);
    return (int)((int64_t)total * NET_SCORE_ONE / (NET_ONE * NET_ONE * NET_ONE_OUT));
}

#endif

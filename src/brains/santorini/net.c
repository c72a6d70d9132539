// From the weights as they were learned to the net as it is used: every filter gets its images.
#include "brains/santorini/net.h"

#include <pthread.h>

extern const struct santorini_net_seed weights_santorini[NET_SIZES];

// --- Symmetries: bit 0 turns x round, bit 1 turns y round, then bit 2 exchanges them ---

static int square_image(int square, int symmetry, int size)
{
    int x = square % SANTORINI_MAX_SIZE, y = square / SANTORINI_MAX_SIZE;
    if (x >= size || y >= size) // not on this board: it does not matter
        return square;
    x = symmetry & 1 ? size - 1 - x : x;
    y = symmetry & 2 ? size - 1 - y : y;
    return symmetry & 4 ? x * SANTORINI_MAX_SIZE + y : y * SANTORINI_MAX_SIZE + x;
}

// The digits of a pattern, from the lowest: straight N, W, E, S; the others NW, NE, SW, SE.
static const struct {
    int dx, dy;
} digit_ways[NET_NEIGHBOURS][4] = {
    {{0, -1}, {-1, 0}, {1, 0}, {0, 1}},
    {{-1, -1}, {1, -1}, {-1, 1}, {1, 1}},
};

static int digit_image(int neighbours, int digit, int symmetry)
{
    int dx = digit_ways[neighbours][digit].dx, dy = digit_ways[neighbours][digit].dy;
    dx = symmetry & 1 ? -dx : dx;
    dy = symmetry & 2 ? -dy : dy;
    if (symmetry & 4) {
        const int swap = dx;
        dx = dy;
        dy = swap;
    }
    int image = 0;
    while (digit_ways[neighbours][image].dx != dx || digit_ways[neighbours][image].dy != dy)
        image++;
    return image;
}

static const int powers_of_three[] = {1, 3, 9, 27};

static int pattern_image(int neighbours, int pattern, int symmetry)
{
    int image = 0;
    for (int digit = 0; digit < 4; digit++)
        image += pattern / powers_of_three[digit] % 3 *
            powers_of_three[digit_image(neighbours, digit, symmetry)];
    return image;
}

int net_feature_image(int feature, int symmetry, int size)
{
    if (feature < NET_AROUND) {
        const int square = feature % NET_SQUARES;
        return feature - square + square_image(square, symmetry, size);
    }
    const int pattern = (feature - NET_AROUND) % NET_PATTERNS;
    const int neighbours = (feature - NET_AROUND) / (NET_STANDS * NET_PATTERNS) % NET_NEIGHBOURS;
    return feature - pattern + pattern_image(neighbours, pattern, symmetry);
}

// --- The net ---

static void fill_digits(struct santorini_net *net)
{
    for (int ring = 0; ring < NET_RING; ring++) {
        for (int neighbours = 0; neighbours < NET_NEIGHBOURS; neighbours++) {
            int sum = 0;
            for (int digit = 0; digit < 4; digit++) {
                const int dx = digit_ways[neighbours][digit].dx;
                const int dy = digit_ways[neighbours][digit].dy;
                sum += (ring >> (3 * (dy + 1) + dx + 1) & 1) * powers_of_three[digit];
            }
            net->digits[neighbours][ring] = (uint8_t)sum;
        }
    }
}

void santorini_net_grow(const struct santorini_net_seed *seed, int size, struct santorini_net *net)
{
    for (int symmetry = 0; symmetry < NET_SYMMETRIES; symmetry++) {
        const int first = symmetry * NET_FILTERS;
        for (int f = 0; f < NET_FEATURES; f++)
            memcpy(&net->rows[f][first], seed->rows[net_feature_image(f, symmetry, size)],
                sizeof seed->rows[0]);
        memcpy(&net->bias[first], seed->bias, sizeof seed->bias);
        for (int view = 0; view < SEATS; view++)
            memcpy(&net->out[view][first], seed->out[view], sizeof seed->out[view]);
    }
    memset(net->rows[NET_NOTHING], 0, sizeof net->rows[NET_NOTHING]);
    net->out_bias = seed->out_bias;
    fill_digits(net);
}

static struct santorini_net nets[NET_SIZES];
static pthread_once_t grown = PTHREAD_ONCE_INIT;

static void grow_all(void)
{
    for (int i = 0; i < NET_SIZES; i++)
        santorini_net_grow(&weights_santorini[i], NET_SIZE_LEAST + i, &nets[i]);
}

const struct santorini_net *santorini_net(int size)
{
    pthread_once(&grown, grow_all);
    return &nets[size - NET_SIZE_LEAST];
}

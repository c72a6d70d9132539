#include "brains/reversi/patterns.h"

#include <stdbool.h>
#include <string.h>

enum { SYMMETRIES = 8 };

// One image of each pattern. Chosen so that every square is in several of them, corners and edges,
// where games are decided, in the most.
static const char *const pattern_names[PATTERNS] = {
    "b2 a1 b1 c1 d1 e1 f1 g1 h1 g2", // an edge and the two squares next to its corners
    "a1 b1 c1 d1 a2 b2 c2 a3 b3 a4", // a triangle in a corner
    "a1 c1 d1 e1 f1 h1 c2 d2 e2 f2", // what decides who gets the corners of an edge
    "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2", // half of two rows
    "a1 b1 a2 b2 c2 b3 c3 d3 c4 d4", // from a corner to the centre
    "a1 b1 c1 a2 b2 c2 a3 b3 c3",    // a corner
    "a2 b2 c2 d2 e2 f2 g2 h2",       // rows
    "a3 b3 c3 d3 e3 f3 g3 h3",
    "a4 b4 c4 d4 e4 f4 g4 h4",
    "a1 b2 c3 d4 e5 f6 g7 h8", // diagonals
    "b1 c2 d3 e4 f5 g6 h7",
    "c1 d2 e3 f4 g5 h6",
    "d1 e2 f3 g4 h5",
    "e1 f2 g3 h4",
};

static int read_pattern(int pattern, uint8_t squares[PATTERN_SQUARES_MOST])
{
    int count = 0;
    for (const char *c = pattern_names[pattern]; *c; c += c[2] ? 3 : 2)
        squares[count++] = (uint8_t)((c[1] - '1') * REVERSI_LENGTH + (c[0] - 'a'));
    return count;
}

static int power_of_three(int exponent)
{
    static const int powers[PATTERN_SQUARES_MOST + 1] = {
        1, 3, 9, 27, 81, 243, 729, 2187, 6561, 19683, 59049};
    return powers[exponent];
}

static int pattern_square_image(int square, int symmetry)
{
    int row = square / REVERSI_LENGTH, column = square % REVERSI_LENGTH;
    row = symmetry & 1 ? REVERSI_LENGTH - 1 - row : row;
    column = symmetry & 2 ? REVERSI_LENGTH - 1 - column : column;
    return symmetry & 4 ? column * REVERSI_LENGTH + row : row * REVERSI_LENGTH + column;
}

static bitboard image_of(const uint8_t *squares, int count, int symmetry)
{
    bitboard set = 0;
    for (int i = 0; i < count; i++)
        set |= UINT64_C(1) << pattern_square_image(squares[i], symmetry);
    return set;
}

static void fill_lane(struct pattern_tables *t, int lane, int symmetry, int32_t middle)
{
    struct lane_squares *l = &t->lanes[lane];
    t->middle[lane] = middle;
    for (int i = 0; i < l->length; i++) {
        l->squares[i] = (uint8_t)pattern_square_image(l->squares[i], symmetry);
        t->steps[l->squares[i]].at[lane] = (int16_t)power_of_three(i);
    }
}

void patterns_fill(struct pattern_tables *t)
{
    int lane = 0;
    int32_t first = 0;
    for (int pattern = 0; pattern < PATTERNS; pattern++) {
        struct lane_squares base = {.pattern = pattern};
        base.length = read_pattern(pattern, base.squares);
        int32_t middle = first + power_of_three(base.length) / 2;
        bitboard seen[SYMMETRIES];
        for (int k = 0; k < SYMMETRIES; k++) {
            seen[k] = image_of(base.squares, base.length, k);
            bool again = false;
            for (int earlier = 0; earlier < k; earlier++)
                again |= seen[earlier] == seen[k];
            if (again)
                continue;
            t->lanes[lane] = base;
            fill_lane(t, lane++, k, middle);
        }
        first += power_of_three(base.length);
    }
}

// The number of the same filling, seen through a symmetry of the pattern: the square in place i
// goes to place `to[i]`.
static int pattern_permute(int number, int length, const int to[])
{
    int result = 0;
    for (int i = 0; i < length; i++, number /= 3)
        result += number % 3 * power_of_three(to[i]);
    return result;
}

// The symmetries of a pattern that change it; returns how many.
static int find_symmetries(
    const uint8_t *squares, int length, int to[SYMMETRIES][PATTERN_SQUARES_MOST])
{
    int count = 0;
    bitboard own = image_of(squares, length, 0);
    for (int k = 1; k < SYMMETRIES; k++) {
        if (image_of(squares, length, k) != own)
            continue;
        bool moves = false;
        for (int i = 0; i < length; i++) {
            int place = 0;
            while (squares[place] != pattern_square_image(squares[i], k))
                place++;
            to[count][i] = place;
            moves |= place != i;
        }
        count += moves;
    }
    return count;
}

int patterns_share(const struct pattern_tables *t, int32_t shared[WEIGHTS])
{
    int32_t different = 0, first = 0;
    for (int lane = 0, pattern = -1; lane < LANES_USED; lane++) {
        const struct lane_squares *l = &t->lanes[lane];
        if (l->pattern == pattern)
            continue;
        pattern = l->pattern;
        int to[SYMMETRIES][PATTERN_SQUARES_MOST];
        int symmetries = find_symmetries(l->squares, l->length, to);
        int numbers = power_of_three(l->length);
        for (int number = 0; number < numbers; number++) {
            int least = number;
            for (int k = 0; k < symmetries; k++) {
                int other = pattern_permute(number, l->length, to[k]);
                least = other < least ? other : least;
            }
            shared[first + number] = least < number ? shared[first + least] : different++;
        }
        first += numbers;
    }
    return different;
}

// The file: for each phase its different weights, then the bias for each number of stones; each as
// one byte, or where that is too small as ESCAPE and two bytes, the lower first. ZEROS and a byte n
// stand for n weights of 0.
enum { ESCAPE = -128, ZEROS = 127 };

bool patterns_pack(FILE *file, const int16_t *weights, size_t count)
{
    for (size_t i = 0; i < count;) {
        size_t zeros = 0;
        while (i + zeros < count && weights[i + zeros] == 0 && zeros < UINT8_MAX)
            zeros++;
        int weight = weights[i];
        if (zeros > 1) {
            putc(ZEROS, file);
            putc((int)zeros, file);
            i += zeros;
            continue;
        }
        if (weight > ESCAPE && weight < ZEROS) {
            putc(weight & 0xFF, file);
        } else {
            putc(ESCAPE & 0xFF, file);
            putc(weight & 0xFF, file);
            putc(weight >> 8 & 0xFF, file);
        }
        i++;
    }
    return !ferror(file);
}

struct pattern_reader {
    const uint8_t *next, *end;
    int zeros; // that are still to come
    bool failed;
};

static int pattern_take_byte(struct pattern_reader *r)
{
    if (r->next == r->end) {
        r->failed = true;
        return 0;
    }
    return *r->next++;
}

static int16_t read_weight(struct pattern_reader *r)
{
    if (r->zeros == 0) {
        int value = (int8_t)pattern_take_byte(r);
        if (value == ESCAPE) {
            int low = pattern_take_byte(r);
            return (int16_t)(uint16_t)(low | pattern_take_byte(r) << 8);
        }
        if (value != ZEROS)
            return (int16_t)value;
        r->zeros = pattern_take_byte(r);
        r->failed |= r->zeros == 0;
    }
    r->zeros -= r->zeros > 0;
    return 0;
}

bool patterns_unpack(const struct pattern_tables *t, const uint8_t *bytes, size_t size,
    struct pattern_weights *weights)
{
    static int32_t shared[WEIGHTS];
    static int16_t values[WEIGHTS];
    int different = patterns_share(t, shared);
    struct pattern_reader r = {.next = bytes, .end = bytes + size};
    for (int phase = 0; phase < PHASES; phase++) {
        for (int i = 0; i < different; i++)
            values[i] = read_weight(&r);
        for (int i = 0; i < WEIGHTS; i++)
            weights->of[phase][i] = values[shared[i]];
    }
    for (int stones = 0; stones <= 64; stones++)
        weights->bias[stones] = read_weight(&r);
    return !r.failed && r.next == r.end;
}

// The tables that a search of Game of Stones makes of its weights.
#include "brains/stones/weights.h"

#include "base/random.h"
#include "games/stones_bits.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

extern const char weights_stones[]; // weights/stones.bin

enum { KEYS_SEED = 5 };

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

static stones_worth worth_join(int start, int end)
{
    return start * (INT64_C(1) << 32) + end;
}

// Both stages of a term.
static stones_worth worth_of(const struct stones_weights *w, const int16_t *term)
{
    const int number = (int)(term - (const int16_t *)&w->stages[0]);
    return worth_join(*term, ((const int16_t *)&w->stages[1])[number]);
}

static void fill_pieces(struct stones_tables *t)
{
    const struct stones_weights *w = &t->weights;
    struct random keys = random_seeded(KEYS_SEED);
    for (int seat = 0; seat < SEATS; seat++) {
        for (int code = 0; code < STONES_STACK_CODES; code++) {
            const int kind = code % 4, height = code / 4;
            for (int cell = 0; cell < STONES_CELLS; cell++) {
                struct stones_piece *piece = &t->pieces[seat][code][cell];
                piece->key = random_next(&keys);
                if (cell == STONES_HOLE || kind >= STONES_KINDS || height == 0)
                    continue;
                const int told = height < STONES_HEIGHTS ? height : STONES_HEIGHTS;
                piece->worth = worth_of(w, &w->stages[0].stack[kind][told - 1][stones_class(cell)]);
                if (seat == 1)
                    piece->worth = -piece->worth;
            }
        }
        for (int phase = 0; phase <= STONES_ANY; phase++)
            t->turn_keys[seat][phase] = random_next(&keys);
    }
}

static void fill_orders(struct stones_tables *t)
{
    memset(t->orders, STONES_ORDERS, sizeof t->orders);
    for (int a = 0; a < STONES_CELLS; a++) {
        for (int b = 0; b < STONES_CELLS; b++) {
            const int dx = stones_slot[a] % STONES_LENGTH - stones_slot[b] % STONES_LENGTH;
            const int dy = stones_slot[a] / STONES_LENGTH - stones_slot[b] / STONES_LENGTH;
            if (a != b && (dy == 0 || dx == 0 || dx == dy))
                t->orders[a][b] = dy == 0 ? STONES_ROWS
                    : dx == 0             ? STONES_COLUMNS
                                          : STONES_DIAGONALS;
        }
    }
}

// By the series of the area under 1/x, from one number to the next.
static void fill_logs(struct stones_tables *t)
{
    int log = 0; // in 1/65536
    for (int n = 1; n < STONES_LOGS - 1; n++) {
        const int step = 2 * n + 1;
        log += 2 * 65536 / step + 2 * 65536 / (3 * step * step * step);
        t->logs[n + 1] = (int16_t)(log / (65536 / STONES_LOG_UNIT));
    }
}

// The terms that one look tells keep their order: a table of worths for a table of numbers.
static void fill_terms(
    stones_worth *out, const struct stones_weights *w, const int16_t *terms, size_t bytes)
{
    for (size_t i = 0; i < bytes / sizeof *terms; i++)
        out[i] = worth_of(w, &terms[i]);
}

void stones_fill(struct stones_tables *t, const struct stones_weights *weights)
{
    *t = (struct stones_tables){.weights = *weights};
    const struct stones_weights *w = &t->weights;
    const struct stones_terms *terms = &w->stages[0];
    fill_pieces(t);
    fill_orders(t);
    fill_logs(t);
    for (int k = 0; k < STONES_KINDS; k++) {
        for (int c = 1; c < STONES_COUNTS; c++)
            t->fewer[k][c] =
                worth_of(w, &terms->count[k][c - 1]) - worth_of(w, &terms->count[k][c]);
    }
    fill_terms(t->turn, w, terms->turn, sizeof terms->turn);
    fill_terms(t->lead[0], w, terms->lead[0], sizeof terms->lead);
    fill_terms(t->attacks[0][0], w, terms->attacks[0][0], sizeof terms->attacks);
    fill_terms(t->threats[0][0][0][0], w, terms->threats[0][0][0][0], sizeof terms->threats);
    fill_terms(t->on_tall[0][0], w, terms->on_tall[0][0], sizeof terms->on_tall);
    fill_terms(t->from_above[0][0], w, terms->from_above[0][0], sizeof terms->from_above);
    fill_terms(t->rise[0][0][0][0], w, terms->rise[0][0][0][0], sizeof terms->rise);
}

static struct stones_tables own_tables;

static void fill_own_tables(void)
{
    struct stones_weights weights;
    memcpy(&weights, weights_stones, sizeof weights);
    stones_fill(&own_tables, &weights);
}

const struct stones_tables *stones_own_tables(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, fill_own_tables);
    return &own_tables;
}

// Everything is one loop: the forward substitution of several right-hand sides at once. A row of L
// is the solution of one with the part of L above it, so factoring uses it too.
#include "contest/matrix.h"

#include <math.h>
#include <string.h>

// Two lanes: a vector that every machine has. It may lie anywhere that a double may.
typedef double two __attribute__((vector_size(2 * sizeof(double)), aligned(8), may_alias));

// Solves L v = b for rows from..to - 1, where what stands before `from` is zero; b comes in v.
static void matrix_forward(const double *l, size_t n, size_t from, size_t to, double *v)
{
    for (size_t k = from; k < to; k++) {
        const double *row = &l[k * n];
        two *out = (two *)&v[k * MATRIX_LANES];
        // Four names rather than an array, which gcc would keep in memory.
        two a = out[0], b = out[1], c = out[2], d = out[3];
        for (size_t j = from; j < k; j++) {
            const two *in = (const two *)&v[j * MATRIX_LANES];
            a -= row[j] * in[0];
            b -= row[j] * in[1];
            c -= row[j] * in[2];
            d -= row[j] * in[3];
        }
        out[0] = a / row[k];
        out[1] = b / row[k];
        out[2] = c / row[k];
        out[3] = d / row[k];
    }
}

// The square on the diagonal whose rows begin at `at`, after all before it is known.
static bool factor_square(double *a, size_t n, size_t at, size_t rows)
{
    for (size_t i = at; i < at + rows; i++) {
        for (size_t j = at; j <= i; j++) {
            double sum = a[i * n + j];
            for (size_t k = 0; k < j; k++)
                sum -= a[i * n + k] * a[j * n + k];
            if (j < i)
                a[i * n + j] = sum / a[j * n + j];
            else if (sum > 0)
                a[i * n + i] = sqrt(sum);
            else
                return false;
        }
    }
    return true;
}

bool matrix_factor(double *a, size_t n, double *room)
{
    for (size_t at = 0; at < n; at += MATRIX_LANES) {
        size_t rows = n - at < MATRIX_LANES ? n - at : MATRIX_LANES;
        memset(room, 0, at * MATRIX_LANES * sizeof *room);
        for (size_t c = 0; c < rows; c++) {
            for (size_t j = 0; j < at; j++)
                room[j * MATRIX_LANES + c] = a[(at + c) * n + j];
        }
        matrix_forward(a, n, 0, at, room);
        for (size_t c = 0; c < rows; c++) {
            for (size_t j = 0; j < at; j++)
                a[(at + c) * n + j] = room[j * MATRIX_LANES + c];
        }
        if (!factor_square(a, n, at, rows))
            return false;
    }
    return true;
}

void matrix_solve(const double *l, size_t n, double *x)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < i; j++)
            x[i] -= l[i * n + j] * x[j];
        x[i] /= l[i * n + i];
    }
    for (size_t i = n; i-- > 0;) {
        x[i] /= l[i * n + i];
        for (size_t j = 0; j < i; j++)
            x[j] -= l[i * n + j] * x[i];
    }
}

// The inverse of A is M^T M with M the inverse of L: its diagonal holds the squared lengths of the
// columns of M, and a column of M solves L m = e.
void matrix_inverse_diagonal(const double *l, size_t n, double *diagonal, double *room)
{
    for (size_t at = 0; at < n; at += MATRIX_LANES) {
        size_t columns = n - at < MATRIX_LANES ? n - at : MATRIX_LANES;
        memset(&room[at * MATRIX_LANES], 0, (n - at) * MATRIX_LANES * sizeof *room);
        for (size_t c = 0; c < columns; c++) {
            room[(at + c) * MATRIX_LANES + c] = 1;
            diagonal[at + c] = 0;
        }
        matrix_forward(l, n, at, n, room);
        for (size_t k = at; k < n; k++) {
            for (size_t c = 0; c < columns; c++)
                diagonal[at + c] += room[k * MATRIX_LANES + c] * room[k * MATRIX_LANES + c];
        }
    }
}

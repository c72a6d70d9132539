// Solves systems of linear equations with a symmetric positive definite matrix, by Cholesky's
// method: A = L L^T, where L is lower triangular. A matrix is n rows of n doubles, of which only
// the lower triangle is used.
#ifndef AGON_CONTEST_MATRIX_H
#define AGON_CONTEST_MATRIX_H

#include <stdbool.h>
#include <stddef.h>

// So many right-hand sides are solved at once, side by side in memory. For n rows the caller lends
// a `room` of n * MATRIX_LANES doubles.
enum { MATRIX_LANES = 8 };

// Replaces A by L. Returns false if A is not positive definite.
bool matrix_factor(double *a, size_t n, double *room);
// Solves A x = b. `x` comes in as b.
void matrix_solve(const double *l, size_t n, double *x);
// Fills in the diagonal of the inverse of A.
void matrix_inverse_diagonal(const double *l, size_t n, double *diagonal, double *room);

#endif

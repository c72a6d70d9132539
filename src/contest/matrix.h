// Symmetric positive definite systems by Cholesky's method: A = L L^T with L lower triangular.
// A matrix is n rows of n doubles, of which only the lower triangle is used.
#ifndef AGON_CONTEST_MATRIX_H
#define AGON_CONTEST_MATRIX_H

#include <stdbool.h>
#include <stddef.h>

// MATRIX_LANES right-hand sides are worked on at once, side by side in memory: `room` of this many
// doubles is needed for n rows.
enum { MATRIX_LANES = 8 };

// Puts L in the place of A. False: A is not positive definite.
bool matrix_factor(double *a, size_t n, double *room);
void matrix_solve(const double *l, size_t n, double *x); // A x = b; b comes in x
// The diagonal of the inverse of A.
void matrix_inverse_diagonal(const double *l, size_t n, double *diagonal, double *room);

#endif

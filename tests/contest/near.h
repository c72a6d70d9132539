// Numbers that must agree but not to the last digit.
#ifndef AGON_TESTS_CONTEST_NEAR_H
#define AGON_TESTS_CONTEST_NEAR_H

#include <math.h>
#include <stdio.h>

#define assert_near(seen, expected, tolerance)                                                     \
    assert_near_at((seen), (expected), (tolerance), __FILE__, __LINE__)

static inline void assert_near_at(
    double seen, double expected, double tolerance, const char *file, int line)
{
    if (fabs(seen - expected) <= tolerance)
        return;
    print_error("%.12g is not %.12g +/- %g\n", seen, expected, tolerance);
    _assert_true(0, "near", file, line);
}

#endif

// Matchings are as large as any, by trying all of them.
#include "base/random.h"
#include "contest/matching.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static int largest_by_trial(const struct matching *m, bool *taken)
{
    int a = 0;
    while (a < m->count && taken[a])
        a++;
    if (a == m->count)
        return 0;
    taken[a] = true;
    int best = largest_by_trial(m, taken);
    for (int b = a + 1; b < m->count; b++) {
        if (taken[b] || !m->edges[a * m->count + b])
            continue;
        taken[b] = true;
        int pairs = 1 + largest_by_trial(m, taken);
        best = pairs > best ? pairs : best;
        taken[b] = false;
    }
    taken[a] = false;
    return best;
}

static void a_matching_is_as_large_as_can_be(void **state)
{
    (void)state;
    struct random r = random_seeded(9);
    for (int trial = 0; trial < 3000; trial++) {
        int count = 2 + (int)random_below(&r, 9);
        struct matching m;
        assert_true(matching_init(&m, count));
        uint32_t density = 1 + random_below(&r, 6);
        for (int a = 0; a < count; a++) {
            for (int b = a + 1; b < count; b++) {
                if (random_below(&r, 8) < density)
                    matching_join(&m, a, b);
            }
        }
        bool taken[16] = {0};
        int left = matching_grow(&m);
        assert_int_equal(count - left, 2 * largest_by_trial(&m, taken));
        for (int a = 0; a < count; a++) {
            if (m.mates[a] == UNMATCHED)
                continue;
            assert_int_equal(m.mates[m.mates[a]], a);
            assert_true(m.edges[a * count + m.mates[a]]);
        }
        // Fixing a pair succeeds exactly when the rest still has a perfect matching.
        for (int b = 1; left == 0 && b < count; b++) {
            if (!m.edges[b])
                continue;
            taken[0] = taken[b] = true;
            bool can = 2 * largest_by_trial(&m, taken) == count - 2;
            taken[0] = taken[b] = false;
            assert_int_equal(matching_fix(&m, 0, b), can);
            if (can)
                break;
        }
        matching_destroy(&m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_matching_is_as_large_as_can_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

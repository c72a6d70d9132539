// The small things of base/: errors, random numbers, time, words that are near each other.
#include "base/clock.h"
#include "base/cpu.h"
#include "base/error.h"
#include "base/nearest.h"
#include "base/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void an_error_carries_words_and_a_place(void **state)
{
    (void)state;
    struct error e = {0};
    assert_false(error_at(&e, 7, "no %s here", "dot"));
    assert_string_equal(e.words, "no dot here");
    assert_true(e.has_at);
    assert_int_equal(e.at, 7);
    assert_false(error_set(&e, "gone"));
    assert_false(e.has_at);
    assert_false(error_set(NULL, "nobody listens"));
}

static void the_same_seed_gives_the_same_numbers_for_ever(void **state)
{
    (void)state;
    // The published first outputs of SplitMix64 for seed 1234567.
    struct random r = random_seeded(1234567);
    assert_true(random_next(&r) == UINT64_C(6457827717110365317));
    assert_true(random_next(&r) == UINT64_C(3203168211198807973));
    assert_true(random_next(&r) == UINT64_C(9817491932198370423));
}

static void derived_seeds_have_nothing_in_common(void **state)
{
    (void)state;
    // A run with seed s and its nth game: no two pairs near each other give the same seed, none 0.
    enum { SEEDS = 40, GAMES = 40 };
    static uint64_t seen[SEEDS * GAMES];
    for (int s = 0; s < SEEDS; s++) {
        for (int n = 0; n < GAMES; n++) {
            uint64_t seed = random_derive((uint64_t)s, (uint64_t)n);
            assert_true(seed != 0);
            for (int i = 0; i < s * GAMES + n; i++)
                assert_true(seen[i] != seed);
            seen[s * GAMES + n] = seed;
        }
    }
}

static void random_below_is_even(void **state)
{
    (void)state;
    struct random r = random_seeded(1);
    int seen[7] = {0};
    for (int i = 0; i < 70000; i++)
        seen[random_below(&r, 7)]++;
    for (int i = 0; i < 7; i++)
        assert_in_range(seen[i], 9600, 10400);
    assert_int_equal(random_below(&r, 1), 0);
}

static void time_does_not_go_backwards(void **state)
{
    (void)state;
    int64_t last = clock_now_ns();
    for (int i = 0; i < 1000; i++) {
        int64_t now = clock_now_ns();
        assert_true(now >= last);
        last = now;
    }
}

static void the_nearest_word_is_found_and_a_wild_guess_is_not_made(void **state)
{
    (void)state;
    const char *const words[] = {"santorini", "reversi", "stones"};
    assert_int_equal(nearest_word("reversy", words, 3), 1);
    assert_int_equal(nearest_word("satnorini", words, 3), 0);
    assert_int_equal(nearest_word("stone", words, 3), 2);
    assert_int_equal(nearest_word("chess", words, 3), -1);
    assert_int_equal(nearest_word("", words, 3), -1);
    char endless[5000];
    memset(endless, 's', sizeof endless - 1);
    endless[sizeof endless - 1] = '\0';
    assert_int_equal(nearest_word(endless, words, 3), -1);
}

static void the_instruction_sets_can_be_limited(void **state)
{
    (void)state;
    enum cpu_level best = cpu_level();
    cpu_limit(CPU_PLAIN);
    assert_int_equal(cpu_level(), CPU_PLAIN);
    cpu_limit(CPU_LEVELS - 1);
    assert_int_equal(cpu_level(), best);
}

static void what_is_refused_is_told_with_the_nearest_and_all_or_a_hint(void **state)
{
    (void)state;
    static const char *const words[] = {"santorini", "reversi", "stones"};
    struct error e;
    assert_false(nearest_refuse(&e, "game", "reversy", words, 3, NULL));
    assert_string_equal(
        e.words, "no game \"reversy\". Did you mean \"reversi\"?   (santorini, reversi, stones)");
    assert_false(nearest_refuse(&e, "game", "chess", words, 3, "see the list"));
    assert_string_equal(e.words, "no game \"chess\"   (see the list)");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_error_carries_words_and_a_place),
        cmocka_unit_test(the_same_seed_gives_the_same_numbers_for_ever),
        cmocka_unit_test(derived_seeds_have_nothing_in_common),
        cmocka_unit_test(random_below_is_even),
        cmocka_unit_test(time_does_not_go_backwards),
        cmocka_unit_test(the_nearest_word_is_found_and_a_wild_guess_is_not_made),
        cmocka_unit_test(what_is_refused_is_told_with_the_nearest_and_all_or_a_hint),
        cmocka_unit_test(the_instruction_sets_can_be_limited),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

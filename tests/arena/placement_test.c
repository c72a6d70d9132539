// Which cores runners and bots have. No machine is asked: the cores are numbers.
#include "arena/placement.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static struct placement plan(int cores, int64_t concurrency, int available)
{
    const struct placement_wish wish = {.cores = cores, .concurrency = concurrency};
    return placement_plan(&wish, available);
}

static void assert_says(int cores, int64_t concurrency, int available, const char *expected)
{
    const struct placement_wish wish = {.cores = cores, .concurrency = concurrency};
    struct text words = text_growing();
    bool said = placement_words(&wish, available, &words);
    assert_string_equal(said ? words.bytes : "", expected);
    text_destroy(&words);
}

static void without_a_wish_there_is_a_runner_for_each_core_and_bots_share_it(void **state)
{
    (void)state;
    struct placement p = plan(0, 8, 4);
    assert_int_equal(p.cores, 0);
    assert_int_equal(p.games, 8);
    assert_int_equal(p.runners, 4);
    p = plan(0, 2, 4);
    assert_int_equal(p.runners, 2);
    assert_says(0, 8, 4, "");
}

static void each_game_has_cores_for_both_bots_and_one_for_its_runner(void **state)
{
    (void)state;
    struct placement p = plan(2, 3, 16);
    assert_int_equal(p.cores, 2);
    assert_int_equal(p.games, 3);
    assert_int_equal(p.runners, 3);
    assert_false(p.homeless);
    assert_says(2, 3, 16, "");
}

static void fewer_games_are_played_at_once_if_there_are_not_enough_cores(void **state)
{
    (void)state;
    struct placement p = plan(2, 8, 16);
    assert_int_equal(p.games, 3);
    assert_int_equal(p.runners, 3);
    assert_says(2, 8, 16, "3 games at once, not 8: there are no more cores");
    assert_says(1, 2, 3, "1 game at once, not 2: there are no more cores");
}

static void if_there_are_cores_for_the_bots_only_the_arena_shares_them(void **state)
{
    (void)state;
    struct placement p = plan(1, 1, 2);
    assert_int_equal(p.cores, 1);
    assert_int_equal(p.games, 1);
    assert_true(p.homeless);
    assert_says(1, 1, 2, "the bots of a game have all 2 cores, and agon shares them");
    assert_says(1, 4, 2,
        "the bots of a game have all 2 cores, and agon shares them; 1 game at once, not 4: there "
        "are no more cores");
}

static void if_there_are_not_even_those_everything_is_as_without_the_wish(void **state)
{
    (void)state;
    struct placement p = plan(2, 4, 3);
    assert_int_equal(p.cores, 0);
    assert_int_equal(p.games, 4);
    assert_int_equal(p.runners, 3);
    assert_says(2, 4, 3,
        "the bots of a game share a core: 2 for each of them need 4 cores, and agon may use 3 "
        "cores");
    assert_says(1, 1, 1,
        "the bots of a game share a core: 1 for each of them need 2 cores, and agon may use 1 "
        "core");
}

static void one_runner_can_have_several_games(void **state)
{
    (void)state;
    const struct placement_wish wish = {.cores = 1, .concurrency = 8, .one_runner = true};
    struct placement p = placement_plan(&wish, 8);
    assert_int_equal(p.games, 3);
    assert_int_equal(p.runners, 1);
}

// Adds the cores to `taken`; none of them may be in it.
static void take(cpu_set_t *taken, const cpu_set_t *cores, const cpu_set_t *allowed, int count)
{
    assert_int_equal(CPU_COUNT(cores), count);
    for (int core = 0; core < CPU_SETSIZE; core++) {
        if (!CPU_ISSET(core, cores))
            continue;
        assert_true(CPU_ISSET(core, allowed));
        assert_false(CPU_ISSET(core, taken));
        CPU_SET(core, taken);
    }
}

static void nobody_has_a_core_of_another_one(void **state)
{
    (void)state;
    for (int available = 3; available <= 40; available++) {
        cpu_set_t allowed, taken, cores;
        CPU_ZERO(&allowed);
        for (int i = 0; i < available; i++)
            CPU_SET(3 * i + 1, &allowed); // not all cores of a machine may be ours
        for (int each = 1; SEATS * each < available; each++) {
            struct placement p = plan(each, 100, available);
            CPU_ZERO(&taken);
            assert_int_equal(p.cores, each);
            for (int64_t slot = 0; slot < p.games; slot++) {
                for (int who = 0; who < SEATS; who++) {
                    placement_cores(&p, &allowed, slot, who, &cores);
                    take(&taken, &cores, &allowed, each);
                }
                placement_cores(&p, &allowed, slot, PLACEMENT_RUNNER, &cores);
                take(&taken, &cores, &allowed, 1);
            }
        }
    }
}

static void a_runner_without_a_core_may_use_all_of_them(void **state)
{
    (void)state;
    cpu_set_t allowed, cores;
    CPU_ZERO(&allowed);
    CPU_SET(0, &allowed);
    CPU_SET(5, &allowed);
    struct placement p = plan(1, 1, 2);
    placement_cores(&p, &allowed, 0, PLACEMENT_RUNNER, &cores);
    assert_true(CPU_EQUAL(&cores, &allowed));
    placement_cores(&p, &allowed, 0, 1, &cores);
    assert_int_equal(CPU_COUNT(&cores), 1);
    assert_true(CPU_ISSET(5, &cores));
}

static void a_budget_has_the_cores_that_its_bot_gets_here(void **state)
{
    (void)state;
    cpu_set_t allowed;
    int available = placement_available(&allowed);
    assert_true(available >= 1);
    struct budget b = {.cores = 1};
    placement_budget(&b, 0);
    assert_int_equal(b.cores, 1);
    assert_false(b.own_cores);
    placement_budget(&b, available); // twice that are never there
    assert_int_equal(b.cores, 1);
    assert_false(b.own_cores);
    placement_budget(&b, 1);
    assert_int_equal(b.cores, 1);
    assert_int_equal(b.own_cores, available >= SEATS);
}

static void games_have_the_first_cores_and_leave_the_others(void **state)
{
    (void)state;
    struct placement p = plan(0, 3, 8);
    assert_int_equal(placement_taken(&p), 3); // a core for each runner
    p = plan(0, 20, 8);
    assert_int_equal(placement_taken(&p), 8);
    p = plan(2, 2, 16);
    assert_int_equal(placement_taken(&p), 2 * (2 * 2 + 1)); // two bots and a runner each
    p = plan(1, 1, 2);
    assert_int_equal(placement_taken(&p), 2); // the runner shares those of the bots
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_a_wish_there_is_a_runner_for_each_core_and_bots_share_it),
        cmocka_unit_test(each_game_has_cores_for_both_bots_and_one_for_its_runner),
        cmocka_unit_test(fewer_games_are_played_at_once_if_there_are_not_enough_cores),
        cmocka_unit_test(if_there_are_cores_for_the_bots_only_the_arena_shares_them),
        cmocka_unit_test(if_there_are_not_even_those_everything_is_as_without_the_wish),
        cmocka_unit_test(one_runner_can_have_several_games),
        cmocka_unit_test(nobody_has_a_core_of_another_one),
        cmocka_unit_test(a_runner_without_a_core_may_use_all_of_them),
        cmocka_unit_test(a_budget_has_the_cores_that_its_bot_gets_here),
        cmocka_unit_test(games_have_the_first_cores_and_leave_the_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

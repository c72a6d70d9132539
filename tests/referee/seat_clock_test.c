// One seat's clock: who is charged what (G9).
#include "base/clock.h"
#include "referee/seat_clock.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define MS NS_PER_MS

// What the kernel says, in milliseconds.
#define SEEN(waited, cpu)                                                                          \
    &(struct usage)                                                                                \
    {                                                                                              \
        .observed = true, .waited_ns = (waited)*MS, .cpu_ns = (cpu)*MS                             \
    }

static const struct budget hundred = {
    .start_ns = 1000 * MS,
    .first_ns = 500 * MS,
    .request_ns = 100 * MS,
    .lag_most_ns = 30 * MS,
    .cores = 1,
};

static struct moment at(int64_t ns)
{
    return (struct moment){.now_ns = ns};
}

static struct seat_clock running(const struct budget *budget)
{
    struct seat_clock c;
    seat_clock_init(&c, budget);
    seat_clock_run_move(&c, false, at(0));
    return c;
}

static void an_answer_exactly_at_the_limit_is_in_time(void **state)
{
    (void)state;
    const struct {
        int64_t ns;
        bool over;
    } answers[] = {{100 * MS - 1, false}, {100 * MS, false}, {100 * MS + 1, true}};
    for (int i = 0; i < 3; i++) {
        struct seat_clock c = running(&hundred);
        struct charge charge = seat_clock_charge(&c, NULL, at(answers[i].ns));
        assert_int_equal(charge.charged_ns, answers[i].ns);
        assert_int_equal(charge_is_over(&charge), answers[i].over);
    }
}

static void half_the_speed_gives_twice_the_time(void **state)
{
    (void)state;
    struct budget slow = hundred, fast = hundred, day = {.request_ns = 86400 * 1000 * MS};
    budget_scale(&slow, 50);
    assert_int_equal(slow.start_ns, 2000 * MS);
    assert_int_equal(slow.first_ns, 1000 * MS);
    assert_int_equal(slow.request_ns, 200 * MS);
    assert_int_equal(slow.game_ns, 0); // there is no such limit
    assert_int_equal(slow.lag_most_ns, 30 * MS);
    assert_int_equal(slow.speed_percent, 50);
    budget_scale(&fast, 150);
    assert_int_equal(fast.request_ns, 67 * MS); // 66.67, as records have it
    fast = hundred;
    budget_scale(&fast, 1000000);
    assert_int_equal(fast.request_ns, 1 * MS); // never nothing
    budget_scale(&day, 1);
    assert_int_equal(day.request_ns, INT64_C(8640000) * 1000 * MS);
}

static void the_first_request_has_a_budget_of_its_own(void **state)
{
    (void)state;
    struct seat_clock c;
    seat_clock_init(&c, &hundred);
    seat_clock_run_move(&c, true, at(0));
    struct charge charge = seat_clock_charge(&c, NULL, at(400 * MS));
    assert_false(charge_is_over(&charge));
}

static void the_kernel_is_not_asked_about_a_fast_move(void **state)
{
    (void)state;
    struct seat_clock c = running(&hundred);
    assert_false(seat_clock_wants_usage(&c, at(9 * MS)));
    assert_true(seat_clock_wants_usage(&c, at(10 * MS)));
    assert_int_equal(seat_clock_wake_ns(&c), 10 * MS);
}

static void after_a_slow_move_the_next_one_is_measured_from_its_beginning(void **state)
{
    (void)state;
    struct seat_clock c = running(&hundred);
    assert_false(seat_clock_wants_base(&c, at(0)));
    struct charge charge = seat_clock_charge(&c, NULL, at(90 * MS));
    seat_clock_stop_move(&c, &charge);
    assert_true(seat_clock_wants_base(&c, at(200 * MS)));
    seat_clock_take_base(&c, SEEN(0, 0), at(200 * MS));
    seat_clock_run_move(&c, false, at(200 * MS));
    assert_false(seat_clock_wants_base(&c, at(299 * MS)));
}

static void a_bot_that_gets_the_arena_s_core_is_measured_all_the_same(void **state)
{
    (void)state;
    // The look was before the request: the bot waits, computes and answers before the next one.
    struct seat_clock c;
    seat_clock_init(&c, &hundred);
    seat_clock_take_base(&c, SEEN(70, 30), at(0));
    seat_clock_run_move(&c, false, at(0));
    struct charge charge = seat_clock_charge(&c, SEEN(180, 35), at(120 * MS));
    assert_int_equal(charge.waited_ns, 110 * MS);
    assert_int_equal(charge.charged_ns, 10 * MS);
}

static void what_a_bot_computed_before_it_was_asked_is_not_charged(void **state)
{
    (void)state;
    // It ponders. The arena began to look at it and got no core for 80 ms.
    struct seat_clock c;
    seat_clock_init(&c, &hundred);
    struct usage u = *SEEN(0, 0);
    u.to_ns = 80 * MS;
    seat_clock_take_base(&c, &u, at(0));
    seat_clock_run_move(&c, false, at(80 * MS));
    struct charge charge = seat_clock_charge(&c, SEEN(40, 140), at(180 * MS));
    assert_int_equal(charge.charged_ns, 60 * MS);
}

static void waiting_while_the_arena_looks_is_refunded(void **state)
{
    (void)state;
    // The tick comes at 10 ms. When the figures have been read, 90 ms have gone by.
    struct seat_clock c = running(&hundred);
    struct usage u = *SEEN(75, 5);
    u.from_ns = 12 * MS;
    u.to_ns = 90 * MS;
    seat_clock_take_base(&c, &u, at(10 * MS));
    struct charge charge = seat_clock_charge(&c, SEEN(75, 5), at(95 * MS));
    assert_int_equal(charge.charged_ns, 20 * MS);
    // Read before the waiting, which then shows in the next figures.
    c = running(&hundred);
    u.waited_ns = 0;
    seat_clock_take_base(&c, &u, at(10 * MS));
    charge = seat_clock_charge(&c, SEEN(75, 5), at(95 * MS));
    assert_int_equal(charge.charged_ns, 20 * MS);
}

static void waiting_for_a_core_is_refunded(void **state)
{
    (void)state;
    struct seat_clock c = running(&hundred);
    seat_clock_take_base(&c, SEEN(0, 0), at(0));
    struct charge charge = seat_clock_charge(&c, SEEN(60, 90), at(150 * MS));
    assert_true(charge.measured);
    assert_int_equal(charge.charged_ns, 90 * MS);
    assert_false(charge_is_over(&charge));
    // And the clock is looked at again when that refund is used up.
    assert_int_equal(seat_clock_wake_ns(&c), 160 * MS + 1);
}

static void threads_that_fight_for_a_core_buy_no_time(void **state)
{
    (void)state;
    // Four spinning threads on one core for 400 ms: the one that answers waited for 350 of them.
    struct seat_clock c = running(&hundred);
    seat_clock_take_base(&c, SEEN(0, 0), at(0));
    struct charge charge = seat_clock_charge(&c, SEEN(350, 400), at(402 * MS));
    assert_int_equal(charge.charged_ns, 400 * MS);
    assert_true(charge_is_over(&charge));
}

static void refunds_are_capped(void **state)
{
    (void)state;
    // A short budget: by a time. A long one: by so many budgets.
    struct seat_clock c = running(&hundred);
    seat_clock_take_base(&c, SEEN(0, 0), at(0));
    struct charge charge =
        seat_clock_charge(&c, SEEN(9000, 0), at((SEAT_CLOCK_REFUND_MS + 101) * MS));
    assert_int_equal(charge.charged_ns, 101 * MS);
    assert_true(charge_is_over(&charge));
    struct budget second = hundred;
    second.request_ns = second.first_ns = 1000 * MS;
    c = running(&second);
    seat_clock_take_base(&c, SEEN(0, 0), at(0));
    charge = seat_clock_charge(&c, SEEN(9000, 0), at((SEAT_CLOCK_REFUNDS_MOST * 1000 + 1001) * MS));
    assert_int_equal(charge.charged_ns, 1001 * MS);
}

static void a_bot_that_waits_for_a_core_right_now_is_not_charged_for_it(void **state)
{
    (void)state;
    // The kernel has counted 20 ms of waiting; 30 ms were computed, and it still waits.
    struct seat_clock c = running(&hundred);
    seat_clock_take_base(&c, SEEN(0, 0), at(0));
    struct usage u = *SEEN(20, 30);
    struct charge charge = seat_clock_charge(&c, &u, at(150 * MS));
    assert_true(charge_is_over(&charge));
    u.ready = true;
    charge = seat_clock_charge(&c, &u, at(150 * MS));
    assert_int_equal(charge.waited_ns, 120 * MS);
    assert_int_equal(charge.charged_ns, 30 * MS);
    // Seen for the first time when it is late: the same, from what is known of it.
    c = running(&hundred);
    charge = seat_clock_charge(&c, &u, at(150 * MS));
    assert_int_equal(charge.charged_ns, 30 * MS);
    // One that computes all the time is ready, too.
    c = running(&hundred);
    seat_clock_take_base(&c, SEEN(0, 0), at(0));
    u = *SEEN(0, 149);
    u.ready = true;
    charge = seat_clock_charge(&c, &u, at(150 * MS));
    assert_int_equal(charge.charged_ns, 149 * MS);
}

static void a_bot_is_not_late_while_something_of_it_waits_to_be_read(void **state)
{
    (void)state;
    struct seat_clock c = running(&hundred);
    seat_clock_take_base(&c, SEEN(0, 0), at(0));
    struct usage u = *SEEN(0, 30);
    u.unread = true;
    struct charge charge = seat_clock_charge(&c, &u, at(150 * MS));
    assert_false(charge_is_over(&charge));
    // Only once: some never stop to write.
    charge = seat_clock_charge(&c, &u, at(170 * MS));
    assert_true(charge_is_over(&charge));
}

static void a_player_of_our_own_that_is_a_little_late_is_in_time(void **state)
{
    (void)state;
    struct seat_clock c = running(&hundred);
    seat_clock_take_base(&c, SEEN(0, 0), at(0));
    struct usage u = *SEEN(0, 400);
    u.ours = true;
    struct charge charge = seat_clock_charge(&c, &u, at(400 * MS));
    assert_int_equal(charge.charged_ns, 100 * MS);
    u.cpu_ns = 1150 * MS;
    charge = seat_clock_charge(&c, &u, at(1150 * MS));
    assert_true(charge_is_over(&charge));
}

static void a_player_of_our_own_never_pays_for_waiting(void **state)
{
    (void)state;
    struct seat_clock c = running(&hundred);
    seat_clock_take_base(&c, SEEN(0, 0), at(0));
    struct usage u = *SEEN(59990, 10);
    u.ours = true;
    struct charge charge = seat_clock_charge(&c, &u, at(60000 * MS));
    assert_int_equal(charge.charged_ns, 10 * MS);
}

static void waiting_of_earlier_moves_is_not_refunded(void **state)
{
    (void)state;
    // 500 ms of waiting happened before this request; the first look comes 10 ms into it.
    struct seat_clock c = running(&hundred);
    seat_clock_take_base(&c, SEEN(500, 0), at(10 * MS));
    struct charge charge = seat_clock_charge(&c, SEEN(505, 80), at(115 * MS));
    assert_int_equal(charge.waited_ns, 15 * MS);
    assert_int_equal(charge.charged_ns, 100 * MS);
}

static void time_in_which_the_arena_stood_still_is_nobody_s(void **state)
{
    (void)state;
    struct seat_clock c = running(&hundred);
    struct moment late = {.now_ns = 5050 * MS, .lost_ns = 5000 * MS};
    struct charge charge = seat_clock_charge(&c, NULL, late);
    assert_int_equal(charge.charged_ns, 50 * MS);
    assert_false(charge_is_over(&charge));
    seat_clock_take_base(&c, SEEN(0, 0), late);
    seat_clock_charge(&c, SEEN(0, 0), late);
    assert_int_equal(seat_clock_wake_ns(&c), 5100 * MS + 1);
}

static void what_the_arena_read_late_is_not_charged(void **state)
{
    (void)state;
    struct seat_clock c = running(&hundred);
    seat_clock_take_base(&c, SEEN(0, 0), at(0));
    struct usage usage = *SEEN(10, 80);
    usage.late_ns = 25 * MS;
    struct charge charge = seat_clock_charge(&c, &usage, at(120 * MS));
    assert_int_equal(charge.charged_ns, 85 * MS);
    assert_int_equal(charge.lost_ns, 25 * MS);
    // It was late before the bot was asked, too, but that is no part of this.
    usage.late_ns = 500 * MS;
    charge = seat_clock_charge(&c, &usage, at(120 * MS));
    assert_int_equal(charge.lost_ns, 120 * MS);
}

static void a_bot_that_sleeps_is_charged_in_full(void **state)
{
    (void)state;
    // However busy the machine is: it did not wait for a core, and the arena's own waiting before
    // the answer came is nothing to it.
    struct seat_clock c = running(&hundred);
    seat_clock_take_base(&c, SEEN(500, 30), at(0));
    struct charge charge = seat_clock_charge(&c, SEEN(501, 30), at(300 * MS));
    assert_int_equal(charge.charged_ns, 299 * MS);
    assert_true(charge_is_over(&charge));
}

static void a_move_is_slow_by_the_time_it_took(void **state)
{
    (void)state;
    // Almost all was refunded; still the next one is measured from its beginning.
    struct seat_clock c = running(&hundred);
    seat_clock_take_base(&c, SEEN(0, 0), at(0));
    struct charge charge = seat_clock_charge(&c, SEEN(90, 5), at(95 * MS));
    assert_int_equal(charge.charged_ns, 5 * MS);
    seat_clock_stop_move(&c, &charge);
    assert_true(seat_clock_wants_base(&c, at(200 * MS)));
}

// A bot with one thread, woken and at rest so often, that has computed so much.
static struct usage lonely(int64_t wakes, int64_t cpu_ms)
{
    struct usage u = *SEEN(0, cpu_ms);
    u.alone = true;
    u.wakes = wakes;
    return u;
}

static struct charge charge_of_lonely(const struct usage *before, const struct usage *after)
{
    struct seat_clock c;
    seat_clock_init(&c, &hundred);
    seat_clock_take_base(&c, before, at(0));
    seat_clock_run_move(&c, false, at(0));
    return seat_clock_charge(&c, after, at(300 * MS));
}

static void a_bot_that_did_not_sleep_is_charged_what_it_computed(void **state)
{
    (void)state;
    // Woken once, by the request. Where the rest of the 300 ms went nobody knows; not to the bot.
    struct usage before = lonely(7, 20), after = lonely(8, 60);
    struct charge charge = charge_of_lonely(&before, &after);
    assert_int_equal(charge.charged_ns, 40 * MS);
    after = lonely(8, 121);
    charge = charge_of_lonely(&before, &after);
    assert_true(charge_is_over(&charge));
}

static void a_bot_that_slept_in_its_move_is_charged_for_it(void **state)
{
    (void)state;
    struct usage before = lonely(7, 20), after = lonely(9, 60);
    struct charge charge = charge_of_lonely(&before, &after);
    assert_int_equal(charge.charged_ns, 300 * MS);
    // One that was awake before it was asked may have slept since then, though woken only once.
    after.wakes = 8;
    before.ready = true;
    charge = charge_of_lonely(&before, &after);
    assert_int_equal(charge.charged_ns, 300 * MS);
    // And of several threads any may be the one that slept.
    before.ready = after.alone = false;
    charge = charge_of_lonely(&before, &after);
    assert_int_equal(charge.charged_ns, 300 * MS);
    // First seen in the middle: what was before is not known.
    struct seat_clock c = running(&hundred);
    before = lonely(7, 0);
    seat_clock_take_base(&c, &before, at(100 * MS));
    after = lonely(8, 60);
    charge = seat_clock_charge(&c, &after, at(300 * MS));
    assert_int_equal(charge.charged_ns, 300 * MS);
}

static void short_budgets_are_always_measured_from_the_beginning(void **state)
{
    (void)state;
    struct budget ten = hundred;
    ten.request_ns = 10 * MS;
    struct seat_clock c;
    seat_clock_init(&c, &ten);
    assert_true(seat_clock_wants_base(&c, at(0)));
    seat_clock_init(&c, &hundred);
    assert_false(seat_clock_wants_base(&c, at(0)));
}

static void a_plain_wall_clock_refunds_nothing(void **state)
{
    (void)state;
    struct budget wall = hundred;
    wall.wall = true;
    struct seat_clock c = running(&wall);
    assert_false(seat_clock_wants_usage(&c, at(90 * MS)));
    struct charge charge = seat_clock_charge(&c, SEEN(60, 0), at(150 * MS));
    assert_int_equal(charge.charged_ns, 150 * MS);
    assert_int_equal(seat_clock_wake_ns(&c), 100 * MS + 1);
}

static void a_remote_bot_is_allowed_its_lag_up_to_a_cap(void **state)
{
    (void)state;
    struct seat_clock c = running(&hundred);
    c.lag_ns = 20 * MS;
    struct charge charge = seat_clock_charge(&c, NULL, at(110 * MS));
    assert_int_equal(charge.charged_ns, 90 * MS);
    assert_int_equal(charge.lag_ns, 20 * MS);
    c.lag_ns = 500 * MS;
    charge = seat_clock_charge(&c, NULL, at(140 * MS));
    assert_int_equal(charge.charged_ns, 110 * MS);
    // An answer faster than the lag takes no time, not less than none.
    charge = seat_clock_charge(&c, NULL, at(10 * MS));
    assert_int_equal(charge.charged_ns, 0);
}

static void a_whole_game_s_budget_runs_out_and_grows_by_its_increment(void **state)
{
    (void)state;
    struct budget game = hundred;
    game.game_ns = 120 * MS;
    game.increment_ns = 10 * MS;
    struct seat_clock c = running(&game);
    struct charge charge = seat_clock_charge(&c, NULL, at(80 * MS));
    assert_false(charge.of_game);
    seat_clock_stop_move(&c, &charge);
    assert_int_equal(c.left_ns, 50 * MS);
    seat_clock_run_move(&c, false, at(200 * MS));
    charge = seat_clock_charge(&c, NULL, at(251 * MS));
    assert_true(charge.of_game);
    assert_int_equal(charge.limit_ns, 50 * MS);
    assert_true(charge_is_over(&charge));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_answer_exactly_at_the_limit_is_in_time),
        cmocka_unit_test(half_the_speed_gives_twice_the_time),
        cmocka_unit_test(the_first_request_has_a_budget_of_its_own),
        cmocka_unit_test(the_kernel_is_not_asked_about_a_fast_move),
        cmocka_unit_test(after_a_slow_move_the_next_one_is_measured_from_its_beginning),
        cmocka_unit_test(a_bot_that_gets_the_arena_s_core_is_measured_all_the_same),
        cmocka_unit_test(what_a_bot_computed_before_it_was_asked_is_not_charged),
        cmocka_unit_test(waiting_while_the_arena_looks_is_refunded),
        cmocka_unit_test(waiting_for_a_core_is_refunded),
        cmocka_unit_test(threads_that_fight_for_a_core_buy_no_time),
        cmocka_unit_test(refunds_are_capped),
        cmocka_unit_test(a_bot_that_waits_for_a_core_right_now_is_not_charged_for_it),
        cmocka_unit_test(a_bot_is_not_late_while_something_of_it_waits_to_be_read),
        cmocka_unit_test(a_player_of_our_own_that_is_a_little_late_is_in_time),
        cmocka_unit_test(a_player_of_our_own_never_pays_for_waiting),
        cmocka_unit_test(waiting_of_earlier_moves_is_not_refunded),
        cmocka_unit_test(time_in_which_the_arena_stood_still_is_nobody_s),
        cmocka_unit_test(what_the_arena_read_late_is_not_charged),
        cmocka_unit_test(a_bot_that_sleeps_is_charged_in_full),
        cmocka_unit_test(a_move_is_slow_by_the_time_it_took),
        cmocka_unit_test(a_bot_that_did_not_sleep_is_charged_what_it_computed),
        cmocka_unit_test(a_bot_that_slept_in_its_move_is_charged_for_it),
        cmocka_unit_test(short_budgets_are_always_measured_from_the_beginning),
        cmocka_unit_test(a_plain_wall_clock_refunds_nothing),
        cmocka_unit_test(a_remote_bot_is_allowed_its_lag_up_to_a_cap),
        cmocka_unit_test(a_whole_game_s_budget_runs_out_and_grows_by_its_increment),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

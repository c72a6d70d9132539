// What is to be acknowledged when a game is over (S7): the result stands, and only the next game of
// that seat waits.
#include "referee/plans.h"

static const struct budget ten_seconds = {
    .start_ns = 10000 * MS, .first_ns = 10000 * MS, .request_ns = 10000 * MS, .cores = 1};

// A game of Santorini that seat 0 has just lost by a fault.
static struct world *world_over(const struct budget *budget)
{
    struct world_plan plan = santorini;
    plan.budgets[0] = plan.budgets[1] = budget;
    struct world *w = world_new(&plan);
    world_begin(w);
    world_say(w, 0, "[\"place\",9,9]");
    assert_verdict(w, VERDICT_ILLEGAL, 0);
    return w;
}

static bool owes(const struct world *w, int seat)
{
    return ack_is_owed(&w->seats[seat].ack);
}

static void a_game_is_done_before_anybody_acknowledges_its_end_S7(void **state)
{
    (void)state;
    struct world *w = world_over(&ten_seconds);
    assert_int_equal(w->dones, 1);
    assert_int_equal(referee_wake_ns(&w->referee) == INT64_MAX, 1);
    assert_true(owes(w, 0) && owes(w, 1));
    world_destroy(w);
}

static void an_acknowledgement_has_the_time_of_any_other_answer_S7(void **state)
{
    (void)state;
    struct world *w = world_over(&ten_seconds);
    world_wait(w, 700 * MS);
    assert_false(world_is_late(w, 0));
    world_say(w, 0, "\"OK\"");
    assert_false(owes(w, 0));
    world_wait(w, 9300 * MS);
    assert_false(world_is_late(w, 0)); // it has acknowledged
    assert_false(world_is_late(w, 1)); // exactly its time
    world_wait(w, 1);
    assert_true(world_is_late(w, 1));
    assert_string_equal(
        w->ack_fault.words, "did not acknowledge the end of game 1 within 10 s (S7)");
    // The verdict is what it was.
    assert_verdict(w, VERDICT_ILLEGAL, 0);
    world_destroy(w);
}

static void one_seat_that_takes_its_time_does_not_hold_up_the_other_S7(void **state)
{
    (void)state;
    struct world *w = world_over(&ten_seconds);
    world_say(w, 1, "\"OK\"");
    assert_false(owes(w, 1));
    assert_int_equal(w->seats[1].wire.waits, WIRE_IDLE);
    assert_true(owes(w, 0));
    world_destroy(w);
}

static void where_requests_are_short_an_acknowledgement_has_half_a_second_S7(void **state)
{
    (void)state;
    // 100 ms for each request: who has run out of time may still be thinking.
    struct world *w = world_over(&world_budget);
    world_wait(w, 500 * MS);
    assert_false(world_is_late(w, 0));
    world_wait(w, 1);
    assert_true(world_is_late(w, 0));
    assert_string_equal(
        w->ack_fault.words, "did not acknowledge the end of game 1 within 500 ms (S7)");
    world_destroy(w);
}

static void what_the_machine_took_is_not_charged_for_an_acknowledgement_G9(void **state)
{
    (void)state;
    struct world *w = world_over(&world_budget);
    w->seats[0].known = true;
    world_wait(w, 60 * MS);
    assert_false(world_is_late(w, 0)); // looks at the kernel's figures
    w->seats[0].usage = (struct usage){.waited_ns = 400 * MS};
    world_wait(w, 600 * MS);
    assert_false(world_is_late(w, 0));
    // The arena itself was stopped.
    world_wait(w, 5000 * MS);
    w->now.lost_ns += 5000 * MS;
    assert_false(world_is_late(w, 0));
    world_wait(w, 300 * MS);
    assert_true(world_is_late(w, 0));
    world_destroy(w);
}

static void a_wrong_acknowledgement_changes_nothing_but_is_told_S7(void **state)
{
    (void)state;
    struct world *w = world_over(&ten_seconds);
    world_say(w, 1, "{\"sorry\":1}");
    assert_false(owes(w, 1));
    assert_string_equal(w->ack_fault.words,
        "did not acknowledge the end of game 1: expected \"OK\", seen {\"sorry\":1}");
    assert_verdict(w, VERDICT_ILLEGAL, 0);
    world_destroy(w);
}

static void an_answer_that_the_end_has_overtaken_may_come_first_S7(void **state)
{
    (void)state;
    struct world *w = world_in(REFEREE_PLAYING);
    world_lose(w, 1, VERDICT_CRASH); // while seat 0 thinks
    assert_true(owes(w, 0));
    assert_false(owes(w, 1));
    world_say(w, 0, "[\"place\",1,1]");
    assert_true(owes(w, 0));
    world_say(w, 0, "\"OK\"");
    assert_false(owes(w, 0));
    world_destroy(w);
}

static void an_early_acknowledgement_counts_G4(void **state)
{
    (void)state;
    struct world *w = world_in(REFEREE_PLAYING);
    world_say(w, 0, "[\"place\",9,9]\"OK\"");
    assert_verdict(w, VERDICT_ILLEGAL, 0);
    struct fault fault;
    assert_int_equal(ack_read(&w->seats[0].ack, &w->seats[0].wire, &fault), ACK_CLEAR);
    world_destroy(w);
}

static void protocols_without_acknowledgements_owe_none(void **state)
{
    (void)state;
    const struct world_plan *plans[] = {&course, &hgp, &stones};
    for (size_t i = 0; i < sizeof plans / sizeof *plans; i++) {
        struct world *w = world_new(plans[i]);
        world_begin(w);
        world_say(w, 0, "nonsense");
        assert_verdict(w, VERDICT_MALFORMED, 0);
        assert_false(owes(w, 0) || owes(w, 1));
        world_destroy(w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_is_done_before_anybody_acknowledges_its_end_S7),
        cmocka_unit_test(an_acknowledgement_has_the_time_of_any_other_answer_S7),
        cmocka_unit_test(one_seat_that_takes_its_time_does_not_hold_up_the_other_S7),
        cmocka_unit_test(where_requests_are_short_an_acknowledgement_has_half_a_second_S7),
        cmocka_unit_test(what_the_machine_took_is_not_charged_for_an_acknowledgement_G9),
        cmocka_unit_test(a_wrong_acknowledgement_changes_nothing_but_is_told_S7),
        cmocka_unit_test(an_answer_that_the_end_has_overtaken_may_come_first_S7),
        cmocka_unit_test(an_early_acknowledgement_counts_G4),
        cmocka_unit_test(protocols_without_acknowledgements_owe_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// What a bot does while it is not asked: what is measured of it, and that it stands still.
#include "referee/game/pondering.h"
#include "referee/plans.h"

static const char pass[] = "{\"Type\":0}";

static struct world *begun(bool frozen_first, bool frozen_second)
{
    struct world_plan plan = stones;
    plan.started = true;
    plan.frozen[0] = frozen_first;
    plan.frozen[1] = frozen_second;
    struct world *w = world_new(&plan);
    world_begin(w);
    return w;
}

// The bot computes for this long; the world's time goes by as well.
static void compute(struct world *w, int seat, int64_t ns)
{
    w->seats[seat].cpu_ns += ns;
    world_wait(w, ns);
}

static void pulse(struct world *w)
{
    world_tick(w, 20 * MS);
    referee_flush(&w->referee);
}

static void crash(struct world *w, int seat)
{
    world_lose(w, seat, VERDICT_CRASH);
    assert_int_equal(w->overs, 1);
}

// --- Allowed ---

static void what_a_bot_computes_while_it_is_not_asked_is_counted(void **state)
{
    (void)state;
    struct world *w = begun(false, false);
    w->seats[1].cpu_ns += 7 * MS; // black computes while white is asked
    compute(w, 0, 30 * MS);
    world_say(w, 0, white);
    w->seats[0].cpu_ns += 5 * MS; // white computes while black is asked
    compute(w, 1, 40 * MS);
    world_say(w, 1, black);
    crash(w, 1);
    assert_int_equal(w->result.pondered_ns[0], 5 * MS);
    assert_int_equal(w->result.pondered_ns[1], 7 * MS);
    assert_int_equal(w->seats[0].frozen, false);
    world_destroy(w);
}

static void several_requests_in_a_row_are_no_rest(void **state)
{
    (void)state;
    struct world *w = begun(false, false);
    world_wait(w, 2 * MS);
    world_say(w, 0, white);
    world_wait(w, 2 * MS);
    world_say(w, 1, black); // black has a second move in this turn
    assert_int_equal(referee_to_move(&w->referee), 1);
    compute(w, 1, 30 * MS);
    world_say(w, 1, pass);
    crash(w, 0);
    assert_int_equal(w->result.pondered_ns[1], 0);
    world_destroy(w);
}

static void fast_moves_cost_no_look_at_the_kernel(void **state)
{
    (void)state;
    struct world *w = begun(false, false);
    while (w->overs == 0) { // no time goes by
        move moves[MOVES_MAX];
        w->referee.setup.game->moves(&w->referee.position, moves);
        referee_chose(&w->referee, referee_to_move(&w->referee), moves[0], w->now);
    }
    assert_true(w->moves > 10);
    // A rest may become long if the opponent has not moved yet: such rests have a look at their
    // beginning and one at their end.
    assert_true(w->seats[0].own_looks + w->seats[1].own_looks <= 4);
    assert_int_equal(w->seats[0].whole_looks + w->seats[1].whole_looks, 0);
    world_destroy(w);
}

static void helpers_of_a_bot_are_seen_when_its_opponent_takes_its_time(void **state)
{
    (void)state;
    struct world *w = begun(false, false);
    w->seats[1].children_cpu_ns = 1; // there is another process
    pulse(w);
    assert_int_equal(w->seats[1].whole_looks, 1);
    assert_int_equal(w->seats[0].whole_looks, 0); // it is asked
    w->seats[1].children_cpu_ns += 9 * MS;
    w->seats[1].cpu_ns += 1 * MS;
    pulse(w);
    assert_int_equal(w->seats[1].whole_looks, 1); // the base is there
    world_say(w, 0, white);
    crash(w, 1);
    assert_int_equal(w->result.pondered_ns[1], 10 * MS);
    world_destroy(w);
}

static void a_bot_of_one_process_is_looked_at_as_a_whole_only_in_long_rests(void **state)
{
    (void)state;
    static const struct budget patient = {
        .start_ns = 1000 * MS, .first_ns = 60000 * MS, .request_ns = 60000 * MS, .cores = 1};
    struct world_plan plan = stones;
    plan.started = true;
    plan.budgets[0] = plan.budgets[1] = &patient;
    struct world *w = world_new(&plan);
    world_begin(w);
    pulse(w);
    assert_int_equal(w->seats[1].whole_looks, 1); // it is alone
    world_say(w, 0, white);
    assert_int_equal(w->seats[1].whole_looks, 2);
    world_say(w, 1, black);
    world_say(w, 1, pass);
    for (int i = 1; i < PONDERING_ALONE_TICKS; i++)
        pulse(w);
    assert_int_equal(w->seats[1].whole_looks, 2);
    pulse(w);
    assert_int_equal(w->seats[1].whole_looks, 3);
    world_destroy(w);
}

static void players_that_the_arena_did_not_start_are_not_measured(void **state)
{
    (void)state;
    struct world *w = world_new(&stones);
    world_begin(w);
    pulse(w);
    world_say(w, 0, white);
    crash(w, 1);
    assert_int_equal(w->result.pondered_ns[0], RESULT_NOT_MEASURED);
    assert_int_equal(w->result.pondered_ns[1], RESULT_NOT_MEASURED);
    assert_int_equal(w->seats[0].own_looks + w->seats[1].own_looks, 0);
    assert_int_equal(w->seats[0].whole_looks + w->seats[1].whole_looks, 0);
    world_destroy(w);
}

// --- Frozen ---

static void a_bot_stands_still_while_the_other_is_asked(void **state)
{
    (void)state;
    struct world *w = begun(true, true);
    assert_false(w->seats[0].frozen);
    assert_true(w->seats[1].frozen);
    world_say(w, 0, white);
    assert_true(w->seats[0].frozen);
    assert_false(w->seats[1].frozen);
    world_say(w, 1, black);
    assert_true(w->seats[0].frozen); // black has another move
    world_say(w, 1, pass);
    assert_false(w->seats[0].frozen);
    assert_true(w->seats[1].frozen);
    world_destroy(w);
}

static void the_other_is_frozen_before_a_bot_is_asked_and_thawed_after_it_was_sent(void **state)
{
    (void)state;
    struct world *w = begun(true, true);
    text_clear(&w->order);
    world_say(w, 0, white);
    assert_string_equal(w->order.bytes, "f0 1 t1 ");
    world_destroy(w);
}

static void only_the_seat_that_is_to_be_frozen_is(void **state)
{
    (void)state;
    struct world *w = begun(false, true);
    text_clear(&w->order);
    world_say(w, 0, white);
    world_say(w, 1, black);
    world_say(w, 1, pass);
    assert_null(strstr(w->order.bytes, "f0"));
    assert_true(w->seats[1].frozen);
    world_destroy(w);
}

static void what_thawing_takes_is_charged_to_nobody(void **state)
{
    (void)state;
    struct world *w = begun(true, true);
    w->seats[1].thaw_takes_ns = 300 * MS; // more than all its time
    world_say(w, 0, white);
    world_wait(w, 310 * MS);
    world_say(w, 1, black);
    assert_int_equal(w->overs, 0);
    assert_int_equal(w->charge.wall_ns, 10 * MS);
    assert_int_equal(w->charge.charged_ns, 10 * MS);
    world_destroy(w);
}

static void a_bot_that_never_answers_is_late_as_ever(void **state)
{
    (void)state;
    struct world *w = begun(true, true);
    world_say(w, 0, white);
    world_tick(w, 500 * MS);
    world_tick(w, 1);
    assert_verdict(w, VERDICT_TIMEOUT, 1);
    world_destroy(w);
}

static void both_run_again_before_the_end_is_told(void **state)
{
    (void)state;
    struct world_plan plan = santorini;
    plan.started = plan.frozen[0] = plan.frozen[1] = true;
    struct world *w = world_new(&plan);
    world_begin(w);
    assert_true(w->seats[1].frozen);
    text_clear(&w->order);
    world_say(w, 0, "[\"place\",9,9]");
    assert_verdict(w, VERDICT_ILLEGAL, 0);
    assert_string_equal(w->order.bytes, "t1 0 1 ");
    assert_false(w->seats[0].frozen);
    assert_false(w->seats[1].frozen);
    world_destroy(w);
}

static void a_bot_that_dies_while_it_is_frozen_loses_by_that(void **state)
{
    (void)state;
    struct world *w = begun(true, true);
    crash(w, 1);
    assert_verdict(w, VERDICT_CRASH, 1);
    text_clear(&w->order);
    referee_flush(&w->referee);
    assert_string_equal(w->order.bytes, ""); // nothing is done to it any more
    world_destroy(w);
}

static void a_frozen_bot_is_frozen_again_at_every_tick(void **state)
{
    (void)state;
    struct world *w = begun(true, true);
    text_clear(&w->order);
    w->seats[1].frozen = false; // it has found a way to go on
    pulse(w);
    assert_true(w->seats[1].frozen);
    assert_false(w->seats[0].frozen);
    world_destroy(w);
}

static void a_frozen_bot_that_computes_all_the_same_is_told(void **state)
{
    (void)state;
    struct world *w = begun(true, true);
    w->seats[1].cpu_ns += PONDERING_NOTE_MS * MS;
    world_say(w, 0, white);
    crash(w, 0);
    assert_int_equal(w->result.pondered_ns[1], PONDERING_NOTE_MS * MS);
    assert_string_equal(w->notes.bytes, "1: computed for 100 ms while it was to stand still\n");
    world_destroy(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_bot_computes_while_it_is_not_asked_is_counted),
        cmocka_unit_test(several_requests_in_a_row_are_no_rest),
        cmocka_unit_test(fast_moves_cost_no_look_at_the_kernel),
        cmocka_unit_test(helpers_of_a_bot_are_seen_when_its_opponent_takes_its_time),
        cmocka_unit_test(a_bot_of_one_process_is_looked_at_as_a_whole_only_in_long_rests),
        cmocka_unit_test(players_that_the_arena_did_not_start_are_not_measured),
        cmocka_unit_test(a_bot_stands_still_while_the_other_is_asked),
        cmocka_unit_test(the_other_is_frozen_before_a_bot_is_asked_and_thawed_after_it_was_sent),
        cmocka_unit_test(only_the_seat_that_is_to_be_frozen_is),
        cmocka_unit_test(what_thawing_takes_is_charged_to_nobody),
        cmocka_unit_test(a_bot_that_never_answers_is_late_as_ever),
        cmocka_unit_test(both_run_again_before_the_end_is_told),
        cmocka_unit_test(a_bot_that_dies_while_it_is_frozen_loses_by_that),
        cmocka_unit_test(a_frozen_bot_is_frozen_again_at_every_tick),
        cmocka_unit_test(a_frozen_bot_that_computes_all_the_same_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

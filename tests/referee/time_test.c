// One game on a fake clock: what counts is the moment that comes in with each step, and nothing
// else. How much a single request is charged is tested beside the clock itself.
#include "referee/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

// White's and black's first answers. White has 500 ms for its first request, later ones have 100.
static const char white[] = "{\"Type\":1,\"From\":{\"X\":7,\"Y\":6},\"To\":{\"X\":7,\"Y\":7}}";
static const char black[] = "{\"Type\":1,\"From\":{\"X\":1,\"Y\":4},\"To\":{\"X\":1,\"Y\":5}}";
static const char pass[] = "{\"Type\":0}";

static struct world *stones(const struct budget *budget)
{
    struct world *w = world_new(&(struct world_plan){
        .wires = {"stones", "stones"}, .names = {"first", "second"}, .budgets = {budget, budget}});
    world_begin(w);
    return w;
}

// Black has answered its first request; its second one, with 100 ms, is open.
static struct world *second_request(const struct budget *budget)
{
    struct world *w = stones(budget);
    world_say(w, 0, white);
    world_say(w, 1, black);
    assert_int_equal(referee_to_move(&w->referee), 1);
    return w;
}

static void assert_timeout(const struct world *w, int seat)
{
    assert_int_equal(w->overs, 1);
    assert_int_equal(w->result.verdict, VERDICT_TIMEOUT);
    assert_int_equal(w->result.blame, seat);
    assert_int_equal(w->result.winner, 1 - seat);
    assert_string_equal(w->result.rule, "G9");
}

static void an_answer_exactly_at_the_limit_is_in_time_and_one_ns_later_is_not_G9(void **state)
{
    (void)state;
    const struct {
        int64_t after_ns;
        bool late;
    } answers[] = {{100 * MS - 1, false}, {100 * MS, false}, {100 * MS + 1, true}};
    for (int looked = 0; looked < 2; looked++) {
        for (int i = 0; i < 3; i++) {
            struct world *w = second_request(NULL);
            world_wait(w, answers[i].after_ns);
            if (looked && !answers[i].late)
                world_tick(w, 0); // the clock is looked at just before: the same
            world_say(w, 1, pass);
            if (answers[i].late)
                assert_timeout(w, 1);
            else
                assert_int_equal(w->moves, 3);
            world_destroy(w);
        }
    }
}

static void silence_ends_with_the_first_look_after_the_limit_G9(void **state)
{
    (void)state;
    struct world *w = second_request(NULL);
    world_tick(w, 100 * MS);
    assert_int_equal(w->overs, 0);
    assert_int_equal(referee_wake_ns(&w->referee) <= w->now.now_ns + 1, 1);
    world_tick(w, 1);
    assert_timeout(w, 1);
    assert_string_equal(w->result.explanation, "second: 101 ms charged of 100 for its move");
    assert_string_equal(w->result.fault.expected, "an answer within 100 ms");
    assert_string_equal(w->result.fault.seen, "nothing");
    assert_int_equal(w->result.charge.wall_ns, 100 * MS + 1);
    // What comes after the verdict is too late, whatever it is.
    world_say(w, 1, pass);
    assert_int_equal(w->moves, 2);
    world_destroy(w);
}

static void a_late_answer_is_told_from_silence_G9(void **state)
{
    (void)state;
    struct world *w = second_request(NULL);
    world_wait(w, 100 * MS + 1);
    world_say(w, 1, pass);
    assert_timeout(w, 1);
    assert_string_equal(w->result.fault.seen, "an answer that came too late");
    world_destroy(w);
}

static void the_first_request_has_a_budget_of_its_own_T8(void **state)
{
    (void)state;
    struct world *w = stones(NULL);
    world_tick(w, 500 * MS);
    world_say(w, 0, white);
    assert_int_equal(w->moves, 1);
    // Each seat has its own first request.
    world_tick(w, 500 * MS);
    world_say(w, 1, black);
    assert_int_equal(w->moves, 2);
    world_tick(w, 100 * MS + 1);
    assert_timeout(w, 1);
    world_destroy(w);
}

static void each_seat_has_a_budget_of_its_own_G9(void **state)
{
    (void)state;
    struct budget patient = world_budget;
    patient.first_ns = 2000 * MS;
    for (int seat = 0; seat < SEATS; seat++) {
        struct world *w = world_new(&(struct world_plan){.wires = {"stones", "stones"},
            .names = {"first", "second"},
            .budgets = {seat == 0 ? &patient : NULL, seat == 1 ? &patient : NULL}});
        world_begin(w);
        world_tick(w, seat == 0 ? 2000 * MS : 500 * MS);
        world_say(w, 0, white);
        assert_int_equal(w->moves, 1);
        world_tick(w, seat == 1 ? 2000 * MS : 500 * MS);
        world_say(w, 1, black);
        assert_int_equal(w->moves, 2);
        world_destroy(w);
    }
    struct world *w = world_new(&(struct world_plan){
        .wires = {"stones", "stones"}, .names = {"first", "second"}, .budgets = {NULL, &patient}});
    world_begin(w);
    world_tick(w, 500 * MS + 1);
    assert_timeout(w, 0);
    world_destroy(w);
}

static void connecting_has_the_start_budget_and_failing_it_is_no_start_G5(void **state)
{
    (void)state;
    for (int late = 0; late < 2; late++) {
        struct world *w =
            world_new(&(struct world_plan){.wires = {"stones", "stones"}, .names = {"a", "b"}});
        world_start(w);
        world_open(w, 0);
        world_wait(w, 1000 * MS + late);
        world_open(w, 1);
        assert_int_equal(w->overs, late);
        if (late) {
            assert_int_equal(w->result.verdict, VERDICT_NO_START);
            assert_int_equal(w->result.blame, 1);
            assert_string_equal(w->result.rule, "G5");
            assert_string_equal(w->result.explanation, "b: seat 1 has not come within 1000 ms");
        }
        world_destroy(w);
    }
}

static void joining_and_acknowledging_have_limits_too_S1_S3(void **state)
{
    (void)state;
    for (int late = 0; late < 2; late++) {
        struct world *w = world_new(
            &(struct world_plan){.wires = {"santorini", "santorini"}, .names = {"a", "b"}});
        world_start(w);
        world_open(w, 0);
        world_open(w, 1);
        world_say(w, 0, "[\"join\",\"ann\"]");
        world_wait(w, 1000 * MS + late);
        world_say(w, 1, "[\"join\",\"bob\"]");
        if (late) {
            assert_timeout(w, 1);
        } else {
            world_wait(w, 1000 * MS);
            world_say(w, 0, "\"OK\"");
            world_wait(w, 1);
            world_say(w, 1, "\"OK\"");
            assert_timeout(w, 1);
        }
        world_destroy(w);
    }
}

static void whoever_has_joined_waits_for_the_other_without_a_clock(void **state)
{
    (void)state;
    struct world *w =
        world_new(&(struct world_plan){.wires = {"santorini", "santorini"}, .names = {"a", "b"}});
    world_start(w);
    world_open(w, 0);
    world_say(w, 0, "[\"join\",\"ann\"]");
    // The other comes late and takes long, both within its limits.
    world_tick(w, 900 * MS);
    world_open(w, 1);
    world_tick(w, 900 * MS);
    assert_int_equal(w->overs, 0);
    world_say(w, 1, "[\"join\",\"bob\"]");
    assert_int_equal(w->referee.state, REFEREE_BEGINNING);
    world_destroy(w);
}

static void a_whole_game_s_budget_runs_out_and_grows_by_its_increment_G9(void **state)
{
    (void)state;
    struct budget budget = world_budget;
    budget.game_ns = 150 * MS;
    budget.increment_ns = 10 * MS;
    struct world *w = stones(&budget);
    world_wait(w, 140 * MS);
    world_say(w, 0, white); // 20 left
    world_wait(w, 100 * MS);
    world_say(w, 1, black); // 60 left
    world_wait(w, 60 * MS);
    world_say(w, 1, pass); // 10 left
    assert_int_equal(w->moves, 3);
    world_tick(w, 20 * MS);
    assert_int_equal(w->overs, 0);
    world_tick(w, 1);
    assert_timeout(w, 0);
    assert_true(w->result.charge.of_game);
    assert_string_equal(
        w->result.explanation, "first: 21 ms charged of 20 left for the whole game");
    world_destroy(w);
}

static void nobody_loses_by_a_referee_that_was_stopped_for_five_seconds(void **state)
{
    (void)state;
    struct world *w = second_request(NULL);
    world_wait(w, 5050 * MS);
    w->now.lost_ns += 5000 * MS;
    world_tick(w, 0);
    assert_int_equal(w->overs, 0);
    // And the 50 ms that are left are left.
    world_wait(w, 50 * MS);
    world_say(w, 1, pass);
    assert_int_equal(w->moves, 3);
    assert_int_equal(w->charge.lost_ns, 5000 * MS);
    assert_int_equal(w->charge.charged_ns, 100 * MS);
    world_destroy(w);
}

static void the_same_holds_while_bots_start_and_say_goodbye(void **state)
{
    (void)state;
    struct world *w =
        world_new(&(struct world_plan){.wires = {"santorini", "santorini"}, .names = {"a", "b"}});
    world_start(w);
    world_wait(w, 5900 * MS);
    w->now.lost_ns += 5000 * MS;
    world_tick(w, 0);
    world_begin(w);
    world_say(w, 0, "[\"place\",9,9]");
    assert_int_equal(w->overs, 1);
    world_wait(w, 5400 * MS);
    w->now.lost_ns += 5000 * MS;
    world_tick(w, 0);
    assert_false(world_is_late(w, 0));
    world_say(w, 0, "\"OK\"");
    assert_false(ack_is_owed(&w->seats[0].ack));
    world_destroy(w);
}

// Everything that a game told the world, stamps included.
static void keep(void *listener, const struct referee_event *event)
{
    struct text *story = listener;
    text_format(story, "%d %d %lld %.*s\n", (int)event->kind, event->seat, (long long)event->at_ns,
        (int)event->length, event->bytes ? event->bytes : "");
}

static void a_clock_that_stands_elsewhere_changes_nothing(void **state)
{
    (void)state;
    // The referee reads no clock of its own: the same moments from another beginning, a year later
    // or before the beginning of time, give the same game to the last stamp.
    static const int64_t origins[] = {0, 365 * 24 * 3600 * NS_PER_SECOND, -40 * NS_PER_SECOND};
    struct text stories[3];
    for (int i = 0; i < 3; i++) {
        stories[i] = text_growing();
        struct world *w = world_new(
            &(struct world_plan){.wires = {"hgp", "hgp"}, .names = {"a", "b"}, .seed = 4});
        referee_destroy(&w->referee);
        w->now = (struct moment){.now_ns = origins[i]};
        struct referee_setup setup = w->referee.setup;
        referee_init(&w->referee, &setup, w->now);
        w->listen = keep;
        w->listener = &stories[i];
        world_play(w);
        assert_int_equal(w->dones, 1);
        world_destroy(w);
        assert_string_equal(stories[i].bytes, stories[0].bytes);
    }
    for (int i = 0; i < 3; i++)
        text_destroy(&stories[i]);
}

static void the_load_of_the_machine_is_refunded_at_the_deadline_G9(void **state)
{
    (void)state;
    struct world *w = second_request(NULL);
    w->seats[1].known = true;
    // A first look after a tenth of the budget, then the deadline: 60 ms it had no core.
    world_tick(w, 10 * MS);
    w->seats[1].usage = (struct usage){.waited_ns = 60 * MS, .cpu_ns = 30 * MS};
    world_tick(w, 90 * MS + 1);
    assert_int_equal(w->overs, 0);
    assert_int_equal(referee_wake_ns(&w->referee), w->now.now_ns + 60 * MS);
    // The refund is used up.
    world_tick(w, 60 * MS - 1);
    assert_int_equal(w->overs, 0);
    world_tick(w, 1);
    assert_timeout(w, 1);
    assert_string_equal(w->result.explanation,
        "second: 101 ms charged of 100 for its move. Wall 161 ms, of which 60 ms were not charged");
    assert_int_equal(w->result.charge.waited_ns, 60 * MS);
    world_destroy(w);
}

static void an_answer_after_the_deadline_counts_if_the_machine_was_to_blame_G9(void **state)
{
    (void)state;
    struct world *w = second_request(NULL);
    w->seats[1].known = true;
    world_tick(w, 10 * MS);
    w->seats[1].usage = (struct usage){.waited_ns = 60 * MS, .cpu_ns = 80 * MS};
    world_wait(w, 130 * MS);
    world_say(w, 1, pass);
    assert_int_equal(w->moves, 3);
    assert_int_equal(w->charge.wall_ns, 140 * MS);
    assert_int_equal(w->charge.charged_ns, 80 * MS);
    assert_true(w->charge.measured);
    world_destroy(w);
}

static void the_kernel_is_not_asked_about_fast_moves(void **state)
{
    (void)state;
    struct world *w = stones(NULL);
    w->seats[0].known = w->seats[1].known = true;
    world_wait(w, 49 * MS);
    world_say(w, 0, white);
    world_wait(w, 49 * MS);
    world_say(w, 1, black);
    world_wait(w, 9 * MS);
    world_say(w, 1, pass);
    assert_int_equal(w->moves, 3);
    assert_int_equal(w->seats[0].usage_asked, 0);
    assert_int_equal(w->seats[1].usage_asked, 0);
    assert_false(w->charge.measured);
    world_destroy(w);
}

// The request wakes the bot: it may have waited, computed and answered before anyone can look.
static void the_kernel_is_asked_before_a_request_is_sent(void **state)
{
    (void)state;
    struct world *w = stones(NULL);
    w->seats[1].known = true;
    world_say(w, 0, white);
    world_wait(w, 60 * MS);
    world_say(w, 1, black);
    assert_int_equal(w->seats[1].usage_asked, 2); // for the slow answer, and for the next request
    assert_int_equal(w->seats[1].sends_at_look, w->seats[1].sends - 1);
    // Nothing of what it waits from here on is charged.
    w->seats[1].usage.waited_ns = 95 * MS;
    world_wait(w, 105 * MS);
    world_say(w, 1, pass);
    assert_int_equal(w->charge.charged_ns, 10 * MS);
    world_destroy(w);
}

static void a_whole_fast_game_never_asks_the_kernel(void **state)
{
    (void)state;
    struct world *w =
        world_new(&(struct world_plan){.wires = {"stones", "stones"}, .names = {"a", "b"}});
    w->seats[0].known = w->seats[1].known = true;
    world_play(w);
    assert_int_equal(w->dones, 1);
    assert_int_equal(w->seats[0].usage_asked + w->seats[1].usage_asked, 0);
    world_destroy(w);
}

// With a thousand games at once nearly every answer lies there for a while, and looking at all of
// those bots would cost more than their games.
static void the_kernel_is_not_asked_where_only_the_arena_was_slow(void **state)
{
    (void)state;
    struct world *w = second_request(NULL);
    struct world_seat *bot = &w->seats[1];
    bot->known = true;
    bot->usage.late_ns = 75 * MS;
    world_wait(w, 80 * MS);
    world_say(w, 1, pass);
    assert_int_equal(w->moves, 3);
    assert_int_equal(w->charge.charged_ns, 5 * MS);
    assert_int_equal(w->charge.lost_ns, 75 * MS);
    assert_false(w->charge.measured);
    assert_int_equal(bot->usage_asked, 0);
    world_destroy(w);
}

// The same if it would have lost by the wall clock, and one that has been late itself is measured.
static void the_kernel_is_asked_about_what_the_arena_cannot_explain(void **state)
{
    (void)state;
    const struct {
        int64_t after_ms;
        bool asked, in_time;
    } answers[] = {{284, false, true}, {285, true, true}, {375, true, true}, {376, true, false}};
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
        struct world *w = second_request(NULL);
        struct world_seat *bot = &w->seats[1];
        bot->known = true;
        bot->usage.late_ns = 275 * MS;
        world_wait(w, answers[i].after_ms * MS);
        world_say(w, 1, pass);
        assert_int_equal(bot->usage_asked > 0, answers[i].asked);
        assert_int_equal(w->overs, !answers[i].in_time);
        if (answers[i].in_time)
            assert_int_equal(w->charge.charged_ns, (answers[i].after_ms - 275) * MS);
        else
            assert_timeout(w, 1);
        world_destroy(w);
    }
}

// The clocks are looked at as of the last poll; the game may have gone on since.
static void a_look_at_the_clocks_does_not_turn_back_the_time(void **state)
{
    (void)state;
    struct world *w = second_request(NULL);
    struct moment looked = w->now;
    world_wait(w, 50 * MS);
    world_say(w, 1, "{"); // the beginning of an answer
    referee_tick(&w->referee, looked);
    assert_int_equal(w->referee.now.now_ns, w->now.now_ns);
    assert_int_equal(w->overs, 0);
    world_destroy(w);
}

static void a_bot_elsewhere_is_allowed_its_measured_lag_and_no_more_G9(void **state)
{
    (void)state;
    const struct budget budget = {.start_ns = 1000 * MS,
        .first_ns = 500 * MS,
        .request_ns = 100 * MS,
        .lag_most_ns = 30 * MS,
        .cores = 1};
    for (int late = 0; late < 2; late++) {
        struct world *w = world_new(&(struct world_plan){.wires = {"stones", "stones"},
            .names = {"first", "second"},
            .budgets = {&budget, &budget}});
        w->seats[1].lag_ns = 400 * MS; // allowed up to 30
        world_begin(w);
        world_say(w, 0, white);
        world_say(w, 1, black);
        world_wait(w, 130 * MS + late);
        world_say(w, 1, pass);
        if (late)
            assert_timeout(w, 1);
        else
            assert_int_equal(w->charge.lag_ns, 30 * MS);
        world_destroy(w);
    }
}

static void a_plain_wall_clock_asks_nobody_and_refunds_nothing(void **state)
{
    (void)state;
    struct budget wall = world_budget;
    wall.wall = true;
    struct world *w = second_request(&wall);
    w->seats[1].known = true;
    w->seats[1].usage.waited_ns = 90 * MS;
    world_tick(w, 50 * MS);
    world_tick(w, 50 * MS + 1);
    assert_timeout(w, 1);
    assert_int_equal(w->seats[1].usage_asked, 0);
    world_destroy(w);
}

static void only_the_one_who_is_asked_has_a_running_clock_R6(void **state)
{
    (void)state;
    struct world *w = stones(NULL);
    assert_true(w->referee.seats[0].clock.running);
    assert_false(w->referee.seats[1].clock.running);
    world_say(w, 0, white);
    assert_false(w->referee.seats[0].clock.running);
    assert_true(w->referee.seats[1].clock.running);
    world_destroy(w);
}

static void a_person_may_think_as_long_as_he_likes(void **state)
{
    (void)state;
    struct world *w = world_new(
        &(struct world_plan){.game = "stones", .names = {"human", "@random"}, .untimed = true});
    world_start(w);
    assert_int_equal(referee_wake_ns(&w->referee), INT64_MAX);
    world_tick(w, 3600 * NS_PER_SECOND);
    move moves[MOVES_MAX];
    w->referee.setup.game->moves(&w->referee.position, moves);
    referee_chose(&w->referee, 0, moves[0], w->now);
    assert_int_equal(w->moves, 1);
    assert_int_equal(w->charge.wall_ns, 3600 * NS_PER_SECOND);
    assert_int_equal(w->charge.charged_ns, 0);
    // The other, without messages as well, has a clock.
    world_tick(w, 500 * MS + 1);
    assert_timeout(w, 1);
    world_destroy(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_answer_exactly_at_the_limit_is_in_time_and_one_ns_later_is_not_G9),
        cmocka_unit_test(silence_ends_with_the_first_look_after_the_limit_G9),
        cmocka_unit_test(a_late_answer_is_told_from_silence_G9),
        cmocka_unit_test(the_first_request_has_a_budget_of_its_own_T8),
        cmocka_unit_test(each_seat_has_a_budget_of_its_own_G9),
        cmocka_unit_test(connecting_has_the_start_budget_and_failing_it_is_no_start_G5),
        cmocka_unit_test(joining_and_acknowledging_have_limits_too_S1_S3),
        cmocka_unit_test(whoever_has_joined_waits_for_the_other_without_a_clock),
        cmocka_unit_test(a_whole_game_s_budget_runs_out_and_grows_by_its_increment_G9),
        cmocka_unit_test(nobody_loses_by_a_referee_that_was_stopped_for_five_seconds),
        cmocka_unit_test(the_same_holds_while_bots_start_and_say_goodbye),
        cmocka_unit_test(a_clock_that_stands_elsewhere_changes_nothing),
        cmocka_unit_test(the_load_of_the_machine_is_refunded_at_the_deadline_G9),
        cmocka_unit_test(an_answer_after_the_deadline_counts_if_the_machine_was_to_blame_G9),
        cmocka_unit_test(the_kernel_is_not_asked_about_fast_moves),
        cmocka_unit_test(the_kernel_is_asked_before_a_request_is_sent),
        cmocka_unit_test(a_whole_fast_game_never_asks_the_kernel),
        cmocka_unit_test(the_kernel_is_not_asked_where_only_the_arena_was_slow),
        cmocka_unit_test(the_kernel_is_asked_about_what_the_arena_cannot_explain),
        cmocka_unit_test(a_look_at_the_clocks_does_not_turn_back_the_time),
        cmocka_unit_test(a_bot_elsewhere_is_allowed_its_measured_lag_and_no_more_G9),
        cmocka_unit_test(a_plain_wall_clock_asks_nobody_and_refunds_nothing),
        cmocka_unit_test(only_the_one_who_is_asked_has_a_running_clock_R6),
        cmocka_unit_test(a_person_may_think_as_long_as_he_likes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// The end of a game: who is told what, and the next game on the same connections.
#include "referee/plans.h"

// --- Ending ---

static void the_rule_breaker_is_told_too_S7(void **state)
{
    (void)state;
    struct world *w = world_in(REFEREE_PLAYING);
    world_news(w, 0);
    world_news(w, 1);
    world_say(w, 0, "[\"place\",9,9]");
    static const char over[] =
        "[\"over\",{\"winner\":\"bob\",\"loser\":\"ann\",\"reason\":\"BROKEN_RULE\"}]\n";
    assert_string_equal(world_news(w, 0), over);
    assert_string_equal(world_news(w, 1), over);
    assert_int_equal(w->dones, 1);
    world_destroy(w);
}

static void nothing_more_is_sent_after_a_fault_in_stones_T7(void **state)
{
    (void)state;
    struct world *w = world_new(&stones);
    world_begin(w);
    world_news(w, 0);
    world_news(w, 1);
    world_say(w, 0, "{\"Type\":0}");
    assert_verdict(w, VERDICT_ILLEGAL, 0);
    assert_string_equal(world_news(w, 0), "");
    assert_string_equal(world_news(w, 1), "");
    assert_int_equal(w->dones, 1);
    world_destroy(w);
}

static void the_status_tells_both_what_the_fault_was_R5(void **state)
{
    (void)state;
    static const struct {
        const char *answer; // NULL: leaves
        enum verdict verdict;
        const char *update;
    } faults[] = {
        {NULL, VERDICT_CRASH, "{\"changed\":[],\"by\":1,\"next_turn\":1,\"game_status\":3}\n"},
        {NULL, VERDICT_DISCONNECT, "{\"changed\":[],\"by\":1,\"next_turn\":1,\"game_status\":3}\n"},
        {"{\"placed\":\"d3\"}", VERDICT_MALFORMED,
            "{\"changed\":[],\"by\":1,\"next_turn\":1,\"game_status\":4}\n"},
        {"{\"placed\":[0,0]}", VERDICT_ILLEGAL,
            "{\"changed\":[],\"by\":1,\"next_turn\":1,\"game_status\":5}\n"},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        struct world_plan plan = hgp;
        plan.coin = 1; // seat 0 is player 1
        struct world *w = world_new(&plan);
        world_begin(w);
        world_news(w, 0);
        world_news(w, 1);
        if (faults[i].answer)
            world_say(w, 0, faults[i].answer);
        else
            world_lose(w, 0, faults[i].verdict);
        assert_verdict(w, faults[i].verdict, 0);
        assert_string_equal(world_news(w, 1), faults[i].update);
        // Also to the offender, if there is still someone to hear it.
        assert_string_equal(world_news(w, 0), faults[i].answer ? faults[i].update : "");
        assert_int_equal(w->dones, 1);
        world_destroy(w);
    }
    struct world *w = world_new(&hgp);
    world_begin(w);
    world_news(w, 1);
    world_tick(w, 500 * MS + 1);
    assert_verdict(w, VERDICT_TIMEOUT, 0);
    assert_string_equal(
        world_news(w, 1), "{\"changed\":[],\"by\":0,\"next_turn\":0,\"game_status\":3}\n");
    world_destroy(w);
}

static void whoever_was_not_told_of_a_game_is_not_told_of_its_end(void **state)
{
    (void)state;
    struct world *w = world_new(&santorini);
    world_start(w);
    world_open(w, 0);
    world_lose(w, 1, VERDICT_NO_START);
    assert_verdict(w, VERDICT_NO_START, 1);
    assert_int_equal(w->dones, 1);
    assert_string_equal(world_news(w, 0), "");
    world_destroy(w);
}

// --- Many games on one connection ---

static void a_later_game_begins_at_once_on_the_same_connections_S8(void **state)
{
    (void)state;
    struct world *w = world_in(REFEREE_DONE);
    world_say(w, 0, "\"OK\"");
    world_say(w, 1, "\"OK\"");
    world_news(w, 0);
    world_news(w, 1);
    world_again(w);
    world_start(w);
    assert_int_equal(w->referee.state, REFEREE_BEGINNING);
    assert_string_equal(world_news(w, 0), "[\"new_game\",\"bob\"]\n");
    assert_string_equal(world_news(w, 1), "[\"new_game\",\"ann\"]\n");
    // It is awake: what counts is the budget of a request, no longer that of a start.
    world_tick(w, 100 * MS + 1);
    assert_verdict(w, VERDICT_TIMEOUT, 0);
    assert_string_equal(
        w->result.explanation, "first: 101 ms charged of 100 to acknowledge the new game");
    world_destroy(w);
}

static void a_later_game_of_the_course_opens_with_the_name_again(void **state)
{
    (void)state;
    struct world *w = world_new(&course);
    world_begin(w);
    // A fault before the other has had its first turn.
    world_say(w, 0, "[9,9]");
    assert_verdict(w, VERDICT_ILLEGAL, 0);
    world_news(w, 0);
    world_news(w, 1);
    world_again(w);
    world_start(w);
    assert_string_equal(world_news(w, 0), "\"bob\"\n[]\n");
    assert_string_equal(world_news(w, 1), "\"ann\"\n");
    world_destroy(w);
}

static void a_bot_that_was_still_joining_when_a_game_was_lost_joins_the_next_one(void **state)
{
    (void)state;
    struct world *w = world_new(&santorini);
    world_start(w);
    world_open(w, 0);
    world_open(w, 1);
    world_say(w, 1, "[\"join\",\"bob\"]");
    world_lose(w, 1, VERDICT_CRASH);
    assert_int_equal(w->dones, 1);
    // Both sit there again in the next game; the first has still not said its name.
    world_again(w);
    world_start(w);
    assert_int_equal(w->referee.state, REFEREE_OPENING);
    world_say(w, 0, "[\"join\",\"ann\"]");
    assert_int_equal(w->referee.state, REFEREE_BEGINNING);
    assert_int_equal(w->overs, 0);
    world_destroy(w);
    // Nor does it have for ever to do so.
    w = world_new(&santorini);
    world_start(w);
    world_open(w, 0);
    world_lose(w, 1, VERDICT_CRASH);
    world_again(w);
    world_start(w);
    world_tick(w, 1000 * MS + 1);
    assert_verdict(w, VERDICT_TIMEOUT, 0);
    world_destroy(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_rule_breaker_is_told_too_S7),
        cmocka_unit_test(nothing_more_is_sent_after_a_fault_in_stones_T7),
        cmocka_unit_test(the_status_tells_both_what_the_fault_was_R5),
        cmocka_unit_test(whoever_was_not_told_of_a_game_is_not_told_of_its_end),
        cmocka_unit_test(a_later_game_begins_at_once_on_the_same_connections_S8),
        cmocka_unit_test(a_later_game_of_the_course_opens_with_the_name_again),
        cmocka_unit_test(a_bot_that_was_still_joining_when_a_game_was_lost_joins_the_next_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

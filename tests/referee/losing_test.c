// Games that are lost by a fault, and those that are nobody's.
#include "games/reversi.h"
#include "referee/plans.h"

static void leaving_loses_the_game_before_it_begins_and_while_it_lasts_G5(void **state)
{
    (void)state;
    static const enum verdict losses[] = {
        VERDICT_CRASH, VERDICT_DISCONNECT, VERDICT_NO_START, VERDICT_LIMIT};
    for (size_t i = 0; i < sizeof losses / sizeof *losses; i++) {
        for (int s = REFEREE_OPENING; s <= REFEREE_PLAYING; s++) {
            for (int seat = 0; seat < SEATS; seat++) {
                struct world *w = world_in((enum referee_state)s);
                assert_int_equal(w->referee.state, s);
                world_lose(w, seat, losses[i]);
                assert_verdict(w, losses[i], seat);
                assert_int_equal(w->dones, 1);
                // The other one's leaving then is no news.
                world_lose(w, 1 - seat, VERDICT_CRASH);
                assert_int_equal(w->overs, 1);
                world_destroy(w);
            }
        }
    }
}

static void words_tell_a_crash_before_the_game_from_one_in_it(void **state)
{
    (void)state;
    struct world *w = world_in(REFEREE_OPENING);
    world_lose(w, 0, VERDICT_CRASH);
    assert_string_equal(w->result.explanation, "first: has left before the game began");
    world_destroy(w);
    w = world_in(REFEREE_PLAYING);
    world_lose(w, 1, VERDICT_DISCONNECT);
    assert_string_equal(w->result.explanation, "second: has left in the middle of the game");
    world_destroy(w);
}

static void after_the_verdict_leaving_changes_nothing(void **state)
{
    (void)state;
    struct world *w = world_in(REFEREE_DONE);
    assert_verdict(w, VERDICT_ILLEGAL, 0);
    world_lose(w, 1, VERDICT_CRASH);
    assert_verdict(w, VERDICT_ILLEGAL, 0);
    world_lose(w, 0, VERDICT_CRASH);
    assert_verdict(w, VERDICT_ILLEGAL, 0);
    assert_int_equal(w->dones, 1);
    world_destroy(w);
}

// Plays the first moves of Reversi, then the last bot answers `reply`.
static struct explanation refused_in_reversi(const char *const *moves, int count, const char *reply)
{
    struct world *w = world_new(&(struct world_plan){.wires = {"hgp", "hgp"}});
    world_begin(w);
    for (int i = 0; i < count; i++)
        world_say(w, i % 2, moves[i]);
    world_say(w, count % 2, reply);
    assert_verdict(w, VERDICT_ILLEGAL, count % 2);
    struct explanation refused = w->result.refused;
    world_destroy(w);
    return refused;
}

static void a_refused_move_is_explained_in_its_position(void **state)
{
    (void)state;
    static const char *const moves[] = {"{\"placed\":[2,4]}"};
    struct explanation x = refused_in_reversi(moves, 1, "{\"placed\":[2,4]}");
    assert_string_equal(x.wire->name, "hgp");
    assert_string_equal(x.meaning, "row 2, column 4 is e3");
    assert_int_equal(x.legal_count, 3);
    assert_int_equal(game_reversi.turn(&x.position), 1);
}

// The last stone of seat 1 has turned the one at the end of the line.
static void a_bot_that_missed_the_last_move_is_told_so(void **state)
{
    (void)state;
    static const char *const moves[] = {"{\"placed\":[2,4]}", "{\"placed\":[2,5]}"};
    struct explanation x = refused_in_reversi(moves, 2, "{\"placed\":[5,2]}");
    assert_true(x.slip_count > 0 && x.slips[0].slip == SLIP_STALE);
    assert_int_equal(refused_in_reversi(moves, 0, "{\"placed\":[0,0]}").slip_count, 0);
}

static void a_fault_of_ours_is_nobody_s_in_any_state_G5(void **state)
{
    (void)state;
    for (int s = REFEREE_OPENING; s <= REFEREE_PLAYING; s++) {
        struct world *w = world_in((enum referee_state)s);
        world_news(w, 0);
        world_news(w, 1);
        referee_void(&w->referee, "the disk is full", w->now);
        assert_verdict(w, VERDICT_VOID, NOBODY);
        assert_string_equal(w->result.explanation, "void: the disk is full");
        assert_string_equal(w->result.rule, "G5");
        // Nobody is told of an end: the game is simply opened again.
        assert_string_equal(world_news(w, 0), "");
        assert_string_equal(world_news(w, 1), "");
        assert_int_equal(w->dones, 1);
        world_destroy(w);
    }
    struct world *w = world_in(REFEREE_DONE);
    referee_void(&w->referee, "the disk is full", w->now);
    assert_verdict(w, VERDICT_ILLEGAL, 0);
    world_destroy(w);
}

static void a_loss_that_was_our_fault_blames_nobody(void **state)
{
    (void)state;
    struct world *w = world_in(REFEREE_PLAYING);
    world_lose(w, 1, VERDICT_VOID);
    assert_verdict(w, VERDICT_VOID, NOBODY);
    world_destroy(w);
}

static void a_flood_loses_in_every_state_G2(void **state)
{
    (void)state;
    static char nest[64];
    memset(nest, '[', sizeof nest - 1);
    for (int s = REFEREE_OPENING; s <= REFEREE_PLAYING; s++) {
        struct world *w = world_in((enum referee_state)s);
        if (s == REFEREE_OPENING)
            world_open(w, 1);
        world_say(w, 1, nest);
        assert_verdict(w, VERDICT_FLOOD, 1);
        assert_string_equal(w->result.rule, "G2");
        // Nobody waits for what it might still say.
        assert_true(w->referee.seats[1].gone);
        assert_int_equal(w->dones, 1);
        world_destroy(w);
    }
}

static void a_fault_outside_of_one_s_turn_is_a_fault_too_G5(void **state)
{
    (void)state;
    // Not JSON, from the one who is not asked: it stays in the queue until it is.
    struct world *w = world_new(&stones);
    world_begin(w);
    world_say(w, 1, "hello\n");
    assert_int_equal(w->overs, 0);
    world_say(w, 0, white);
    assert_verdict(w, VERDICT_MALFORMED, 1);
    assert_int_equal(w->broken, 1);
    world_destroy(w);
}

static void the_message_that_lost_is_kept(void **state)
{
    (void)state;
    struct world *w = world_new(&stones);
    world_begin(w);
    world_wait(w, 30 * MS);
    world_say(w, 0, "{\"Type\":7}");
    assert_verdict(w, VERDICT_ILLEGAL, 0);
    assert_string_equal(w->result.message, "{\"Type\":7}");
    assert_int_equal(w->result.message_bytes, 10);
    assert_true(w->result.fault.has_at);
    assert_int_equal(w->result.charge.wall_ns, 30 * MS);
    assert_int_equal(w->result.charge.limit_ns, 500 * MS);
    assert_int_equal(w->broken, 0);
    world_destroy(w);
}

// Lets the time of a seat run out, and tells what is said to have come of it.
static const char *seen_of_silence(struct world *w, int seat)
{
    world_tick(w, 1000 * MS + 1);
    assert_verdict(w, VERDICT_TIMEOUT, seat);
    return w->result.fault.seen;
}

static void only_who_was_never_heard_is_asked_whether_it_flushes_G9(void **state)
{
    (void)state;
    static const char hint[] = "nothing: does it flush its output?";
    struct world *w = world_new(&stones);
    world_begin(w);
    assert_string_equal(seen_of_silence(w, 0), hint);
    world_destroy(w);

    w = world_new(&stones);
    world_begin(w);
    world_say(w, 0, white);
    assert_string_equal(seen_of_silence(w, 1), hint); // the other one was heard
    world_destroy(w);

    w = world_in(REFEREE_PLAYING); // it has joined
    assert_string_equal(seen_of_silence(w, 0), "nothing");
    world_say(w, 0, "\"OK\"");
    world_say(w, 1, "\"OK\"");
    assert_int_equal(w->dones, 1);
    world_again(w); // on the same connection
    world_start(w);
    assert_string_equal(seen_of_silence(w, 0), "nothing");
    world_destroy(w);

    w = world_new(&(struct world_plan){.game = "stones", .names = {"@1", "@2"}});
    world_start(w);
    assert_string_equal(seen_of_silence(w, 0), "nothing"); // it sends no messages
    world_destroy(w);
}

static void both_may_fail_at_once_and_one_is_blamed(void **state)
{
    (void)state;
    struct world *w = world_new(&stones);
    world_start(w);
    world_tick(w, 1000 * MS + 1);
    assert_verdict(w, VERDICT_NO_START, 0);
    assert_int_equal(w->dones, 1);
    world_destroy(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(leaving_loses_the_game_before_it_begins_and_while_it_lasts_G5),
        cmocka_unit_test(words_tell_a_crash_before_the_game_from_one_in_it),
        cmocka_unit_test(after_the_verdict_leaving_changes_nothing),
        cmocka_unit_test(a_refused_move_is_explained_in_its_position),
        cmocka_unit_test(a_bot_that_missed_the_last_move_is_told_so),
        cmocka_unit_test(a_fault_of_ours_is_nobody_s_in_any_state_G5),
        cmocka_unit_test(a_loss_that_was_our_fault_blames_nobody),
        cmocka_unit_test(a_flood_loses_in_every_state_G2),
        cmocka_unit_test(a_fault_outside_of_one_s_turn_is_a_fault_too_G5),
        cmocka_unit_test(the_message_that_lost_is_kept),
        cmocka_unit_test(only_who_was_never_heard_is_asked_whether_it_flushes_G9),
        cmocka_unit_test(both_may_fail_at_once_and_one_is_blamed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

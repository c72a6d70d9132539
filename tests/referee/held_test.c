// Games that are looked at move by move: requests that wait until somebody lets them go, and seats
// that are led through moves that were played before.
#include "referee/plans.h"

static struct world *held(const struct world_plan *plan, int seat)
{
    struct world_plan mine = *plan;
    mine.held[seat] = true;
    struct world *w = world_new(&mine);
    world_begin(w);
    return w;
}

static void let_go(struct world *w)
{
    w->asked = NOBODY;
    referee_release(&w->referee, w->now);
}

static void a_held_seat_is_not_asked_before_it_is_let_go(void **state)
{
    (void)state;
    struct world *w = held(&stones, 0);
    assert_int_equal(w->asked, 0);
    world_tick(w, 1000 * MS); // far more than its time
    referee_flush(&w->referee);
    assert_false(contains(world_news(w, 0), "AllowedMoves"));
    let_go(w);
    assert_true(contains(world_news(w, 0), "AllowedMoves"));
    world_say(w, 0, white);
    assert_int_equal(w->moves, 1);
    world_destroy(w);
}

static void where_the_last_move_is_the_request_that_waits_too(void **state)
{
    (void)state;
    struct world *w = held(&hgp, 0);
    assert_int_equal(w->asked, 0);
    referee_flush(&w->referee);
    assert_false(contains(world_news(w, 0), "board"));
    let_go(w);
    assert_true(contains(world_news(w, 0), "board"));
    world_destroy(w);
}

static void what_it_says_meanwhile_answers_the_request(void **state)
{
    (void)state;
    struct world *w = held(&stones, 0);
    world_say(w, 0, white);
    assert_int_equal(w->moves, 0);
    let_go(w);
    assert_int_equal(w->moves, 1);
    assert_true(contains(w->notes.bytes, "answered before it was asked (G4)"));
    world_destroy(w);
}

static void the_other_seat_is_asked_at_once(void **state)
{
    (void)state;
    struct world *w = held(&stones, 0);
    let_go(w);
    world_say(w, 0, white);
    assert_int_equal(w->asked, NOBODY);
    assert_true(contains(world_news(w, 1), "AllowedMoves"));
    world_destroy(w);
}

static void a_held_seat_may_leave(void **state)
{
    (void)state;
    struct world *w = held(&stones, 0);
    world_lose(w, 0, VERDICT_DISCONNECT);
    assert_verdict(w, VERDICT_DISCONNECT, 0);
    let_go(w); // too late, and harmless
    assert_int_equal(w->overs, 1);
    world_destroy(w);
}

static move stones_move(const char *text)
{
    const struct game *game = game_find("stones", NULL);
    position start;
    move m;
    assert_true(game->start(&start, NULL, NULL));
    assert_true(game->parse_move(&start, text, &m, NULL));
    return m;
}

static struct world *led(const move *moves, int count)
{
    struct world_plan plan = stones;
    plan.led[0] = moves;
    plan.led_count = count;
    struct world *w = world_new(&plan);
    world_begin(w);
    return w;
}

static void a_led_seat_plays_what_it_is_led_to(void **state)
{
    (void)state;
    const move d6xd5 = stones_move("D6xD5");
    struct world *w = led(&d6xd5, 1);
    world_say(w, 0, white);
    assert_int_equal(w->moves, 1);
    assert_true(contains(w->notes.bytes, "and is led: D6xD5 is played"));
    world_say(w, 1, black); // nobody leads this one
    assert_int_equal(w->moves, 2);
    assert_int_equal(w->overs, 0);
    world_destroy(w);
}

static void a_led_seat_that_plays_it_anyway_is_left_alone(void **state)
{
    (void)state;
    const move same = stones_move("H4xH5");
    struct world *w = led(&same, 1);
    world_say(w, 0, white);
    assert_int_equal(w->moves, 1);
    assert_int_equal(w->notes.length, 0);
    world_destroy(w);
}

static void a_seat_is_not_led_to_what_is_illegal(void **state)
{
    (void)state;
    const move nowhere = MOVE_NONE;
    struct world *w = led(&nowhere, 1);
    world_say(w, 0, white);
    assert_int_equal(w->moves, 1);
    assert_int_equal(w->overs, 0);
    world_destroy(w);
}

static void a_led_seat_still_makes_faults(void **state)
{
    (void)state;
    const move d6xd5 = stones_move("D6xD5");
    struct world *w = led(&d6xd5, 1);
    world_say(w, 0, "{\"Type\":1}");
    assert_verdict(w, VERDICT_MALFORMED, 0);
    world_destroy(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_held_seat_is_not_asked_before_it_is_let_go),
        cmocka_unit_test(where_the_last_move_is_the_request_that_waits_too),
        cmocka_unit_test(what_it_says_meanwhile_answers_the_request),
        cmocka_unit_test(the_other_seat_is_asked_at_once),
        cmocka_unit_test(a_held_seat_may_leave),
        cmocka_unit_test(a_led_seat_plays_what_it_is_led_to),
        cmocka_unit_test(a_led_seat_that_plays_it_anyway_is_left_alone),
        cmocka_unit_test(a_seat_is_not_led_to_what_is_illegal),
        cmocka_unit_test(a_led_seat_still_makes_faults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// The opening of a game: bots come, say their names, and acknowledge that it begins.
#include "referee/plans.h"

static void a_game_begins_when_both_have_come(void **state)
{
    (void)state;
    struct world *w = world_new(&stones);
    world_start(w);
    world_open(w, 1);
    assert_string_equal(world_news(w, 1), "");
    assert_int_equal(w->referee.state, REFEREE_OPENING);
    world_open(w, 0);
    assert_int_equal(w->referee.state, REFEREE_PLAYING);
    assert_string_equal(world_news(w, 1), "{\"Color\":-1}\n");
    assert_int_equal(referee_to_move(&w->referee), 0);
    world_destroy(w);
}

static void a_request_is_sent_at_once_and_what_asks_nothing_with_what_follows_G1(void **state)
{
    (void)state;
    struct world *w = world_new(&stones);
    world_begin(w);
    assert_string_equal(w->order.bytes, "0 "); // Black's colour waits
    world_say(w, 0, white);
    assert_string_equal(w->order.bytes, "0 1 "); // and comes with the move and its request
    assert_int_equal(w->seats[1].sends, 1);
    referee_flush(&w->referee);
    assert_string_equal(w->order.bytes, "0 1 0 "); // if that takes long, without a request
    referee_flush(&w->referee);
    assert_string_equal(w->order.bytes, "0 1 0 ");
    world_destroy(w);
}

static void each_seat_hears_of_a_move_in_its_own_dialect_T4(void **state)
{
    (void)state;
    static const char *const told[SEATS] = {"{\"Player\":1,", "{\"Player\":\"1\","};
    for (int quoted = 0; quoted < SEATS; quoted++) {
        struct world_plan plan = {.wires = {"stones", "stones"}, .names = {"first", "second"}};
        plan.wires[quoted] = "stones-quoted";
        struct world *w = world_new(&plan);
        world_begin(w);
        for (int seat = 0; seat < SEATS; seat++)
            world_news(w, seat);
        world_say(w, 0, white);
        for (int seat = 0; seat < SEATS; seat++)
            assert_true(contains(world_news(w, seat), told[seat == quoted]));
        world_destroy(w);
    }
}

static void two_messages_to_the_same_bot_share_one_send_G1(void **state)
{
    (void)state;
    struct world *w = world_new(&stones);
    world_begin(w);
    assert_int_equal(w->seats[0].sends, 1);
    const char *news = world_news(w, 0);
    assert_memory_equal(news, "{\"Color\":1}\n{\"Board\":", 21);
    world_news(w, 1);
    world_say(w, 0, white);
    assert_int_equal(w->seats[1].sends, 2);
    news = world_news(w, 1);
    assert_memory_equal(news, "{\"Player\":1,", 12);
    assert_true(contains(news, "\"Winner\":0}\n{\"Board\":"));
    world_destroy(w);
}

static void a_name_that_is_taken_gets_a_new_one_S1(void **state)
{
    (void)state;
    struct world *w = world_new(&santorini);
    world_start(w);
    world_open(w, 0);
    world_open(w, 1);
    world_say(w, 0, "[\"join\",\"ann\"]");
    assert_string_equal(world_news(w, 0), "\"OK\"\n");
    world_say(w, 1, "[\"join\",\"ann\"]");
    assert_string_equal(world_news(w, 1), "[\"name\",\"anna\"]\n");
    assert_string_equal(world_news(w, 0), "");
    world_say(w, 1, "\"OK\"");
    assert_string_equal(world_news(w, 1), "[\"new_game\",\"ann\"]\n");
    assert_string_equal(world_news(w, 0), "[\"new_game\",\"anna\"]\n");
    world_destroy(w);
}

static void a_name_is_not_taken_by_one_who_has_not_joined_S1(void **state)
{
    (void)state;
    // The opponent is known to people as "second", but has not said its name yet.
    struct world *w = world_new(&santorini);
    world_start(w);
    world_open(w, 0);
    world_open(w, 1);
    world_say(w, 0, "[\"join\",\"second\"]");
    assert_string_equal(world_news(w, 0), "\"OK\"\n");
    world_say(w, 1, "[\"join\",\"second\"]");
    assert_string_equal(world_news(w, 1), "[\"name\",\"seconda\"]\n");
    world_destroy(w);
}

static void a_name_of_a_player_without_messages_is_taken_S1(void **state)
{
    (void)state;
    struct world *w =
        world_new(&(struct world_plan){.wires = {"santorini", NULL}, .names = {"mine", "@random"}});
    world_start(w);
    world_open(w, 0);
    world_say(w, 0, "[\"join\",\"random\"]");
    assert_string_equal(world_news(w, 0), "[\"name\",\"randoma\"]\n");
    world_destroy(w);
}

static void in_hgp_a_name_is_kept_as_it_is_R7(void **state)
{
    (void)state;
    struct world *w = world_new(&hgp);
    world_begin(w);
    int first = referee_to_move(&w->referee);
    world_say(w, first, "{\"name\":\"Deep-Thought 2\"}");
    assert_string_equal(w->seats[first].wire.name, "Deep-Thought 2");
    assert_int_equal(w->overs, 0);
    world_destroy(w);
}

static void in_hgp_a_name_is_read_when_its_bot_is_asked_R6_R7(void **state)
{
    (void)state;
    // So that the record does not depend on when a bot that is not asked came to speak.
    struct world *w = world_new(&hgp);
    world_begin(w);
    int first = referee_to_move(&w->referee);
    world_say(w, 1 - first, "{\"name\":\"Deep-Thought 2\"}");
    assert_int_equal(w->got, 0);
    assert_true(world_answer(w, first));
    assert_int_equal(w->moves, 1);
    assert_string_equal(w->seats[1 - first].wire.name, "Deep-Thought 2");
    world_destroy(w);
}

static void of_two_who_join_at_once_the_first_seat_is_heard_first_S1(void **state)
{
    (void)state;
    struct world *w = world_new(&santorini);
    world_start(w);
    world_open(w, 1);
    world_say(w, 1, "[\"join\",\"ann\"]");
    assert_string_equal(world_news(w, 1), "");
    // Whoever has spoken in time has, however long the other takes.
    world_tick(w, 900 * MS);
    world_open(w, 0);
    world_tick(w, 900 * MS);
    world_say(w, 0, "[\"join\",\"ann\"]");
    assert_string_equal(world_news(w, 0), "\"OK\"\n");
    assert_string_equal(world_news(w, 1), "[\"name\",\"anna\"]\n");
    // Its clock runs again, for its answer.
    world_tick(w, 1000 * MS + 1);
    assert_int_equal(w->result.verdict, VERDICT_TIMEOUT);
    assert_int_equal(w->result.blame, 1);
    world_destroy(w);
}

static void who_joins_too_late_is_late_though_the_other_is_heard_first_G9(void **state)
{
    (void)state;
    struct world *w = world_new(&santorini);
    world_start(w);
    world_open(w, 1);
    world_wait(w, 500 * MS);
    world_open(w, 0);
    world_wait(w, 500 * MS + 1);
    world_say(w, 1, "[\"join\",\"ann\"]");
    assert_int_equal(w->result.verdict, VERDICT_TIMEOUT);
    assert_int_equal(w->result.blame, 1);
    world_destroy(w);
}

static void who_listen(void *listener, const struct referee_event *event)
{
    if (event->kind == EVENT_GOT)
        text_number(listener, event->seat);
}

static void acknowledgements_are_read_in_the_order_of_seats_S3(void **state)
{
    (void)state;
    struct world *w = world_new(&santorini);
    char bytes[16];
    struct text got = TEXT_IN(bytes);
    world_start(w);
    world_open(w, 0);
    world_open(w, 1);
    world_say(w, 0, "[\"join\",\"ann\"]");
    world_say(w, 1, "[\"join\",\"bob\"]");
    w->listen = who_listen;
    w->listener = &got;
    world_say(w, 1, "\"OK\"");
    world_say(w, 0, "\"OK\"");
    assert_string_equal(bytes, "01");
    world_destroy(w);
}

static void names_and_first_moves_may_come_in_one_piece_R7(void **state)
{
    (void)state;
    struct world *w = world_new(&hgp);
    world_begin(w);
    world_say(w, 0, "{\"name\":\"ann\"}{\"placed\":[2,4]}");
    assert_int_equal(w->moves, 1);
    world_destroy(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_begins_when_both_have_come),
        cmocka_unit_test(a_request_is_sent_at_once_and_what_asks_nothing_with_what_follows_G1),
        cmocka_unit_test(each_seat_hears_of_a_move_in_its_own_dialect_T4),
        cmocka_unit_test(two_messages_to_the_same_bot_share_one_send_G1),
        cmocka_unit_test(a_name_that_is_taken_gets_a_new_one_S1),
        cmocka_unit_test(a_name_is_not_taken_by_one_who_has_not_joined_S1),
        cmocka_unit_test(a_name_of_a_player_without_messages_is_taken_S1),
        cmocka_unit_test(in_hgp_a_name_is_kept_as_it_is_R7),
        cmocka_unit_test(in_hgp_a_name_is_read_when_its_bot_is_asked_R6_R7),
        cmocka_unit_test(of_two_who_join_at_once_the_first_seat_is_heard_first_S1),
        cmocka_unit_test(who_joins_too_late_is_late_though_the_other_is_heard_first_G9),
        cmocka_unit_test(acknowledgements_are_read_in_the_order_of_seats_S3),
        cmocka_unit_test(names_and_first_moves_may_come_in_one_piece_R7),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

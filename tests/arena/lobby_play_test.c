// Games are played from a lobby: who goes to a table, leaves, comes back, is absent, and what the
// end of the contest tells.
#include "arena/lobby_world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

// Ann and bob are expected at one port, and both are here.
static struct world_bot *two_are_here(struct world *w, int64_t patience_ns)
{
    world_expect(w, "ann", "santorini", patience_ns);
    world_expect(w, "bob", "santorini", WORLD_AN_HOUR_NS);
    world_open(w);
    struct world_bot *ann = bot_come(w, "[\"join\",\"ann\"]\n");
    bot_come(w, "[\"join\",\"bob\"]\n");
    until_present(w, 2);
    world_attend(w);
    assert_true(w->free[0] && w->free[1]);
    return ann;
}

// The bot has left in its game, and its table closes its session.
static void leave_table(struct world *w, struct session *session, struct world_bot *b)
{
    bot_hang_up(b);
    world_close_seat(w, session);
    lobby_give_back(w->lobby, 0, NULL, "closed its output in game 3");
}

// --- To a table and back ---

static void who_is_at_a_table_is_free_again_when_it_is_given_back(void **state)
{
    struct world *w = *state;
    two_are_here(w, WORLD_AN_HOUR_NS);
    struct session *session = world_take(w, 0);
    assert_non_null(session);
    assert_int_equal(lobby_present(w->lobby), 1);
    assert_false(lobby_is_deserted(w->lobby));
    lobby_give_back(w->lobby, 0, session, "");
    assert_true(w->free[0]);
    assert_int_equal(lobby_present(w->lobby), 2);
    assert_ptr_equal(world_take(w, 0), session);
    lobby_give_back(w->lobby, 0, session, "");
}

static void who_left_at_a_table_is_away_and_the_reason_is_kept(void **state)
{
    struct world *w = *state;
    struct world_bot *ann = two_are_here(w, WORLD_AN_HOUR_NS);
    struct session *session = world_take(w, 0);
    leave_table(w, session, ann);
    assert_false(w->free[0]);
    assert_string_equal(lobby_why_away(w->lobby, 0), "closed its output in game 3");
}

// --- Leaving and coming back ---

static void who_leaves_between_two_games_comes_back_under_its_name(void **state)
{
    struct world *w = *state;
    struct world_bot *ann = two_are_here(w, WORLD_AN_HOUR_NS);
    bot_hang_up(ann);
    until_free(w, 0, false);
    assert_string_equal(lobby_why_away(w->lobby, 0), "closed its output");
    bot_come(w, "[\"join\",\"ann\"]\n");
    until_free(w, 0, true);
    assert_string_equal(lobby_player(w->lobby, 0)->name, "ann");
    assert_int_equal(count_said(w, LOBBY_ABSENT), 0);
    assert_int_equal(count_said(w, LOBBY_BACK), 0); // nobody has missed it
}

static void who_comes_while_somebody_is_here_under_its_name_is_turned_away(void **state)
{
    struct world *w = *state;
    two_are_here(w, WORLD_AN_HOUR_NS);
    struct world_bot *second = bot_come(w, "[\"join\",\"ann\"]\n");
    assert_non_null(strstr(
        until_said(w, LOBBY_TURNED_AWAY, 1)->words, ": somebody else is there under its name"));
    until_closed(w, second);
    assert_true(w->free[0]);
}

// Until the loop has read what a bot said, which nothing else shows: those that connect after it
// are read after it.
static void let_be_read(struct world *w)
{
    size_t turned_away = count_said(w, LOBBY_TURNED_AWAY);
    bot_come(w, "[\"join\",\"nobody\"]\n");
    until_said(w, LOBBY_TURNED_AWAY, turned_away + 1);
}

static void who_comes_under_the_name_of_one_that_plays_takes_over_when_that_has_left(void **state)
{
    struct world *w = *state;
    struct world_bot *ann = two_are_here(w, WORLD_AN_HOUR_NS);
    struct session *session = world_take(w, 0);
    struct world_bot *successor = bot_come(w, "[\"join\",\"ann\"]\n");
    let_be_read(w);
    leave_table(w, session, ann);
    assert_true(w->free[0]);
    until_heard(w, successor, "\"OK\"\n");
    assert_non_null(world_take(w, 0));
}

static void who_comes_under_the_name_of_one_that_plays_and_stays_is_turned_away_afterwards(
    void **state)
{
    struct world *w = *state;
    two_are_here(w, WORLD_AN_HOUR_NS);
    struct session *session = world_take(w, 0);
    struct world_bot *successor = bot_come(w, "[\"join\",\"ann\"]\n");
    let_be_read(w);
    assert_int_equal(count_said(w, LOBBY_TURNED_AWAY), 1);
    lobby_give_back(w->lobby, 0, session, "");
    assert_int_equal(count_said(w, LOBBY_TURNED_AWAY), 2);
    assert_true(w->free[0]);
    until_closed(w, successor);
}

static void only_one_can_wait_for_the_place_of_one_that_plays(void **state)
{
    struct world *w = *state;
    two_are_here(w, WORLD_AN_HOUR_NS);
    struct session *session = world_take(w, 0);
    bot_come(w, "[\"join\",\"ann\"]\n");
    let_be_read(w);
    struct world_bot *third = bot_come(w, "[\"join\",\"ann\"]\n");
    until_said(w, LOBBY_TURNED_AWAY, 2);
    until_closed(w, third);
    lobby_give_back(w->lobby, 0, session, "");
}

static void a_successor_that_leaves_again_takes_nothing_over(void **state)
{
    struct world *w = *state;
    struct world_bot *ann = two_are_here(w, WORLD_AN_HOUR_NS);
    struct session *session = world_take(w, 0);
    struct world_bot *successor = bot_come(w, "[\"join\",\"ann\"]\n");
    let_be_read(w);
    bot_hang_up(successor);
    // The next one finds the way free, which shows that the one before it is forgotten.
    struct world_bot *next = NULL;
    size_t turned_away = count_said(w, LOBBY_TURNED_AWAY);
    while (!next) {
        struct world_bot *b = bot_come(w, "[\"join\",\"ann\"]\n");
        let_be_read(w);
        bool is_away = count_said(w, LOBBY_TURNED_AWAY) > turned_away + 1;
        turned_away = count_said(w, LOBBY_TURNED_AWAY);
        next = is_away ? NULL : b;
    }
    leave_table(w, session, ann);
    assert_true(w->free[0]);
    until_heard(w, next, "\"OK\"\n");
}

// --- Being absent ---

static void who_is_away_longer_than_its_patience_is_absent_and_told_once(void **state)
{
    struct world *w = *state;
    struct world_bot *ann = two_are_here(w, NS_PER_MS);
    bot_hang_up(ann);
    until_free(w, 0, false);
    until_free(w, 0, true); // for games that are decided without it
    assert_null(world_take(w, 0));
    const struct world_said *absent = until_said(w, LOBBY_ABSENT, 1);
    assert_int_equal(absent->number, 0);
    assert_true(absent->playing);
    assert_string_equal(
        absent->words, "ann is absent: closed its output. Its games are lost until it comes back");
    lobby_give_back(w->lobby, 0, NULL, "");
    until_free(w, 0, true);
    assert_null(world_take(w, 0));
    lobby_give_back(w->lobby, 0, NULL, "");
    assert_int_equal(count_said(w, LOBBY_ABSENT), 1);
    assert_string_equal(lobby_why_away(w->lobby, 0), "closed its output");
}

static void who_was_absent_is_told_when_it_is_back(void **state)
{
    struct world *w = *state;
    struct world_bot *ann = two_are_here(w, NS_PER_MS);
    bot_hang_up(ann);
    until_free(w, 0, false);
    until_free(w, 0, true);
    assert_null(world_take(w, 0));
    lobby_give_back(w->lobby, 0, NULL, "");
    bot_come(w, "[\"join\",\"ann\"]\n");
    const struct world_said *back = until_said(w, LOBBY_BACK, 1);
    assert_int_equal(back->number, 0);
    assert_string_equal(back->words, "ann is back");
    until_free(w, 0, true);
    assert_non_null(world_take(w, 0));
}

static void who_is_waited_for_is_absent_at_once_when_the_lobby_stops(void **state)
{
    struct world *w = *state;
    struct world_bot *ann = two_are_here(w, WORLD_AN_HOUR_NS);
    bot_hang_up(ann);
    until_free(w, 0, false);
    lobby_stop(w->lobby);
    until_free(w, 0, true);
    assert_null(world_take(w, 0));
}

static void a_lobby_that_all_have_left_is_deserted(void **state)
{
    struct world *w = *state;
    struct world_bot *ann = two_are_here(w, WORLD_AN_HOUR_NS);
    bot_hang_up(ann);
    until_free(w, 0, false);
    assert_false(lobby_is_deserted(w->lobby));
    bot_hang_up(&w->bots[1]);
    until_free(w, 1, false);
    assert_true(lobby_is_deserted(w->lobby));
}

static void who_says_something_unasked_between_two_games_is_disconnected(void **state)
{
    struct world *w = *state;
    struct world_bot *ann = two_are_here(w, WORLD_AN_HOUR_NS);
    struct text flood = text_growing();
    for (int i = 0; i < 100; i++)
        text_string(&flood, "\"OK\"\n");
    bot_say(ann, flood.bytes);
    text_destroy(&flood);
    const struct world_said *gone = until_said(w, LOBBY_DISCONNECTED, 1);
    assert_int_equal(gone->number, 0);
    assert_non_null(strstr(gone->words, "ann was disconnected: it sent too many messages unasked"));
    assert_false(w->free[0]);
    until_closed(w, ann);
}

// --- The end of the contest ---

static const struct wire_result results[] = {{"ann", "bob", false}, {"bob", "ann", true}};
static const struct budget budgets[] = {{.request_ns = WORLD_AN_HOUR_NS, .wall = true, .cores = 1},
    {.request_ns = WORLD_AN_HOUR_NS, .wall = true, .cores = 1}};

static const char finished[] =
    "[\"tournament_finished\",[{\"winner\":\"ann\",\"loser\":\"bob\",\"reason\":\"WON\"},"
    "{\"winner\":\"bob\",\"loser\":\"ann\",\"reason\":\"BROKEN_RULE\"}]]\n";

static void all_who_are_here_are_told_the_results_S8(void **state)
{
    struct world *w = *state;
    struct world_bot *ann = two_are_here(w, WORLD_AN_HOUR_NS);
    lobby_attend(w->lobby, NULL, NULL);
    lobby_farewell(w->lobby, results, 2, budgets);
    for (size_t i = 0; i < 2; i++) {
        until_heard(w, &w->bots[i], finished);
        bot_say(&w->bots[i], "\"OK\"\n");
    }
    lobby_destroy(w->lobby); // which waits for both
    w->lobby = NULL;
    assert_int_equal(count_said(w, LOBBY_DISCONNECTED), 0);
    assert_non_null(strstr(ann->heard.bytes, finished));
}

static void the_results_come_after_the_acknowledgement_of_the_last_game_S7(void **state)
{
    struct world *w = *state;
    struct world_bot *ann = two_are_here(w, WORLD_AN_HOUR_NS);
    struct session *session = world_take(w, 0);
    // As a table leaves the session when a game is over.
    position start;
    struct error e;
    assert_true(session->wire.wire->game->start(&start, NULL, &e));
    struct text out = text_growing();
    wire_stream_begin(
        &session->wire, &(struct wire_game){.start = &start, .seat = 0, .opponent = "bob"}, &out);
    wire_stream_over(&session->wire,
        &(struct wire_end){.verdict = VERDICT_DISCONNECT, .winner = 0, .blame = 1}, &out);
    session_send(session, out.bytes, out.length);
    text_destroy(&out);
    session_await_ack(session, &budgets[0], "the end of game 1");
    lobby_give_back(w->lobby, 0, session, "");
    assert_false(w->free[0]);
    bot_say(ann, "\"OK\"\n\"OK\"\n"); // to the beginning and to the end
    lobby_attend(w->lobby, NULL, NULL);
    lobby_farewell(w->lobby, results, 2, budgets);
    until_heard(w, ann, finished);
    const char *over = strstr(ann->heard.bytes, "[\"over\"");
    assert_true(over && over < strstr(ann->heard.bytes, finished));
    lobby_stop(w->lobby);
}

static void who_does_not_acknowledge_the_results_is_not_waited_for_for_ever(void **state)
{
    struct world *w = *state;
    two_are_here(w, WORLD_AN_HOUR_NS);
    bot_hang_up(&w->bots[1]);
    until_free(w, 1, false);
    lobby_attend(w->lobby, NULL, NULL);
    const struct budget short_budgets[] = {
        {.request_ns = NS_PER_MS, .wall = true, .cores = 1}, {.request_ns = NS_PER_MS}};
    lobby_farewell(w->lobby, results, 2, short_budgets);
    lobby_destroy(w->lobby);
    w->lobby = NULL;
    const struct world_said *last = &w->said[w->said_count - 1];
    assert_int_equal(last->kind, LOBBY_DISCONNECTED);
    assert_false(last->playing); // told to the one who made the lobby
    assert_non_null(strstr(last->words, "did not acknowledge the end of the contest within"));
}

static void a_stop_waits_for_no_acknowledgement(void **state)
{
    struct world *w = *state;
    two_are_here(w, WORLD_AN_HOUR_NS);
    lobby_attend(w->lobby, NULL, NULL);
    lobby_farewell(w->lobby, results, 2, budgets);
    lobby_stop(w->lobby);
    lobby_destroy(w->lobby);
    w->lobby = NULL;
    assert_int_equal(count_said(w, LOBBY_DISCONNECTED), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_A_LOBBY(who_is_at_a_table_is_free_again_when_it_is_given_back),
        IN_A_LOBBY(who_left_at_a_table_is_away_and_the_reason_is_kept),
        IN_A_LOBBY(who_leaves_between_two_games_comes_back_under_its_name),
        IN_A_LOBBY(who_comes_while_somebody_is_here_under_its_name_is_turned_away),
        IN_A_LOBBY(who_comes_under_the_name_of_one_that_plays_takes_over_when_that_has_left),
        IN_A_LOBBY(who_comes_under_the_name_of_one_that_plays_and_stays_is_turned_away_afterwards),
        IN_A_LOBBY(only_one_can_wait_for_the_place_of_one_that_plays),
        IN_A_LOBBY(a_successor_that_leaves_again_takes_nothing_over),
        IN_A_LOBBY(who_is_away_longer_than_its_patience_is_absent_and_told_once),
        IN_A_LOBBY(who_was_absent_is_told_when_it_is_back),
        IN_A_LOBBY(who_is_waited_for_is_absent_at_once_when_the_lobby_stops),
        IN_A_LOBBY(a_lobby_that_all_have_left_is_deserted),
        IN_A_LOBBY(who_says_something_unasked_between_two_games_is_disconnected),
        IN_A_LOBBY(all_who_are_here_are_told_the_results_S8),
        IN_A_LOBBY(the_results_come_after_the_acknowledgement_of_the_last_game_S7),
        IN_A_LOBBY(who_does_not_acknowledge_the_results_is_not_waited_for_for_ever),
        IN_A_LOBBY(a_stop_waits_for_no_acknowledgement),
    };
    return cmocka_run_group_tests(tests, world_setup_process, world_teardown_process);
}

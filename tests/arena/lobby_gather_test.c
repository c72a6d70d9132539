// Players gather in a lobby: who is let in, under which name, and when it is enough.
#include "arena/lobby_world.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

// --- Joining ---

static void a_bot_that_says_its_name_joins(void **state)
{
    struct world *w = *state;
    world_invite(w, "santorini", 2);
    struct world_bot *ann = bot_come(w, "[\"join\",\"ann\"]\n");
    const struct world_said *joined = until_said(w, LOBBY_JOINED, 1);
    assert_string_equal(joined->name, "ann");
    assert_string_equal(joined->words, "ann joined (1)");
    until_heard(w, ann, "\"OK\"\n");
    assert_int_equal(lobby_present(w->lobby), 1);
}

static void the_list_is_in_the_order_of_names_whoever_came_first(void **state)
{
    struct world *w = *state;
    world_invite(w, "santorini", 3);
    bot_come(w, "[\"join\",\"cid\"]\n");
    until_present(w, 1);
    bot_come(w, "[\"join\",\"ann\"]\n");
    until_present(w, 2);
    bot_come(w, "[\"join\",\"bob\"]\n");
    until_present(w, 3);
    lobby_close_list(w->lobby);
    assert_string_equal(lobby_player(w->lobby, 0)->name, "ann");
    assert_string_equal(lobby_player(w->lobby, 1)->name, "bob");
    assert_string_equal(lobby_player(w->lobby, 2)->name, "cid");
    assert_null(lobby_player(w->lobby, 3));
}

static void a_bot_without_a_name_is_called_by_the_number_of_its_port(void **state)
{
    struct world *w = *state;
    world_invite(w, "stones", 1);
    bot_connect(w);
    assert_string_equal(until_said(w, LOBBY_JOINED, 1)->name, "player-1");
}

static void a_bot_that_joins_and_leaves_does_not_take_part(void **state)
{
    struct world *w = *state;
    world_invite(w, "santorini", 2);
    struct world_bot *ann = bot_come(w, "[\"join\",\"ann\"]\n");
    until_present(w, 1);
    bot_hang_up(ann);
    assert_string_equal(until_said(w, LOBBY_LEFT, 1)->words, "ann left");
    assert_int_equal(lobby_present(w->lobby), 0);
    bot_come(w, "[\"join\",\"ann\"]\n");
    assert_string_equal(until_said(w, LOBBY_JOINED, 2)->name, "ann");
    assert_int_equal(count_said(w, LOBBY_RENAMED), 0);
}

// --- Names ---

static void the_same_name_again_becomes_another_one_S1(void **state)
{
    struct world *w = *state;
    world_invite(w, "santorini", 2);
    bot_come(w, "[\"join\",\"ann\"]\n");
    until_present(w, 1);
    struct world_bot *second = bot_come(w, "[\"join\",\"ann\"]\n");
    const struct world_said *renamed = until_said(w, LOBBY_RENAMED, 1);
    assert_string_equal(renamed->name, "anna");
    assert_string_equal(renamed->words, "a bot that calls itself \"ann\" plays as anna");
    until_heard(w, second, "[\"name\",\"anna\"]\n");
    assert_int_equal(lobby_present(w->lobby), 1); // it has not accepted the name yet
    bot_say(second, "\"OK\"\n");
    until_present(w, 2);
}

static void one_that_has_not_accepted_its_name_when_the_list_is_closed_is_turned_away(void **state)
{
    struct world *w = *state;
    world_invite(w, "santorini", 2);
    bot_come(w, "[\"join\",\"ann\"]\n");
    until_present(w, 1);
    struct world_bot *second = bot_come(w, "[\"join\",\"ann\"]\n");
    until_said(w, LOBBY_RENAMED, 1);
    lobby_close_list(w->lobby);
    assert_non_null(strstr(until_said(w, LOBBY_TURNED_AWAY, 1)->words, ": the contest has begun"));
    assert_null(lobby_player(w->lobby, 1));
    until_closed(w, second);
}

static void where_the_protocol_cannot_rename_the_same_name_is_turned_away_R7(void **state)
{
    struct world *w = *state;
    world_invite(w, "hgp", 2);
    bot_come(w, "{\"name\":\"ann\"}");
    until_present(w, 1);
    struct world_bot *second = bot_come(w, "{\"name\":\"ann\"}");
    const struct world_said *away = until_said(w, LOBBY_TURNED_AWAY, 1);
    assert_non_null(strstr(away->words, "a bot from 127.0.0.1:"));
    assert_non_null(strstr(away->words, " was turned away: its name is taken"));
    until_closed(w, second);
    assert_int_equal(lobby_present(w->lobby), 1);
}

static void a_name_that_looks_like_another_is_turned_away(void **state)
{
    struct world *w = *state;
    world_invite(w, "hgp", 2);
    bot_come(w, "{\"name\":\"ann\"}");
    until_present(w, 1);
    bot_come(w, "{\"name\":\"\\u0430nn\"}"); // with a Cyrillic a
    assert_non_null(strstr(until_said(w, LOBBY_TURNED_AWAY, 1)->words,
        ": its name, \"\xD0\xB0nn\", looks like \"ann\", which is taken"));
}

static void a_name_that_nobody_can_have_is_turned_away(void **state)
{
    struct world *w = *state;
    world_invite(w, "hgp", 2);
    bot_come(w, "{\"name\":\"\\u202eann\"}");
    assert_non_null(
        strstr(until_said(w, LOBBY_TURNED_AWAY, 1)->words, ": a name cannot have U+202E in it"));
}

// --- Those who are not let in ---

static void one_more_than_may_join_is_turned_away(void **state)
{
    struct world *w = *state;
    world_invite(w, "santorini", 2);
    bot_come(w, "[\"join\",\"ann\"]\n");
    bot_come(w, "[\"join\",\"bob\"]\n");
    until_present(w, 2);
    struct world_bot *third = bot_come(w, "[\"join\",\"cid\"]\n");
    assert_non_null(strstr(until_said(w, LOBBY_TURNED_AWAY, 1)->words, ": all places are taken"));
    until_closed(w, third);
}

static void one_that_does_not_speak_the_protocol_is_turned_away(void **state)
{
    struct world *w = *state;
    world_invite(w, "santorini", 2);
    struct world_bot *stranger = bot_come(w, "GET / HTTP/1.1\r\n\r\n");
    until_said(w, LOBBY_TURNED_AWAY, 1);
    until_closed(w, stranger);
    assert_int_equal(count_said(w, LOBBY_JOINED), 0);
}

static void another_dialect_is_turned_away_where_only_one_is_spoken(void **state)
{
    struct world *w = *state;
    world_invite(w, "santorini", 2);
    bot_come(w, "\"ann\"\n"); // as the course's clients do
    until_said(w, LOBBY_TURNED_AWAY, 1);
    assert_int_equal(count_said(w, LOBBY_JOINED), 0);
}

static void where_any_dialect_is_spoken_the_first_message_tells_which(void **state)
{
    struct world *w = *state;
    const struct lobby_invitation invitation = {.port = "listen:0",
        .wire = wire_find("santorini", NULL),
        .any_dialect = true,
        .most = 2,
        .patience_ns = WORLD_AN_HOUR_NS};
    struct error e;
    assert_true(lobby_invite(w->lobby, &invitation, &e));
    assert_non_null(
        strstr(until_said(w, LOBBY_OPENED, 1)->words, "(santorini or santorini-course)"));
    bot_come(w, "\"ann\"\n");
    bot_come(w, "[\"join\",\"bob\"]\n");
    until_present(w, 2);
    lobby_close_list(w->lobby);
    assert_string_equal(lobby_player(w->lobby, 0)->wire->name, "santorini-course");
    assert_string_equal(lobby_player(w->lobby, 1)->wire->name, "santorini");
}

static void one_that_says_nothing_is_turned_away_when_patience_ends(void **state)
{
    struct world *w = *state;
    const struct lobby_invitation invitation = {
        .port = "listen:0", .wire = wire_find("hgp", NULL), .most = 2, .patience_ns = NS_PER_MS};
    struct error e;
    assert_true(lobby_invite(w->lobby, &invitation, &e));
    world_open(w);
    bot_connect(w);
    assert_non_null(strstr(until_said(w, LOBBY_TURNED_AWAY, 1)->words, ": it says no name"));
}

static void players_of_protocols_that_cannot_be_told_apart_need_a_port_each(void **state)
{
    struct world *w = *state;
    struct player ann = {.name = "ann", .text = "listen:0", .wire = wire_find("hgp", NULL)};
    struct player bob = {.name = "bob", .text = "listen:0", .wire = wire_find("stones", NULL)};
    struct error e;
    assert_true(lobby_expect(w->lobby, &ann, 0, WORLD_AN_HOUR_NS, &e));
    assert_false(lobby_expect(w->lobby, &bob, 1, WORLD_AN_HOUR_NS, &e));
    assert_string_equal(
        e.words, "the players at listen:0 speak hgp and stones: give each its own port");
}

// --- Those who are expected ---

static void only_those_who_are_expected_are_let_in(void **state)
{
    struct world *w = *state;
    const char *where;
    world_expect(w, "ann", "hgp", WORLD_AN_HOUR_NS);
    world_expect(w, "bob", "hgp", WORLD_AN_HOUR_NS);
    world_open(w);
    assert_non_null(strstr(w->said[0].words, "waiting for ann, bob at 127.0.0.1:"));
    bot_come(w, "{\"name\":\"eve\"}");
    assert_non_null(strstr(until_said(w, LOBBY_TURNED_AWAY, 1)->words,
        ": it is none of the players that are awaited"));
    bot_come(w, "{\"name\":\"ann\"}");
    until_present(w, 1);
    assert_string_equal(lobby_missing(w->lobby, &where)->name, "bob");
    assert_string_equal(where, "listen:0");
    bot_come(w, "{\"name\":\"bob\"}");
    until_present(w, 2);
    assert_null(lobby_missing(w->lobby, &where));
}

static void one_that_has_its_port_for_itself_need_not_say_its_name(void **state)
{
    struct world *w = *state;
    world_expect(w, "ann", "stones", WORLD_AN_HOUR_NS);
    world_open(w);
    bot_connect(w);
    until_present(w, 1);
}

// --- When it is enough ---

static void gathering_ends_when_so_many_are_here(void **state)
{
    struct world *w = *state;
    struct error e;
    world_invite(w, "santorini", 2);
    bot_come(w, "[\"join\",\"ann\"]\n");
    bot_come(w, "[\"join\",\"bob\"]\n");
    assert_true(lobby_gather(w->lobby, 2, 0, &e));
    assert_int_equal(lobby_present(w->lobby), 2);
    assert_non_null(strstr(until_said(w, LOBBY_JOINED, 2)->words, " joined (2 of 2)"));
}

static void gathering_ends_when_its_time_is_over(void **state)
{
    struct world *w = *state;
    struct error e;
    world_invite(w, "santorini", 2);
    assert_true(lobby_gather(w->lobby, 2, 1, &e));
    assert_int_equal(lobby_present(w->lobby), 0);
}

static void *call_begin(void *lobby)
{
    lobby_begin_now(lobby);
    return NULL;
}

static void *call_stop(void *lobby)
{
    lobby_stop(lobby);
    return NULL;
}

static void begin_when_two_have_joined(struct world *w, const struct lobby_event *event)
{
    if (event->kind == LOBBY_TOO_FEW) {
        bot_come(w, "[\"join\",\"ann\"]\n");
        bot_come(w, "[\"join\",\"bob\"]\n");
    } else if (event->kind == LOBBY_JOINED && count_said(w, LOBBY_JOINED) == 2) {
        lobby_begin_now(w->lobby);
    }
}

static void gathering_ends_by_hand_when_two_are_here(void **state)
{
    struct world *w = *state;
    struct error e;
    pthread_t thread;
    world_invite(w, "santorini", 9);
    w->react = begin_when_two_have_joined;
    assert_int_equal(pthread_create(&thread, NULL, call_begin, w->lobby), 0);
    assert_true(lobby_gather(w->lobby, 0, 0, &e));
    pthread_join(thread, NULL);
    assert_string_equal(
        until_said(w, LOBBY_TOO_FEW, 1)->words, "two players are needed, and there are 0");
    assert_int_equal(lobby_present(w->lobby), 2);
    assert_false(lobby_is_stopped(w->lobby));
}

static void a_stop_from_another_thread_ends_gathering(void **state)
{
    struct world *w = *state;
    struct error e;
    pthread_t thread;
    world_invite(w, "santorini", 2);
    assert_int_equal(pthread_create(&thread, NULL, call_stop, w->lobby), 0);
    assert_true(lobby_gather(w->lobby, 2, 0, &e));
    pthread_join(thread, NULL);
    assert_true(lobby_is_stopped(w->lobby));
}

// --- Ports ---

static void a_port_that_is_taken_is_told_with_its_number(void **state)
{
    struct world *w = *state;
    world_invite(w, "santorini", 2);
    char port[32], address[32];
    snprintf(port, sizeof port, "listen:%d", w->port);
    snprintf(address, sizeof address, "127.0.0.1:%d", w->port);
    struct lobby *other = world_lobby(w);
    const struct lobby_invitation invitation = {
        .port = port, .wire = wire_find("santorini", NULL), .most = 2};
    struct error e;
    assert_true(lobby_invite(other, &invitation, &e));
    assert_false(lobby_gather(other, 2, 0, &e));
    assert_non_null(strstr(e.words, "nobody can be let in: cannot listen at"));
    assert_non_null(strstr(e.words, address));
    lobby_destroy(other);
}

static void two_lobbies_do_not_know_of_each_other(void **state)
{
    struct world *w = *state;
    struct world other = {.lobby = world_lobby(&other)};
    world_invite(w, "santorini", 2);
    world_invite(&other, "santorini", 2);
    assert_int_not_equal(w->port, other.port);
    bot_come(w, "[\"join\",\"ann\"]\n");
    until_present(w, 1);
    bot_come(&other, "[\"join\",\"ann\"]\n");
    until_present(&other, 1);
    assert_int_equal(count_said(&other, LOBBY_RENAMED), 0);
    lobby_stop(w->lobby);
    assert_false(lobby_is_stopped(other.lobby));
    bot_hang_up(&other.bots[0]);
    text_destroy(&other.bots[0].heard);
    lobby_destroy(other.lobby);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_A_LOBBY(a_bot_that_says_its_name_joins),
        IN_A_LOBBY(the_list_is_in_the_order_of_names_whoever_came_first),
        IN_A_LOBBY(a_bot_without_a_name_is_called_by_the_number_of_its_port),
        IN_A_LOBBY(a_bot_that_joins_and_leaves_does_not_take_part),
        IN_A_LOBBY(the_same_name_again_becomes_another_one_S1),
        IN_A_LOBBY(one_that_has_not_accepted_its_name_when_the_list_is_closed_is_turned_away),
        IN_A_LOBBY(where_the_protocol_cannot_rename_the_same_name_is_turned_away_R7),
        IN_A_LOBBY(a_name_that_looks_like_another_is_turned_away),
        IN_A_LOBBY(a_name_that_nobody_can_have_is_turned_away),
        IN_A_LOBBY(one_more_than_may_join_is_turned_away),
        IN_A_LOBBY(one_that_does_not_speak_the_protocol_is_turned_away),
        IN_A_LOBBY(another_dialect_is_turned_away_where_only_one_is_spoken),
        IN_A_LOBBY(where_any_dialect_is_spoken_the_first_message_tells_which),
        IN_A_LOBBY(one_that_says_nothing_is_turned_away_when_patience_ends),
        IN_A_LOBBY(players_of_protocols_that_cannot_be_told_apart_need_a_port_each),
        IN_A_LOBBY(only_those_who_are_expected_are_let_in),
        IN_A_LOBBY(one_that_has_its_port_for_itself_need_not_say_its_name),
        IN_A_LOBBY(gathering_ends_when_so_many_are_here),
        IN_A_LOBBY(gathering_ends_when_its_time_is_over),
        IN_A_LOBBY(gathering_ends_by_hand_when_two_are_here),
        IN_A_LOBBY(a_stop_from_another_thread_ends_gathering),
        IN_A_LOBBY(a_port_that_is_taken_is_told_with_its_number),
        IN_A_LOBBY(two_lobbies_do_not_know_of_each_other),
    };
    return cmocka_run_group_tests(tests, world_setup_process, world_teardown_process);
}

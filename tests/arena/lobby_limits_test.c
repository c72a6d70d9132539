// The limits of a lobby, and names that wait for the address of whoever had them.
#include "arena/lobby_world.h"

#include "arena/lobby/address.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static struct world_bot *come_from(struct world *w, const char *address, const char *text)
{
    struct world_bot *b = bot_connect_from(w, address);
    bot_say(b, text);
    return b;
}

static void keep_names_for(struct world *w, int64_t ns)
{
    struct lobby_limits limits = lobby_default_limits();
    limits.name_kept_ns = ns;
    lobby_limit(w->lobby, &limits);
}

// --- Names ---

static void a_name_waits_for_the_address_of_whoever_left(void **state)
{
    struct world *w = *state;
    keep_names_for(w, WORLD_AN_HOUR_NS);
    world_invite(w, "hgp", 3);
    bot_hang_up(come_from(w, "127.0.0.2", "{\"name\":\"ann\"}"));
    until_said(w, LOBBY_LEFT, 1);
    struct world_bot *thief = come_from(w, "127.0.0.3", "{\"name\":\"ann\"}");
    const struct world_said *said = until_said(w, LOBBY_TURNED_AWAY, 1);
    assert_non_null(
        strstr(said->words, "the name ann waits for whoever had it at another address"));
    assert_non_null(strstr(said->words, "for another 3600 s"));
    until_closed(w, thief);
    come_from(w, "127.0.0.2", "{\"name\":\"ann\"}");
    until_present(w, 1);
}

static void where_the_protocol_gives_names_the_other_gets_another_one_S1(void **state)
{
    struct world *w = *state;
    keep_names_for(w, WORLD_AN_HOUR_NS);
    world_invite(w, "santorini", 3);
    bot_hang_up(come_from(w, "127.0.0.2", "[\"join\",\"ann\"]"));
    until_said(w, LOBBY_LEFT, 1);
    until_heard(w, come_from(w, "127.0.0.3", "[\"join\",\"ann\"]"), "[\"name\",\"anna\"]\n");
    until_heard(w, come_from(w, "127.0.0.2", "[\"join\",\"ann\"]"), "\"OK\"\n");
}

static void when_the_time_is_over_the_name_is_free(void **state)
{
    struct world *w = *state;
    keep_names_for(w, 0);
    world_invite(w, "hgp", 3);
    bot_hang_up(come_from(w, "127.0.0.2", "{\"name\":\"ann\"}"));
    until_said(w, LOBBY_LEFT, 1);
    come_from(w, "127.0.0.3", "{\"name\":\"ann\"}");
    until_said(w, LOBBY_JOINED, 2);
    until_present(w, 1);
}

static void while_games_are_played_nobody_takes_the_place_of_another(void **state)
{
    struct world *w = *state;
    keep_names_for(w, WORLD_AN_HOUR_NS);
    world_expect(w, "ann", "santorini", WORLD_AN_HOUR_NS);
    world_expect(w, "bob", "santorini", WORLD_AN_HOUR_NS);
    world_open(w);
    struct world_bot *ann = come_from(w, "127.0.0.2", "[\"join\",\"ann\"]");
    come_from(w, "127.0.0.2", "[\"join\",\"bob\"]");
    until_present(w, 2);
    world_attend(w);
    struct session *session = world_take(w, 0);
    // Not as a successor while ann plays,
    until_closed(w, come_from(w, "127.0.0.3", "[\"join\",\"ann\"]"));
    assert_non_null(strstr(
        until_said(w, LOBBY_TURNED_AWAY, 1)->words, "somebody else is there under its name"));
    bot_hang_up(ann);
    world_close_seat(w, session);
    lobby_give_back(w->lobby, 0, NULL, "closed its output");
    // and not when ann is away.
    until_closed(w, come_from(w, "127.0.0.3", "[\"join\",\"ann\"]"));
    assert_non_null(strstr(until_said(w, LOBBY_TURNED_AWAY, 2)->words,
        "the name ann waits for whoever had it at 127.0.0.2, for another 3600 s"));
    come_from(w, "127.0.0.2", "[\"join\",\"ann\"]");
    until_free(w, 0, true);
}

static void a_port_of_ones_own_waits_for_its_address_too(void **state)
{
    struct world *w = *state;
    keep_names_for(w, WORLD_AN_HOUR_NS);
    world_expect(w, "ann", "stones", WORLD_AN_HOUR_NS);
    world_open(w);
    struct world_bot *ann = bot_connect_from(w, "127.0.0.2");
    until_present(w, 1);
    world_attend(w);
    bot_hang_up(ann);
    until_free(w, 0, false);
    until_closed(w, bot_connect_from(w, "127.0.0.3"));
    until_said(w, LOBBY_TURNED_AWAY, 1);
    bot_connect_from(w, "127.0.0.2");
    until_free(w, 0, true);
}

// --- Limits ---

static void only_so_many_players_may_join_from_one_address(void **state)
{
    struct world *w = *state;
    struct lobby_limits limits = lobby_default_limits();
    limits.players_per_address = 1;
    lobby_limit(w->lobby, &limits);
    world_invite(w, "hgp", 5);
    come_from(w, "127.0.0.2", "{\"name\":\"ann\"}");
    until_said(w, LOBBY_JOINED, 1);
    struct world_bot *second = come_from(w, "127.0.0.2", "{\"name\":\"bob\"}");
    assert_non_null(strstr(until_said(w, LOBBY_TURNED_AWAY, 1)->words,
        "1 players from its address have joined, and no more may"));
    until_closed(w, second);
    come_from(w, "127.0.0.3", "{\"name\":\"bob\"}");
    until_said(w, LOBBY_JOINED, 2);
}

static void many_silent_connections_of_one_address_push_each_other_out(void **state)
{
    struct world *w = *state;
    struct lobby_limits limits = lobby_default_limits();
    limits.unknown_per_address = 4;
    limits.lines = 3;
    limits.lines_ns = WORLD_AN_HOUR_NS;
    lobby_limit(w->lobby, &limits);
    world_invite(w, "santorini", 5);
    struct world_bot *ann = come_from(w, "127.0.0.2", "[\"join\",\"ann\"]");
    until_present(w, 1);
    struct world_bot *other = bot_connect_from(w, "127.0.0.3");
    for (int i = 0; i < 20; i++)
        bot_connect_from(w, "127.0.0.2");
    until_closed(w, &w->bots[2]);
    until_closed(w, &w->bots[17]); // all but the last four
    // Whoever is there is not harmed, nor are others, nor is an honest one that comes now.
    struct world_bot *bob = come_from(w, "127.0.0.2", "[\"join\",\"bob\"]");
    until_heard(w, bob, "\"OK\"\n");
    bot_say(other, "[\"join\",\"cid\"]");
    until_heard(w, other, "\"OK\"\n");
    until_present(w, 3);
    assert_int_equal(count_said(w, LOBBY_LEFT), 0);
    assert_int_equal(count_said(w, LOBBY_TURNED_AWAY), 3); // no flood of lines
    assert_true(ann->fd >= 0);
}

static void when_there_are_too_many_connections_the_oldest_unknown_one_leaves(void **state)
{
    struct world *w = *state;
    struct lobby_limits limits = lobby_default_limits();
    limits.connections = 3;
    lobby_limit(w->lobby, &limits);
    world_invite(w, "santorini", 5);
    come_from(w, "127.0.0.2", "[\"join\",\"ann\"]");
    until_present(w, 1);
    struct world_bot *silent = bot_connect_from(w, "127.0.0.3");
    come_from(w, "127.0.0.4", "[\"join\",\"bob\"]");
    until_present(w, 2);
    come_from(w, "127.0.0.5", "[\"join\",\"cid\"]");
    until_closed(w, silent);
    until_present(w, 3);
    // Now all are known, and none of them has to leave.
    struct world_bot *fourth = come_from(w, "127.0.0.6", "[\"join\",\"dan\"]");
    until_closed(w, fourth);
    assert_non_null(
        strstr(until_said(w, LOBBY_TURNED_AWAY, 2)->words, "there are too many connections"));
    assert_int_equal(lobby_present(w->lobby), 3);
}

static void a_slow_joiner_is_turned_away_however_it_drips(void **state)
{
    struct world *w = *state;
    world_expect(w, "ann", "santorini", 20 * NS_PER_MS);
    world_open(w);
    struct world_bot *slow = bot_connect(w);
    while (count_said(w, LOBBY_TURNED_AWAY) == 0) {
        bot_say(slow, " ");
        world_turn(w);
    }
    assert_non_null(strstr(until_said(w, LOBBY_TURNED_AWAY, 1)->words, "did not say its name in"));
}

// --- Addresses ---

static void an_address_is_that_of_a_machine_or_of_a_home(void **state)
{
    (void)state;
    static const struct {
        const char *a, *b;
        bool same;
    } pairs[] = {
        {"10.0.0.1:7000", "10.0.0.1:7001", true},
        {"10.0.0.1:7000", "10.0.0.2:7000", false},
        {"10.0.0.1:7000", "[::ffff:10.0.0.1]:9", true},
        {"[2001:db8:1:2::3]:7", "[2001:db8:1:2:ffff::9]:8", true},
        {"[2001:db8:1:2::3]:7", "[2001:db8:1:3::3]:7", false},
        {"somewhere", "somewhere", false},
        {"", "", false},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        struct lobby_address a = address_read(pairs[i].a), b = address_read(pairs[i].b);
        assert_int_equal(address_is_same(&a, &b), pairs[i].same);
    }
    char text[ADDRESS_TEXT_BYTES];
    struct lobby_address a = address_read("[2001:db8:1:2::3]:7");
    address_show(&a, text);
    assert_string_equal(text, "2001:db8:1:2::/64");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_A_LOBBY(a_name_waits_for_the_address_of_whoever_left),
        IN_A_LOBBY(where_the_protocol_gives_names_the_other_gets_another_one_S1),
        IN_A_LOBBY(when_the_time_is_over_the_name_is_free),
        IN_A_LOBBY(while_games_are_played_nobody_takes_the_place_of_another),
        IN_A_LOBBY(a_port_of_ones_own_waits_for_its_address_too),
        IN_A_LOBBY(only_so_many_players_may_join_from_one_address),
        IN_A_LOBBY(many_silent_connections_of_one_address_push_each_other_out),
        IN_A_LOBBY(when_there_are_too_many_connections_the_oldest_unknown_one_leaves),
        IN_A_LOBBY(a_slow_joiner_is_turned_away_however_it_drips),
        cmocka_unit_test(an_address_is_that_of_a_machine_or_of_a_home),
    };
    return cmocka_run_group_tests_name(
        "arena: lobby limits", tests, world_setup_process, world_teardown_process);
}

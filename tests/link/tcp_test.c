// Connections: bots that dial in, whoever comes to a port, and bots that we dial.
#include "link/inside/peer.h"
#include "link/world.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

// --- The other side, with plain sockets ---

static struct sockaddr_in loopback(int port)
{
    return (struct sockaddr_in){.sin_family = AF_INET,
        .sin_port = htons((in_port_t)port),
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
}

static int dial(int port)
{
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct sockaddr_in address = loopback(port);
    assert_int_equal(connect(fd, (struct sockaddr *)&address, sizeof address), 0);
    return fd;
}

static int listen_anywhere(int *port)
{
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct sockaddr_in address = loopback(0);
    socklen_t length = sizeof address;
    assert_int_equal(bind(fd, (struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(listen(fd, 8), 0);
    getsockname(fd, (struct sockaddr *)&address, &length);
    *port = ntohs(address.sin_port);
    return fd;
}

static void say(int fd, const char *text)
{
    assert_int_equal(write(fd, text, strlen(text)), strlen(text));
}

static void hear(int fd, const char *expected)
{
    char bytes[100] = "";
    size_t length = strlen(expected), done = 0;
    while (done < length) {
        ssize_t count = read(fd, bytes + done, length - done);
        assert_true(count > 0);
        done += (size_t)count;
    }
    assert_string_equal(bytes, expected);
}

static void reset_connection(int fd)
{
    setsockopt(fd, SOL_SOCKET, SO_LINGER, &(struct linger){1, 0}, sizeof(struct linger));
    close(fd);
}

// --- Bots that dial in ---

static void a_command_with_a_port_dials_in(void **state)
{
    struct world *world = *state;
    struct peer *peer = peer_open(world, bot("connect-and-echo {host} {port}"));
    assert_int_equal(link_kind(peer->link), LINK_DIAL_IN);
    assert_true(link_port(peer->link) > 0);
    char words[200], expected[200];
    struct text t = TEXT_IN(words);
    link_waiting_words(peer->link, &t);
    snprintf(expected, sizeof expected, "was started and has not connected to 127.0.0.1:%d",
        link_port(peer->link));
    assert_string_equal(words, expected);
    until_event(world, peer, 'O');
    peer_send(peer, "ping");
    until_received(world, peer, "ping");
    peer_close(peer, LINK_GOODBYE);
    until_event(world, peer, 'C');
    assert_string_equal(peer->story, "ORC");
    assert_int_equal(peer->exit.pushed, 0);
    assert_int_equal(peer->exit.code, 0);
    assert_string_equal(peer->heard.bytes, "talk on stdout\n"); // stdout is talk here
    peer_free(peer);
}

static void what_a_dialler_wrote_before_its_exit_is_delivered_first(void **state)
{
    struct world *world = *state;
    for (int i = 0; i < 20; i++) {
        struct peer *peer = peer_open(world, bot("connect-say-exit {host} {port} 7"));
        until_event(world, peer, 'E');
        assert_string_equal(peer->story, "ORE");
        assert_string_equal(peer->received.bytes, "so long");
        assert_int_equal(peer->end.how, LINK_END_EXITED);
        assert_int_equal(peer->end.code, 7);
        peer_finish(world, peer, LINK_GOODBYE);
    }
}

static void the_exit_of_a_dialler_is_told_though_its_child_keeps_the_connection(void **state)
{
    struct world *world = *state;
    struct peer *peer = peer_open(world, bot("connect-leave-child {host} {port} 8"));
    while (process_lives(link_pid(peer->link))) // gone before we take its connection
        usleep(1000);
    until_event(world, peer, 'E');
    assert_string_equal(peer->story, "OE");
    assert_int_equal(peer->end.how, LINK_END_EXITED);
    assert_int_equal(peer->end.code, 8);
    peer_finish(world, peer, LINK_GOODBYE);
}

static void a_dialler_that_exits_without_connecting_has_failed(void **state)
{
    struct world *world = *state;
    struct peer *peer = peer_open(world, bot("say-and-exit '{port}' 3"));
    char expected[200];
    snprintf(expected, sizeof expected, "exited with code 3 before it connected to 127.0.0.1:%d",
        link_port(peer->link));
    until_event(world, peer, 'F');
    assert_string_equal(peer->failure.error.words, expected);
    assert_false(peer->failure.ours);
    peer_close(peer, LINK_GOODBYE);
    until_event(world, peer, 'C');
    assert_string_equal(peer->story, "FC");
    assert_non_null(strstr(peer->heard.bytes, "last words\n"));
    peer_free(peer);
}

static void a_dialler_that_never_connects_can_be_given_up(void **state)
{
    struct world *world = *state;
    for (int leave = LINK_GOODBYE; leave <= LINK_KILL; leave++) {
        struct peer *peer = peer_open(world, bot("never-connect {port}"));
        turn_for_ms(world, 20);
        assert_string_equal(peer->story, "");
        peer_finish(world, peer, (enum link_leave)leave);
    }
}

static void a_second_connection_is_turned_away_and_told(void **state)
{
    struct world *world = *state;
    struct peer *peer = peer_open(world, bot("connect-twice {host} {port}"));
    until_event(world, peer, 'O');
    peer_send(peer, "x");
    until_received(world, peer, "second was closed");
    assert_string_equal(peer->story, "OSR");
    peer_send(peer, "still here");
    until_received(world, peer, "still here");
    peer_finish(world, peer, LINK_GOODBYE);
}

// --- Strangers at the port of a bot ---

// Is the other side closed?
static bool is_closed(int fd)
{
    char byte;
    return recv(fd, &byte, 1, 0) <= 0;
}

// A stranger connects first in every game: the kernel queues it before the bot has started.
static void race_with_a_stranger(struct world *world, const char *way)
{
    for (int game = 0; game < 6; game++) {
        struct peer *peer = peer_open(world, bot(way));
        int stranger = dial(link_port(peer->link));
        say(stranger, "I am the bot");
        until_event(world, peer, 'O');
        until_event(world, peer, 'S');
        assert_true(is_closed(stranger));
        peer_send(peer, "ping");
        until_received(world, peer, "ping");
        assert_string_equal(peer->received.bytes, "ping");
        assert_string_equal(peer->story, "OSR");
        close(stranger);
        peer_finish(world, peer, LINK_GOODBYE);
    }
}

static void a_stranger_that_connects_first_is_turned_away_and_told(void **state)
{
    race_with_a_stranger(*state, "connect-and-echo {host} {port}");
}

static void a_stranger_is_known_without_netlink_too(void **state)
{
    peer_ways_limit(PEER_BY_PROC);
    race_with_a_stranger(*state, "connect-and-echo {host} {port}");
    peer_ways_limit(PEER_BY_NETLINK | PEER_BY_PROC);
}

static void a_helper_of_the_bot_may_connect_for_it(void **state)
{
    race_with_a_stranger(*state, "connect-by-child {host} {port}");
}

static void a_bot_that_only_knows_ipv6_sockets_is_not_a_stranger(void **state)
{
    static const int ways[] = {PEER_BY_NETLINK, PEER_BY_PROC};
    int fd = socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        skip(); // a machine without IPv6
    close(fd);
    for (int i = 0; i < 2; i++) {
        peer_ways_limit(ways[i]);
        race_with_a_stranger(*state, "connect-by-ipv6 {host} {port}");
    }
    peer_ways_limit(PEER_BY_NETLINK | PEER_BY_PROC);
}

static void strangers_that_connect_and_leave_do_not_stand_for_the_bot(void **state)
{
    struct world *world = *state;
    struct peer *peer = peer_open(world, bot("connect-and-echo {host} {port}"));
    for (int i = 0; i < 20; i++) {
        int stranger = dial(link_port(peer->link));
        say(stranger, "hit and run");
        close(stranger);
    }
    until_event(world, peer, 'O');
    peer_send(peer, "ping");
    until_received(world, peer, "ping");
    assert_string_equal(peer->received.bytes, "ping");
    peer_finish(world, peer, LINK_GOODBYE);
}

static void a_connection_that_was_closed_too_early_is_told_while_the_bot_is_waited_for(void **state)
{
    struct world *world = *state;
    struct peer *peer = peer_open(world, bot("never-connect {port}"));
    close(dial(link_port(peer->link)));
    char words[200];
    do {
        uv_run(&world->loop, UV_RUN_ONCE);
        struct text t = TEXT_IN(words);
        link_waiting_words(peer->link, &t);
    } while (!strstr(words, ", or has closed its connection before we could see"));
    assert_string_equal(peer->story, "");
    peer_finish(world, peer, LINK_KILL);
}

static void strangers_are_named_while_the_bot_is_waited_for(void **state)
{
    struct world *world = *state;
    struct peer *peer = peer_open(world, bot("never-connect {port}"));
    int first = dial(link_port(peer->link)), second = dial(link_port(peer->link));
    char words[200], expected[200];
    snprintf(expected, sizeof expected,
        "was started and has not connected to 127.0.0.1:%d (2 connections of others were closed)",
        link_port(peer->link));
    do {
        uv_run(&world->loop, UV_RUN_ONCE);
        struct text t = TEXT_IN(words);
        link_waiting_words(peer->link, &t);
    } while (strcmp(words, expected) != 0);
    assert_string_equal(peer->story, "");
    assert_true(is_closed(first) && is_closed(second));
    close(first);
    close(second);
    peer_finish(world, peer, LINK_KILL);
}

static void where_nobody_knows_strangers_the_first_connection_counts(void **state)
{
    struct world *world = *state;
    struct error e;
    assert_true(link_knows_strangers(&e));
    peer_ways_limit(0);
    assert_false(link_knows_strangers(&e));
    assert_non_null(strstr(e.words, "does not tell whose a connection is"));
    struct peer *peer = peer_open(world, bot("never-connect {port}"));
    int stranger = dial(link_port(peer->link));
    until_event(world, peer, 'O');
    say(stranger, "I am the bot");
    until_received(world, peer, "I am the bot");
    peer_ways_limit(PEER_BY_NETLINK | PEER_BY_PROC);
    close(stranger);
    peer_finish(world, peer, LINK_KILL);
}

static void a_dialler_that_cannot_be_started_has_failed(void **state)
{
    struct world *world = *state;
    struct peer *peer = peer_open(world, "/no/such/bot {host} {port}");
    until_event(world, peer, 'F');
    assert_string_equal(
        peer->failure.error.words, "/no/such/bot cannot be started: no such folder: /no/such");
    peer_finish(world, peer, LINK_GOODBYE);
}

// --- Whoever connects ---

static void a_port_takes_one_connection_for_each_link_in_order(void **state)
{
    struct world *world = *state;
    struct peer *first = peer_open(world, "listen:0");
    struct peer *second = peer_open(world, "listen:0");
    int port = link_port(first->link);
    assert_true(port > 0);
    assert_int_equal(link_port(second->link), port);
    int a = dial(port);
    until_event(world, first, 'O');
    assert_string_equal(second->story, "");
    assert_int_equal(link_port(first->link), 0);
    say(a, "from a");
    until_received(world, first, "from a");
    int b = dial(port);
    until_event(world, second, 'O');
    peer_send(second, "to b");
    hear(b, "to b");
    close(a);
    close(b);
    until_event(world, first, 'E');
    until_event(world, second, 'E');
    assert_int_equal(first->end.how, LINK_END_CLOSED);
    peer_finish(world, first, LINK_GOODBYE);
    peer_finish(world, second, LINK_GOODBYE);
}

static void who_comes_early_waits_for_the_next_link(void **state)
{
    struct world *world = *state;
    struct peer *peer = peer_open(world, "listen:0");
    int port = link_port(peer->link);
    int a = dial(port), b = dial(port), c = dial(port);
    until_event(world, peer, 'O');
    turn_for_ms(world, 10);
    say(c, "c is patient");
    close(b); // b is not
    peer_finish(world, peer, LINK_KILL);
    peer = peer_open(world, "listen:0");
    until_received(world, peer, "c is patient");
    peer_finish(world, peer, LINK_GOODBYE);
    close(a);
    close(c);
}

static void a_link_that_waits_can_be_closed(void **state)
{
    struct world *world = *state;
    struct peer *peers[3];
    for (int i = 0; i < 3; i++)
        peers[i] = peer_open(world, "listen:0");
    int port = link_port(peers[0]->link);
    peer_finish(world, peers[1], LINK_GOODBYE);
    peer_finish(world, peers[0], LINK_KILL);
    int fd = dial(port);
    until_event(world, peers[2], 'O');
    peer_finish(world, peers[2], LINK_GOODBYE);
    close(fd);
}

static void a_taken_port_is_a_fault_of_ours(void **state)
{
    struct world *world = *state;
    int port;
    int fd = listen_anywhere(&port);
    char player[50], expected[100];
    snprintf(player, sizeof player, "listen:%d", port);
    snprintf(
        expected, sizeof expected, "cannot listen at 127.0.0.1:%d: address already in use", port);
    struct peer *peer = peer_open(world, player);
    until_event(world, peer, 'F');
    assert_string_equal(peer->failure.error.words, expected);
    assert_true(peer->failure.ours);
    peer_finish(world, peer, LINK_GOODBYE);
    close(fd);
}

// --- When nothing is left to open ---

// How many descriptors we may have from now on; returns what it was before.
static struct rlimit allow_descriptors(rlim_t most)
{
    struct rlimit before, now;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    now = (struct rlimit){.rlim_cur = most, .rlim_max = before.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &now), 0);
    return before;
}

// Else libuv would take the connection, close it, and tell nobody.
static void a_connection_that_takes_one_of_the_last_descriptors_is_a_fault_of_ours(void **state)
{
    struct world *world = *state;
    struct peer *peer = peer_open(world, "listen:0");
    int fd = dial(link_port(peer->link));
    const rlim_t most = (rlim_t)fd + 8;
    struct rlimit before = allow_descriptors(most);
    until_event(world, peer, 'F');
    setrlimit(RLIMIT_NOFILE, &before);
    char expected[200];
    snprintf(expected, sizeof expected,
        "too many open files (agon may have %d: raise ulimit -n, or play fewer games at once)",
        (int)most);
    assert_non_null(strstr(peer->failure.error.words, "no connection can be taken at 127.0.0.1:"));
    assert_non_null(strstr(peer->failure.error.words, expected));
    assert_true(peer->failure.ours);
    peer_finish(world, peer, LINK_GOODBYE);
    close(fd);
}

static void a_bot_for_which_there_are_no_pipes_is_a_fault_of_ours(void **state)
{
    struct world *world = *state;
    int highest = dup(STDIN_FILENO);
    struct rlimit before = allow_descriptors((rlim_t)highest + 1);
    struct peer *peer = peer_open(world, bot("echo"));
    until_event(world, peer, 'F');
    setrlimit(RLIMIT_NOFILE, &before);
    assert_non_null(strstr(peer->failure.error.words, "no pipes for "));
    assert_non_null(strstr(peer->failure.error.words, ": raise ulimit -n, or play fewer games"));
    assert_true(peer->failure.ours);
    peer_finish(world, peer, LINK_GOODBYE);
    close(highest);
}

static void a_port_can_be_at_an_ipv6_address(void **state)
{
    struct world *world = *state;
    struct peer *awaited = peer_open(world, "listen:[::1]:0");
    if (link_port(awaited->link) == 0) { // a machine without IPv6
        until_event(world, awaited, 'F');
        peer_finish(world, awaited, LINK_GOODBYE);
        return;
    }
    char player[50];
    snprintf(player, sizeof player, "tcp://[::1]:%d", link_port(awaited->link));
    struct peer *dialled = peer_open(world, player);
    until_event(world, dialled, 'O');
    until_event(world, awaited, 'O');
    assert_string_equal(link_address(dialled->link), player + strlen("tcp://"));
    peer_send(dialled, "six");
    until_received(world, awaited, "six");
    peer_finish(world, dialled, LINK_GOODBYE);
    peer_finish(world, awaited, LINK_GOODBYE);
}

static void a_reset_is_told_as_such(void **state)
{
    struct world *world = *state;
    struct peer *peer = peer_open(world, "listen:0");
    int fd = dial(link_port(peer->link));
    until_event(world, peer, 'O');
    say(fd, "x");
    until_received(world, peer, "x");
    reset_connection(fd);
    until_event(world, peer, 'E');
    assert_int_equal(peer->end.how, LINK_END_RESET);
    assert_int_equal(link_send(peer->link, "x", 1), LINK_NOT_OPEN);
    peer_finish(world, peer, LINK_GOODBYE);
}

static void a_half_closed_connection_has_ended(void **state)
{
    struct world *world = *state;
    struct peer *peer = peer_open(world, "listen:0");
    int fd = dial(link_port(peer->link));
    until_event(world, peer, 'O');
    say(fd, "last");
    shutdown(fd, SHUT_WR);
    until_event(world, peer, 'E');
    assert_string_equal(peer->received.bytes, "last");
    assert_int_equal(peer->end.how, LINK_END_CLOSED);
    peer_finish(world, peer, LINK_GOODBYE);
    close(fd);
}

static void a_peer_that_does_not_hang_up_is_left_after_the_grace(void **state)
{
    struct world *world = *state;
    struct peer *peer = peer_open(world, "listen:0");
    int fd = dial(link_port(peer->link));
    until_event(world, peer, 'O');
    peer_send(peer, "the end");
    peer_close(peer, LINK_GOODBYE);
    until_event(world, peer, 'C');
    hear(fd, "the end");
    char byte;
    assert_int_equal(read(fd, &byte, 1), 0);
    peer_free(peer);
    close(fd);
}

static void a_killed_connection_is_reset(void **state)
{
    struct world *world = *state;
    struct peer *peer = peer_open(world, "listen:0");
    int fd = dial(link_port(peer->link));
    until_event(world, peer, 'O');
    peer_finish(world, peer, LINK_KILL);
    char byte;
    assert_int_equal(read(fd, &byte, 1), -1);
    close(fd);
}

static void a_peer_that_never_reads_fills_the_queue_and_is_left(void **state)
{
    struct world *world = *state;
    struct peer *peer = peer_open(world, "listen:0");
    int fd = dial(link_port(peer->link));
    until_event(world, peer, 'O');
    static char piece[100000];
    while (link_send(peer->link, piece, sizeof piece) != LINK_OVERFLOW)
        uv_run(&world->loop, UV_RUN_NOWAIT);
    peer_finish(world, peer, LINK_GOODBYE);
    close(fd);
}

// --- Dialling out ---

static void we_dial_a_bot_that_listens(void **state)
{
    struct world *world = *state;
    static const char *const hosts[] = {"127.0.0.1", "localhost"};
    for (int i = 0; i < 2; i++) {
        int port;
        int listener = listen_anywhere(&port);
        char player[50];
        snprintf(player, sizeof player, "tcp://%s:%d", hosts[i], port);
        struct peer *peer = peer_open(world, player);
        assert_int_equal(link_kind(peer->link), LINK_TCP);
        until_event(world, peer, 'O');
        int fd = accept(listener, NULL, NULL);
        peer_send(peer, "hello");
        hear(fd, "hello");
        struct link_usage usage;
        assert_false(link_usage(peer->link, &usage));
        assert_int_equal(link_pid(peer->link), 0);
        close(fd);
        until_event(world, peer, 'E');
        peer_finish(world, peer, LINK_GOODBYE);
        close(listener);
    }
}

static void nobody_at_the_other_end_is_told_in_words(void **state)
{
    struct world *world = *state;
    int port;
    int fd = listen_anywhere(&port);
    close(fd);
    char player[50], expected[100];
    snprintf(player, sizeof player, "tcp://127.0.0.1:%d", port);
    snprintf(expected, sizeof expected, "no connection to 127.0.0.1:%d: connection refused", port);
    struct peer *peer = peer_open(world, player);
    until_event(world, peer, 'F');
    assert_string_equal(peer->failure.error.words, expected);
    assert_false(peer->failure.ours);
    peer_finish(world, peer, LINK_GOODBYE);
}

static void a_name_that_is_looked_up_can_be_given_up(void **state)
{
    struct world *world = *state;
    struct peer *peer = peer_open(world, "tcp://localhost:1");
    peer_finish(world, peer, LINK_GOODBYE);
    peer = peer_open(world, "tcp://127.0.0.1:1");
    peer_finish(world, peer, LINK_KILL);
}

static void small_messages_are_not_held_back_G1(void **state)
{
    struct world *world = *state;
    struct peer *peer = peer_open(world, "listen:0");
    int fd = dial(link_port(peer->link));
    until_event(world, peer, 'O');
    // What matters is our side: found by its peer's address among our descriptors.
    int found = 0;
    for (int ours = 3; ours < 100; ours++) {
        int on = 0;
        socklen_t length = sizeof on;
        struct sockaddr_in other, self;
        socklen_t other_length = sizeof other, self_length = sizeof self;
        if (ours == fd || getpeername(ours, (struct sockaddr *)&other, &other_length) != 0)
            continue;
        getsockname(fd, (struct sockaddr *)&self, &self_length);
        if (other.sin_port != self.sin_port)
            continue;
        assert_int_equal(getsockopt(ours, IPPROTO_TCP, TCP_NODELAY, &on, &length), 0);
        assert_true(on);
        found++;
    }
    assert_int_equal(found, 1);
    close(fd);
    peer_finish(world, peer, LINK_GOODBYE);
}

int main(int count, char **arguments)
{
    if (count > 1)
        cmocka_set_test_filter(arguments[1]);
    const struct CMUnitTest tests[] = {
        IN_A_WORLD(a_command_with_a_port_dials_in),
        IN_A_WORLD(what_a_dialler_wrote_before_its_exit_is_delivered_first),
        IN_A_WORLD(the_exit_of_a_dialler_is_told_though_its_child_keeps_the_connection),
        IN_A_WORLD(a_dialler_that_exits_without_connecting_has_failed),
        IN_A_WORLD(a_dialler_that_never_connects_can_be_given_up),
        IN_A_WORLD(a_second_connection_is_turned_away_and_told),
        IN_A_WORLD(a_dialler_that_cannot_be_started_has_failed),
        IN_A_WORLD(a_stranger_that_connects_first_is_turned_away_and_told),
        IN_A_WORLD(a_stranger_is_known_without_netlink_too),
        IN_A_WORLD(a_helper_of_the_bot_may_connect_for_it),
        IN_A_WORLD(a_bot_that_only_knows_ipv6_sockets_is_not_a_stranger),
        IN_A_WORLD(strangers_that_connect_and_leave_do_not_stand_for_the_bot),
        IN_A_WORLD(a_connection_that_was_closed_too_early_is_told_while_the_bot_is_waited_for),
        IN_A_WORLD(strangers_are_named_while_the_bot_is_waited_for),
        IN_A_WORLD(where_nobody_knows_strangers_the_first_connection_counts),
        IN_A_WORLD(a_port_takes_one_connection_for_each_link_in_order),
        IN_A_WORLD(who_comes_early_waits_for_the_next_link),
        IN_A_WORLD(a_link_that_waits_can_be_closed),
        IN_A_WORLD(a_taken_port_is_a_fault_of_ours),
        IN_A_WORLD(a_connection_that_takes_one_of_the_last_descriptors_is_a_fault_of_ours),
        IN_A_WORLD(a_bot_for_which_there_are_no_pipes_is_a_fault_of_ours),
        IN_A_WORLD(a_port_can_be_at_an_ipv6_address),
        IN_A_WORLD(a_reset_is_told_as_such),
        IN_A_WORLD(a_half_closed_connection_has_ended),
        IN_A_WORLD(a_peer_that_does_not_hang_up_is_left_after_the_grace),
        IN_A_WORLD(a_killed_connection_is_reset),
        IN_A_WORLD(a_peer_that_never_reads_fills_the_queue_and_is_left),
        IN_A_WORLD(we_dial_a_bot_that_listens),
        IN_A_WORLD(nobody_at_the_other_end_is_told_in_words),
        IN_A_WORLD(a_name_that_is_looked_up_can_be_given_up),
        IN_A_WORLD(small_messages_are_not_held_back_G1),
    };
    return cmocka_run_group_tests_name("link: tcp", tests, NULL, NULL);
}

// A lobby whose doors ask for tokens (G10): who is let in, under which name, and what hostile
// clients get: nothing, and late.
#include "arena/lobby_world.h"

#include "archive/token_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

static char path[] = "/tmp/agon-lobby-tokens-XXXXXX";
static char of_ann[TOKEN_BYTES], of_bob[TOKEN_BYTES], unknown[TOKEN_BYTES];

// --- The tokens ---

static int setup_tokens(void **state)
{
    struct error e;
    int fd = mkstemp(path);
    if (fd < 0 || world_setup_process(state) != 0)
        return -1;
    close(fd);
    return token_make(unknown, &e) ? 0 : -1;
}

static int teardown_tokens(void **state)
{
    unlink(path);
    return world_teardown_process(state);
}

static void add(const char *name, char token[TOKEN_BYTES])
{
    struct error e;
    if (!token_file_add(path, name, token, &e))
        fail_msg("%s", e.words);
}

// A lobby with the tokens of ann and bob. A refused visitor is closed after `delay_ns`.
static void require_tokens(struct world *w, int64_t delay_ns)
{
    struct error e;
    struct lobby_limits limits = lobby_default_limits();
    limits.refusal_delay_ns = delay_ns;
    limits.lines_ns = WORLD_AN_HOUR_NS;
    lobby_limit(w->lobby, &limits);
    truncate(path, 0);
    add("ann", of_ann);
    add("bob", of_bob);
    assert_true(lobby_require_tokens(w->lobby, path, &e));
}

// --- Bots ---

static struct world_bot *come_with(struct world *w, const char *token, const char *rest)
{
    char message[256];
    snprintf(message, sizeof message, "{\"token\":\"%s\"}%s", token, rest);
    return bot_come(w, message);
}

// It is told nothing and its connection is closed; the organiser is told the address, the door, and
// why.
static void is_refused(struct world *w, struct world_bot *b, const char *why)
{
    size_t before = count_said(w, LOBBY_TURNED_AWAY);
    const struct world_said *said = until_said(w, LOBBY_TURNED_AWAY, before + 1);
    assert_non_null(strstr(said->words, "a bot from 127.0.0.1:"));
    assert_non_null(strstr(said->words, "was turned away at listen:0: "));
    assert_non_null(strstr(said->words, why));
    until_closed(w, b);
    assert_string_equal(b->heard.bytes, "");
}

// --- Who is let in ---

static void a_name_is_that_of_its_token_whatever_the_bot_asks_for_S1(void **state)
{
    struct world *w = *state;
    require_tokens(w, 0);
    world_invite(w, "santorini", 2);
    struct world_bot *ann = come_with(w, of_ann, "\n[\"join\",\"bob\"]\n");
    until_heard(w, ann, "[\"name\",\"ann\"]\n");
    bot_say(ann, "\"OK\"\n");
    struct world_bot *bob = come_with(w, of_bob, "[\"join\",\"bob\"]");
    until_heard(w, bob, "\"OK\"\n");
    until_present(w, 2);
    lobby_close_list(w->lobby);
    assert_string_equal(lobby_player(w->lobby, 0)->name, "ann");
    assert_string_equal(lobby_player(w->lobby, 1)->name, "bob");
}

static void nothing_is_sent_before_the_token_and_the_protocol_begins_behind_it(void **state)
{
    struct world *w = *state;
    require_tokens(w, 0);
    world_invite(w, "hgp", 2);
    struct world_bot *ann = bot_connect(w);
    struct world_bot *bob = come_with(w, of_bob, "");
    until_said(w, LOBBY_JOINED, 1);
    until_heard(w, bob, "{\"version\":\"0.2.1\"}\n");
    char byte;
    assert_int_equal(recv(ann->fd, &byte, 1, MSG_DONTWAIT), -1);
    bot_say(ann, "{\"token\":\"");
    bot_say(ann, of_ann);
    bot_say(ann, "\"}{\"name\":\"bob\"}"); // its name is that of its token
    assert_string_equal(until_said(w, LOBBY_JOINED, 2)->name, "ann");
    until_heard(w, ann, "{\"version\":\"0.2.1\"}\n");
}

static void a_bot_that_says_no_name_has_that_of_its_token(void **state)
{
    struct world *w = *state;
    require_tokens(w, 0);
    world_invite(w, "stones", 1);
    come_with(w, of_bob, "");
    assert_string_equal(until_said(w, LOBBY_JOINED, 1)->name, "bob");
}

static void a_name_that_its_protocol_cannot_say_is_made_to_fit(void **state)
{
    struct world *w = *state;
    char token[TOKEN_BYTES];
    struct error e;
    truncate(path, 0);
    add("Ann 2", token);
    assert_true(lobby_require_tokens(w->lobby, path, &e));
    world_invite(w, "santorini", 2);
    struct world_bot *ann = come_with(w, token, "[\"join\",\"ann\"]");
    until_heard(w, ann, "\"OK\"\n");
    assert_string_equal(until_said(w, LOBBY_JOINED, 1)->name, "Ann 2");
}

// --- Hostile clients ---

static void a_wrong_token_is_closed_without_a_word(void **state)
{
    struct world *w = *state;
    require_tokens(w, 0);
    world_invite(w, "hgp", 2);
    is_refused(w, come_with(w, unknown, "{\"name\":\"ann\"}"), "nobody has its token");
    is_refused(w, bot_come(w, "{\"name\":\"ann\"}"), "its first message has no token");
    is_refused(w, bot_come(w, "GET / HTTP/1.1\r\n\r\n"), "its first message has no token");
    assert_int_equal(count_said(w, LOBBY_JOINED), 0);
    come_with(w, of_ann, "");
    assert_string_equal(until_said(w, LOBBY_JOINED, 1)->name, "ann");
}

static void a_wrong_token_is_closed_late(void **state)
{
    struct world *w = *state;
    require_tokens(w, WORLD_AN_HOUR_NS);
    world_invite(w, "hgp", 2);
    struct world_bot *guesser = come_with(w, unknown, "");
    until_said(w, LOBBY_TURNED_AWAY, 1);
    bot_say(guesser, "{\"token\":\"");
    bot_say(guesser, of_ann); // a second guess is not read
    bot_say(guesser, "\"}");
    come_with(w, of_bob, "");
    assert_string_equal(until_said(w, LOBBY_JOINED, 1)->name, "bob");
    char byte;
    assert_int_equal(recv(guesser->fd, &byte, 1, MSG_DONTWAIT), -1); // it is still open
    assert_int_equal(count_said(w, LOBBY_JOINED), 1);
}

static void a_giant_token_is_refused(void **state)
{
    struct world *w = *state;
    require_tokens(w, 0);
    world_invite(w, "hgp", 2);
    static char giant[50000];
    memset(giant, 'a', sizeof giant - 1);
    memcpy(giant, "{\"token\":\"", 10);
    is_refused(w, bot_come(w, giant), "too long for a token");
    static char deep[200];
    memset(deep, '[', sizeof deep - 1);
    is_refused(w, bot_come(w, deep), "is not a token");
}

static void half_a_token_is_refused_when_its_time_is_over(void **state)
{
    struct world *w = *state;
    require_tokens(w, 0);
    world_expect(w, "ann", "hgp", NS_PER_MS);
    world_open(w);
    char half[64];
    snprintf(half, sizeof half, "{\"token\":\"%.13s", of_ann);
    is_refused(w, bot_come(w, half), "it showed no token in time");
    is_refused(w, bot_connect(w), "it showed no token in time");
}

static void refused_visitors_beyond_the_limit_are_closed_at_once(void **state)
{
    struct world *w = *state;
    require_tokens(w, WORLD_AN_HOUR_NS);
    struct lobby_limits limits = lobby_default_limits();
    limits.refusal_delay_ns = limits.lines_ns = WORLD_AN_HOUR_NS;
    limits.refused = 2;
    limits.lines = 3;
    lobby_limit(w->lobby, &limits);
    world_invite(w, "hgp", 2);
    struct world_bot *first = come_with(w, unknown, "");
    until_said(w, LOBBY_TURNED_AWAY, 1);
    for (int i = 0; i < 20; i++)
        come_with(w, unknown, "");
    until_closed(w, first);
    come_with(w, of_ann, "");
    until_said(w, LOBBY_JOINED, 1);
    until_closed(w, &w->bots[18]); // the last two are kept
    assert_int_equal(count_said(w, LOBBY_TURNED_AWAY), 3);
}

// --- While games are played ---

static void ann_and_bob_are_here(struct world *w)
{
    require_tokens(w, 0);
    world_expect(w, "ann", "santorini", WORLD_AN_HOUR_NS);
    world_expect(w, "bob", "santorini", WORLD_AN_HOUR_NS);
    world_open(w);
    come_with(w, of_ann, "[\"join\",\"ann\"]");
    come_with(w, of_bob, "[\"join\",\"bob\"]");
    until_present(w, 2);
    world_attend(w);
}

static void the_token_of_another_gives_the_name_of_the_other(void **state)
{
    struct world *w = *state;
    char of_eve[TOKEN_BYTES];
    require_tokens(w, 0);
    world_expect(w, "ann", "santorini", WORLD_AN_HOUR_NS);
    world_expect(w, "bob", "santorini", WORLD_AN_HOUR_NS);
    world_open(w);
    struct world_bot *bob = come_with(w, of_bob, "[\"join\",\"ann\"]");
    until_heard(w, bob, "[\"name\",\"bob\"]\n");
    bot_say(bob, "\"OK\"");
    until_present(w, 1);
    const char *where;
    assert_string_equal(lobby_missing(w->lobby, &where)->name, "ann");
    add("eve", of_eve);
    assert_non_null(strstr(until_said(w, LOBBY_TOKENS, 1)->words, "3 players have one"));
    struct world_bot *eve = come_with(w, of_eve, "[\"join\",\"ann\"]");
    is_refused(w, eve, "its token is that of eve, who is not awaited there");
}

static void a_second_connection_with_a_token_takes_over_after_the_game(void **state)
{
    struct world *w = *state;
    ann_and_bob_are_here(w);
    struct session *session = world_take(w, 0);
    struct world_bot *successor = come_with(w, of_ann, "[\"join\",\"ann\"]");
    bot_hang_up(&w->bots[0]);
    world_close_seat(w, session);
    // The successor may come before or after the entrant is given back.
    lobby_give_back(w->lobby, 0, NULL, "closed its output");
    until_heard(w, successor, "\"OK\"\n");
    until_free(w, 0, true);
    struct world_bot *third = come_with(w, of_ann, "[\"join\",\"ann\"]");
    assert_non_null(strstr(
        until_said(w, LOBBY_TURNED_AWAY, 1)->words, "somebody else is there under its name"));
    until_closed(w, third);
}

static void a_token_that_is_revoked_ends_its_connection_between_two_games(void **state)
{
    struct world *w = *state;
    struct error e;
    char again[TOKEN_BYTES];
    ann_and_bob_are_here(w);
    struct session *session = world_take(w, 0);
    assert_true(token_file_revoke(path, "ann", &e));
    until_said(w, LOBBY_TOKENS, 1);
    assert_int_equal(count_said(w, LOBBY_DISCONNECTED), 0); // its game goes on
    lobby_give_back(w->lobby, 0, session, "");
    assert_non_null(strstr(until_said(w, LOBBY_DISCONNECTED, 1)->words, "its token was revoked"));
    until_closed(w, &w->bots[0]);
    is_refused(w, come_with(w, of_ann, "[\"join\",\"ann\"]"), "nobody has its token");
    add("ann", again);
    until_said(w, LOBBY_TOKENS, 2);
    come_with(w, again, "[\"join\",\"ann\"]");
    until_free(w, 0, true);
}

static void tokens_that_cannot_be_read_any_more_stay_as_they_were(void **state)
{
    struct world *w = *state;
    require_tokens(w, 0);
    world_invite(w, "hgp", 2);
    FILE *file = fopen(path, "w");
    fputs("rubbish\n", file);
    fclose(file);
    assert_non_null(
        strstr(until_said(w, LOBBY_TOKENS, 1)->words, "the tokens stay as they were: "));
    come_with(w, of_ann, "");
    until_said(w, LOBBY_JOINED, 1);
}

static void without_tokens_nobody_is_waited_for(void **state)
{
    struct world *w = *state;
    struct error e;
    assert_false(lobby_require_tokens(w->lobby, "/tmp/no-such-file.tokens", &e));
    assert_non_null(strstr(e.words, "agon token add"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_A_LOBBY(a_name_is_that_of_its_token_whatever_the_bot_asks_for_S1),
        IN_A_LOBBY(nothing_is_sent_before_the_token_and_the_protocol_begins_behind_it),
        IN_A_LOBBY(a_bot_that_says_no_name_has_that_of_its_token),
        IN_A_LOBBY(a_name_that_its_protocol_cannot_say_is_made_to_fit),
        IN_A_LOBBY(a_wrong_token_is_closed_without_a_word),
        IN_A_LOBBY(a_wrong_token_is_closed_late),
        IN_A_LOBBY(a_giant_token_is_refused),
        IN_A_LOBBY(half_a_token_is_refused_when_its_time_is_over),
        IN_A_LOBBY(refused_visitors_beyond_the_limit_are_closed_at_once),
        IN_A_LOBBY(the_token_of_another_gives_the_name_of_the_other),
        IN_A_LOBBY(a_second_connection_with_a_token_takes_over_after_the_game),
        IN_A_LOBBY(a_token_that_is_revoked_ends_its_connection_between_two_games),
        IN_A_LOBBY(tokens_that_cannot_be_read_any_more_stay_as_they_were),
        IN_A_LOBBY(without_tokens_nobody_is_waited_for),
    };
    return cmocka_run_group_tests_name("arena: lobby tokens", tests, setup_tokens, teardown_tokens);
}

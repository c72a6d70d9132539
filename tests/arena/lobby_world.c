#include "arena/lobby_world.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

enum { HANGS_AFTER_S = 600 };

// --- What the lobby tells ---

static void keep_said(struct world *w, const struct lobby_event *event, bool playing)
{
    assert_true(w->said_count < WORLD_SAID_MOST);
    struct world_said *said = &w->said[w->said_count++];
    *said = (struct world_said){.kind = event->kind, .number = event->number, .playing = playing};
    snprintf(said->name, sizeof said->name, "%s", event->name);
    snprintf(said->words, sizeof said->words, "%s", event->words);
    if (event->kind == LOBBY_OPENED)
        w->port = atoi(strrchr(event->where, ':') + 1);
    if (w->react)
        w->react(w, event);
}

static void said(void *user, const struct lobby_event *event)
{
    keep_said(user, event, false);
}

static void said_while_playing(void *user, const struct lobby_event *event)
{
    keep_said(user, event, true);
}

static void changed(void *user, int number, bool is_free)
{
    struct world *w = user;
    assert_true(number >= 0 && number < WORLD_PLAYERS_MOST);
    assert_true(w->free[number] != is_free); // it is news
    w->free[number] = is_free;
}

static void broke(void *user, const struct error *e)
{
    struct world *w = user;
    w->broke = *e;
}

static const struct lobby_events own_events = {.said = said};
static const struct lobby_events playing_events = {
    .said = said_while_playing, .changed = changed, .broke = broke};

// --- The world ---

struct lobby *world_lobby(struct world *w)
{
    struct error e;
    struct lobby *l = lobby_create(&own_events, w, &e);
    assert_non_null(l);
    return l;
}

int world_setup_process(void **state)
{
    (void)state;
    return link_process_setup(NULL) ? 0 : -1;
}

int world_teardown_process(void **state)
{
    (void)state;
    link_process_teardown();
    return 0;
}

int world_setup(void **state)
{
    alarm(HANGS_AFTER_S);
    struct world *w = calloc(1, sizeof *w);
    w->lobby = world_lobby(w);
    *state = w;
    return 0;
}

int world_teardown(void **state)
{
    struct world *w = *state;
    w->react = NULL;
    for (size_t i = 0; i < w->bot_count; i++) {
        bot_hang_up(&w->bots[i]);
        text_destroy(&w->bots[i].heard);
    }
    if (w->lobby)
        lobby_destroy(w->lobby);
    free(w);
    alarm(0);
    return 0;
}

void world_open(struct world *w)
{
    until_said(w, LOBBY_OPENED, 1);
}

void world_invite(struct world *w, const char *wire, size_t most)
{
    const struct lobby_invitation invitation = {.port = "listen:0",
        .wire = wire_find(wire, NULL),
        .most = most,
        .patience_ns = WORLD_AN_HOUR_NS};
    struct error e;
    assert_true(lobby_invite(w->lobby, &invitation, &e));
    world_open(w);
}

void world_expect(struct world *w, const char *name, const char *wire, int64_t patience_ns)
{
    struct player player = {.text = "listen:0", .wire = wire_find(wire, NULL)};
    struct error e;
    int number = 0;
    while (lobby_player(w->lobby, number))
        number++;
    snprintf(player.name, sizeof player.name, "%s", name);
    assert_true(lobby_expect(w->lobby, &player, number, patience_ns, &e));
}

void world_attend(struct world *w)
{
    lobby_attend(w->lobby, &playing_events, w);
}

// --- Bots ---

struct world_bot *bot_connect(struct world *w)
{
    return bot_connect_from(w, "127.0.0.1");
}

struct world_bot *bot_connect_from(struct world *w, const char *source)
{
    assert_true(w->bot_count < WORLD_BOTS_MOST);
    struct world_bot *b = &w->bots[w->bot_count++];
    const struct sockaddr_in address = {.sin_family = AF_INET,
        .sin_port = htons((in_port_t)w->port),
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    *b = (struct world_bot){
        .fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), .heard = text_growing()};
    struct sockaddr_in from = {.sin_family = AF_INET};
    assert_int_equal(inet_pton(AF_INET, source, &from.sin_addr), 1);
    assert_int_equal(bind(b->fd, (const struct sockaddr *)&from, sizeof from), 0);
    assert_int_equal(connect(b->fd, (const struct sockaddr *)&address, sizeof address), 0);
    return b;
}

void bot_say(struct world_bot *b, const char *text)
{
    assert_int_equal(send(b->fd, text, strlen(text), MSG_NOSIGNAL), strlen(text));
}

struct world_bot *bot_come(struct world *w, const char *text)
{
    struct world_bot *b = bot_connect(w);
    bot_say(b, text);
    return b;
}

// Returns true at the end of the stream.
static bool bot_listen(struct world_bot *b)
{
    char bytes[4096];
    ssize_t count = recv(b->fd, bytes, sizeof bytes, MSG_DONTWAIT);
    if (count > 0)
        text_bytes(&b->heard, bytes, (size_t)count);
    return count == 0 || (count < 0 && errno != EAGAIN);
}

// All that it was sent is read before, or else the connection would be reset.
void bot_hang_up(struct world_bot *b)
{
    if (b->fd < 0)
        return;
    bot_listen(b);
    close(b->fd);
    b->fd = -1;
}

// --- Turning the loop ---

void world_turn(struct world *w)
{
    uv_run(&lobby_runner(w->lobby)->loop, UV_RUN_ONCE);
}

size_t count_said(const struct world *w, enum lobby_event_kind kind)
{
    size_t count = 0;
    for (size_t i = 0; i < w->said_count; i++)
        count += w->said[i].kind == kind;
    return count;
}

const struct world_said *until_said(struct world *w, enum lobby_event_kind kind, size_t times)
{
    while (count_said(w, kind) < times)
        world_turn(w);
    const struct world_said *last = NULL;
    for (size_t i = 0; i < w->said_count; i++)
        last = w->said[i].kind == kind ? &w->said[i] : last;
    return last;
}

void until_heard(struct world *w, struct world_bot *b, const char *text)
{
    while (!strstr(b->heard.bytes, text)) {
        world_turn(w);
        bot_listen(b);
    }
}

void until_closed(struct world *w, struct world_bot *b)
{
    while (!bot_listen(b))
        world_turn(w);
}

void until_free(struct world *w, int number, bool is_free)
{
    while (w->free[number] != is_free)
        world_turn(w);
}

void until_present(struct world *w, size_t count)
{
    while (lobby_present(w->lobby) != count)
        world_turn(w);
}

// --- At a table ---

static void seat_opened(struct session *s, struct moment at)
{
    (void)s;
    (void)at;
}

static void seat_received(struct session *s, const char *bytes, size_t length, struct moment at)
{
    (void)s;
    (void)bytes;
    (void)length;
    (void)at;
}

static void seat_chose(struct session *s, move m, struct moment at)
{
    (void)s;
    (void)m;
    (void)at;
}

static void seat_lost(struct session *s, const struct fault *fault, bool ours, struct moment at)
{
    (void)s;
    (void)fault;
    (void)ours;
    (void)at;
}

static void seat_noted(struct session *s, const char *words)
{
    (void)s;
    (void)words;
}

static void seat_leaving(struct session *s)
{
    (void)s;
}

static void seat_closed(struct session *s)
{
    *(bool *)s->user = true;
}

static const struct session_events table_events = {
    .opened = seat_opened,
    .received = seat_received,
    .chose = seat_chose,
    .lost = seat_lost,
    .noted = seat_noted,
    .leaving = seat_leaving,
    .closed = seat_closed,
};

struct session *world_take(struct world *w, int number)
{
    w->free[number] = false;
    return lobby_take(w->lobby, number);
}

void world_close_seat(struct world *w, struct session *session)
{
    bool closed = false;
    session->events = &table_events;
    session->user = &closed;
    session_close(session, true);
    while (!closed)
        world_turn(w);
}

// What arena/lobby.h promises: the life of a lobby, gathering, playing.
#include "arena/lobby.h"

#include "arena/lobby/door.h"
#include "arena/lobby/entrant.h"
#include "arena/lobby/parts.h"
#include "arena/lobby/say.h"
#include "arena/lobby/token_watch.h"
#include "arena/lobby/visitor.h"
#include "base/clock.h"
#include "link/lack.h"

#include <stdlib.h>
#include <string.h>

enum { LOOK_MS = 50 };

// --- Looking around ---

static bool lobby_has_gathered(const struct lobby *l)
{
    if (l->failed || l->begin || lobby_is_stopped(l) ||
        (l->until_ns > 0 && clock_now_ns() > l->until_ns))
        return true;
    return l->enough > 0 && lobby_present(l) >= l->enough;
}

// Somebody has called lobby_begin_now.
static void lobby_begin_if_possible(struct lobby *l)
{
    size_t present = lobby_present(l);
    if (present >= SEATS)
        l->begin = true;
    else
        say_of_lobby(l, LOBBY_TOO_FEW, "two players are needed, and there %s %zu",
            present == 1 ? "is" : "are", present);
}

static void lobby_look(struct lobby *l)
{
    token_watch_look(l);
    say_unsaid(l);
    for (struct lobby_door *d = l->doors; d; d = d->next) {
        visitor_await(d);
        door_announce(d);
    }
    for (struct lobby_visitor *v = l->visitors, *next; v; v = next) {
        next = v->next;
        visitor_look(v);
    }
    for (size_t i = 0; i < l->entrant_count; i++)
        entrant_update(l->entrants[i]);
    if (l->gathering && atomic_exchange(&l->begin_asked, false))
        lobby_begin_if_possible(l);
    if (l->gathering && lobby_has_gathered(l))
        uv_stop(&l->runner.loop);
}

static void lobby_look_is_due(uv_timer_t *timer)
{
    lobby_look(timer->data);
}

static void lobby_woke(uv_async_t *wake)
{
    lobby_look(wake->data);
}

void lobby_stop(struct lobby *l)
{
    atomic_store(&l->stop_asked, true);
    uv_async_send(&l->wake);
}

bool lobby_is_stopped(const struct lobby *l)
{
    return atomic_load(&l->stop_asked);
}

void lobby_begin_now(struct lobby *l)
{
    atomic_store(&l->begin_asked, true);
    uv_async_send(&l->wake);
}

// --- Its life ---

struct lobby *lobby_create(const struct lobby_events *events, void *user, struct error *e)
{
    struct lobby *l = calloc(1, sizeof *l);
    if (!l || !runner_init(&l->runner, e)) {
        if (!l)
            error_set(e, "out of memory");
        free(l);
        return NULL;
    }
    int error = uv_async_init(&l->runner.loop, &l->wake, lobby_woke);
    if (error != 0) {
        char lack[LACK_BYTES];
        lack_words(-error, lack);
        error_set(e, "no lobby can be opened: %s", lack);
        runner_destroy(&l->runner);
        free(l);
        return NULL;
    }
    l->limits = lobby_default_limits();
    l->events = l->own_events = events;
    l->user = l->own_user = user;
    l->wake.data = l->look.data = l;
    uv_timer_init(&l->runner.loop, &l->look);
    uv_timer_start(&l->look, lobby_look_is_due, LOOK_MS, LOOK_MS);
    return l;
}

struct runner *lobby_runner(struct lobby *l)
{
    return &l->runner;
}

struct lobby_limits lobby_default_limits(void)
{
    return (struct lobby_limits){.connections = 4 * LOBBY_ENTRANTS_MOST,
        .unknown_per_address = 256,
        .name_kept_ns = 60 * NS_PER_SECOND,
        .refusal_delay_ns = 3 * NS_PER_SECOND,
        .refused = 256,
        .lines_ns = 10 * NS_PER_SECOND,
        .lines = 10};
}

void lobby_limit(struct lobby *l, const struct lobby_limits *limits)
{
    l->limits = *limits;
}

bool lobby_require_tokens(struct lobby *l, const char *path, struct error *e)
{
    return token_watch_begin(l, path, e);
}

// Runs the loop until nobody owes an acknowledgement: each has its time, which visitor_look sees
// to.
static void lobby_await_acks(struct lobby *l)
{
    bool owed = true;
    while (owed && !lobby_is_stopped(l)) {
        owed = false;
        for (const struct lobby_visitor *v = l->visitors; v; v = v->next)
            owed = owed || (!v->gone && ack_is_owed(&v->session.ack));
        if (owed)
            uv_run(&l->runner.loop, UV_RUN_ONCE);
    }
}

void lobby_destroy(struct lobby *l)
{
    lobby_attend(l, NULL, NULL);
    if (l->dismissed)
        lobby_await_acks(l);
    l->closing = true;
    uv_close((uv_handle_t *)&l->look, NULL);
    uv_close((uv_handle_t *)&l->wake, NULL);
    for (struct lobby_visitor *v = l->visitors; v; v = v->next) {
        if (!v->gone)
            session_close(&v->session, !v->connected);
        v->gone = true;
    }
    while (l->visitors || token_watch_is_busy(l))
        uv_run(&l->runner.loop, UV_RUN_ONCE);
    token_watch_end(l);
    runner_destroy(&l->runner);
    while (l->entrant_count > 0)
        entrant_remove(l->entrants[l->entrant_count - 1]);
    for (struct lobby_door *d = l->doors, *next; d; d = next) {
        next = d->next;
        free(d);
    }
    free(l);
}

// --- Gathering ---

bool lobby_expect(
    struct lobby *l, const struct player *player, int number, int64_t patience_ns, struct error *e)
{
    struct lobby_door *d = door_at(l, player->text, player->wire, patience_ns, e);
    if (!d)
        return false;
    struct lobby_entrant *p = entrant_add(d, player);
    if (!p)
        return error_set(e, "out of memory, or more than %d players", LOBBY_ENTRANTS_MOST);
    p->number = number;
    p->patience_ns = patience_ns;
    if (d->patience_ns < patience_ns)
        d->patience_ns = patience_ns;
    d->capacity++;
    if (l->tokens.required && !token_list_of(&l->tokens.list, player->name))
        say_of_lobby(l, LOBBY_TOKENS, "%s has no token, and cannot come without one", player->name);
    return true;
}

bool lobby_invite(struct lobby *l, const struct lobby_invitation *i, struct error *e)
{
    struct lobby_door *d = door_at(l, i->port, i->wire, i->patience_ns, e);
    if (!d)
        return false;
    d->any_dialect = i->any_dialect;
    d->capacity += i->most;
    l->invited += i->most;
    return true;
}

bool lobby_gather(struct lobby *l, size_t enough, int64_t wait_ms, struct error *e)
{
    l->enough = enough;
    l->until_ns = wait_ms > 0 ? clock_now_ns() + wait_ms * NS_PER_MS : 0;
    l->begin = false;
    l->gathering = true;
    uv_run(&l->runner.loop, UV_RUN_DEFAULT);
    l->gathering = false;
    atomic_store(&l->begin_asked, false);
    if (l->failed)
        *e = l->error;
    return !l->failed;
}

size_t lobby_present(const struct lobby *l)
{
    size_t count = 0;
    for (size_t i = 0; i < l->entrant_count; i++)
        count += entrant_is_ready(l->entrants[i]);
    return count;
}

const struct player *lobby_missing(const struct lobby *l, const char **where)
{
    for (size_t i = 0; i < l->entrant_count; i++) {
        if (entrant_is_ready(l->entrants[i]))
            continue;
        *where = l->entrants[i]->door->port;
        return &l->entrants[i]->player;
    }
    return NULL;
}

static int lobby_compare_players(const void *a, const void *b)
{
    const struct lobby_entrant *const *x = a, *const *y = b;
    if ((*x)->door != (*y)->door) {
        for (const struct lobby_door *d = (*x)->door->lobby->doors;; d = d->next) {
            if (d == (*x)->door || d == (*y)->door)
                return d == (*x)->door ? -1 : 1;
        }
    }
    return strcmp((*x)->name, (*y)->name);
}

void lobby_close_list(struct lobby *l)
{
    l->invited = 0;
    // One that has not accepted its name yet comes too late.
    for (size_t i = l->entrant_count; i-- > 0;) {
        struct lobby_entrant *p = l->entrants[i];
        if (entrant_is_ready(p))
            continue;
        struct lobby_visitor *v = p->visitor;
        visitor_leave_entrant(v, "did not accept its name in time");
        visitor_turn_away(v, "the contest has begun");
        entrant_remove(p);
    }
    qsort(l->entrants, l->entrant_count, sizeof *l->entrants, lobby_compare_players);
    for (size_t i = 0; i < l->entrant_count; i++)
        l->entrants[i]->number = (int)i;
    for (struct lobby_door *d = l->doors; d; d = d->next)
        d->capacity = entrant_count_at(d);
}

const struct player *lobby_player(const struct lobby *l, int number)
{
    const struct lobby_entrant *p = entrant_numbered(l, number);
    return p ? &p->player : NULL;
}

// --- Playing ---

void lobby_attend(struct lobby *l, const struct lobby_events *events, void *user)
{
    l->playing = events != NULL;
    l->events = events ? events : l->own_events;
    l->user = events ? user : l->own_user;
    if (l->playing && l->failed)
        l->events->broke(l->user, &l->error);
    for (size_t i = 0; i < l->entrant_count; i++)
        entrant_update(l->entrants[i]);
}

struct session *lobby_take(struct lobby *l, int number)
{
    struct lobby_entrant *p = entrant_numbered(l, number);
    p->free = false;
    p->playing = p->visitor != NULL;
    if (!p->visitor && !p->missed)
        say_of_entrant(p, LOBBY_ABSENT, "%s is absent: %s. Its games are lost until it comes back",
            p->player.name, p->why_away);
    p->missed = !p->visitor;
    return p->visitor ? &p->visitor->session : NULL;
}

void lobby_give_back(struct lobby *l, int number, struct session *session, const char *why)
{
    struct lobby_entrant *p = entrant_numbered(l, number);
    struct lobby_visitor *v = p->visitor, *successor = p->successor;
    p->playing = false;
    p->successor = NULL;
    if (v && session) {
        visitor_take_back(v, session);
    } else if (v) {
        entrant_leave(p, why);
        visitor_forget(v);
    }
    if (successor) {
        successor->entrant = NULL;
        visitor_return_to(successor, p);
    }
    entrant_update(p);
}

const char *lobby_why_away(const struct lobby *l, int number)
{
    return entrant_numbered(l, number)->why_away;
}

bool lobby_is_deserted(const struct lobby *l)
{
    for (size_t i = 0; i < l->entrant_count; i++) {
        if (!entrant_is_away(l->entrants[i]))
            return false;
    }
    return true;
}

const char *lobby_wire_name(const struct lobby *l, int number)
{
    const struct lobby_entrant *p = entrant_numbered(l, number);
    return p ? p->name : NULL;
}

void lobby_farewell(
    struct lobby *l, const struct wire_result *results, size_t count, const struct budget *budgets)
{
    lobby_await_acks(l); // of the last games
    l->dismissed = true;
    for (size_t i = 0; i < l->entrant_count; i++) {
        const struct lobby_entrant *p = l->entrants[i];
        struct lobby_visitor *v = p->visitor;
        if (!v || v->gone || !v->door->player.wire->many_games ||
            v->session.wire.waits != WIRE_IDLE)
            continue;
        struct text out = text_growing();
        wire_stream_finish(&v->session.wire, results, count, &out);
        if (out.length > 0)
            session_send(&v->session, out.bytes, out.length);
        session_await_ack(&v->session, &budgets[p->number], "the end of the contest");
        text_destroy(&out);
    }
}

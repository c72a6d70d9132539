#include "cli/lobby.h"

#include "base/clock.h"
#include "cli/stop.h"
#include "contest/read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    LOOK_MS = 50,
    NAME_WAIT_MS = 300, // for a name that need not be said
    VISITORS_MOST = 4 * LOBBY_PLACES_MOST,
    PORT_BYTES = 160,
};

struct lobby_door {
    struct lobby *lobby;
    struct lobby_door *next;
    char port[PORT_BYTES];
    struct player player;          // what a visitor is before it is anybody
    size_t places;                 // that belong here: taken, expected, or free for those who join
    struct lobby_visitor *awaited; // the next one; NULL: there are too many
    int64_t patience_ns;
    bool announced;
};

struct lobby_place {
    int number;
    struct player player;
    struct lobby_door *door;
    char name[WIRE_NAME_BYTES];    // on the wire
    char wanted[WIRE_NAME_BYTES];  // what it calls itself; "": it has not been here yet
    struct lobby_visitor *visitor; // NULL: away
    struct lobby_visitor *heir;    // came under its name while it plays: takes its place next
    bool playing;
    bool missed; // a game, since it went away
    bool free;   // as it was told
    int64_t away_since_ns, patience_ns;
};

struct lobby_visitor {
    struct lobby *lobby;
    struct lobby_door *door;
    struct lobby_visitor *next;
    struct seat seat;
    char wanted[WIRE_NAME_BYTES]; // what it calls itself, once it has said so
    struct lobby_place *place;    // its own, or that of which it is the heir; NULL: not known yet
    bool connected, gone;
    int64_t since_ns; // when it came here, or came back
};

static void await_at(struct lobby_door *d);

static void fail(struct lobby *l, const char *words)
{
    if (l->failed)
        return;
    l->failed = true;
    error_set(&l->error, "nobody can be let in: %s", words);
    if (l->broke)
        l->broke(l->user, &l->error);
}

// --- Places ---

static bool is_away(const struct lobby_place *p)
{
    return !p->visitor && !p->playing;
}

static bool is_ready(const struct lobby_place *p)
{
    return p->visitor && !p->playing && p->visitor->seat.wire.waits == WIRE_IDLE;
}

static bool is_absent(const struct lobby_place *p)
{
    return is_away(p) && clock_now_ns() - p->away_since_ns > p->patience_ns;
}

// Tells what has become of it, if that is news.
static void update(struct lobby_place *p)
{
    struct lobby *l = p->door->lobby;
    if (!l->changed || p->playing)
        return;
    if (p->visitor && p->missed)
        fprintf(stderr, "%s is back\n", p->player.name);
    p->missed = p->missed && !p->visitor;
    bool free = is_absent(p) || is_ready(p);
    if (free != p->free)
        l->changed(l->user, p->number, free);
    p->free = free;
}

static bool is_present_name(const char *name, void *context)
{
    const struct lobby *l = context;
    for (size_t i = 0; i < l->place_count; i++) {
        if (!is_away(l->places[i]) && strcmp(l->places[i]->name, name) == 0)
            return true;
    }
    return false;
}

static bool is_known_name(const char *name, void *context)
{
    const struct lobby *l = context;
    for (size_t i = 0; i < l->place_count; i++) {
        if (strcmp(l->places[i]->name, name) == 0)
            return true;
    }
    return false;
}

// What somebody who calls itself so is to be called: where the protocol has names, by another one
// if that is taken (S1).
static void make_name(struct lobby_door *d, const char *wanted, char name[WIRE_NAME_BYTES])
{
    if (d->player.wire->bot_opens) {
        wire_name_make(name, wanted, is_present_name, d->lobby);
        return;
    }
    snprintf(name, WIRE_NAME_BYTES, "%s", wanted + strspn(wanted, " "));
    read_tidy(name);
    for (size_t length = strlen(name); length > 0 && name[length - 1] == ' '; length--)
        name[length - 1] = '\0';
}

static struct lobby_place *add_place(struct lobby_door *d, const struct player *player)
{
    struct lobby *l = d->lobby;
    struct lobby_place *p = l->place_count < LOBBY_PLACES_MOST ? calloc(1, sizeof *p) : NULL;
    if (!p)
        return NULL;
    *p = (struct lobby_place){.number = -1,
        .player = *player,
        .door = d,
        .away_since_ns = clock_now_ns(),
        .patience_ns = d->patience_ns};
    if (d->player.wire->bot_opens)
        wire_name_make(p->name, player->name, is_known_name, l);
    else
        snprintf(p->name, sizeof p->name, "%.*s", WIRE_NAME_LETTERS, player->name);
    l->places[l->place_count++] = p;
    return p;
}

static void remove_place(struct lobby *l, struct lobby_place *p)
{
    size_t at = 0;
    while (l->places[at] != p)
        at++;
    l->place_count--;
    memmove(&l->places[at], &l->places[at + 1], (l->place_count - at) * sizeof *l->places);
    free(p);
}

static size_t count_at(const struct lobby_door *d)
{
    size_t count = 0;
    for (size_t i = 0; i < d->lobby->place_count; i++)
        count += d->lobby->places[i]->door == d;
    return count;
}

// The place of somebody who calls itself so, rather one that is away than one that is not. Who has
// a port for itself may call itself anything.
static struct lobby_place *find_place(struct lobby_door *d, const char *wanted)
{
    struct lobby_place *found = NULL;
    char name[WIRE_NAME_BYTES];
    make_name(d, wanted, name);
    for (size_t i = 0; i < d->lobby->place_count; i++) {
        struct lobby_place *p = d->lobby->places[i];
        bool fits = d->places == 1 || strcmp(p->name, wanted) == 0;
        if (p->wanted[0] != '\0')
            fits = fits || strcmp(p->wanted, wanted) == 0;
        else // nobody knows any more whether it was given another name than it wanted
            fits = fits || strcmp(p->name, name) == 0;
        if (p->door != d || !fits)
            continue;
        if (is_away(p))
            return p;
        found = p;
    }
    return found;
}

// --- Visitors ---

static void turn_away(struct lobby_visitor *v, const char *why)
{
    if (v->gone)
        return;
    v->gone = true;
    fprintf(stderr, "a bot from %s was turned away: %s\n",
        v->seat.link ? link_address(v->seat.link) : "somewhere", why);
    seat_close(&v->seat, false);
}

// It is gone: its place is empty.
static void leave_place(struct lobby_visitor *v)
{
    struct lobby *l = v->lobby;
    struct lobby_place *p = v->place;
    v->place = NULL;
    if (!p)
        return;
    if (p->heir == v) {
        p->heir = NULL;
        return;
    }
    p->visitor = NULL;
    p->away_since_ns = clock_now_ns();
    if (l->invited > 0 && !l->closing) {
        fprintf(stderr, "%s left\n", p->player.name);
        remove_place(l, p);
    } else {
        update(p);
    }
}

static void settle_in(struct lobby_visitor *v, struct lobby_place *p)
{
    v->place = p;
    v->since_ns = clock_now_ns();
    v->seat.player = &p->player;
    p->visitor = v;
    if (v->wanted[0] != '\0')
        snprintf(p->wanted, sizeof p->wanted, "%s", v->wanted);
    struct text out = text_growing();
    wire_seat_name(&v->seat.wire, p->name, &out);
    if (out.length > 0)
        seat_send(&v->seat, out.bytes, out.length);
    text_destroy(&out);
    update(p);
}

// Takes the place of somebody who is expected: now, or when the game that it plays is over.
static void return_to(struct lobby_visitor *v, struct lobby_place *p)
{
    if (is_away(p)) {
        settle_in(v, p);
    } else if (p->playing && !p->heir) {
        v->place = p;
        p->heir = v;
    } else {
        turn_away(v, "somebody else is there under its name");
    }
}

static void join(struct lobby_visitor *v, const char *name)
{
    struct lobby *l = v->lobby;
    struct lobby_door *d = v->door;
    struct player player = d->player;
    snprintf(player.name, sizeof player.name, "%s", name);
    bool is_room = l->place_count < l->invited && count_at(d) < d->places;
    struct lobby_place *p = is_room ? add_place(d, &player) : NULL;
    if (!p) {
        turn_away(v, "all places are taken");
        return;
    }
    settle_in(v, p);
    fprintf(stderr, "%s joined (%zu", name, l->place_count);
    if (l->enough > 0)
        fprintf(stderr, " of %zu", l->enough);
    fprintf(stderr, ")\n");
}

static void receive_named(struct lobby_visitor *v, const char *wanted)
{
    struct lobby *l = v->lobby;
    if (v->place)
        return; // it was known by its port already
    snprintf(v->wanted, sizeof v->wanted, "%s", wanted);
    struct lobby_place *p = l->invited > 0 ? NULL : find_place(v->door, wanted);
    char name[WIRE_NAME_BYTES];
    make_name(v->door, wanted, name);
    if (p)
        return_to(v, p);
    else if (l->invited == 0)
        turn_away(v, "it is none of the players that are awaited");
    else if (name[0] == '\0' || is_known_name(name, l))
        turn_away(v, "its name is taken");
    else
        join(v, name);
}

// It says no name, and need not: who has the port for itself is known by it.
static void receive_unnamed(struct lobby_visitor *v)
{
    struct lobby *l = v->lobby;
    if (l->invited == 0) {
        return_to(v, find_place(v->door, ""));
        return;
    }
    int number = 1;
    for (const struct lobby_door *d = l->doors; d != v->door; d = d->next)
        number++;
    char name[WIRE_NAME_BYTES];
    snprintf(name, sizeof name, "player-%d", number);
    join(v, name);
}

static void visitor_opened(struct seat *s, struct moment at)
{
    struct lobby_visitor *v = s->user;
    v->connected = true;
    v->since_ns = at.now_ns;
    v->door->awaited = NULL;
    struct text out = text_growing();
    wire_seat_open(&s->wire, &out);
    if (out.length > 0)
        seat_send(s, out.bytes, out.length);
    text_destroy(&out);
    if (v->door->places == 1 && v->lobby->invited == 0 && !s->wire.wire->bot_opens)
        receive_unnamed(v);
    await_at(v->door);
}

static void visitor_received(struct seat *s, const char *bytes, size_t length, struct moment at)
{
    (void)at;
    struct lobby_visitor *v = s->user;
    struct fault fault;
    enum wire_event_kind kind = WIRE_NOTHING;
    struct wire_event event;
    if (!wire_seat_feed(&s->wire, bytes, length, &fault))
        kind = WIRE_FAULT;
    else
        while (!v->gone && (kind = wire_seat_next(&s->wire, &event, &fault)) != WIRE_NOTHING &&
            kind != WIRE_FAULT) {
            if (kind == WIRE_NAMED)
                receive_named(v, event.name);
        }
    if (kind == WIRE_FAULT) {
        leave_place(v);
        turn_away(v, fault.words);
    } else if (v->place) {
        update(v->place);
    }
}

static void visitor_chose(struct seat *s, move m, struct moment at)
{
    (void)s;
    (void)m;
    (void)at;
}

static void visitor_lost(struct seat *s, const struct fault *fault, bool ours, struct moment at)
{
    (void)ours;
    (void)at;
    struct lobby_visitor *v = s->user;
    if (v->gone)
        return;
    v->gone = true;
    if (!v->connected)
        fail(v->lobby, fault->words);
    leave_place(v);
    seat_close(s, false);
}

static void visitor_noted(struct seat *s, const char *words)
{
    (void)s;
    (void)words;
}

static void visitor_leaves(struct seat *s)
{
    (void)s;
}

static void forget(struct lobby_visitor *v)
{
    struct lobby *l = v->lobby;
    struct lobby_visitor **at = &l->visitors;
    while (*at != v)
        at = &(*at)->next;
    *at = v->next;
    l->visitor_count--;
    if (v->door->awaited == v)
        v->door->awaited = NULL;
    free(v);
}

static void visitor_closed(struct seat *s)
{
    forget(s->user);
}

static const struct seat_events lobby_events = {
    .opened = visitor_opened,
    .received = visitor_received,
    .chose = visitor_chose,
    .lost = visitor_lost,
    .noted = visitor_noted,
    .leaving = visitor_leaves,
    .closed = visitor_closed,
};

// --- Doors ---

static void await_at(struct lobby_door *d)
{
    struct lobby *l = d->lobby;
    if (d->awaited || l->closing || l->failed || l->visitor_count >= VISITORS_MOST)
        return;
    struct lobby_visitor *v = calloc(1, sizeof *v);
    if (!v)
        return; // tried again at the next look
    *v = (struct lobby_visitor){.lobby = l, .door = d, .next = l->visitors};
    l->visitors = d->awaited = v;
    l->visitor_count++;
    seat_init(&v->seat, &l->runner, &d->player, &lobby_events, v);
    if (!v->seat.link)
        forget(v);
}

// A port is opened once.
static struct lobby_door *find_door(struct lobby *l, const char *port, const struct wire *wire,
    int64_t patience_ns, struct error *e)
{
    struct lobby_door **at = &l->doors;
    while (*at && strcmp((*at)->port, port) != 0)
        at = &(*at)->next;
    struct lobby_door *d = *at;
    if (d && d->player.wire != wire) {
        error_set(e, "the players at %.80s speak %s and %s: give each its own port", port,
            d->player.wire->name, wire->name);
        return NULL;
    }
    if (d)
        return d;
    d = *at = calloc(1, sizeof *d);
    if (!d) {
        error_set(e, "out of memory");
        return NULL;
    }
    d->lobby = l;
    d->patience_ns = patience_ns;
    snprintf(d->port, sizeof d->port, "%s", port);
    d->player = (struct player){.name = "visitor", .text = d->port, .wire = wire};
    await_at(d);
    return d;
}

// Once the port is really open: whoever reads this may connect.
static void announce(struct lobby_door *d)
{
    const struct lobby *l = d->lobby;
    const struct link *link = d->awaited ? d->awaited->seat.link : NULL;
    if (d->announced || !link || link_port(link) == 0)
        return;
    d->announced = true;
    fprintf(stderr, "waiting for ");
    if (l->invited > 0 && l->enough == 0)
        fprintf(stderr, "bots");
    else if (l->invited > 0)
        fprintf(stderr, "%zu bot%s", d->places, d->places == 1 ? "" : "s");
    else
        for (size_t i = 0, told = 0; i < l->place_count; i++) {
            if (l->places[i]->door == d)
                fprintf(stderr, "%s%s", told++ > 0 ? ", " : "", l->places[i]->player.name);
        }
    const struct wire *wire = d->player.wire;
    fprintf(stderr, " at %s (%s%s)\n", link_address(link), wire->name,
        wire->many_games ? "" : ": one connection per game, so they come back for the next");
}

// --- Looking around ---

// Those who take too long, for a name or for an acknowledgement of it.
static void look_at_visitor(struct lobby_visitor *v)
{
    if (!v->connected || v->gone || (v->place && v->place->playing))
        return;
    const struct lobby_door *d = v->door;
    int64_t waited_ns = clock_now_ns() - v->since_ns;
    if (!v->place && d->places == 1 && !d->player.wire->bot_opens &&
        waited_ns > NAME_WAIT_MS * NS_PER_MS) {
        receive_unnamed(v);
    } else if (waited_ns > d->patience_ns && !v->place) {
        turn_away(v,
            d->player.wire->bot_opens
                ? "it did not say its name in time"
                : "it says no name: where several players share a port, each must say its own");
    } else if (waited_ns > d->patience_ns && v->seat.wire.waits != WIRE_IDLE) {
        leave_place(v);
        turn_away(v, "it did not accept its name in time");
    }
}

static bool has_gathered(const struct lobby *l)
{
    if (l->failed || l->entered || stop_asked() ||
        (l->until_ns > 0 && clock_now_ns() > l->until_ns))
        return true;
    return l->enough > 0 && lobby_present(l) >= l->enough;
}

static void look(uv_timer_t *timer)
{
    struct lobby *l = timer->data;
    for (struct lobby_door *d = l->doors; d; d = d->next) {
        await_at(d);
        announce(d);
    }
    for (struct lobby_visitor *v = l->visitors, *next; v; v = next) {
        next = v->next;
        look_at_visitor(v);
    }
    for (size_t i = 0; i < l->place_count; i++)
        update(l->places[i]);
    if (l->gathering && has_gathered(l))
        uv_stop(&l->runner.loop);
}

static void key_pressed(uv_poll_t *keyboard, int status, int events)
{
    (void)status;
    (void)events;
    struct lobby *l = keyboard->data;
    char keys[64];
    ssize_t count = read(STDIN_FILENO, keys, sizeof keys);
    if (count <= 0)
        uv_poll_stop(keyboard);
    else if (lobby_present(l) < SEATS)
        fprintf(stderr, "two players are needed, and there %s %zu\n",
            lobby_present(l) == 1 ? "is" : "are", lobby_present(l));
    else
        l->entered = true;
}

// --- From outside ---

bool lobby_init(struct lobby *l, struct error *e)
{
    *l = (struct lobby){0};
    if (!runner_init(&l->runner, e))
        return false;
    uv_timer_init(&l->runner.loop, &l->look);
    l->look.data = l;
    uv_timer_start(&l->look, look, LOOK_MS, LOOK_MS);
    return true;
}

void lobby_destroy(struct lobby *l)
{
    l->closing = true;
    l->changed = NULL;
    uv_close((uv_handle_t *)&l->look, NULL);
    for (struct lobby_visitor *v = l->visitors; v; v = v->next) {
        if (!v->gone)
            seat_close(&v->seat, !v->connected);
        v->gone = true;
    }
    while (l->visitors)
        uv_run(&l->runner.loop, UV_RUN_ONCE);
    runner_destroy(&l->runner);
    while (l->place_count > 0)
        free(l->places[--l->place_count]);
    for (struct lobby_door *d = l->doors, *next; d; d = next) {
        next = d->next;
        free(d);
    }
}

bool lobby_expect(
    struct lobby *l, const struct player *player, int number, int64_t patience_ns, struct error *e)
{
    struct lobby_door *d = find_door(l, player->text, player->wire, patience_ns, e);
    if (!d)
        return false;
    struct lobby_place *p = add_place(d, player);
    if (!p)
        return error_set(e, "out of memory, or more than %d players", LOBBY_PLACES_MOST);
    p->number = number;
    p->patience_ns = patience_ns;
    if (d->patience_ns < patience_ns)
        d->patience_ns = patience_ns;
    d->places++;
    return true;
}

bool lobby_invite(struct lobby *l, const char *port, const struct wire *wire, size_t most,
    int64_t patience_ns, struct error *e)
{
    struct lobby_door *d = find_door(l, port, wire, patience_ns, e);
    if (!d)
        return false;
    d->places += most;
    l->invited += most;
    return true;
}

bool lobby_gather(struct lobby *l, size_t enough, int64_t wait_ms, bool by_hand, struct error *e)
{
    l->gathering = true;
    l->enough = enough;
    l->until_ns = wait_ms > 0 ? clock_now_ns() + wait_ms * NS_PER_MS : 0;
    uv_poll_t keyboard;
    by_hand = by_hand && isatty(STDIN_FILENO) == 1 &&
        uv_poll_init(&l->runner.loop, &keyboard, STDIN_FILENO) == 0;
    if (by_hand) {
        keyboard.data = l;
        uv_poll_start(&keyboard, UV_READABLE, key_pressed);
        fprintf(stderr, "press Enter to begin with those who have joined\n");
    }
    uv_run(&l->runner.loop, UV_RUN_DEFAULT);
    if (by_hand) {
        uv_close((uv_handle_t *)&keyboard, NULL);
        uv_run(&l->runner.loop, UV_RUN_NOWAIT);
    }
    l->gathering = false;
    if (l->failed)
        *e = l->error;
    return !l->failed;
}

size_t lobby_present(const struct lobby *l)
{
    size_t count = 0;
    for (size_t i = 0; i < l->place_count; i++)
        count += is_ready(l->places[i]);
    return count;
}

const struct player *lobby_missing(const struct lobby *l, const char **where)
{
    for (size_t i = 0; i < l->place_count; i++) {
        if (is_ready(l->places[i]))
            continue;
        *where = l->places[i]->door->port;
        return &l->places[i]->player;
    }
    return NULL;
}

static int by_port_and_name(const void *a, const void *b)
{
    const struct lobby_place *const *x = a, *const *y = b;
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
    // Who has not accepted its name yet comes too late.
    for (size_t i = l->place_count; i-- > 0;) {
        struct lobby_place *p = l->places[i];
        if (is_ready(p))
            continue;
        struct lobby_visitor *v = p->visitor;
        v->place = NULL;
        turn_away(v, "the contest has begun");
        remove_place(l, p);
    }
    qsort(l->places, l->place_count, sizeof *l->places, by_port_and_name);
    for (size_t i = 0; i < l->place_count; i++)
        l->places[i]->number = (int)i;
    for (struct lobby_door *d = l->doors; d; d = d->next)
        d->places = count_at(d);
}

static struct lobby_place *place_of(const struct lobby *l, int number)
{
    for (size_t i = 0; i < l->place_count; i++) {
        if (l->places[i]->number == number)
            return l->places[i];
    }
    return NULL;
}

const struct player *lobby_player(const struct lobby *l, int number)
{
    const struct lobby_place *p = place_of(l, number);
    return p ? &p->player : NULL;
}

void lobby_attend(struct lobby *l, void (*changed)(void *user, int number, bool free),
    void (*broke)(void *user, const struct error *e), void *user)
{
    l->user = user;
    l->changed = changed;
    l->broke = broke;
    if (l->failed && broke)
        broke(user, &l->error);
    for (size_t i = 0; i < l->place_count; i++)
        update(l->places[i]);
}

struct seat *lobby_take(struct lobby *l, int number)
{
    struct lobby_place *p = place_of(l, number);
    p->free = false;
    p->playing = p->visitor != NULL;
    if (!p->visitor && !p->missed)
        fprintf(stderr, "%s is absent: its games are lost until it comes back\n", p->player.name);
    p->missed = !p->visitor;
    return p->visitor ? &p->visitor->seat : NULL;
}

void lobby_give_back(struct lobby *l, int number, struct seat *seat)
{
    struct lobby_place *p = place_of(l, number);
    struct lobby_visitor *v = p->visitor, *heir = p->heir;
    p->playing = false;
    p->heir = NULL;
    if (v && seat) {
        seat->events = &lobby_events;
        seat->user = v;
        v->since_ns = clock_now_ns();
    } else if (v) {
        p->visitor = NULL;
        p->away_since_ns = clock_now_ns();
        forget(v);
    }
    if (heir) {
        heir->place = NULL;
        return_to(heir, p);
    }
    update(p);
}

bool lobby_is_deserted(const struct lobby *l)
{
    for (size_t i = 0; i < l->place_count; i++) {
        if (!is_away(l->places[i]))
            return false;
    }
    return true;
}

const char *lobby_wire_name(const struct lobby *l, int number)
{
    const struct lobby_place *p = place_of(l, number);
    return p ? p->name : NULL;
}

void lobby_farewell(struct lobby *l, const struct wire_result *results, size_t count)
{
    for (size_t i = 0; i < l->place_count; i++) {
        struct lobby_visitor *v = l->places[i]->visitor;
        if (!v || v->gone || !v->door->player.wire->many_games)
            continue;
        struct text out = text_growing();
        wire_seat_finish(&v->seat.wire, results, count, &out);
        if (out.length > 0)
            seat_send(&v->seat, out.bytes, out.length);
        text_destroy(&out);
    }
}

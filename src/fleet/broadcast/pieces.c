#include "base/clock.h"
#include "fleet/broadcast/parts.h"
#include "referee/recorded_game.h"
#include "store/postgres_array.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PIECES_WATCHED_MS = 10000, // so long after somebody looked last, games are still fetched
    PIECES_WATCH_MS = 5000,    // how often the database is told that somebody looks
    PIECES_LOOK_MS = 1000,     // a lost NOTIFY costs as much
    PIECES_GAMES_MOST = 300,
    PIECES_BYTES_MOST = 64 << 20, // of all records of a contest
};

struct broadcast_game {
    struct broadcast_game *next;
    int64_t number, lease, attempt;
    struct text record;
    bool has_view, listed;
    bool ended; // as the worker says; what is stored will tell
    struct pool_view view;
};

static bool pieces_is_recent(int64_t at_ns, int64_t now_ns)
{
    return at_ns != 0 && now_ns - at_ns < PIECES_WATCHED_MS * NS_PER_MS;
}

static struct broadcast_game *pieces_find(const struct broadcast_contest *c, int64_t number)
{
    struct broadcast_game *g = c->games;
    while (g && g->number != number)
        g = g->next;
    return g;
}

static void pieces_free(struct broadcast_game *g)
{
    text_destroy(&g->record);
    free(g);
}

bool pieces_drop(struct broadcast_contest *c, int64_t number)
{
    bool ended = false;
    pthread_mutex_lock(&c->broadcast->lock);
    for (struct broadcast_game **at = &c->games; *at; at = &(*at)->next) {
        if ((*at)->number != number)
            continue;
        struct broadcast_game *gone = *at;
        *at = gone->next;
        ended = gone->ended;
        pieces_free(gone);
        break;
    }
    pthread_mutex_unlock(&c->broadcast->lock);
    return ended;
}

void pieces_destroy(struct broadcast_contest *c)
{
    while (c->games)
        pieces_drop(c, c->games->number);
}

// --- What somebody looks at ---

// Notes that somebody looks; rings if the database does not know it yet. With the lock.
static void pieces_note(struct broadcast_contest *c, int64_t *at_ns)
{
    const int64_t now_ns = clock_now_ns();
    const bool known = pieces_is_recent(*at_ns, now_ns);
    *at_ns = now_ns;
    if (known)
        return;
    c->watch_ns = 0;
    broadcast_ring(c->broadcast);
}

static void pieces_note_game(struct broadcast_contest *c, int64_t number)
{
    struct broadcast_wish *oldest = &c->wishes[0];
    for (int i = 0; i < BROADCAST_WISHES_MOST; i++) {
        struct broadcast_wish *w = &c->wishes[i];
        if (w->game == number) {
            pieces_note(c, &w->at_ns);
            return;
        }
        if (w->at_ns < oldest->at_ns)
            oldest = w;
    }
    *oldest = (struct broadcast_wish){.game = number};
    pieces_note(c, &oldest->at_ns);
}

bool pieces_copy_record(struct broadcast_contest *c, int64_t number, size_t from, struct text *out)
{
    pthread_mutex_lock(&c->broadcast->lock);
    pieces_note_game(c, number);
    const struct broadcast_game *g = pieces_find(c, number);
    const bool left_out = g && g->ended && c->broadcast->options->under_way_only;
    bool has = g && g->has_view && !left_out && from <= g->record.length;
    if (has)
        text_bytes(out, g->record.bytes + from, g->record.length - from);
    pthread_mutex_unlock(&c->broadcast->lock);
    return has;
}

size_t pieces_view_games(struct broadcast_contest *c, struct pool_view *views, size_t most)
{
    size_t count = 0;
    pthread_mutex_lock(&c->broadcast->lock);
    pieces_note(c, &c->looked_ns);
    for (const struct broadcast_game *g = c->games; g && count < most; g = g->next) {
        if (g->has_view && !g->ended)
            views[count++] = g->view;
    }
    pthread_mutex_unlock(&c->broadcast->lock);
    return count;
}

// The games that somebody looks at; 0 for any. Returns whether there are such.
static bool pieces_list_wishes(struct broadcast_contest *c, struct postgres_array *wanted)
{
    const int64_t now_ns = clock_now_ns();
    pthread_mutex_lock(&c->broadcast->lock);
    if (pieces_is_recent(c->looked_ns, now_ns))
        postgres_array_number(wanted, 0);
    for (int i = 0; i < BROADCAST_WISHES_MOST; i++) {
        if (pieces_is_recent(c->wishes[i].at_ns, now_ns))
            postgres_array_number(wanted, c->wishes[i].game);
    }
    pthread_mutex_unlock(&c->broadcast->lock);
    return wanted->count > 0;
}

static bool pieces_watch(
    struct broadcast_contest *c, struct postgres_array *wanted, struct error *e)
{
    struct postgres_parameters with = {0};
    postgres_add_text(&with, c->name);
    PGresult *r = postgres_add_array(&with, wanted, e)
        ? postgres_ask(&c->broadcast->db, "SELECT agon.watch($1, $2)", &with, e)
        : NULL;
    PQclear(r);
    return r != NULL;
}

// --- What is seen ---

static void pieces_fill_seat(
    struct pool_view *v, int seat, const struct recorded_game *g, int64_t charged_us, int moves)
{
    const struct recorded_player *p = &g->players[seat];
    const bool limited = p->game_ms > 0;
    const int64_t increment_ms = p->increment_ms > 0 ? p->increment_ms : 0;
    snprintf(v->setup.seats[seat].name, sizeof v->setup.seats[seat].name, "%s", p->name);
    v->setup.seats[seat].wire = p->wire;
    v->setup.seats[seat].timed = limited || p->request_ms > 0;
    v->setup.seats[seat].budget.game_ns = limited ? p->game_ms * NS_PER_MS : 0;
    v->setup.seats[seat].budget.increment_ns = increment_ms * NS_PER_MS;
    v->setup.players[seat] = NOBODY; // the record does not tell their numbers
    v->clocks[seat].charged_ns = charged_us * 1000;
    v->clocks[seat].left_ns =
        (limited ? p->game_ms + moves * increment_ms : 0) * NS_PER_MS - charged_us * 1000;
}

static void pieces_fill_view(struct pool_view *v, int64_t number, const struct recorded_game *g)
{
    int64_t charged_us[SEATS] = {0};
    int moves[SEATS] = {0};
    for (int i = 0; i < g->move_count; i++) {
        const struct recorded_move *m = &g->moves[i];
        moves[m->seat]++;
        if (m->charge.charged_us > 0)
            charged_us[m->seat] += m->charge.charged_us;
    }
    *v = (struct pool_view){.number = number,
        .setup = {.game = g->game, .start = g->start},
        .position = g->last,
        .last = recorded_game_last_move(g, g->move_count),
        .before = *recorded_game_position(g, g->move_count > 0 ? g->move_count - 1 : 0),
        .moves = g->move_count,
        .ready = true,
        .since_ns = clock_now_ns()};
    for (int seat = 0; seat < SEATS; seat++)
        pieces_fill_seat(v, seat, g, charged_us[seat], moves[seat]);
}

static void pieces_tell_begun(struct broadcast_contest *c, const struct pool_view *v)
{
    struct arena_event *event = arena_event_create(ARENA_BEGUN, v->number, NULL, 0);
    if (event && !arena_event_set_setup(event, &v->setup)) {
        arena_event_release(event);
        event = NULL;
    }
    feeds_publish(&c->feeds, event);
}

static void pieces_tell_moves(
    struct broadcast_contest *c, const struct recorded_game *g, int64_t number, int from)
{
    for (int i = from; i < g->move_count && feeds_want(&c->feeds, ARENA_MOVED); i++) {
        const struct recorded_move *m = &g->moves[i];
        struct arena_event *event = arena_event_create(ARENA_MOVED, number, NULL, 0);
        if (event) {
            event->seat = m->seat;
            event->player = NOBODY;
            event->at_ns = m->at_us * 1000;
            event->move = m->move;
            event->forced = m->forced;
            event->before = m->before;
            event->after = *recorded_game_position(g, i + 1);
        }
        feeds_publish(&c->feeds, event);
    }
}

// Reads what there is of the record. Nothing of it is believed: what is not the record of a game of
// this contest is not shown.
static void pieces_read(struct broadcast_contest *c, struct broadcast_game *g)
{
    struct recorded_game read = {0};
    struct error why;
    struct pool_view view;
    bool well = recorded_game_read(&read, g->record.bytes, g->record.length, &why) && read.game &&
        (!c->game || read.game == c->game);
    const bool is_new = !g->has_view;
    const int before = g->view.moves;
    if (well)
        pieces_fill_view(&view, g->number, &read);
    pthread_mutex_lock(&c->broadcast->lock);
    g->has_view = well;
    g->ended = well && read.ended;
    if (well)
        g->view = view;
    pthread_mutex_unlock(&c->broadcast->lock);
    if (well && is_new)
        pieces_tell_begun(c, &view);
    if (well)
        pieces_tell_moves(c, &read, g->number, is_new ? 0 : before);
    recorded_game_destroy(&read);
}

// --- Fetching ---

static struct broadcast_game *pieces_add(struct broadcast_contest *c, int64_t number)
{
    size_t count = 0, bytes = 0;
    for (const struct broadcast_game *g = c->games; g; g = g->next) {
        count++;
        bytes += g->record.length;
    }
    struct broadcast_game *g =
        count < PIECES_GAMES_MOST && bytes < PIECES_BYTES_MOST ? calloc(1, sizeof *g) : NULL;
    if (!g)
        return NULL;
    *g = (struct broadcast_game){.number = number, .record = text_growing(), .next = c->games};
    c->games = g;
    return g;
}

// Takes a row: game, lease, attempt, start, piece. Returns the game if it has grown.
static struct broadcast_game *pieces_take(struct broadcast_contest *c, const PGresult *r, int row)
{
    size_t length;
    const int64_t number = postgres_number(r, row, 0), lease = postgres_number(r, row, 1),
                  attempt = postgres_number(r, row, 2), start = postgres_number(r, row, 3);
    const char *piece = postgres_bytes(r, row, 4, &length);
    pthread_mutex_lock(&c->broadcast->lock);
    struct broadcast_game *g = pieces_find(c, number);
    if (!g)
        g = pieces_add(c, number);
    if (g && (g->lease != lease || g->attempt != attempt)) { // it begins, or begins again
        text_clear(&g->record);
        g->lease = lease;
        g->attempt = attempt;
        g->has_view = false;
        g->view.moves = 0;
    }
    const bool fits = g && (size_t)start == g->record.length;
    if (fits)
        text_bytes(&g->record, piece, length);
    pthread_mutex_unlock(&c->broadcast->lock);
    return fits ? g : NULL;
}

static PGresult *pieces_ask(struct broadcast_contest *c, struct error *e)
{
    struct postgres_array lists[4];
    struct postgres_parameters with = {0};
    bool well = true;
    for (int i = 0; i < 4; i++)
        lists[i] = postgres_array(POSTGRES_NUMBERS);
    for (const struct broadcast_game *g = c->games; g; g = g->next) {
        postgres_array_number(&lists[0], g->number);
        postgres_array_number(&lists[1], g->lease);
        postgres_array_number(&lists[2], g->attempt);
        postgres_array_number(&lists[3], (int64_t)g->record.length);
    }
    postgres_add_text(&with, c->name);
    for (int i = 0; well && i < 4; i++)
        well = postgres_add_array(&with, &lists[i], e);
    PGresult *r = well ? postgres_ask(&c->broadcast->db,
                             "SELECT v.game, v.lease, v.attempt, v.start, v.piece"
                             " FROM agon.live v JOIN agon.contests c ON c.id = v.contest"
                             " LEFT JOIN unnest($2, $3, $4, $5) AS h (game, lease, attempt, length)"
                             " ON h.game = v.game AND h.lease = v.lease AND h.attempt = v.attempt"
                             " WHERE c.name = $1 AND v.start >= coalesce(h.length, 0)"
                             " ORDER BY v.game, v.start LIMIT 4096",
                             &with, e)
                       : NULL;
    for (int i = 0; i < 4; i++)
        postgres_array_destroy(&lists[i]);
    return r;
}

bool pieces_fetch(struct broadcast_contest *c, struct error *e)
{
    PGresult *r = pieces_ask(c, e);
    if (!r)
        return false;
    for (int row = 0; row < PQntuples(r); row++) {
        struct broadcast_game *g = pieces_take(c, r, row);
        const bool last =
            row + 1 == PQntuples(r) || postgres_number(r, row + 1, 0) != postgres_number(r, row, 0);
        if (g && last)
            pieces_read(c, g);
    }
    PQclear(r);
    return true;
}

// Games that are not shown any more, and were not stored either: they will be played again.
static bool pieces_tidy(struct broadcast_contest *c, struct error *e)
{
    struct postgres_parameters with = {0};
    if (!c->games)
        return true;
    postgres_add_text(&with, c->name);
    PGresult *r = postgres_ask(&c->broadcast->db,
        "SELECT v.game FROM agon.live v JOIN agon.contests c ON c.id = v.contest"
        " WHERE c.name = $1 AND v.start = 0",
        &with, e);
    for (int row = 0; r && row < PQntuples(r); row++) {
        struct broadcast_game *g = pieces_find(c, postgres_number(r, row, 0));
        if (g)
            g->listed = true;
    }
    for (struct broadcast_game *g = c->games, *next; r && g; g = next) {
        next = g->next;
        if (!g->listed)
            pieces_drop(c, g->number);
        else
            g->listed = false;
    }
    PQclear(r);
    return r != NULL;
}

bool pieces_look(struct broadcast_contest *c, int64_t *next_ns, struct error *e)
{
    const int64_t now_ns = clock_now_ns();
    struct postgres_array wanted = postgres_array(POSTGRES_NUMBERS);
    bool well = true, watched = pieces_list_wishes(c, &wanted);
    pthread_mutex_lock(&c->broadcast->lock);
    const bool tells = watched && now_ns >= c->watch_ns;
    if (tells)
        c->watch_ns = now_ns + PIECES_WATCH_MS * NS_PER_MS;
    pthread_mutex_unlock(&c->broadcast->lock);
    if (tells)
        well = pieces_watch(c, &wanted, e);
    postgres_array_destroy(&wanted);
    if (well && watched && now_ns >= c->pieces_ns) {
        c->pieces_ns = now_ns + PIECES_LOOK_MS * NS_PER_MS;
        well = pieces_fetch(c, e) && pieces_tidy(c, e);
    }
    if (watched && c->pieces_ns < *next_ns)
        *next_ns = c->pieces_ns;
    return well;
}

// Games are shown while they are played, as far as somebody watches: their records go to the
// database piece by piece.
#include "base/clock.h"
#include "fleet/fleet_worker/parts.h"

#include <inttypes.h>
#include <stdlib.h>

enum {
    SHOWING_MS = 500,       // how often, while somebody watches,
    SHOWING_REST_MS = 5000, // and else
    SHOWING_GAMES_MOST = 256,
    SHOWING_PIECE_BYTES = 64 << 10,
};

struct showing_game {
    int64_t lease, attempt, number, start;
    bool watched;
};

static size_t showing_collect(struct fleet_worker *w, struct showing_game *shown)
{
    size_t count = 0;
    pthread_mutex_lock(&w->lock);
    for (const struct held_lease *l = w->leases; l; l = l->next) {
        for (int i = 0; i < l->count && !l->lost && count < SHOWING_GAMES_MOST; i++) {
            const struct held_game *g = &l->games[i];
            // The end of a game is shown, too, while the other one of its pair is played.
            if (g->stage == HELD_PLAYING || (g->watched && g->stage != HELD_WAITING))
                shown[count++] =
                    (struct showing_game){l->id, l->attempt, g->pool.number, g->shown, g->watched};
        }
    }
    pthread_mutex_unlock(&w->lock);
    return count;
}

static void showing_note(struct fleet_worker *w, const struct showing_game *game, int64_t next)
{
    pthread_mutex_lock(&w->lock);
    struct held_lease *l = held_find(w, game->lease);
    for (int i = 0; l && i < l->count; i++) {
        struct held_game *g = &l->games[i];
        if (g->pool.number != game->number)
            continue;
        g->watched = next >= 0;
        g->shown = next >= 0 ? next : 0;
    }
    pthread_mutex_unlock(&w->lock);
}

// Notes the answers. Returns whether a game is watched whose record has not been sent yet.
static bool showing_hear(
    struct fleet_worker *w, const struct showing_game *shown, size_t count, const PGresult *r)
{
    struct postgres_items answers = postgres_items(r, 0, 0);
    bool more = false;
    for (size_t i = 0; i < count; i++) {
        int64_t next = -1;
        postgres_items_number(&answers, &next);
        showing_note(w, &shown[i], next);
        if (next >= 0)
            w->watched_ns = clock_now_ns();
        more = more || (next >= 0 && !shown[i].watched);
    }
    return more;
}

static PGresult *showing_send(
    struct fleet_worker *w, const struct showing_game *shown, size_t count, struct error *e)
{
    struct postgres_array numbers[4], pieces = postgres_array(POSTGRES_BYTE_STRINGS);
    struct postgres_parameters q = {0};
    struct text piece = text_growing();
    for (int i = 0; i < 4; i++)
        numbers[i] = postgres_array(POSTGRES_NUMBERS);
    for (size_t i = 0; i < count; i++) {
        const struct showing_game *g = &shown[i];
        const int64_t values[] = {g->lease, g->attempt, g->number, g->start};
        for (int k = 0; k < 4; k++)
            postgres_array_number(&numbers[k], values[k]);
        text_clear(&piece);
        if (g->watched)
            pool_copy_record(w->pool, g->number, (size_t)g->start, &piece);
        const size_t length =
            piece.length < SHOWING_PIECE_BYTES ? piece.length : SHOWING_PIECE_BYTES;
        postgres_array_bytes(&pieces, piece.bytes, piece.cut ? 0 : length);
    }
    postgres_add_number(&q, w->state.id);
    postgres_add_text(&q, w->token);
    bool well = true;
    for (int i = 0; well && i < 4; i++)
        well = postgres_add_array(&q, &numbers[i], e);
    PGresult *r = well && postgres_add_array(&q, &pieces, e)
        ? postgres_ask(&w->db, "SELECT agon.show($1, $2, $3, $4, $5, $6, $7)", &q, e)
        : NULL;
    for (int i = 0; i < 4; i++)
        postgres_array_destroy(&numbers[i]);
    postgres_array_destroy(&pieces);
    text_destroy(&piece);
    return r;
}

bool showing_look(struct fleet_worker *w, struct error *e)
{
    const int64_t now_ns = clock_now_ns();
    if (!w->pool || now_ns < w->show_ns)
        return true;
    struct showing_game *shown = calloc(SHOWING_GAMES_MOST, sizeof *shown);
    if (!shown)
        return error_set(e, "out of memory");
    const size_t count = showing_collect(w, shown);
    PGresult *r = count > 0 ? showing_send(w, shown, count, e) : NULL;
    const bool more = r && showing_hear(w, shown, count, r);
    const bool watched = w->watched_ns != 0 && now_ns - w->watched_ns < SHOWING_REST_MS * NS_PER_MS;
    w->show_ns = now_ns +
        (more                           ? 0
                : watched || count == 0 ? SHOWING_MS
                                        : SHOWING_REST_MS) *
            NS_PER_MS;
    bool well = r || count == 0;
    PQclear(r);
    free(shown);
    return well;
}

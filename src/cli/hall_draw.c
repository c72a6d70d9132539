// The games that are to be played: from the schedule, pair by pair, or put off until their players
// are free.
#include "cli/hall_inside.h"

#include <stdlib.h>

enum { PUT_OFF_PER_PLAYER = 16 }; // games at most, on the average

// --- Pairs and their games ---

static void let_go(struct hall *h, struct hall_pair *pair)
{
    if (--pair->holders > 0)
        return;
    struct hall_pair **at = &h->pairs;
    while (*at != pair)
        at = &(*at)->next;
    *at = pair->next;
    free(pair);
}

void hall_draw_discard(struct hall *h, struct hall_game *g)
{
    let_go(h, g->pair);
    text_destroy(&g->moves);
    text_destroy(&g->record);
    free(g);
}

static struct hall_pair *new_pair(
    struct hall *h, const struct pairing *pairing, const struct ledger_pair *known)
{
    struct hall_pair *pair = malloc(sizeof *pair);
    if (!pair) {
        hall_out_of_memory(h);
        return NULL;
    }
    *pair = (struct hall_pair){.pairing = *pairing,
        .results = known ? *known : ledger_unknown(pairing->index),
        .holders = 1,
        .next = h->pairs};
    h->pairs = pair;
    return pair;
}

static struct hall_game *new_game(const struct lineup *l, struct hall_pair *pair, int number)
{
    struct hall_game *g = calloc(1, sizeof *g);
    if (!g)
        return NULL;
    *g = (struct hall_game){
        .pair = pair, .number = number, .moves = text_growing(), .record = text_growing()};
    g->players[number] = pair->pairing.first;
    g->players[1 - number] = pair->pairing.second;
    g->start = definition_start(l->definition, &pair->pairing, DEFINITION_NEW_ROW, &g->coin);
    pair->holders++;
    return g;
}

// --- From the schedule ---

// The next pair of which a game is to be played becomes the open one, if there is any now.
static void open_pair(struct hall *h)
{
    struct pairing pairing;
    enum schedule_next next;
    while ((next = schedule_next(&h->schedule, &pairing)) == NEXT_PAIR) {
        const struct ledger_pair *known = ledger_find(&h->ledger, pairing.index);
        if (!known || !ledger_is_whole(known)) {
            h->open = new_pair(h, &pairing, known);
            h->open_next = 0;
            return;
        }
        const struct pair_result result = ledger_result(known);
        struct error e;
        if (!schedule_result(&h->schedule, pairing.index, &result, &e)) {
            hall_set_failed(h, &e);
            return;
        }
    }
    if (next == NEXT_FAILED) {
        hall_out_of_memory(h);
    } else if (next == NEXT_OVER) {
        h->all_out = true;
        h->wake(h->user);
    }
}

// The next game of the open pair; NULL: it has none.
static struct hall_game *take_from_open(struct hall *h)
{
    while (h->open && h->open_next < GAMES_PER_PAIR && !hall_outs_is_forfeit(h, h->open)) {
        int number = h->open_next++;
        if (h->open->results.half_points[number] != LEDGER_UNKNOWN)
            continue;
        struct hall_game *g = new_game(h->tournament->lineup, h->open, number);
        if (!g)
            hall_out_of_memory(h);
        return g;
    }
    if (h->open)
        let_go(h, h->open);
    h->open = NULL;
    return NULL;
}

struct hall_game *hall_draw_any(struct hall *h)
{
    for (;;) {
        struct hall_game *g = take_from_open(h);
        if (g || h->all_out || h->failed)
            return g;
        open_pair(h);
        if (!h->open)
            return NULL;
    }
}

// --- Players that play one game at a time ---

static bool can_play(const struct hall *h, const struct hall_game *g, bool at_ports)
{
    for (int seat = 0; seat < SEATS; seat++) {
        int player = g->players[seat];
        bool awaited = h->tournament->lineup->attendance[player] == ATTENDS_AWAITED;
        if (h->engaged[player] || (awaited && !at_ports))
            return false;
    }
    return true;
}

void hall_draw_put_off(struct hall *h, struct hall_game *g)
{
    struct hall_game **end = &h->put_off;
    while (*end)
        end = &(*end)->next;
    *end = g;
    h->put_off_count++;
    h->wake(h->user); // another runner may be where its players are
}

// Those that nobody has to play any more.
static void drop_forfeits(struct hall *h)
{
    for (struct hall_game **at = &h->put_off; *at;) {
        struct hall_game *g = *at;
        if (!hall_outs_is_forfeit(h, g->pair)) {
            at = &g->next;
            continue;
        }
        *at = g->next;
        h->put_off_count--;
        hall_draw_discard(h, g);
        h->wake(h->user); // that may have been the last
    }
}

static struct hall_game *take_put_off(struct hall *h, bool at_ports)
{
    drop_forfeits(h);
    for (struct hall_game **at = &h->put_off; *at; at = &(*at)->next) {
        struct hall_game *g = *at;
        if (!can_play(h, g, at_ports))
            continue;
        *at = g->next;
        g->next = NULL;
        h->put_off_count--;
        return g;
    }
    return NULL;
}

// One slow player must not keep the others from games of later rounds; but the schedule may be
// without end.
static bool may_look_ahead(const struct hall *h)
{
    return h->put_off_count < PUT_OFF_PER_PLAYER * h->tournament->lineup->count;
}

struct hall_game *hall_draw_next(struct hall *h, bool at_ports)
{
    struct hall_game *g = take_put_off(h, at_ports), *drawn;
    while (!g && may_look_ahead(h) && (drawn = hall_draw_any(h))) {
        if (can_play(h, drawn, at_ports))
            g = drawn;
        else
            hall_draw_put_off(h, drawn);
    }
    return g;
}

bool hall_draw_is_over(const struct hall *h)
{
    return h->failed || (h->all_out && !h->put_off);
}

void hall_draw_destroy(struct hall *h)
{
    if (h->open)
        let_go(h, h->open);
    for (struct hall_game *g = h->put_off, *next; g; g = next) {
        next = g->next;
        hall_draw_discard(h, g);
    }
}

// The games that are to be played: from the schedule, pair by pair, or put off until their players
// are free.
#include "arena/dispatch/parts.h"

#include "base/random.h"

#include <inttypes.h>
#include <stdio.h>

#include <stdlib.h>

enum { PUT_OFF_PER_PLAYER = 16 }; // how many games may be put off, on average

// --- Pairs and their games ---

static void draw_let_go(struct dispatch_pair *pair)
{
    if (--pair->holders > 0)
        return;
    *pair->at = pair->next;
    if (pair->next)
        pair->next->at = pair->at;
    free(pair);
}

void draw_discard(struct dispatch_game *g)
{
    draw_let_go(g->pair);
    text_destroy(&g->pool.moves);
    arena_event_release(g->over);
    free(g->record_path);
    free(g);
}

static struct dispatch_pair *draw_new_pair(
    struct dispatch *d, const struct pairing *pairing, const struct ledger_pair *known)
{
    struct dispatch_pair *pair = malloc(sizeof *pair);
    if (!pair) {
        dispatch_out_of_memory(d);
        return NULL;
    }
    *pair = (struct dispatch_pair){.pairing = *pairing,
        .results = known ? *known : ledger_unknown(pairing->index),
        .holders = 1,
        .next = d->pairs,
        .at = &d->pairs};
    if (d->pairs)
        d->pairs->at = &pair->next;
    d->pairs = pair;
    return pair;
}

static bool draw_name_record(struct dispatch *d, struct dispatch_game *g)
{
    if (!d->options.records)
        return true;
    if (asprintf(&g->record_path, "%s/%" PRId64 ".jsonl", d->options.records, g->pool.number) < 0)
        g->record_path = NULL;
    g->pool.record_path = g->record_path;
    return g->record_path != NULL;
}

static struct dispatch_game *draw_new_game(
    struct dispatch *d, struct dispatch_pair *pair, int number)
{
    const struct roster *r = d->options.roster;
    const struct pairing *pairing = &pair->pairing;
    struct dispatch_game *g = calloc(1, sizeof *g);
    if (!g)
        return NULL;
    const int first = number == 0 ? pairing->first : pairing->second;
    const int second = number == 0 ? pairing->second : pairing->first;
    *g = (struct dispatch_game){.pair = pair, .number = number};
    g->pool = (struct pool_game){.number = pairing->index * GAMES_PER_PAIR + number + 1,
        // Bots are started anew for each game: the record of a game must not depend on whether the
        // contest was interrupted before it.
        .series = POOL_ALONE,
        .game = r->definition->game,
        .seed = random_derive(pairing->seed, (uint64_t)number),
        .who = {first, second},
        .players = {&r->players[first], &r->players[second]},
        .budgets = {&r->budgets[first], &r->budgets[second]},
        .record_kept = d->options.store_records,
        .moves = text_growing()};
    g->pool.start = definition_start(r->definition, pairing, DEFINITION_NEW_ROW, &g->pool.coin);
    pair->holders++;
    if (draw_name_record(d, g))
        return g;
    draw_discard(g);
    return NULL;
}

// --- From the schedule ---

// Opens the next pair that has a game to be played, if there is one now.
static void draw_open_pair(struct dispatch *d)
{
    struct pairing pairing;
    enum schedule_next next;
    while ((next = schedule_next(&d->schedule, &pairing)) == NEXT_PAIR) {
        const struct ledger_pair *known = ledger_find(&d->ledger, pairing.index);
        if (!known || !ledger_is_whole(known)) {
            d->open = draw_new_pair(d, &pairing, known);
            d->open_next = 0;
            return;
        }
        const struct pair_result result = ledger_result(known);
        struct error e;
        if (!schedule_result(&d->schedule, pairing.index, &result, &e)) {
            dispatch_set_failed(d, &e);
            return;
        }
    }
    if (next == NEXT_FAILED) {
        dispatch_out_of_memory(d);
    } else if (next == NEXT_OVER) {
        d->all_out = true;
        d->options.wake(d->options.user);
    }
}

// The next game of the open pair; NULL: it has none.
static struct dispatch_game *draw_take_from_open(struct dispatch *d)
{
    while (d->open && d->open_next < GAMES_PER_PAIR && !exclusions_is_forfeit(d, d->open)) {
        int number = d->open_next++;
        if (d->open->results.half_points[number] != LEDGER_UNKNOWN)
            continue;
        struct dispatch_game *g = draw_new_game(d, d->open, number);
        if (!g)
            dispatch_out_of_memory(d);
        return g;
    }
    if (d->open)
        draw_let_go(d->open);
    d->open = NULL;
    return NULL;
}

struct dispatch_game *draw_any(struct dispatch *d)
{
    for (;;) {
        struct dispatch_game *g = draw_take_from_open(d);
        if (g || d->all_out || d->failed)
            return g;
        draw_open_pair(d);
        if (!d->open)
            return NULL;
    }
}

// --- Players that play one game at a time ---

static bool draw_can_play(const struct dispatch *d, const struct dispatch_game *g, bool at_doors)
{
    for (int seat = 0; seat < SEATS; seat++) {
        int player = g->pool.who[seat];
        bool awaited = d->options.roster->attendance[player] == ATTENDS_AWAITED;
        if (d->engaged[player] || (awaited && !at_doors))
            return false;
    }
    return true;
}

void draw_put_off(struct dispatch *d, struct dispatch_game *g)
{
    struct dispatch_game **end = &d->put_off;
    while (*end)
        end = &(*end)->next;
    g->next = NULL;
    *end = g;
    d->put_off_count++;
    d->options.wake(d->options.user); // another runner may be where its players are
}

static struct dispatch_game *draw_unlink_put_off(struct dispatch *d, struct dispatch_game **at)
{
    struct dispatch_game *g = *at;
    *at = g->next;
    g->next = NULL;
    d->put_off_count--;
    return g;
}

// Drops the games that have become forfeits.
static void draw_drop_forfeits(struct dispatch *d)
{
    for (struct dispatch_game **at = &d->put_off; *at;) {
        if (!exclusions_is_forfeit(d, (*at)->pair)) {
            at = &(*at)->next;
            continue;
        }
        draw_discard(draw_unlink_put_off(d, at));
        d->options.wake(d->options.user); // that may have been the last game
    }
}

static struct dispatch_game *draw_take_put_off(struct dispatch *d, bool at_doors)
{
    draw_drop_forfeits(d);
    for (struct dispatch_game **at = &d->put_off; *at; at = &(*at)->next) {
        if (draw_can_play(d, *at, at_doors))
            return draw_unlink_put_off(d, at);
    }
    return NULL;
}

// May games be put off to look for one whose players are free? One slow player must not keep the
// others from later games; but there is a limit, since a schedule may have no end.
static bool draw_may_look_ahead(const struct dispatch *d)
{
    return d->put_off_count < PUT_OFF_PER_PLAYER * d->options.roster->count;
}

struct dispatch_game *draw_next(struct dispatch *d, bool at_doors)
{
    struct dispatch_game *g = draw_take_put_off(d, at_doors), *drawn;
    while (!g && draw_may_look_ahead(d) && (drawn = draw_any(d))) {
        if (draw_can_play(d, drawn, at_doors))
            g = drawn;
        else
            draw_put_off(d, drawn);
    }
    return g;
}

bool draw_is_over(const struct dispatch *d)
{
    return d->failed || (d->all_out && !d->put_off);
}

void draw_destroy(struct dispatch *d)
{
    while (d->put_off)
        draw_discard(draw_unlink_put_off(d, &d->put_off));
    if (d->open)
        draw_let_go(d->open);
    d->open = NULL;
}

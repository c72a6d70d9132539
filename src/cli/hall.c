#include "cli/hall_inside.h"

#include "archive/contest_state.h"

#include <stdlib.h>

int64_t hall_play_number(const struct hall_game *g)
{
    return g->pair->pairing.index * GAMES_PER_PAIR + g->number + 1;
}

// --- With the lock ---

void hall_set_failed(struct hall *h, const struct error *e)
{
    if (!h->failed)
        h->error = *e;
    h->failed = true;
    h->wake(h->user);
}

void hall_out_of_memory(struct hall *h)
{
    struct error e;
    error_set(&e, "out of memory");
    hall_set_failed(h, &e);
}

static void forget(struct hall *h, struct hall_game *g)
{
    hall_draw_discard(h, g);
    h->under_way--;
}

static void count_game(struct hall *h, struct hall_game *g)
{
    struct hall_pair *pair = g->pair;
    h->ledger.games++;
    if (hall_outs_is_forfeit(h, pair)) {
        hall_outs_make_void(h, pair->pairing.index, g->number);
        return;
    }
    const char *names[SEATS];
    for (int seat = 0; seat < SEATS; seat++)
        names[seat] = h->tournament->lineup->players[g->players[seat]].name;
    const struct tournament *t = h->tournament;
    const struct played played = {t->lineup->definition->game, &g->start, g->moves.bytes};
    t->report(t->user, hall_play_number(g), names, &g->result, &played);
    if (g->result.blame != NOBODY)
        h->ledger.faults[g->players[g->result.blame]]++;
    ledger_note(&pair->results, g->number, g->result.winner, g->result.blame);
    if (!ledger_is_whole(&pair->results))
        return;
    const struct pair_result result = ledger_result(&pair->results);
    struct error e;
    if (!schedule_result(&h->schedule, pair->pairing.index, &result, &e))
        hall_set_failed(h, &e);
}

// Tells the games that have been written since the last time.
static void settle(struct hall *h)
{
    struct hall_game *next;
    for (struct hall_game *g = h->written; g; g = next) {
        next = g->next;
        if (g->refused)
            hall_set_failed(h, &g->error);
        else
            count_game(h, g);
        forget(h, g);
    }
    h->written = NULL;
    h->written_end = &h->written;
    struct error e;
    // Every game that is under way must find room in the store's queue.
    if (h->store && !chores_do(&h->chores, h->store, h->under_way, &e))
        hall_set_failed(h, &e);
}

static void hand_out(struct hall *h, struct hall_game *g)
{
    for (int seat = 0; seat < SEATS; seat++) {
        int player = g->players[seat];
        h->engaged[player] = h->tournament->lineup->attendance[player] != ATTENDS_ALWAYS;
    }
    g->tries++;
    h->under_way++;
}

// --- Without ---

struct hall_game *hall_take(struct hall *h, bool at_ports, bool stopping)
{
    struct hall_game *g = NULL;
    pthread_mutex_lock(&h->lock);
    settle(h);
    // Every game that is under way must find room in the store's queue.
    if (!stopping && !hall_draw_is_over(h) && store_room(h->store) > h->under_way)
        g = hall_draw_next(h, at_ports);
    if (g) {
        hand_out(h, g);
        if (hall_draw_is_over(h))
            h->wake(h->user);
    } else {
        store_hurry(h->store); // what is waited for may be a result that is not written yet
    }
    pthread_mutex_unlock(&h->lock);
    return g;
}

void hall_tell(struct hall *h)
{
    pthread_mutex_lock(&h->lock);
    settle(h);
    pthread_mutex_unlock(&h->lock);
}

void hall_set_free(struct hall *h, int player, bool free)
{
    pthread_mutex_lock(&h->lock);
    h->engaged[player] = !free;
    if (free)
        h->wake(h->user);
    pthread_mutex_unlock(&h->lock);
}

void hall_put_back(struct hall *h, struct hall_game *g)
{
    pthread_mutex_lock(&h->lock);
    text_clear(&g->moves);
    h->under_way--;
    hall_draw_put_off(h, g);
    pthread_mutex_unlock(&h->lock);
}

void hall_fail(struct hall *h, const struct error *e)
{
    pthread_mutex_lock(&h->lock);
    hall_set_failed(h, e);
    pthread_mutex_unlock(&h->lock);
}

void hall_give_up(struct hall *h, struct hall_game *g, const struct error *e)
{
    pthread_mutex_lock(&h->lock);
    hall_set_failed(h, e);
    forget(h, g);
    pthread_mutex_unlock(&h->lock);
}

// What has become a forfeit while it was played is not stored.
static bool forget_forfeit(struct hall *h, struct hall_game *g)
{
    pthread_mutex_lock(&h->lock);
    bool forfeit = hall_outs_is_forfeit(h, g->pair);
    if (forfeit) {
        forget(h, g);
        h->wake(h->user); // no writing will do it
    }
    pthread_mutex_unlock(&h->lock);
    return forfeit;
}

void hall_add(struct hall *h, struct hall_game *g)
{
    const struct lineup *l = h->tournament->lineup;
    const struct result *r = &g->result;
    char start[POSITION_TEXT_BYTES];
    struct text out = TEXT_IN(start);
    l->definition->game->print(&g->start, &out);
    const struct store_game game = {
        .pair = g->pair->pairing.index,
        .game = g->number,
        .play = hall_play_number(g),
        .first_id = g->players[0],
        .second_id = g->players[1],
        .first_name = l->players[g->players[0]].name,
        .second_name = l->players[g->players[1]].name,
        .start = start,
        .verdict = verdicts[r->verdict].code,
        .winner = r->winner == NOBODY ? STORE_NOBODY : r->winner,
        .blame = r->blame == NOBODY ? STORE_NOBODY : r->blame,
        .rule = r->rule,
        .explanation = r->explanation,
        .moves = g->moves.bytes,
        .plies = r->moves,
        .wall_ns = r->wall_ns,
        .record = g->record.length > 0 ? g->record.bytes : NULL,
        .record_bytes = g->record.length,
    };
    struct error e;
    if (forget_forfeit(h, g)) {
        return;
    } else if (g->moves.cut) {
        error_set(&e, "out of memory");
        hall_give_up(h, g, &e);
    } else if (!store_add_game(h->store, &game, g, &e)) {
        hall_give_up(h, g, &e);
    }
}

void hall_note(struct hall *h, const char *kind, const char *words)
{
    struct error e;
    if (!store_add_entry(h->store, kind, words, NULL, &e))
        hall_fail(h, &e);
}

void hall_note_later(struct hall *h, const char *kind, const char *words)
{
    pthread_mutex_lock(&h->lock);
    if (!chores_entry(&h->chores, kind, words))
        hall_out_of_memory(h);
    pthread_mutex_unlock(&h->lock);
}

bool hall_has_games(struct hall *h)
{
    pthread_mutex_lock(&h->lock);
    struct hall_game *g = hall_draw_any(h);
    if (g)
        hall_draw_put_off(h, g);
    pthread_mutex_unlock(&h->lock);
    return g != NULL;
}

bool hall_find_left(struct hall *h, bool *left, struct error *e)
{
    struct contest_state state = {0};
    pthread_mutex_lock(&h->lock);
    bool well = contest_state_read(&state, h->tournament->lineup->definition, &h->ledger, e);
    for (size_t i = 0; well && i < h->tournament->lineup->count; i++)
        left[i] = contest_state_has_left(&state, (int)i);
    contest_state_destroy(&state);
    pthread_mutex_unlock(&h->lock);
    return well;
}

bool hall_is_over(struct hall *h)
{
    pthread_mutex_lock(&h->lock);
    bool over = hall_draw_is_over(h);
    pthread_mutex_unlock(&h->lock);
    return over;
}

// On the store's thread.
static void written(void *user, void *tag, const struct error *error)
{
    struct hall *h = user;
    struct hall_game *g = tag;
    if (!g)
        return; // a chore: if it failed, so has the store, which says so at its end
    pthread_mutex_lock(&h->lock);
    g->refused = error != NULL;
    if (error)
        g->error = *error;
    g->next = NULL;
    *h->written_end = g;
    h->written_end = &g->next;
    h->wake(h->user);
    pthread_mutex_unlock(&h->lock);
}

bool hall_open(struct hall *h, const struct tournament *t, struct error *e)
{
    h->tournament = t;
    h->written_end = &h->written;
    h->outs = text_growing();
    chores_init(&h->chores);
    const struct store_options options = {
        .path = t->path, .contest = t->contest, .done = written, .user = h};
    h->store = store_open(&options, e);
    if (!h->store)
        return false;
    h->engaged = calloc(t->lineup->count, sizeof *h->engaged);
    for (size_t i = 0; h->engaged && i < t->lineup->count; i++)
        h->engaged[i] = t->lineup->attendance[i] == ATTENDS_AWAITED; // the lobby knows who is there
    bool well = (h->engaged || error_set(e, "out of memory")) && hall_load(h, e) &&
        schedule_init(&h->schedule, &t->lineup->definition->plan, e);
    if (!well) {
        free(h->engaged);
        text_destroy(&h->outs);
        ledger_destroy(&h->ledger);
        store_close(h->store, NULL);
        return false;
    }
    h->schedule.events = &hall_outs_events;
    h->schedule.user = h;
    pthread_mutex_init(&h->lock, NULL);
    return true;
}

// What is written now may make chores, and those are written before the file is given back.
static void finish_chores(struct hall *h)
{
    struct error ignored; // closing says it again
    for (bool more = true; more;) {
        bool written = store_wait(h->store, &ignored);
        pthread_mutex_lock(&h->lock);
        settle(h);
        more = written && h->chores.first;
        pthread_mutex_unlock(&h->lock);
    }
    store_wait(h->store, &ignored); // for the last of them
}

bool hall_close(struct hall *h, struct error *e)
{
    struct error closing;
    finish_chores(h);
    h->head = store_head(h->store);
    bool closed = store_close(h->store, &closing);
    h->store = NULL;
    pthread_mutex_lock(&h->lock);
    settle(h);
    if (!closed && !h->failed)
        hall_set_failed(h, &closing);
    hall_draw_destroy(h);
    pthread_mutex_unlock(&h->lock);
    if (h->failed)
        *e = h->error;
    text_destroy(&h->outs);
    chores_destroy(&h->chores);
    schedule_destroy(&h->schedule);
    ledger_destroy(&h->ledger);
    free(h->engaged);
    pthread_mutex_destroy(&h->lock);
    return !h->failed;
}

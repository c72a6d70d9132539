#include "arena/dispatch/parts.h"

#include "archive/contest_state.h"
#include "arena/secrets.h"
#include "contest/account.h"
#include "link/hidden.h"
#include "store/location.h"

#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

enum { TRIES = 3 }; // how often a game is played before it is given up, if it is void each time

// --- With the lock ---

void dispatch_set_failed(struct dispatch *d, const struct error *e)
{
    if (!d->failed)
        d->error = *e;
    d->failed = true;
    d->options.wake(d->options.user);
}

void dispatch_out_of_memory(struct dispatch *d)
{
    struct error e;
    error_set(&e, "out of memory");
    dispatch_set_failed(d, &e);
}

static void dispatch_forget_game(struct dispatch *d, struct dispatch_game *g)
{
    under_way_end(&d->under_way_file, g->slot);
    if (d->options.settled)
        d->options.settled(d->options.user, g->pool.number);
    draw_discard(g);
    d->under_way--;
}

static void dispatch_count_game(struct dispatch *d, struct dispatch_game *g)
{
    struct dispatch_pair *pair = g->pair;
    d->ledger.games++;
    if (exclusions_is_forfeit(d, pair)) {
        exclusions_make_void(d, pair->pairing.index, g->number);
        return;
    }
    if (g->over)
        feeds_publish(d->options.feeds, g->over);
    g->over = NULL;
    if (g->blame != NOBODY)
        d->ledger.faults[g->pool.who[g->blame]]++;
    ledger_note(&pair->results, g->number, g->winner, g->blame);
    if (!ledger_is_whole(&pair->results))
        return;
    const struct pair_result result = ledger_result(&pair->results);
    struct error e;
    if (!schedule_result(&d->schedule, pair->pairing.index, &result, &e))
        dispatch_set_failed(d, &e);
}

// Tells the games that have been written since the last time.
static void dispatch_settle(struct dispatch *d)
{
    struct dispatch_game *next;
    for (struct dispatch_game *g = d->written; g; g = next) {
        next = g->next;
        if (g->refused)
            dispatch_set_failed(d, &g->error);
        else
            dispatch_count_game(d, g);
        dispatch_forget_game(d, g);
    }
    d->written = NULL;
    d->written_end = &d->written;
    struct error e;
    // Every game that is under way must find room in the store's queue.
    if (d->store && !pending_writes_do(&d->writes, d->store, d->under_way, &e))
        dispatch_set_failed(d, &e);
}

static void dispatch_hand_out(struct dispatch *d, struct dispatch_game *g)
{
    for (int seat = 0; seat < SEATS; seat++) {
        int player = g->pool.who[seat];
        d->engaged[player] = d->options.roster->attendance[player] != ATTENDS_ALWAYS;
    }
    g->slot = under_way_begin(&d->under_way_file,
        &(struct under_way_game){
            .number = g->pool.number, .players = {g->pool.who[0], g->pool.who[1]}});
    g->tries++;
    d->under_way++;
}

static enum pool_next dispatch_draw(struct dispatch *d, bool at_doors, struct dispatch_game **g)
{
    *g = NULL;
    if (draw_is_over(d))
        return POOL_NOTHING;
    // Every game that is under way must find room in the store's queue.
    if (store_room(d->store) <= d->under_way)
        return POOL_WAIT;
    *g = draw_next(d, at_doors);
    return *g ? POOL_GAME : POOL_NOTHING;
}

// --- Without ---

enum pool_next dispatch_next(struct dispatch *d, bool at_doors, struct pool_game **next)
{
    struct dispatch_game *g;
    pthread_mutex_lock(&d->lock);
    dispatch_settle(d);
    enum pool_next answer = dispatch_draw(d, at_doors, &g);
    if (g) {
        dispatch_hand_out(d, g);
        if (draw_is_over(d))
            d->options.wake(d->options.user);
    } else {
        store_hurry(d->store); // the next game may depend on a result that is not written yet
    }
    pthread_mutex_unlock(&d->lock);
    // A file of this name is from a game that was never stored: agon was killed while it was
    // played.
    if (g && g->record_path)
        unlink(g->record_path);
    if (g)
        *next = &g->pool;
    return answer;
}

void dispatch_look(struct dispatch *d)
{
    pthread_mutex_lock(&d->lock);
    dispatch_settle(d);
    pthread_mutex_unlock(&d->lock);
}

void dispatch_set_free(struct dispatch *d, int player, bool free)
{
    pthread_mutex_lock(&d->lock);
    d->engaged[player] = !free;
    if (free)
        d->options.wake(d->options.user);
    pthread_mutex_unlock(&d->lock);
}

void dispatch_put_back(struct dispatch *d, struct pool_game *game, const struct result *result)
{
    struct dispatch_game *g = (struct dispatch_game *)game;
    if (result && g->tries >= TRIES) {
        struct error e;
        error_set(&e, "game %" PRId64 " could not be played in %d tries: %.200s", game->number,
            g->tries, result->explanation);
        dispatch_give_up(d, game, &e);
        return;
    }
    under_way_end(&d->under_way_file, g->slot);
    g->slot = UNDER_WAY_NO_SLOT;
    pthread_mutex_lock(&d->lock);
    d->under_way--;
    draw_put_off(d, g);
    pthread_mutex_unlock(&d->lock);
}

void dispatch_fail(struct dispatch *d, const struct error *e)
{
    pthread_mutex_lock(&d->lock);
    dispatch_set_failed(d, e);
    pthread_mutex_unlock(&d->lock);
}

void dispatch_give_up(struct dispatch *d, struct pool_game *g, const struct error *e)
{
    pthread_mutex_lock(&d->lock);
    dispatch_set_failed(d, e);
    dispatch_forget_game(d, (struct dispatch_game *)g);
    pthread_mutex_unlock(&d->lock);
}

// A game that became a forfeit while it was played is not stored.
static bool dispatch_forget_forfeit(struct dispatch *d, struct dispatch_game *g)
{
    pthread_mutex_lock(&d->lock);
    bool forfeit = exclusions_is_forfeit(d, g->pair);
    if (forfeit) {
        dispatch_forget_game(d, g);
        d->options.wake(d->options.user); // nothing is written that would wake them
    }
    pthread_mutex_unlock(&d->lock);
    return forfeit;
}

// After this the game is the store's thread's.
static bool dispatch_store_game(struct dispatch *d, struct dispatch_game *g, const struct result *r,
    const struct text *record, struct error *e)
{
    const struct roster *roster = d->options.roster;
    char start[POSITION_TEXT_BYTES];
    struct text out = TEXT_IN(start);
    roster->definition->game->print(&g->pool.start, &out);
    const struct store_game row = {
        .pair = g->pair->pairing.index,
        .game = g->number,
        .play = g->pool.number,
        .first_id = g->pool.who[0],
        .second_id = g->pool.who[1],
        .first_name = g->pool.players[0]->name,
        .second_name = g->pool.players[1]->name,
        .start = start,
        .verdict = verdicts[r->verdict].code,
        .winner = r->winner == NOBODY ? STORE_NOBODY : r->winner,
        .blame = r->blame == NOBODY ? STORE_NOBODY : r->blame,
        .rule = r->rule,
        .explanation = r->explanation,
        .moves = g->pool.moves.bytes,
        .plies = r->moves,
        .wall_ns = r->wall_ns,
        .first_pondered_ns = r->pondered_ns[0],
        .second_pondered_ns = r->pondered_ns[1],
        .record = record && record->length > 0 ? record->bytes : NULL,
        .record_bytes = record ? record->length : 0,
    };
    if (g->pool.moves.cut)
        return error_set(e, "out of memory");
    return store_add_game(d->store, &row, g, e);
}

void dispatch_started(struct dispatch *d, struct pool_game *game, const pid_t processes[SEATS])
{
    const struct dispatch_game *g = (const struct dispatch_game *)game;
    under_way_set_processes(
        &d->under_way_file, g->slot, (const int64_t[UNDER_WAY_SEATS]){processes[0], processes[1]});
}

void dispatch_done(struct dispatch *d, struct pool_game *game, const struct result *result,
    const struct text *record)
{
    struct dispatch_game *g = (struct dispatch_game *)game;
    struct error e;
    // Its bots have left. From here on the game is on its way to the disk.
    under_way_end(&d->under_way_file, g->slot);
    g->slot = UNDER_WAY_NO_SLOT;
    g->winner = result->winner;
    g->blame = result->blame;
    if (feeds_want(d->options.feeds, ARENA_OVER)) {
        g->over = pool_over_event(game, result);
        if (g->over)
            g->over->provisional = account_is_strict(&d->options.roster->definition->plan);
        else
            feeds_publish(d->options.feeds, NULL);
    }
    if (!dispatch_forget_forfeit(d, g) && !dispatch_store_game(d, g, result, record, &e))
        dispatch_give_up(d, game, &e);
}

void dispatch_note(struct dispatch *d, const char *kind, const char *words)
{
    struct error e;
    if (!store_add_entry(d->store, kind, words, NULL, &e))
        dispatch_fail(d, &e);
}

void dispatch_note_later(struct dispatch *d, const char *kind, const char *words)
{
    pthread_mutex_lock(&d->lock);
    if (!pending_writes_entry(&d->writes, kind, words))
        dispatch_out_of_memory(d);
    pthread_mutex_unlock(&d->lock);
}

bool dispatch_has_games(struct dispatch *d)
{
    pthread_mutex_lock(&d->lock);
    struct dispatch_game *g = draw_any(d);
    if (g)
        draw_put_off(d, g);
    pthread_mutex_unlock(&d->lock);
    return g != NULL;
}

bool dispatch_find_left(struct dispatch *d, bool *left, struct error *e)
{
    struct contest_state state = {0};
    pthread_mutex_lock(&d->lock);
    bool well = contest_state_read(&state, d->options.roster->definition, &d->ledger, e);
    for (size_t i = 0; well && i < d->options.roster->count; i++)
        left[i] = contest_state_has_left(&state, (int)i);
    contest_state_destroy(&state);
    pthread_mutex_unlock(&d->lock);
    return well;
}

bool dispatch_is_over(struct dispatch *d)
{
    pthread_mutex_lock(&d->lock);
    bool over = draw_is_over(d);
    pthread_mutex_unlock(&d->lock);
    return over;
}

// On the store's thread.
static void dispatch_on_written(void *user, void *tag, const struct error *error)
{
    struct dispatch *d = user;
    struct dispatch_game *g = tag;
    if (!g) {
        // An entry. A store that has failed takes nothing more, so no game would begin any more,
        // and nothing would wake those who wait for one.
        if (error && store_failed(d->store, NULL))
            dispatch_fail(d, error);
        return;
    }
    pthread_mutex_lock(&d->lock);
    g->refused = error != NULL;
    if (error)
        g->error = *error;
    g->next = NULL;
    *d->written_end = g;
    d->written_end = &g->next;
    d->options.wake(d->options.user);
    pthread_mutex_unlock(&d->lock);
}

bool dispatch_copy_standings(
    struct dispatch *d, struct standings *s, size_t *under_way, struct error *e)
{
    pthread_mutex_lock(&d->lock);
    bool copied = standings_copy(s, &d->schedule, d->ledger.faults, d->ledger.games, e);
    *under_way = d->under_way;
    pthread_mutex_unlock(&d->lock);
    return copied;
}

static void dispatch_show(const struct dispatch *d)
{
    secrets_show_results(d->options.path);
    if (d->options.records)
        hidden_remove(d->options.records);
}

// No bot may see the results and the records.
static bool dispatch_hide(const struct dispatch *d, struct error *e)
{
    bool hidden = secrets_hide_results(d->options.path, e);
    if (hidden && d->options.records && !hidden_add(d->options.records)) {
        secrets_show_results(d->options.path);
        hidden = error_set(e, "out of memory");
    }
    return hidden;
}

bool dispatch_open(struct dispatch *d, const struct dispatch_options *o, struct error *e)
{
    const struct roster *roster = o->roster;
    d->options = *o;
    d->written_end = &d->written;
    d->exclusions = text_growing();
    pending_writes_init(&d->writes);
    const struct store_options options = {
        .location = o->path, .contest = o->contest, .done = dispatch_on_written, .user = d};
    bool exists = false;
    if (!location_exists(o->path, &exists, e) || !dispatch_hide(d, e))
        return false;
    pthread_mutex_init(&d->lock, NULL); // the store's thread takes it from now on
    d->is_new = !exists;
    d->store = store_open(&options, e);
    if (!d->store) {
        pthread_mutex_destroy(&d->lock);
        dispatch_show(d);
        return false;
    }
    d->engaged = calloc(roster->count, sizeof *d->engaged);
    for (size_t i = 0; d->engaged && i < roster->count; i++)
        d->engaged[i] = roster->attendance[i] == ATTENDS_AWAITED; // the lobby knows who is there
    bool well = (d->engaged || error_set(e, "out of memory")) && dispatch_load(d, e) &&
        schedule_init(&d->schedule, &roster->definition->plan, e);
    if (!well) {
        free(d->engaged);
        text_destroy(&d->exclusions);
        ledger_destroy(&d->ledger);
        under_way_close(&d->under_way_file);
        store_close(d->store, NULL);
        pthread_mutex_destroy(&d->lock);
        dispatch_show(d);
        return false;
    }
    d->schedule.events = &exclusions_events;
    d->schedule.user = d;
    return true;
}

// Games that are written now may add pending writes. These are written before the file is closed.
static void dispatch_finish_writes(struct dispatch *d)
{
    struct error ignored; // store_close reports it, too
    for (bool more = true; more;) {
        bool written = store_wait(d->store, &ignored);
        pthread_mutex_lock(&d->lock);
        dispatch_settle(d);
        more = written && d->writes.first;
        pthread_mutex_unlock(&d->lock);
    }
    store_wait(d->store, &ignored); // for the last of them
}

bool dispatch_close(struct dispatch *d, struct error *e)
{
    struct error closing;
    dispatch_finish_writes(d);
    d->head = store_head(d->store);
    under_way_close(&d->under_way_file); // while the file is still ours
    bool closed = store_close(d->store, &closing);
    d->store = NULL;
    dispatch_show(d);
    pthread_mutex_lock(&d->lock);
    dispatch_settle(d);
    if (!closed && !d->failed)
        dispatch_set_failed(d, &closing);
    draw_destroy(d);
    pthread_mutex_unlock(&d->lock);
    if (d->failed)
        *e = d->error;
    text_destroy(&d->exclusions);
    pending_writes_destroy(&d->writes);
    schedule_destroy(&d->schedule);
    ledger_destroy(&d->ledger);
    free(d->engaged);
    pthread_mutex_destroy(&d->lock);
    return !d->failed;
}

// A game counts for nothing and is to be played again.
#include "archive/changes/editing.h"

#include <inttypes.h>
#include <stdio.h>

enum { WHY_BYTES_MOST = 500 };

struct voiding {
    const struct change_void *wish;
    struct change_voided *done;
    int64_t pair; // of the game
    int game;     // in the pair
    int64_t end;  // the first pair that depends on its result
};

static bool voiding_describe(void *user, const struct store_game *g)
{
    struct voiding *v = user;
    if (g->play != v->wish->number)
        return true;
    snprintf(v->done->game, sizeof v->done->game, "game %" PRId64 " (%s - %s)", g->play,
        g->first_name, g->second_name);
    return false;
}

static bool voiding_find_game(struct changes *c, struct voiding *v, struct error *e)
{
    v->pair = (v->wish->number - 1) / GAMES_PER_PAIR;
    v->game = (int)((v->wish->number - 1) % GAMES_PER_PAIR);
    if (!reader_walk_games(c->archive.reader, READER_BY_PAIR, voiding_describe, v, e))
        return false;
    return v->done->game[0] != '\0' ||
        error_set(e, "no game %" PRId64 " is stored that counts", v->wish->number);
}

// Replays the contest without the game, to see which pairs can still be drawn.
static bool voiding_find_end(struct changes *c, struct voiding *v, struct error *e)
{
    struct schedule schedule;
    if (!schedule_init(&schedule, &c->archive.definition.plan, e))
        return false;
    for (size_t i = 0; i < c->ledger.count; i++) {
        if (c->ledger.pairs[i].index == v->pair)
            c->ledger.pairs[i].half_points[v->game] = LEDGER_UNKNOWN;
    }
    c->is_stale = true; // the ledger has changed
    bool replayed = ledger_replay(&c->ledger, &schedule, e);
    v->end = schedule.next;
    schedule_destroy(&schedule);
    return replayed;
}

// A stored game that could not have been played without this result depends on it.
static bool voiding_find_dependents(struct changes *c, struct voiding *v, struct error *e)
{
    if (!voiding_find_end(c, v, e))
        return false;
    int64_t later = 0;
    for (size_t i = 0; i < c->ledger.count; i++) {
        const struct ledger_pair *pair = &c->ledger.pairs[i];
        for (int game = 0; pair->index >= v->end && game < GAMES_PER_PAIR; game++)
            later += pair->half_points[game] != LEDGER_UNKNOWN;
    }
    v->done->later = later;
    return later == 0 || v->wish->later ||
        error_set(e,
            "%" PRId64 " later game%s on its result, because the schedule follows from results:"
            " --later makes %s void, too",
            later, later == 1 ? " depends" : "s depend", later == 1 ? "it" : "them");
}

// The last game comes first: if this is interrupted, the result is a contest that was stopped
// early.
static bool voiding_write(struct changes *c, const struct voiding *v, struct error *e)
{
    char reason[WHY_BYTES_MOST + 128];
    snprintf(reason, sizeof reason, "it depends on %s, which is void", v->done->game);
    for (size_t i = c->ledger.count; v->done->later > 0 && i > 0; i--) {
        const struct ledger_pair *pair = &c->ledger.pairs[i - 1];
        for (int game = GAMES_PER_PAIR - 1; pair->index >= v->end && game >= 0; game--) {
            if (pair->half_points[game] != LEDGER_UNKNOWN &&
                !editing_void(c, pair->index, game, reason, e))
                return false;
        }
    }
    snprintf(reason, sizeof reason, "%s: %.*s", v->done->game, WHY_BYTES_MOST,
        v->wish->why ? v->wish->why : "no reason given");
    return editing_void(c, v->pair, v->game, reason, e);
}

bool changes_void(
    struct changes *c, const struct change_void *wish, struct change_voided *done, struct error *e)
{
    *done = (struct change_voided){0};
    struct voiding v = {.wish = wish, .done = done};
    return editing_refresh(c, e) && voiding_find_game(c, &v, e) &&
        voiding_find_dependents(c, &v, e) && voiding_write(c, &v, e) && editing_finish(c, e);
}

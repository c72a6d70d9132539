#include "contest/final_results.h"

#include <stdlib.h>

static void final_results_note_out(void *user, int player, int64_t index)
{
    struct final_results *t = user;
    t->out_at[player] = index;
}

static bool make_room(struct final_results *t)
{
    if (t->count + GAMES_PER_PAIR <= t->capacity)
        return true;
    size_t capacity = t->capacity > 0 ? 2 * t->capacity : 64;
    struct final_result *forfeits = realloc(t->forfeits, capacity * sizeof *forfeits);
    if (!forfeits)
        return false;
    t->forfeits = forfeits;
    t->capacity = capacity;
    return true;
}

static void note_award(void *user, const struct pairing *p, int winner)
{
    struct final_results *t = user;
    int loser = winner == p->first ? p->second : p->first;
    t->failed = t->failed || !make_room(t);
    for (int game = 0; !t->failed && game < GAMES_PER_PAIR; game++)
        t->forfeits[t->count++] = (struct final_result){p->index, winner, loser, true};
}

static const struct schedule_events events = {.out = final_results_note_out, .awarded = note_award};

bool final_results_init(struct final_results *t, struct schedule *s)
{
    int players = s->field.plan.players;
    *t =
        (struct final_results){.schedule = s, .out_at = calloc((size_t)players, sizeof *t->out_at)};
    if (!t->out_at)
        return false;
    for (int i = 0; i < players; i++)
        t->out_at[i] = INT64_MAX;
    s->events = &events;
    s->user = t;
    return true;
}

void final_results_destroy(struct final_results *t)
{
    free(t->forfeits);
    free(t->out_at);
}

bool final_results_settle(const struct final_results *t, struct final_result *g)
{
    const struct field *f = &t->schedule->field;
    bool winner_out = f->lines[g->winner].out, loser_out = f->lines[g->loser].out;
    if (f->plan.faults != FAULTS_ERASE || (!winner_out && !loser_out))
        return true;
    if (winner_out && loser_out)
        return false;
    if (winner_out) {
        int winner = g->loser;
        g->loser = g->winner;
        g->winner = winner;
    }
    g->by_fault = true;
    return true;
}

bool final_results_is_forfeit(const struct final_results *t, int64_t pair, int first, int second)
{
    return pair > t->out_at[first] || pair > t->out_at[second];
}

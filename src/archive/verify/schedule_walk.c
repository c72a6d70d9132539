#include "archive/verify/schedule_walk.h"

#include <inttypes.h>
#include <string.h>

bool schedule_walk_init(struct schedule_walk *w, const struct definition *d, struct error *e)
{
    *w = (struct schedule_walk){.definition = d};
    return schedule_init(&w->schedule, &d->plan, e);
}

void schedule_walk_destroy(struct schedule_walk *w)
{
    schedule_destroy(&w->schedule);
}

// The pair of the last row gets its result; those whose games were not all played get none.
static bool schedule_walk_close_pair(struct schedule_walk *w, struct error *e)
{
    if (w->stored < GAMES_PER_PAIR)
        return true;
    const struct pair_result result = ledger_result(&w->results);
    return schedule_result(&w->schedule, w->pairing.index, &result, e);
}

// Goes on to the pair of this row; beyond it, if it is a forfeit and nobody was to play it.
static bool schedule_walk_open_pair(struct schedule_walk *w, int64_t pair, struct error *e)
{
    if (!schedule_walk_close_pair(w, e))
        return false;
    w->stored = 0;
    while (w->schedule.next <= pair) {
        switch (schedule_next(&w->schedule, &w->pairing)) {
        case NEXT_PAIR:
            break;
        case NEXT_WAIT:
            if (w->schedule.next > pair)
                return true; // it is not played, and the next ones cannot be drawn yet
            return error_set(e,
                definition_is_fixed(w->definition)
                    ? "it is too far ahead of a game that is not there: let the contest go on first"
                    : "it cannot have been played while games of the round before it are not "
                      "there");
        case NEXT_OVER:
            if (w->schedule.next <= pair)
                return error_set(e, "the schedule has no such game");
            break;
        case NEXT_FAILED:
            return error_set(e, "out of memory");
        }
    }
    return true;
}

static bool schedule_walk_check_start(
    const struct schedule_walk *w, const struct store_game *g, struct error *e)
{
    int coin;
    char words[POSITION_TEXT_BYTES];
    struct text text = TEXT_IN(words);
    position start = definition_start(w->definition, &w->pairing, g->id, &coin);
    w->definition->game->print(&start, &text);
    return strcmp(g->start, words) == 0 ||
        error_set(e, "it does not begin where the schedule says: %.100s", words);
}

// A stored game whose pair nobody was to play. It was played in vain before it was known that a
// player is out (S9): it counts for nothing, as if it had not been played, and whoever goes on
// makes it void. Half of a pair may also wait for a player who is suspended.
static bool schedule_walk_check_idle(
    struct schedule_walk *w, const struct store_game *g, struct error *e)
{
    const struct definition *d = w->definition;
    const int64_t players[2] = {
        g->game == 0 ? g->first_id : g->second_id, g->game == 0 ? g->second_id : g->first_id};
    struct pairing pair = {.index = g->pair, .first = (int)players[0], .second = (int)players[1]};
    bool gone[2];
    for (int i = 0; i < 2; i++) {
        if (players[i] < 0 || players[i] >= (int64_t)d->count)
            return error_set(e, "it has a player that is not in the contest");
    }
    plan_leaves_out(&d->plan, &pair, gone);
    for (int i = 0; i < 2; i++) {
        if (gone[i] && !(d->plan.presence && d->plan.presence[players[i]].resting))
            return error_set(e, "%.32s had left the contest before it", d->names[players[i]]);
    }
    w->forfeits += !gone[0] && !gone[1];
    w->gaps++;
    return true;
}

static bool schedule_walk_check_seats(
    const struct schedule_walk *w, const struct store_game *g, struct error *e)
{
    const int64_t ids[SEATS] = {g->first_id, g->second_id};
    const char *names[SEATS] = {g->first_name, g->second_name};
    for (int seat = 0; seat < SEATS; seat++) {
        int player = seat == g->game ? w->pairing.first : w->pairing.second;
        const char *name = w->definition->names[player];
        if (ids[seat] != player || strcmp(names[seat], name) != 0)
            return error_set(e, "by the schedule the %s seat is %.32s's, not %.32s's",
                seat == 0 ? "first" : "second", name, names[seat]);
    }
    return true;
}

bool schedule_walk_match(struct schedule_walk *w, const struct store_game *g, struct error *e)
{
    if (g->pair < 0 || g->game < 0 || g->game >= GAMES_PER_PAIR)
        return error_set(e, "there is no game %" PRId64 " of pair %" PRId64, g->game, g->pair);
    int64_t play = g->pair * GAMES_PER_PAIR + g->game + 1;
    if (g->play != play)
        return error_set(e,
            "game %" PRId64 " of pair %" PRId64 " is number %" PRId64 " of the schedule", g->game,
            g->pair, play);
    if (play == w->last_play)
        return error_set(e, "it is there twice");
    if ((w->last_play == 0 || g->pair != w->pairing.index) &&
        !schedule_walk_open_pair(w, g->pair, e))
        return false;
    w->gaps += play - w->last_play - 1;
    w->last_play = play;
    if (g->pair != w->pairing.index)
        return schedule_walk_check_idle(w, g, e);
    if (!schedule_walk_check_seats(w, g, e) || !schedule_walk_check_start(w, g, e))
        return false;
    ledger_note(&w->results, (int)g->game, g->winner, g->blame);
    w->stored++;
    return true;
}

const struct pairing *schedule_walk_pairing(
    const struct schedule_walk *w, const struct store_game *g)
{
    return g->pair == w->pairing.index ? &w->pairing : NULL;
}

int64_t schedule_walk_not_played(const struct schedule_walk *w)
{
    // Forfeits and pairs that are left out will never be played, or not now.
    return w->gaps - (w->schedule.forfeits + w->schedule.left_out) * GAMES_PER_PAIR;
}

#include "archive/contest_state.h"

#include <stdlib.h>
#include <string.h>

static bool contest_state_note_pair(struct contest_state *s, const struct pairing *p,
    const struct ledger_pair *known, const bool rests[2], struct error *e)
{
    if (s->count == s->capacity) {
        size_t capacity = s->capacity > 0 ? 2 * s->capacity : 16;
        struct open_pair *open = realloc(s->open, capacity * sizeof *open);
        if (!open)
            return error_set(e, "out of memory");
        s->open = open;
        s->capacity = capacity;
    }
    struct open_pair *pair = &s->open[s->count++];
    const struct ledger_pair nothing = ledger_unknown(p->index);
    *pair = (struct open_pair){.index = p->index,
        .round = p->round,
        .players = {p->first, p->second},
        .rests = {rests[0], rests[1]}};
    memcpy(pair->half_points, (known ? known : &nothing)->half_points, sizeof pair->half_points);
    return true;
}

static bool contest_state_is_resting(const struct plan *p, int player)
{
    return p->presence && p->presence[player].resting;
}

// Notes the pairs of a fixed schedule before `end` that were not handed out because they wait.
static bool contest_state_note_waiting(
    struct contest_state *s, int64_t from, int64_t end, struct ledger *ledger, struct error *e)
{
    const struct plan *p = &s->definition->plan;
    for (int64_t index = from; p->presence && index < end; index++) {
        struct pairing pair = {.index = index};
        bool gone[2];
        p->format->at(p, index, &pair);
        if (plan_leaves_out(p, &pair, gone) &&
            (!gone[0] || contest_state_is_resting(p, pair.first)) &&
            (!gone[1] || contest_state_is_resting(p, pair.second)) &&
            !contest_state_note_pair(s, &pair, ledger_find(ledger, index), gone, e))
            return false;
    }
    return true;
}

static bool contest_state_take_pair(struct contest_state *s, struct schedule *schedule,
    const struct pairing *pairing, struct ledger *ledger, struct error *e)
{
    const struct ledger_pair *known = ledger_find(ledger, pairing->index);
    if (known && !definition_is_fixed(s->definition)) {
        s->round_games = s->at == pairing->round + 1 ? s->round_games : 0;
        s->at = pairing->round + 1;
        for (int game = 0; game < GAMES_PER_PAIR; game++)
            s->round_games += known->half_points[game] != LEDGER_UNKNOWN;
    }
    if (!known || !ledger_is_whole(known))
        return contest_state_note_pair(s, pairing, known, (const bool[2]){false, false}, e);
    const struct pair_result result = ledger_result(known);
    return schedule_result(schedule, pairing->index, &result, e);
}

// Feeds the schedule with what is stored, and notes what is not. A fixed schedule is followed up to
// the last pair that is stored; another one as far as it can be drawn.
static bool contest_state_follow(struct contest_state *s, struct schedule *schedule,
    struct ledger *ledger, enum schedule_next *next, struct error *e)
{
    int64_t last = ledger->count > 0 ? ledger->pairs[ledger->count - 1].index : -1, seen = 0;
    struct pairing pairing;
    s->at = definition_is_fixed(s->definition) ? last + 1 : 0;
    while ((*next = schedule_next(schedule, &pairing)) == NEXT_PAIR) {
        if (definition_is_fixed(s->definition) && pairing.index > last)
            break;
        if ((definition_is_fixed(s->definition) &&
                !contest_state_note_waiting(s, seen, pairing.index, ledger, e)) ||
            !contest_state_take_pair(s, schedule, &pairing, ledger, e))
            return false;
        seen = pairing.index + 1;
    }
    if (definition_is_fixed(s->definition) &&
        !contest_state_note_waiting(s, seen, last + 1, ledger, e))
        return false;
    return *next != NEXT_FAILED || error_set(e, "out of memory");
}

static bool open_pair_is_waiting(const struct open_pair *pair)
{
    return pair->rests[0] || pair->rests[1];
}

// A pair that was handed out may have become a forfeit since.
static void contest_state_drop_forfeits(struct contest_state *s, const struct schedule *schedule)
{
    size_t kept = 0;
    for (size_t i = 0; i < s->count; i++) {
        if (open_pair_is_waiting(&s->open[i]) || !schedule_is_forfeit(schedule, s->open[i].index))
            s->open[kept++] = s->open[i];
    }
    s->count = kept;
}

bool contest_state_read(
    struct contest_state *s, const struct definition *d, struct ledger *ledger, struct error *e)
{
    *s = (struct contest_state){.definition = d, .begun = ledger->count > 0};
    struct schedule schedule;
    enum schedule_next next;
    if (!schedule_init(&schedule, &d->plan, e))
        return false;
    size_t kept = ledger->next;
    ledger->next = 0;
    bool well = contest_state_follow(s, &schedule, ledger, &next, e);
    ledger->next = kept;
    contest_state_drop_forfeits(s, &schedule);
    s->over = well && next == NEXT_OVER;
    for (size_t i = 0; i < s->count; i++)
        s->over = s->over && open_pair_is_waiting(&s->open[i]);
    s->out = calloc(d->count, sizeof *s->out);
    for (size_t i = 0; s->out && i < d->count; i++)
        s->out[i] = schedule.field.lines[i].out;
    schedule_destroy(&schedule);
    return well && (s->out || error_set(e, "out of memory"));
}

void contest_state_destroy(struct contest_state *s)
{
    free(s->open);
    free(s->out);
    *s = (struct contest_state){0};
}

bool open_pair_plays(const struct open_pair *pair, int player)
{
    return pair->players[0] == player || pair->players[1] == player;
}

bool contest_state_is_before(
    const struct contest_state *s, const struct open_pair *pair, int player)
{
    return open_pair_plays(pair, player) &&
        (definition_is_fixed(s->definition) || pair->round < s->at);
}

bool contest_state_has_open(const struct contest_state *s, int player)
{
    for (size_t i = 0; i < s->count; i++) {
        if (open_pair_plays(&s->open[i], player) && !open_pair_is_waiting(&s->open[i]))
            return true;
    }
    return false;
}

bool open_pair_waits_for(const struct open_pair *pair, int player)
{
    return (pair->players[0] == player && pair->rests[0]) ||
        (pair->players[1] == player && pair->rests[1]);
}

// Is there a round from now on, or a pair, for which the player is there?
static bool contest_state_is_there_later(const struct contest_state *s, int player)
{
    const struct plan *p = &s->definition->plan;
    if (!p->presence)
        return true;
    const struct presence *it = &p->presence[player];
    if (plan_present(p, player, it->from > s->at ? it->from : s->at))
        return true;
    for (size_t i = 0; i < it->absence_count; i++) {
        if (it->absences[i].until >= s->at && plan_present(p, player, it->absences[i].until))
            return true;
    }
    return false;
}

bool contest_state_has_left(const struct contest_state *s, int player)
{
    return s->out[player] ||
        (!contest_state_has_open(s, player) && !contest_state_is_there_later(s, player));
}

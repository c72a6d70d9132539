#include "contest/schedule.h"

#include "contest/account.h"

#include <stdlib.h>
#include <string.h>

// With a fault policy and a fixed schedule, no pair is handed out that is so far ahead of the first
// one without a result. Otherwise it could take too long until one knows who is out.
enum { PAIRS_AHEAD = 1024 };

// Makes the lots of pairs different from those that the formats draw.
#define LOT_PAIR UINT64_C(0x70616972)

bool schedule_init(struct schedule *s, const struct plan *p, struct error *e)
{
    *s = (struct schedule){.field.plan = *p, .wave.bye = NO_PLAYER};
    struct plan *plan = &s->field.plan;
    if (!plan_check(plan, e))
        return false;
    s->field.lines = calloc((size_t)plan->players, sizeof *s->field.lines);
    bool dynamic = plan->format->begin != NULL;
    if (dynamic)
        s->state = plan->format->begin(plan);
    else
        plan_count_left_out(plan, &s->gone, &s->waiting);
    bool ring = !dynamic && account_is_strict(plan);
    if (s->field.lines && (!dynamic || s->state) && (!ring || wave_reserve(&s->wave, PAIRS_AHEAD)))
        return true;
    schedule_destroy(s);
    return error_set(e, "out of memory");
}

void schedule_destroy(struct schedule *s)
{
    if (s->state)
        s->field.plan.format->end(s->state);
    free(s->field.lines);
    tally_destroy(&s->field.tally);
    tally_destroy(&s->field.forfeits);
    wave_destroy(&s->wave);
    *s = (struct schedule){0};
}

static bool schedule_is_fixed(const struct schedule *s)
{
    return s->field.plan.format->at != NULL;
}

static bool is_strict(const struct schedule *s)
{
    return account_is_strict(&s->field.plan);
}

int64_t schedule_pairs(const struct schedule *s)
{
    // A player who is out is not paired any more.
    for (int i = 0; !schedule_is_fixed(s) && i < s->field.plan.players; i++) {
        if (s->field.lines[i].out)
            return PAIRS_UNKNOWN;
    }
    return s->field.plan.format->pairs(&s->field.plan) - s->gone;
}

int64_t schedule_played(const struct schedule *s)
{
    return s->finished - s->forfeits - s->left_out;
}

int64_t schedule_running(const struct schedule *s)
{
    return s->next - s->finished;
}

bool schedule_is_over(const struct schedule *s)
{
    const struct plan *p = &s->field.plan;
    return schedule_running(s) == 0 &&
        (schedule_is_fixed(s) ? s->next >= p->format->pairs(p) : s->over);
}

// --- Pairs ---

static void give_bye(struct schedule *s)
{
    if (s->wave.bye == NO_PLAYER)
        return;
    struct account *line = &s->field.lines[s->wave.bye];
    line->byes++;
    line->half_points += s->wave.bye_half_points;
    line->bye_half_points += s->wave.bye_half_points;
}

// Takes in the results of the wave that is over, and makes the next wave.
static enum schedule_next turn_wave(struct schedule *s)
{
    const struct format *format = s->field.plan.format;
    if (s->wave.count > 0)
        format->fold(s->state, &s->field, &s->wave);
    s->wave.count = s->wave_finished = 0;
    s->wave.bye = NO_PLAYER;
    s->wave.bye_half_points = 0;
    s->wave_start = s->next;
    switch (format->wave(s->state, &s->field, &s->wave)) {
    case WAVE_READY:
        give_bye(s);
        return NEXT_PAIR;
    case WAVE_OVER:
        s->over = true;
        return NEXT_OVER;
    case WAVE_FAILED:
        break;
    }
    return NEXT_FAILED;
}

static enum schedule_next next_of_wave(struct schedule *s, struct pairing *out)
{
    if (s->over)
        return NEXT_OVER;
    if (s->next == s->wave_start + (int64_t)s->wave.count) {
        if (s->wave_finished < s->wave.count)
            return NEXT_WAIT;
        enum schedule_next turned = turn_wave(s);
        if (turned != NEXT_PAIR)
            return turned;
    }
    *out = s->wave.pairings[s->next - s->wave_start];
    return NEXT_PAIR;
}

// The pair after those that were handed out.
static enum schedule_next find_next(struct schedule *s, struct pairing *out)
{
    const struct plan *p = &s->field.plan;
    if (!schedule_is_fixed(s))
        return next_of_wave(s, out);
    if (s->next >= p->format->pairs(p))
        return NEXT_OVER;
    if (is_strict(s) && schedule_running(s) == PAIRS_AHEAD)
        return NEXT_WAIT;
    p->format->at(p, s->next, out);
    return NEXT_PAIR;
}

static size_t schedule_place_of(const struct schedule *s, int64_t index)
{
    return (size_t)(schedule_is_fixed(s) ? index % PAIRS_AHEAD : index - s->wave_start);
}

// True if the wave keeps the result of each pair until it is counted.
static bool keeps_pairs(const struct schedule *s)
{
    return is_strict(s) || !schedule_is_fixed(s);
}

// `gone` says which of the two players does not play.
static void tell_award(const struct schedule *s, const struct pairing *p, const bool gone[2])
{
    if (s->events && s->events->awarded && gone[0] != gone[1])
        s->events->awarded(s->user, p, gone[0] ? p->second : p->first);
}

// --- Players who have left ---

static bool schedule_count_left_out(struct schedule *s, const struct pairing *p)
{
    bool gone[2];
    plan_leaves_out(&s->field.plan, p, gone);
    if (keeps_pairs(s))
        s->wave.results[schedule_place_of(s, p->index)] = account_forfeit_result(gone);
    if (!s->field.plan.format->walkover) {
        s->left_out++;
        return true;
    }
    s->forfeits++;
    tell_award(s, p, gone);
    return account_forfeit(&s->field, p, gone);
}

// --- Fault policies: pairs are counted one after the other ---

static bool is_out(const struct schedule *s, const struct pairing *p)
{
    return s->field.lines[p->first].out || s->field.lines[p->second].out;
}

static void tell_forfeit(const struct schedule *s, int64_t index, bool handed_out)
{
    if (s->events && s->events->forfeited)
        s->events->forfeited(s->user, index, handed_out);
}

static bool count_forfeit(struct schedule *s, size_t place)
{
    const struct pairing *p = &s->wave.pairings[place];
    const bool gone[2] = {s->field.lines[p->first].out, s->field.lines[p->second].out};
    if (s->wave.states[place] != PAIR_SKIPPED)
        tell_forfeit(s, p->index, true);
    s->wave.results[place] = account_forfeit_result(gone);
    s->forfeits++;
    tell_award(s, p, gone);
    return account_forfeit(&s->field, p, gone);
}

static bool count_played(struct schedule *s, size_t place)
{
    const struct pairing *p = &s->wave.pairings[place];
    const struct pair_result *r = &s->wave.results[place];
    bool out[2];
    account_faults(&s->field, p, r, out);
    if (!account_pair(&s->field, p, r))
        return false;
    for (int i = 0; i < 2; i++) {
        int player = i == 0 ? p->first : p->second;
        if (!out[i])
            continue;
        if (!account_out(&s->field, player))
            return false;
        if (s->events && s->events->out)
            s->events->out(s->user, player, p->index);
    }
    return true;
}

static bool schedule_count_place(struct schedule *s, size_t place, bool forfeit)
{
    if (s->wave.states[place] == PAIR_LEFT_OUT)
        return schedule_count_left_out(s, &s->wave.pairings[place]);
    return forfeit ? count_forfeit(s, place) : count_played(s, place);
}

// Counts the pairs up to the first one whose result is missing and matters. Returns false if memory
// runs out.
static bool count_in_order(struct schedule *s)
{
    for (; s->finished < s->next; s->finished++) {
        size_t place = schedule_place_of(s, s->finished);
        bool forfeit = is_out(s, &s->wave.pairings[place]);
        if (!forfeit && s->wave.states[place] == PAIR_OPEN)
            return true;
        if (!schedule_count_place(s, place, forfeit))
            return false;
        s->wave_finished++;
    }
    return true;
}

static void keep_pair(struct schedule *s, const struct pairing *p, enum pair_state state)
{
    size_t place = schedule_place_of(s, p->index);
    s->wave.pairings[place] = *p;
    s->wave.states[place] = state;
}

// Returns false if memory runs out.
static bool schedule_hand_out(struct schedule *s, const struct pairing *p, bool *skipped)
{
    bool gone[2], left_out = plan_leaves_out(&s->field.plan, p, gone);
    bool forfeit = !left_out && is_strict(s) && is_out(s, p);
    *skipped = left_out || forfeit;
    if (keeps_pairs(s))
        keep_pair(s, p, left_out ? PAIR_LEFT_OUT : forfeit ? PAIR_SKIPPED : PAIR_OPEN);
    if (forfeit)
        tell_forfeit(s, p->index, false);
    if (is_strict(s))
        return count_in_order(s);
    if (!left_out)
        return true;
    s->finished++;
    s->wave_finished++;
    return schedule_count_left_out(s, p);
}

enum schedule_next schedule_next(struct schedule *s, struct pairing *out)
{
    for (bool skipped = true; skipped;) {
        enum schedule_next next = find_next(s, out);
        if (next != NEXT_PAIR)
            return next;
        out->index = s->next++;
        out->seed = plan_lot(&s->field.plan, LOT_PAIR, (uint64_t)out->index);
        if (!schedule_hand_out(s, out, &skipped))
            return NEXT_FAILED;
    }
    return NEXT_PAIR;
}

// --- Results ---

bool schedule_is_forfeit(const struct schedule *s, int64_t index)
{
    return is_strict(s) && index < s->finished;
}

// Counts a pair at once; pairs may come in any order.
static bool count_now(struct schedule *s, int64_t index, const struct pair_result *result)
{
    struct pairing pairing = {.index = index};
    bool gone[2];
    if (schedule_is_fixed(s)) {
        s->field.plan.format->at(&s->field.plan, index, &pairing);
        if (plan_leaves_out(&s->field.plan, &pairing, gone))
            return true;
    } else {
        pairing = s->wave.pairings[schedule_place_of(s, index)];
        s->wave_finished++;
    }
    s->finished++;
    return account_pair(&s->field, &pairing, result);
}

bool schedule_result(
    struct schedule *s, int64_t index, const struct pair_result *result, struct error *e)
{
    for (int game = 0; game < GAMES_PER_PAIR; game++) {
        if (result->half_points[game] < 0 || result->half_points[game] > 2)
            return error_set(e, "a game is worth 0 to 2 half points");
    }
    bool strict = is_strict(s);
    if (schedule_is_forfeit(s, index))
        return true;
    if (index < 0 || index >= s->next || (!schedule_is_fixed(s) && index < s->wave_start))
        return error_set(e, "pair %lld is not being played", (long long)index);
    if (keeps_pairs(s)) {
        size_t place = schedule_place_of(s, index);
        if (s->wave.states[place] == PAIR_SKIPPED || s->wave.states[place] == PAIR_LEFT_OUT)
            return true;
        if (s->wave.states[place] == PAIR_DONE)
            return error_set(e, "pair %lld has a result already", (long long)index);
        s->wave.results[place] = *result;
        s->wave.states[place] = PAIR_DONE;
    }
    return (strict ? count_in_order(s) : count_now(s, index, result)) ||
        error_set(e, "out of memory");
}

// --- Standings ---

void schedule_accounts(const struct schedule *s, struct standing *by_player)
{
    const struct field *f = &s->field;
    for (int i = 0; i < f->plan.players; i++) {
        by_player[i] = (struct standing){.player = i,
            .line = f->lines[i],
            .erased = f->lines[i].out && f->plan.faults == FAULTS_ERASE};
        if (f->plan.format->stand)
            f->plan.format->stand(s->state, &by_player[i]);
    }
}

bool schedule_standings(const struct schedule *s, struct standing *out, struct error *e)
{
    schedule_accounts(s, out);
    return standing_rank(&s->field.plan, &s->field.tally, out, out, e);
}

// Knockout, single and double elimination. The bracket has places for a power of two; the best
// seeds meet the empty ones and so have no first opponent.
//
// Single: a player who loses a meeting is out. Double: a player who loses goes to the lower half of
// the bracket, and is out after a second loss. The players of the lower half meet each other and
// those who have just come down, by turns. The winner of the lower half meets the winner of the
// upper half, and must beat it twice.
#include "contest/standing.h"

#include <stdlib.h>

#define LOT_KNOCKOUT UINT64_C(0x6b6e6f636b)

enum { TIE_BREAKS_DEFAULT = 4 };

struct knockout_meeting {
    int players[2]; // NO_PLAYER is an empty place
    bool lower;
    int64_t pairs_begun;
    int64_t lead; // half points of the first player minus those of the second
    bool left[2]; // the player does not play the meeting to its end
    bool decided;
    int winner; // 0 or 1
};

enum stage { STAGE_HALVES, STAGE_COMING_DOWN, STAGE_FINAL, STAGE_SECOND_FINAL, STAGE_OVER };

struct knockout {
    bool twice; // double elimination
    enum stage stage;
    int64_t round;             // of the meetings
    int *places;               // in the seeding, by player
    int *upper, *lower, *down; // the players there, in the order of the bracket
    int upper_count, lower_count, down_count;
    struct knockout_meeting *meetings; // of this stage
    int meeting_count;
    struct bracket_meeting *past; // the meetings of all stages before
    int past_count;
    int64_t *reached; // by player: how many rounds it was in; the winner was in most
};

// --- Plan ---

static bool knockout_check(struct plan *p, struct error *e)
{
    if (p->rounds != 0)
        return error_set(e, "the rounds of a knockout follow from the number of players");
    if (p->tie_breaks == PLAN_NO_TIE_BREAKS)
        return true;
    if (p->tie_breaks < 0 || p->tie_breaks > PLAN_LENGTH_MOST)
        return error_set(e, "a meeting has 0 to %d pairs as tie-break", PLAN_LENGTH_MOST);
    p->tie_breaks = p->tie_breaks == 0 ? TIE_BREAKS_DEFAULT : p->tie_breaks;
    return true;
}

// Ties add pairs.
static int64_t knockout_pairs(const struct plan *p)
{
    (void)p;
    return PAIRS_UNKNOWN;
}

static void knockout_end(void *state)
{
    struct knockout *k = state;
    free(k->places);
    free(k->upper);
    free(k->lower);
    free(k->down);
    free(k->meetings);
    free(k->past);
    free(k->reached);
    free(k);
}

// The order of the bracket. Each time it doubles, every place gets the opponent for whom the sum of
// the two seeds is the same everywhere. So the best players meet as late as possible.
static void fill_bracket(struct knockout *k, const struct plan *p)
{
    k->upper[0] = 0;
    for (int size = 1; size < k->upper_count; size *= 2) {
        for (int i = size - 1; i >= 0; i--) {
            int seed = k->upper[i];
            k->upper[2 * i] = seed;
            k->upper[2 * i + 1] = 2 * size - 1 - seed;
        }
    }
    for (int i = 0; i < k->upper_count; i++) {
        int seed = k->upper[i];
        k->upper[i] = seed < p->players ? plan_seeded(p, seed) : NO_PLAYER;
    }
}

static void *knockout_begin(const struct plan *p, bool twice)
{
    struct knockout *k = calloc(1, sizeof *k);
    if (!k)
        return NULL;
    size_t size = 2, players = (size_t)p->players;
    while (size < players)
        size *= 2;
    k->twice = twice;
    k->upper_count = (int)size;
    k->places = malloc(players * sizeof *k->places);
    k->upper = malloc(size * sizeof *k->upper);
    k->lower = malloc(size * sizeof *k->lower);
    k->down = malloc(size * sizeof *k->down);
    k->meetings = malloc(size * sizeof *k->meetings);
    // Each meeting puts a player out, or down; and there are two finals.
    k->past = malloc((2 * size + 2) * sizeof *k->past);
    k->reached = calloc(players, sizeof *k->reached);
    if (!k->places || !k->upper || !k->lower || !k->down || !k->meetings || !k->past ||
        !k->reached) {
        knockout_end(k);
        return NULL;
    }
    for (int place = 0; place < p->players; place++)
        k->places[plan_seeded(p, place)] = place;
    fill_bracket(k, p);
    return k;
}

static void *begin_single(const struct plan *p)
{
    return knockout_begin(p, false);
}

static void *begin_double(const struct plan *p)
{
    return knockout_begin(p, true);
}

// --- One stage: its meetings, and where they lead ---

// A player who is out, or has left, leaves an empty place.
static int knockout_still_there(const struct knockout *k, const struct field *f, int player)
{
    return player != NO_PLAYER && field_present(f, player, k->round) ? player : NO_PLAYER;
}

static void knockout_meet(struct knockout *k, const struct field *f, int a, int b, bool lower)
{
    struct knockout_meeting *m = &k->meetings[k->meeting_count++];
    a = knockout_still_there(k, f, a);
    b = knockout_still_there(k, f, b);
    *m = (struct knockout_meeting){.players = {a, b}, .lower = lower};
    // An empty place loses, also against another empty place.
    m->decided = a == NO_PLAYER || b == NO_PLAYER;
    m->winner = a == NO_PLAYER;
    for (int i = 0; i < 2; i++) {
        if (m->players[i] != NO_PLAYER)
            k->reached[m->players[i]] = k->round + 1;
    }
}

static void make_meetings(struct knockout *k, const struct field *f)
{
    k->meeting_count = 0;
    switch (k->stage) {
    case STAGE_HALVES:
        for (int i = 0; i < k->upper_count; i += 2)
            knockout_meet(k, f, k->upper[i], k->upper[i + 1], false);
        for (int i = 0; i < k->lower_count; i += 2)
            knockout_meet(k, f, k->lower[i], k->lower[i + 1], true);
        break;
    case STAGE_COMING_DOWN:
        // From the other end, so that those who met in the upper half meet again late.
        for (int i = 0; i < k->lower_count; i++)
            knockout_meet(k, f, k->lower[i], k->down[k->down_count - 1 - i], true);
        break;
    case STAGE_FINAL:
    case STAGE_SECOND_FINAL:
        knockout_meet(k, f, k->upper[0], k->lower[0], false);
        break;
    case STAGE_OVER:
        break;
    }
}

static enum stage stage_after_halves(const struct knockout *k, bool first)
{
    if (!k->twice)
        return k->upper_count == 1 ? STAGE_OVER : STAGE_HALVES;
    if (!first)
        return STAGE_COMING_DOWN;
    return k->upper_count == 1 ? STAGE_FINAL : STAGE_HALVES;
}

static void leave_halves(struct knockout *k)
{
    bool first = k->lower_count == 0;
    k->upper_count = k->lower_count = k->down_count = 0;
    for (int i = 0; i < k->meeting_count; i++) {
        const struct knockout_meeting *m = &k->meetings[i];
        int winner = m->players[m->winner], loser = m->players[1 - m->winner];
        if (m->lower) {
            k->lower[k->lower_count++] = winner;
        } else {
            k->upper[k->upper_count++] = winner;
            k->down[k->down_count++] = loser;
        }
    }
    for (int i = 0; first && k->twice && i < k->down_count; i++)
        k->lower[k->lower_count++] = k->down[i];
    k->stage = stage_after_halves(k, first);
}

static struct bracket_meeting knockout_bracket_meeting(
    const struct knockout *k, const struct knockout_meeting *m)
{
    return (struct bracket_meeting){.round = k->round,
        .players = {m->players[0], m->players[1]},
        .lower = m->lower,
        .decided = m->decided,
        .winner = m->winner};
}

// All meetings are decided.
static void leave_stage(struct knockout *k, const struct field *f)
{
    for (int i = 0; i < k->meeting_count; i++)
        k->past[k->past_count++] = knockout_bracket_meeting(k, &k->meetings[i]);
    const struct knockout_meeting *final = &k->meetings[0];
    switch (k->stage) {
    case STAGE_HALVES:
        leave_halves(k);
        break;
    case STAGE_COMING_DOWN:
        for (int i = 0; i < k->meeting_count; i++)
            k->lower[i] = k->meetings[i].players[k->meetings[i].winner];
        k->stage = k->upper_count == 1 ? STAGE_FINAL : STAGE_HALVES;
        break;
    case STAGE_FINAL:
        k->stage = final->winner == 0 ? STAGE_OVER : STAGE_SECOND_FINAL;
        break;
    case STAGE_SECOND_FINAL:
        k->upper[0] = final->players[final->winner];
        k->stage = STAGE_OVER;
        break;
    case STAGE_OVER:
        break;
    }
    k->round++;
    if (k->stage == STAGE_OVER && knockout_still_there(k, f, k->upper[0]) != NO_PLAYER)
        k->reached[k->upper[0]] = k->round + 1;
    make_meetings(k, f);
}

static bool all_decided(const struct knockout *k)
{
    for (int i = 0; i < k->meeting_count; i++) {
        if (!k->meetings[i].decided)
            return false;
    }
    return true;
}

// --- Waves: the pairs of fresh meetings, then one more pair for each that is level ---

static bool add_pairs(
    const struct knockout *k, const struct field *f, struct knockout_meeting *m, struct wave *w)
{
    uint64_t lot = plan_lot(&f->plan, LOT_KNOCKOUT + (uint64_t)k->round, (uint64_t)m->players[0]);
    int64_t pairs = m->pairs_begun == 0 ? f->plan.length : 1;
    // The first player of a tie-break is the one who was second in the pair before.
    bool swap = ((lot + (uint64_t)m->pairs_begun) & 1) != 0;
    m->pairs_begun += pairs;
    return wave_add_meeting(w, k->round, m->players[swap], m->players[!swap], pairs);
}

static enum wave_made knockout_wave(void *state, const struct field *f, struct wave *w)
{
    struct knockout *k = state;
    if (k->meeting_count == 0)
        make_meetings(k, f);
    while (k->stage != STAGE_OVER && all_decided(k))
        leave_stage(k, f);
    if (k->stage == STAGE_OVER)
        return WAVE_OVER;
    for (int i = 0; i < k->meeting_count; i++) {
        if (!k->meetings[i].decided && !add_pairs(k, f, &k->meetings[i], w))
            return WAVE_FAILED;
    }
    return WAVE_READY;
}

// A player who is out or has left has lost; if both have, it does not matter who wins. If no
// tie-break decides the meeting, the better seed goes on.
static void knockout_decide(struct knockout *k, const struct field *f, struct knockout_meeting *m)
{
    const struct plan *p = &f->plan;
    for (int i = 0; i < 2; i++)
        m->left[i] = m->left[i] || f->lines[m->players[i]].out;
    if (m->left[0] || m->left[1]) {
        m->decided = true;
        m->winner = m->left[0];
        return;
    }
    int64_t tie_breaks = p->tie_breaks == PLAN_NO_TIE_BREAKS ? 0 : p->tie_breaks;
    bool tied_for_ever = m->pairs_begun >= p->length + tie_breaks;
    m->decided = m->lead != 0 || tied_for_ever;
    m->winner = m->lead != 0 ? m->lead < 0 : k->places[m->players[1]] < k->places[m->players[0]];
}

// The pairs of a wave stand in the order of the meetings.
static void knockout_fold(void *state, const struct field *f, const struct wave *w)
{
    struct knockout *k = state;
    int at = -1;
    for (size_t i = 0; i < w->count; i++) {
        const struct pairing *pair = &w->pairings[i];
        const struct pair_result *r = &w->results[i];
        while (at < 0 || k->meetings[at].decided ||
            (k->meetings[at].players[0] != pair->first &&
                k->meetings[at].players[0] != pair->second))
            at++;
        struct knockout_meeting *m = &k->meetings[at];
        bool turned = m->players[0] != pair->first, gone[2];
        if (w->states[i] == PAIR_LEFT_OUT && plan_leaves_out(&f->plan, pair, gone)) {
            m->left[0] = m->left[0] || gone[turned];
            m->left[1] = m->left[1] || gone[!turned];
            continue;
        }
        int64_t lead = 2 * (r->half_points[0] + r->half_points[1]) - PAIR_HALF_POINTS;
        m->lead += turned ? -lead : lead;
    }
    for (int i = 0; i < k->meeting_count; i++) {
        if (!k->meetings[i].decided)
            knockout_decide(k, f, &k->meetings[i]);
    }
}

// --- Standings ---

static void knockout_stand(const void *state, struct standing *s)
{
    const struct knockout *k = state;
    s->stage = k->reached[s->player];
}

static size_t knockout_bracket(const void *state, struct bracket_meeting *out, size_t most)
{
    const struct knockout *k = state;
    size_t count = 0;
    for (int i = 0; i < k->past_count; i++, count++) {
        if (count < most)
            out[count] = k->past[i];
    }
    for (int i = 0; i < k->meeting_count; i++, count++) {
        if (count < most)
            out[count] = knockout_bracket_meeting(k, &k->meetings[i]);
    }
    return count;
}

static int by_stage(const struct standing *a, const struct standing *b)
{
    return more_first((double)a->stage, (double)b->stage);
}

const struct format format_knockout = {
    .name = "knockout",
    .summary = "who loses a meeting is out",
    .walkover = true,
    .check = knockout_check,
    .pairs = knockout_pairs,
    .begin = begin_single,
    .end = knockout_end,
    .wave = knockout_wave,
    .fold = knockout_fold,
    .stand = knockout_stand,
    .bracket = knockout_bracket,
    .compare = by_stage,
};

const struct format format_double_knockout = {
    .name = "double-knockout",
    .summary = "who loses two meetings is out",
    .walkover = true,
    .check = knockout_check,
    .pairs = knockout_pairs,
    .begin = begin_double,
    .end = knockout_end,
    .wave = knockout_wave,
    .fold = knockout_fold,
    .stand = knockout_stand,
    .bracket = knockout_bracket,
    .compare = by_stage,
};

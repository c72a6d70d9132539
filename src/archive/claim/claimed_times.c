#include "archive/claim/claimed_times.h"

#include "base/number.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { NS_PER_US = 1000 };

struct claimed_clock {
    struct seat_clock clock;
    bool was_asked;
};

// Starts the clock for a move, and returns its limit. A record has whole microseconds, so that of a
// time for the whole game a little less may be left: see claimed_times_slack_us.
static int64_t claimed_times_limit_us(struct claimed_clock *c)
{
    seat_clock_run_move(&c->clock, !c->was_asked, (struct moment){0});
    c->was_asked = true;
    return c->clock.limit_ns / NS_PER_US;
}

static bool claimed_times_check_move(
    struct claimed_clock *c, const struct recorded_move *m, int number, struct error *e)
{
    const int64_t charged_us = m->charge.charged_us, limit_us = claimed_times_limit_us(c);
    if (charged_us < 0 || charged_us > number_larger(m->charge.wall_us, 0))
        return error_set(e, "its move %d is charged another time than it took", number);
    if (charged_us > limit_us)
        return error_set(e,
            "its move %d is charged %" PRId64 " us of %" PRId64 ", and nobody lost on time", number,
            charged_us, limit_us);
    const struct charge charge = {.charged_ns = charged_us * NS_PER_US};
    seat_clock_stop_move(&c->clock, &charge);
    return true;
}

bool claimed_times_are_short(
    const struct recorded_game *g, const struct budget *const budgets[SEATS])
{
    for (int i = 0; i < g->move_count; i++) {
        const struct recorded_move *m = &g->moves[i];
        const struct budget *budget = budgets[m->seat];
        int64_t limit_us = number_smaller(budget->first_ns, budget->request_ns) / NS_PER_US;
        if (!m->forced && !g->players[m->seat].wire && m->charge.wall_us >= limit_us / 2)
            return true;
    }
    return false;
}

// --- Lost on time ---

// By how much a limit that is computed from the record may be too large: less than a microsecond
// for each move before.
static int64_t claimed_times_slack_us(const struct recorded_game *g)
{
    return g->move_count + 1;
}

// Was a time of `limit_us` over?
static bool claimed_times_is_over(
    const struct recorded_game *g, int64_t limit_us, const struct budget *budget)
{
    const struct recorded_charge *a = &g->end.answer;
    const int64_t slack_us = claimed_times_slack_us(g);
    if (a->limit_ms == RECORDED_UNKNOWN)
        return limit_us <= slack_us; // nothing was left, and no answer is told then
    if (a->limit_ms > limit_us / 1000 || a->limit_ms < (limit_us - slack_us) / 1000)
        return false;
    // A built-in player that is late by less is not charged for it.
    const bool is_ours = !g->players[g->end.blame].wire && !budget->wall;
    return a->charged_us > limit_us - slack_us + (is_ours ? SEAT_CLOCK_OURS_MS * 1000 : 0);
}

// Where moves are missing, nobody knows how much was left.
static bool claimed_times_can_be_over(const struct recorded_game *g, const struct budget *budget)
{
    const struct recorded_charge *a = &g->end.answer;
    return a->limit_ms <= number_larger(budget->first_ns, budget->request_ns) / NS_PER_MS &&
        a->charged_us / 1000 >= a->limit_ms;
}

// "ann: 101 ms charged of 100 for its move". The record has whole microseconds, so that the last
// millisecond may have begun or not.
static bool claimed_times_has_words(const struct recorded_game *g)
{
    const struct recorded_charge *a = &g->end.answer;
    for (int64_t us = a->charged_us; us <= a->charged_us + 1; us++) {
        char words[WIRE_NAME_BYTES + 80];
        int length = snprintf(words, sizeof words, "%s: %" PRId64 " ms charged of %" PRId64 " ",
            g->players[g->end.blame].name, (us + 999) / 1000, a->limit_ms);
        if (strncmp(g->end.explanation, words, (size_t)length) == 0)
            return true;
    }
    return a->limit_ms == RECORDED_UNKNOWN;
}

static bool claimed_times_check_timeout(const struct recorded_game *g, struct claimed_clock *c,
    const struct budget *budget, struct error *e)
{
    const struct recorded_charge *a = &g->end.answer;
    bool over = claimed_times_is_over(g, claimed_times_limit_us(c), budget);
    if (!over && g->cut)
        over = claimed_times_can_be_over(g, budget);
    if (!over && g->move_count == 0) // to join, or to acknowledge the new game
        over = claimed_times_is_over(g, budget->start_ns / NS_PER_US, budget);
    if (!over || a->charged_us > a->wall_us || a->wall_us > g->end.wall_us)
        return error_set(e, "it has a TIMEOUT, and its times do not show that a budget was over");
    return claimed_times_has_words(g) ||
        error_set(e, "the words of its TIMEOUT are not those of its times");
}

bool claimed_times_check(
    const struct recorded_game *g, const struct budget *const budgets[SEATS], struct error *e)
{
    struct claimed_clock clocks[SEATS] = {0};
    for (int seat = 0; seat < SEATS; seat++)
        seat_clock_init(&clocks[seat].clock, budgets[seat]);
    for (int i = 0; i < g->move_count; i++) {
        const struct recorded_move *m = &g->moves[i];
        if (!m->forced && !claimed_times_check_move(&clocks[m->seat], m, i + 1, e))
            return false;
    }
    const int blame = g->end.blame;
    return g->end.verdict != VERDICT_TIMEOUT ||
        claimed_times_check_timeout(g, &clocks[blame], budgets[blame], e);
}

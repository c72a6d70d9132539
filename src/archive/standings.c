#include "archive/standings.h"

#include <stdlib.h>
#include <string.h>

bool standings_init(struct standings *s, const struct plan *p, struct error *e)
{
    size_t players = (size_t)p->players;
    *s = (struct standings){.players = players,
        .plan = *p,
        .faults = calloc(players, sizeof *s->faults),
        .list = calloc(players, sizeof *s->list),
        .ratings = calloc(players, sizeof *s->ratings),
        .rated_pairs = -1,
        .accounts = calloc(players, sizeof *s->accounts),
        .tally_pairs = -1};
    return (s->faults && s->list && s->ratings && s->accounts) || error_set(e, "out of memory");
}

void standings_destroy(struct standings *s)
{
    free(s->faults);
    free(s->list);
    free(s->ratings);
    free(s->accounts);
    tally_destroy(&s->tally);
    *s = (struct standings){0};
}

// --- The copy ---

// Nothing changes in the tally of a schedule but with the number of pairs that are counted.
static bool standings_copy_tally(struct standings *s, const struct schedule *from, struct error *e)
{
    if (s->tally_pairs == from->finished)
        return true;
    if (!tally_copy_cells(&s->tally, &from->field.tally))
        return error_set(e, "out of memory");
    s->tally_pairs = from->finished;
    return true;
}

static void standings_copy_rounds(struct standings *s, const struct schedule *from)
{
    const struct wave *w = &from->wave;
    const struct plan *p = &from->field.plan;
    bool counts_rounds = p->format == &format_swiss || p->format == &format_ladder;
    s->round = w->count > 0 ? w->pairings[0].round + 1 : 0;
    s->rounds = counts_rounds ? p->rounds : 0;
}

bool standings_copy(struct standings *s, const struct schedule *from, const int64_t *faults,
    int64_t games, struct error *e)
{
    if (!standings_copy_tally(s, from, e))
        return false;
    s->plan = from->field.plan;
    s->games = games;
    memcpy(s->faults, faults, s->players * sizeof *s->faults);
    s->pairs = (struct standings_pairs){.all = schedule_pairs(from),
        .counted = from->finished,
        .forfeits = from->forfeits,
        .left_out = from->left_out,
        .waiting = from->waiting};
    standings_copy_rounds(s, from);
    s->over = schedule_is_over(from);
    schedule_accounts(from, s->accounts);
    return true;
}

// --- What is computed ---

bool standings_rank(struct standings *s, struct error *e)
{
    return standing_rank(&s->plan, &s->tally, s->accounts, s->list, e);
}

bool standings_rate(struct standings *s, struct error *e)
{
    const struct ratings_setup setup = {.players = s->players,
        .tally = &s->tally,
        .anchor = RATINGS_ANCHOR_MEAN,
        .anchor_value = STANDINGS_MEAN_ELO};
    s->has_ratings = ratings_fit(&setup, s->ratings, &s->summary, e);
    s->rated_pairs = s->pairs.counted;
    return s->has_ratings;
}

// --- What follows from it ---

int64_t standings_played_pairs(const struct standings *s)
{
    return s->pairs.counted - s->pairs.forfeits - s->pairs.left_out;
}

int64_t standings_planned_games(const struct standings *s)
{
    if (s->pairs.all == PAIRS_UNKNOWN)
        return PAIRS_UNKNOWN;
    return (s->pairs.all - s->pairs.forfeits - s->pairs.waiting) * GAMES_PER_PAIR;
}

bool standings_by_glicko(const struct standings *s)
{
    return s->plan.format == &format_ladder;
}

bool standings_by_buchholz(const struct standings *s)
{
    return s->plan.format == &format_swiss;
}

const char *standings_out(const struct standings *s, const struct standing *row)
{
    static const char *const words[] = {
        [FAULTS_CONTINUE] = "suspended", [FAULTS_DROP] = "dropped", [FAULTS_ERASE] = "erased"};
    return row->line.out ? words[s->plan.faults] : NULL;
}

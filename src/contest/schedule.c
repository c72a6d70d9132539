#include "contest/schedule.h"

#include "contest/standing.h"

#include <stdlib.h>
#include <string.h>

// Tells the lots of pairs from those that the formats draw.
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
    if (s->field.lines && (!dynamic || s->state))
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
    free(s->wave.pairings);
    free(s->wave.results);
    free(s->wave.done);
    *s = (struct schedule){0};
}

int64_t schedule_pairs(const struct schedule *s)
{
    return s->field.plan.format->pairs(&s->field.plan);
}

int64_t schedule_running(const struct schedule *s)
{
    return s->next - s->finished;
}

// --- Pairs ---

static void give_bye(struct schedule *s)
{
    if (s->wave.bye == NO_PLAYER)
        return;
    struct line *line = &s->field.lines[s->wave.bye];
    line->byes++;
    line->half_points += s->wave.bye_half_points;
    line->bye_half_points += s->wave.bye_half_points;
}

// Folds the wave that is over and makes the next one.
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

enum schedule_next schedule_next(struct schedule *s, struct pairing *out)
{
    const struct plan *p = &s->field.plan;
    if (p->format->at) {
        if (s->next >= p->format->pairs(p))
            return NEXT_OVER;
        p->format->at(p, s->next, out);
    } else {
        enum schedule_next next = next_of_wave(s, out);
        if (next != NEXT_PAIR)
            return next;
    }
    out->index = s->next++;
    out->seed = plan_lot(p, LOT_PAIR, (uint64_t)out->index);
    return NEXT_PAIR;
}

// --- Results ---

static void count_game(struct line *line, int half_points)
{
    line->half_points += half_points;
    line->wins += half_points == 2;
    line->draws += half_points == 1;
    line->losses += half_points == 0;
}

static bool count_pair(struct field *f, const struct pairing *p, const struct pair_result *r)
{
    struct line *first = &f->lines[p->first], *second = &f->lines[p->second];
    if (!tally_add(&f->tally, (uint32_t)p->first, (uint32_t)p->second, r->half_points[0]) ||
        !tally_add(&f->tally, (uint32_t)p->second, (uint32_t)p->first, 2 - r->half_points[1]))
        return false;
    for (int game = 0; game < GAMES_PER_PAIR; game++) {
        count_game(first, r->half_points[game]);
        count_game(second, 2 - r->half_points[game]);
    }
    first->pairs++;
    second->pairs++;
    first->firsts++;
    return true;
}

bool schedule_result(
    struct schedule *s, int64_t index, const struct pair_result *result, struct error *e)
{
    const struct plan *p = &s->field.plan;
    for (int game = 0; game < GAMES_PER_PAIR; game++) {
        if (result->half_points[game] < 0 || result->half_points[game] > 2)
            return error_set(e, "a game is worth 0 to 2 half points");
    }
    bool fixed = p->format->at != NULL;
    if (index < 0 || index >= s->next || (!fixed && index < s->wave_start))
        return error_set(e, "pair %lld is not being played", (long long)index);
    struct pairing pairing;
    if (fixed) {
        p->format->at(p, index, &pairing);
    } else {
        size_t place = (size_t)(index - s->wave_start);
        if (s->wave.done[place])
            return error_set(e, "pair %lld has a result already", (long long)index);
        pairing = s->wave.pairings[place];
        s->wave.results[place] = *result;
        s->wave.done[place] = true;
        s->wave_finished++;
    }
    if (!count_pair(&s->field, &pairing, result))
        return error_set(e, "out of memory");
    s->finished++;
    return true;
}

// --- Standings ---

int more_first(double x, double y)
{
    return (x < y) - (x > y);
}

int standing_by_points(const struct standing *a, const struct standing *b)
{
    int order = more_first((double)a->line.half_points, (double)b->line.half_points);
    order = order ? order : more_first(a->sonneborn_berger, b->sonneborn_berger);
    return order ? order : more_first((double)a->line.wins, (double)b->line.wins);
}

int standing_by_buchholz(const struct standing *a, const struct standing *b)
{
    int order = more_first((double)a->line.half_points, (double)b->line.half_points);
    order = order ? order : more_first(a->buchholz, b->buchholz);
    return order ? order : standing_by_points(a, b);
}

// Both tie-breaks count by pairs: a game is half a meeting. A bye is a level meeting with somebody
// who has one's own points.
static void add_tie_breaks(const struct field *f, struct standing *out)
{
    for (size_t i = 0; i < f->tally.count; i++) {
        const struct tally_cell *c = &f->tally.cells[i];
        struct standing *first = &out[c->first], *second = &out[c->second];
        double games = (double)(c->wins + c->draws + c->losses);
        double won = (double)c->wins + (double)c->draws / 2;
        double first_points = (double)first->line.half_points / 2;
        double second_points = (double)second->line.half_points / 2;
        first->buchholz += games / GAMES_PER_PAIR * second_points;
        second->buchholz += games / GAMES_PER_PAIR * first_points;
        first->sonneborn_berger += won / GAMES_PER_PAIR * second_points;
        second->sonneborn_berger += (games - won) / GAMES_PER_PAIR * first_points;
    }
    for (int i = 0; i < f->plan.players; i++) {
        double byes = (double)out[i].line.bye_half_points / PAIR_HALF_POINTS;
        double points = (double)out[i].line.half_points / 2;
        out[i].buchholz += byes * points;
        out[i].sonneborn_berger += byes * points / 2;
    }
}

struct sorted {
    const struct format *format;
    struct standing standing;
    int place; // in the seeding: the last word
};

static int compare_sorted(const void *left, const void *right)
{
    const struct sorted *a = left, *b = right;
    int order = a->format->compare(&a->standing, &b->standing);
    return order ? order : a->place - b->place;
}

static void rank(const struct field *f, struct sorted *all, struct standing *out)
{
    size_t count = (size_t)f->plan.players;
    qsort(all, count, sizeof *all, compare_sorted);
    for (size_t i = 0; i < count; i++) {
        bool shared = i > 0 && f->plan.format->compare(&all[i - 1].standing, &all[i].standing) == 0;
        all[i].standing.rank = shared ? all[i - 1].standing.rank : (int)i + 1;
        out[i] = all[i].standing;
    }
}

bool schedule_standings(const struct schedule *s, struct standing *out, struct error *e)
{
    const struct field *f = &s->field;
    struct sorted *all = calloc((size_t)f->plan.players, sizeof *all);
    if (!all)
        return error_set(e, "out of memory");
    for (int i = 0; i < f->plan.players; i++)
        out[i] = (struct standing){.player = i, .line = f->lines[i]};
    add_tie_breaks(f, out);
    for (int place = 0; place < f->plan.players; place++) {
        struct standing *it = &out[plan_seeded(&f->plan, place)];
        if (f->plan.format->stand)
            f->plan.format->stand(s->state, it);
        all[place] = (struct sorted){f->plan.format, *it, place};
    }
    rank(f, all, out);
    free(all);
    return true;
}

#include "contest/standing.h"

#include <stdlib.h>
#include <string.h>

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

// Both tie-breaks count by pairs: a game is half a meeting. A bye, and a win by forfeit, is a level
// meeting with somebody who has one's own points.
static void add_tie_breaks(const struct plan *p, const struct tally *games, struct standing *out)
{
    for (size_t i = 0; i < games->count; i++) {
        const struct tally_cell *c = &games->cells[i];
        struct standing *first = &out[c->first], *second = &out[c->second];
        double played = (double)(c->wins + c->draws + c->losses);
        double won = (double)c->wins + (double)c->draws / 2;
        double first_points = (double)first->line.half_points / 2;
        double second_points = (double)second->line.half_points / 2;
        first->buchholz += played / GAMES_PER_PAIR * second_points;
        second->buchholz += played / GAMES_PER_PAIR * first_points;
        first->sonneborn_berger += won / GAMES_PER_PAIR * second_points;
        second->sonneborn_berger += (played - won) / GAMES_PER_PAIR * first_points;
    }
    for (int i = 0; i < p->players; i++) {
        double byes = (double)out[i].line.bye_half_points / PAIR_HALF_POINTS +
            (double)out[i].line.forfeits_won / GAMES_PER_PAIR;
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

// A player who was erased comes after all others.
static int compare_standings(
    const struct format *format, const struct standing *a, const struct standing *b)
{
    return a->erased != b->erased ? a->erased - b->erased : format->compare(a, b);
}

static int compare_sorted(const void *left, const void *right)
{
    const struct sorted *a = left, *b = right;
    int order = compare_standings(a->format, &a->standing, &b->standing);
    return order ? order : a->place - b->place;
}

static void standing_sort(
    const struct format *format, struct sorted *all, size_t count, struct standing *out)
{
    qsort(all, count, sizeof *all, compare_sorted);
    for (size_t i = 0; i < count; i++) {
        bool shared =
            i > 0 && compare_standings(format, &all[i - 1].standing, &all[i].standing) == 0;
        all[i].standing.rank = shared ? all[i - 1].standing.rank : (int)i + 1;
        out[i] = all[i].standing;
    }
}

bool standing_rank(const struct plan *p, const struct tally *games,
    const struct standing *by_player, struct standing *out, struct error *e)
{
    size_t count = (size_t)p->players;
    struct sorted *all = calloc(count, sizeof *all);
    if (!all)
        return error_set(e, "out of memory");
    memmove(out, by_player, count * sizeof *out);
    add_tie_breaks(p, games, out);
    for (int place = 0; place < p->players; place++)
        all[place] = (struct sorted){p->format, out[plan_seeded(p, place)], place};
    standing_sort(p->format, all, count, out);
    free(all);
    return true;
}

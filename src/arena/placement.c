#include "arena/placement.h"

#include "base/number.h"

#include <inttypes.h>

int placement_available(cpu_set_t *allowed)
{
    if (sched_getaffinity(0, sizeof *allowed, allowed) != 0) {
        CPU_ZERO(allowed);
        CPU_SET(0, allowed);
    }
    return CPU_COUNT(allowed);
}

static struct placement placement_shared(const struct placement_wish *wish, int available)
{
    int64_t runners = number_smaller(wish->concurrency, available);
    return (struct placement){.games = wish->concurrency,
        .runners = wish->one_runner ? 1 : number_smaller(runners, PLACEMENT_RUNNERS_MOST)};
}

struct placement placement_plan(const struct placement_wish *wish, int available)
{
    int bots = SEATS * wish->cores;
    if (wish->cores == 0 || available < bots)
        return placement_shared(wish, available);
    if (available == bots)
        return (struct placement){.cores = wish->cores, .games = 1, .runners = 1, .homeless = true};
    int64_t fit = wish->one_runner ? (available - 1) / bots : available / (bots + 1);
    fit = number_smaller(number_smaller(wish->concurrency, fit), PLACEMENT_RUNNERS_MOST);
    return (struct placement){
        .cores = wish->cores, .games = fit, .runners = wish->one_runner ? 1 : fit};
}

static void placement_text_cores(struct text *out, int count)
{
    text_format(out, "%d core%s", count, count == 1 ? "" : "s");
}

bool placement_words(const struct placement_wish *wish, int available, struct text *out)
{
    const struct placement p = placement_plan(wish, available);
    if (wish->cores == 0)
        return false;
    if (p.cores == 0) {
        text_format(out, "the bots of a game share a core: %d for each of them need ", wish->cores);
        placement_text_cores(out, SEATS * wish->cores);
        text_string(out, ", and agon may use ");
        placement_text_cores(out, available);
        return true;
    }
    if (p.homeless)
        text_format(out, "the bots of a game have all %d cores, and agon shares them", available);
    if (p.games < wish->concurrency)
        text_format(out, "%s%" PRId64 " game%s at once, not %" PRId64 ": there are no more cores",
            p.homeless ? "; " : "", p.games, p.games == 1 ? "" : "s", wish->concurrency);
    return p.homeless || p.games < wish->concurrency;
}

// Counted as blocks: for each game the cores of both bots. Behind all blocks are the cores of the
// runners, as far as there are any.
void placement_cores(
    const struct placement *p, const cpu_set_t *allowed, int64_t slot, int who, cpu_set_t *cores)
{
    int64_t first = (slot * SEATS + who) * p->cores, count = p->cores;
    if (who == PLACEMENT_RUNNER) {
        first = p->homeless ? 0 : p->games * SEATS * p->cores + slot;
        count = p->homeless ? CPU_COUNT(allowed) : 1;
    }
    int64_t seen = 0;
    CPU_ZERO(cores);
    for (int core = 0; core < CPU_SETSIZE; core++) {
        if (!CPU_ISSET(core, allowed))
            continue;
        if (seen >= first && seen < first + count)
            CPU_SET(core, cores);
        seen++;
    }
}

int placement_taken(const struct placement *p)
{
    const int64_t bots = p->games * SEATS * p->cores;
    return (int)(p->homeless ? bots : bots + p->runners);
}

void placement_budget(struct budget *b, int64_t wanted)
{
    cpu_set_t allowed;
    const struct placement_wish wish = {.cores = (int)wanted, .concurrency = 1};
    const struct placement p = placement_plan(&wish, placement_available(&allowed));
    if (p.cores == 0)
        return;
    b->cores = p.cores;
    b->own_cores = true;
}

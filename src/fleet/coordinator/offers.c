#include "fleet/coordinator/parts.h"

#include "base/number.h"

#include <string.h>

enum {
    AHEAD_PER_CORE = 4, // leases that are offered for each core of a worker,
    AHEAD_SECONDS = 6,  // and more if they do not last so long
    OPEN_LEAST = 4,     // so that the first worker finds something
};

static struct assignment offers_job(const struct pool_game *g)
{
    return (struct assignment){.number = g->number,
        .players = {g->who[0], g->who[1]},
        .start = g->start,
        .seed = g->seed,
        .coin = g->coin};
}

static bool offers_same_job(const struct assignment *a, const struct assignment *b)
{
    return a->number == b->number && a->players[0] == b->players[0] &&
        a->players[1] == b->players[1] && a->seed == b->seed && a->coin == b->coin &&
        memcmp(&a->start, &b->start, sizeof a->start) == 0;
}

static void offers_await(struct coordinator *c, struct lease *l, int which, struct pool_game *g)
{
    l->games[which].job = offers_job(g);
    l->games[which].game = g;
    l->games[which].submission = 0; // one that was passed over is fetched again
    lease_book_stage(&c->book, l, which, LEASE_AWAITED);
}

// --- From the source ---

static struct pool_game *offers_next(struct coordinator *c)
{
    struct pool_game *g = c->drawn;
    c->drawn = NULL;
    if (g || feeds_are_full(c->pool.feeds))
        return g;
    enum pool_next next =
        c->pool.source->next(c->pool.user, POOL_ANY_SERIES, POOL_FIRST_RUNNER, &g);
    c->source_waits = next != POOL_GAME;
    return next == POOL_GAME ? g : NULL;
}

// A lease that an earlier coordinator has left has this game.
static bool offers_adopt(struct coordinator *c, struct pool_game *g)
{
    int which;
    const struct assignment job = offers_job(g);
    struct lease *l = lease_book_find(&c->book, g->number, 0, &which);
    if (!l)
        return false;
    if (l->games[which].stage == LEASE_UNWANTED && offers_same_job(&l->games[which].job, &job)) {
        offers_await(c, l, which, g);
        return true;
    }
    offers_withdraw(c, l); // it is about another game
    return false;
}

static bool offers_are_pair(const struct pool_game *a, const struct pool_game *b)
{
    return b->number == a->number + 1 && a->number % LEASE_GAMES == 1;
}

// Makes a lease of the game, and of the other one of its pair if the source has it now. Returns
// false if memory runs out.
static bool offers_lease(struct coordinator *c, struct pool_game *g)
{
    struct pool_game *other = g->number % LEASE_GAMES == 1 ? offers_next(c) : NULL;
    bool pair = other && offers_are_pair(g, other);
    if (other && !pair)
        c->drawn = other;
    struct lease *l = lease_book_add(&c->book, g->number, pair ? 2 : 1, 0);
    if (!l) {
        c->pool.source->put_back(c->pool.user, g, &(struct pool_ended){0});
        if (pair)
            c->pool.source->put_back(c->pool.user, other, &(struct pool_ended){0});
        return false;
    }
    offers_await(c, l, 0, g);
    if (pair)
        offers_await(c, l, 1, other);
    struct lease_needs needs;
    lease_needs_find(&needs, c->options->roster, g->who);
    lease_table_offer(&c->table, l, &needs, 0);
    return true;
}

// --- How many ---

static size_t offers_wanted(const struct coordinator *c)
{
    int64_t by_cores = AHEAD_PER_CORE * c->cores;
    int64_t by_speed = AHEAD_SECONDS * c->speed / LEASE_GAMES;
    return (size_t)number_larger(OPEN_LEAST, number_larger(by_cores, by_speed));
}

// Leases that nobody asked for again when as many games were drawn as were left: their games are
// stored already.
static void offers_drop_left(struct coordinator *c)
{
    for (struct lease *l = c->book.all, *next; l; l = next) {
        next = l->behind;
        if (l->copy == 0 && lease_is_over(l))
            offers_withdraw(c, l);
    }
    c->left = 0;
}

bool offers_make(struct coordinator *c, struct error *e)
{
    c->source_waits = false;
    while (!c->source_waits && (c->left > 0 || c->book.open < offers_wanted(c))) {
        struct pool_game *g = offers_next(c);
        if (!g)
            break;
        c->left -= c->left > 0;
        if (!offers_adopt(c, g) && !offers_lease(c, g))
            return error_set(e, "out of memory");
    }
    return lease_table_clear(&c->table, e) && lease_table_write(&c->table, &c->book, e);
}

bool offers_recover(struct coordinator *c, struct error *e)
{
    const struct roster *roster = c->options->roster;
    if (!lease_table_load(&c->table, &c->book, roster->count, e))
        return false;
    for (const struct lease *l = c->book.all; l; l = l->behind)
        c->left += (size_t)l->count;
    if (!offers_make(c, e))
        return false;
    offers_drop_left(c);
    return lease_table_clear(&c->table, e);
}

// --- Letting go ---

static void offers_put_back(struct coordinator *c, struct lease *l)
{
    for (int i = 0; i < l->count; i++) {
        struct pool_game *g = l->games[i].game;
        if (l->copy != 0 || l->games[i].stage != LEASE_AWAITED)
            continue;
        lease_book_stage(&c->book, l, i, LEASE_UNWANTED);
        l->games[i].game = NULL;
        c->pool.source->put_back(c->pool.user, g, &(struct pool_ended){0});
    }
}

void offers_withdraw(struct coordinator *c, struct lease *l)
{
    for (int i = 0; i < l->count; i++)
        c->unsettled_bytes -= l->games[i].stage == LEASE_DONE ? l->games[i].bytes : 0;
    offers_put_back(c, l);
    if (l->id != 0)
        postgres_array_number(&c->table.over, l->id);
    lease_book_remove(&c->book, l);
}

void offers_let_go(struct coordinator *c)
{
    if (c->drawn)
        c->pool.source->put_back(c->pool.user, c->drawn, &(struct pool_ended){0});
    c->drawn = NULL;
    for (struct lease *l = c->book.all; l; l = l->behind)
        offers_put_back(c, l);
}

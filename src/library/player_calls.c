// The calls of libagon-brains: a built-in player as one thing.
#include "brains/brain.h"
#include "brains/chance.h"
#include "library/agon_brains.h"
#include "library/opened.h"

#include <stdlib.h>

_Static_assert((int)LINE_MOST <= AGON_LINE_MOST, "every line fits");
_Static_assert((int)BRAIN_THREADS_MOST == AGON_THREADS_MOST, "said twice, but the same");

struct agon_player {
    const struct brain *brain;
    const struct game *game;
    struct mind *mind; // NULL for an instant player
    atomic_bool stop;
};

uint32_t agon_brains_abi(void)
{
    return AGON_ABI;
}

static const struct brain *player_row(int number)
{
    for (int i = 0; brains[i].name; i++) {
        if (i == number)
            return &brains[i];
    }
    return NULL;
}

const char *agon_player_name(int number)
{
    const struct brain *b = player_row(number);
    return b ? b->name : NULL;
}

const char *agon_player_summary(int number)
{
    const struct brain *b = player_row(number);
    return b ? b->summary : NULL;
}

static struct agon_player *player_made(
    const char *name, int number, size_t memory_bytes, struct error *e)
{
    const struct game *game = sealed_game(number);
    if (!game || !name) {
        error_set(e, "%s", game ? "a player needs a name" : "there is no such game");
        return NULL;
    }
    const struct brain *brain = brain_find(name, e);
    if (!brain || !brain_plays(brain, game, e))
        return NULL;
    struct agon_player *player = calloc(1, sizeof *player);
    if (player) {
        player->brain = brain;
        player->game = game;
        if (!brain_is_instant(brain))
            player->mind = mind_create(brain, game, memory_bytes);
    }
    if (player && (player->mind || brain_is_instant(brain)))
        return player;
    free(player);
    error_set(e, "memory ran out");
    return NULL;
}

struct agon_player *agon_player_create(
    const char *name, int game, size_t memory_bytes, struct agon_error *e)
{
    struct error error = {0};
    struct agon_player *player = player_made(name, game, memory_bytes, &error);
    if (!player)
        sealed_error(e, &error);
    return player;
}

void agon_player_destroy(struct agon_player *player)
{
    if (!player)
        return;
    mind_destroy(player->mind);
    free(player);
}

void agon_player_forget(struct agon_player *player)
{
    if (player && player->mind)
        mind_forget(player->mind);
}

void agon_player_stop(struct agon_player *player)
{
    if (player)
        atomic_store(&player->stop, true);
}

// False if a limit is out of range.
static bool player_limits(const struct agon_limits *from, struct limits *out)
{
    *out = (struct limits){0};
    if (!from)
        return true;
    *out = (struct limits){
        .time_ns = from->time_ns,
        .nodes = from->nodes,
        .depth = from->depth,
        .threads = from->threads,
        .book = from->book != 0,
    };
    return from->time_ns >= 0 && from->depth >= 0 && from->threads >= 0 &&
        from->threads <= BRAIN_THREADS_MOST;
}

// Turns the moves of the line, which follow one another, into actions.
static void player_line(const struct opened *o, const struct thought *t, struct agon_thought *out)
{
    position now = o->p;
    for (int i = 0; i < t->line_length; i++) {
        if (!o->game->legal(&now, t->line[i], NULL))
            break;
        out->line[out->line_length++] = o->encoding->action(&now, t->line[i]);
        o->game->apply(&now, t->line[i]);
    }
}

static void player_ask(struct agon_player *player, const struct opened *o,
    const struct limits *limits, uint64_t seed, struct thought *t)
{
    if (player->mind) {
        mind_think(player->mind, &o->p, limits, seed, &player->stop, t);
        return;
    }
    const move chosen = brain_choose(player->brain, o->game, &o->p, seed);
    *t = (struct thought){
        .best = chosen,
        .lot = player->brain->level == BRAIN_RANDOM,
        .line = {chosen},
        .line_length = 1,
    };
}

int agon_player_think(struct agon_player *player, const struct agon_position *p,
    const struct agon_limits *limits, uint64_t seed, struct agon_thought *out)
{
    struct opened o;
    struct limits most;
    struct thought t;
    if (opened_of(p, &o) != AGON_OK)
        return AGON_NO_POSITION;
    if (!player || !out || o.game != player->game || !player_limits(limits, &most))
        return AGON_BAD_ARGUMENT;
    if (o.game->outcome(&o.p).over)
        return AGON_OVER;
    atomic_store(&player->stop, false);
    player_ask(player, &o, &most, seed, &t);
    if (t.best == MOVE_NONE)
        return AGON_NO_MEMORY;
    const bool searched = player->mind && !t.lot;
    *out = (struct agon_thought){
        .action = o.encoding->action(&o.p, t.best),
        .score = t.score,
        .value = searched ? chance_of(o.game, &t) : 0.5,
        .has_value = searched,
        .exact = t.exact,
        .book = t.book,
        .lot = t.lot,
        .depth = t.depth,
        .nodes = t.nodes,
        .time_ns = t.time_ns,
    };
    player_line(&o, &t, out);
    return AGON_OK;
}

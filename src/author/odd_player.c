#include "author/odd_player.h"

#include "author/check/opponent.h"

#include <stdio.h>
#include <stdlib.h>

static const struct odd_row {
    enum odd_style style;
    const char *name;
} odd_rows[ODD_STYLES] = {
    [ODD_RANDOM] = {ODD_RANDOM, "random"},
    [ODD_FIRST] = {ODD_FIRST, "first"},
    [ODD_MIRROR] = {ODD_MIRROR, "mirror"},
    [ODD_LONGEST] = {ODD_LONGEST, "longest"},
    [ODD_NARROW] = {ODD_NARROW, "narrow"},
};

const char *odd_style_name(enum odd_style style)
{
    return odd_rows[style].name;
}

// The same move seen through the last symmetry in which it is legal now; MOVE_NONE: in none.
static move odd_mirrored(const struct game *game, const position *p, move last)
{
    for (int k = game->symmetries - 1; last != MOVE_NONE && k > 0; k--) {
        move m = game->symmetry_move(p, last, k);
        if (game->legal(p, m, NULL))
            return m;
    }
    return MOVE_NONE;
}

move odd_choose(
    enum odd_style style, const struct game *game, const position *p, move last, uint64_t seed)
{
    move moves[MOVES_MAX];
    move mirrored = style == ODD_MIRROR ? odd_mirrored(game, p, last) : MOVE_NONE;
    if (mirrored != MOVE_NONE)
        return mirrored;
    if (style == ODD_FIRST) {
        game->moves(p, moves);
        return moves[0];
    }
    struct opponent o = {.style = style == ODD_LONGEST ? OPPONENT_WIDE
            : style == ODD_NARROW                      ? OPPONENT_NARROW
                                                       : OPPONENT_RANDOM,
        .random = random_seeded(seed ^ position_hash(p))};
    return opponent_choose(&o, game, p);
}

// --- As a player ---

struct odd_memory {
    position after; // its own last move
};

// The move that led from one position to the next; MOVE_NONE if no single one did.
static move odd_find_last(const struct game *game, const position *before, const position *now)
{
    move moves[MOVES_MAX];
    int count = game->moves(before, moves);
    for (int i = 0; i < count; i++) {
        position after = *before;
        game->apply(&after, moves[i]);
        if (position_equal(&after, now))
            return moves[i];
    }
    return MOVE_NONE;
}

static move odd_think(const struct player *player, const struct ask *ask, void **memory)
{
    const struct odd_row *row = player->user;
    struct odd_memory *kept = *memory;
    move last = kept ? odd_find_last(ask->game, &kept->after, ask->position) : MOVE_NONE;
    move chosen = odd_choose(row->style, ask->game, ask->position, last, ask->seed);
    if (!kept)
        kept = *memory = malloc(sizeof *kept);
    if (kept) {
        kept->after = *ask->position;
        ask->game->apply(&kept->after, chosen);
    }
    return chosen;
}

void odd_player_init(struct player *p, enum odd_style style)
{
    *p = (struct player){.text = odd_rows[style].name,
        .think = odd_think,
        .forget = free,
        .user = &odd_rows[style],
        .instant = true};
    snprintf(p->name, sizeof p->name, "@%s", odd_rows[style].name);
}

#include "author/check/rare_position.h"

#include "games/reversi.h"
#include "games/santorini.h"
#include "games/stones.h"

#include <string.h>

enum { RARE_TRIES = 30000, RARE_NARROW_TRIES = 3000, RARE_NARROW_MOVES = 3, RARE_LAST_MOVES = 4 };

// Draws one candidate. `w` says what for, so that a game can draw what is likely to fit.
typedef bool rare_draw(const struct rare_wish *w, struct random *r, position *p);

static rare_draw *rare_draw_of(const struct game *game)
{
    return game == &game_reversi  ? rare_reversi_draw
        : game == &game_santorini ? rare_santorini_draw
                                  : rare_stones_draw;
}

static bool rare_is_skipped(const struct game *game, const position *p)
{
    return game->forced && game->forced(p) != MOVE_NONE && !game->outcome(p).over;
}

struct rare_count {
    int moves, ends, skips; // all; those that end the game; those after which the other is skipped
    int blocked;            // of `ends`: the other has no move left, or not all squares are full
};

static struct rare_count rare_count_moves(const struct game *game, const position *p)
{
    move moves[MOVES_MAX];
    struct rare_count c = {.moves = game->moves(p, moves)};
    for (int i = 0; i < c.moves; i++) {
        position after = *p;
        game->apply(&after, moves[i]);
        struct outcome o = game->outcome(&after);
        c.ends += o.over;
        c.skips += rare_is_skipped(game, &after);
        c.blocked += o.over && o.rule && strcmp(o.rule, "S6") == 0;
    }
    return c;
}

// Whether the other player is skipped so many times in a row, whatever the player to move does.
static bool rare_is_again(const struct game *game, const position *p, int times)
{
    move moves[MOVES_MAX];
    int count = game->moves(p, moves);
    bool again = true;
    for (int i = 0; again && i < count; i++) {
        position after = *p;
        game->apply(&after, moves[i]);
        again = rare_is_skipped(game, &after);
        if (again && times > 1) {
            game->apply(&after, game->forced(&after));
            again = rare_is_again(game, &after, times - 1);
        }
    }
    return again;
}

// Whether there are such positions in a game.
static bool rare_is_known(const struct game *game, enum rarity rarity)
{
    switch (rarity) {
    case RARE_AGAIN:
    case RARE_CAN_SKIP:
    case RARE_AGAIN_TWICE:
        return game->forced != NULL;
    case RARE_LONG_LIST:
        return game == &game_reversi;
    case RARE_ONLY_PASS:
        return game == &game_stones;
    default:
        return true;
    }
}

static bool rare_fits(const struct rare_wish *w, const position *p)
{
    const struct game *game = w->game;
    if (game->outcome(p).over || rare_is_skipped(game, p))
        return false;
    if (w->rarity == RARE_USUAL || w->rarity == RARE_NARROW || w->rarity == RARE_LONG_LIST)
        return true;
    if (w->rarity == RARE_ONLY_PASS)
        return rare_stones_is_only_pass(p);
    if (w->rarity == RARE_AGAIN || w->rarity == RARE_AGAIN_TWICE)
        return rare_is_again(game, p, w->rarity == RARE_AGAIN ? 1 : 2);
    move moves[MOVES_MAX];
    int count = game->moves(p, moves);
    if (w->rarity == RARE_LAST_MOVE && count > RARE_LAST_MOVES)
        return false;
    struct rare_count c = rare_count_moves(game, p);
    switch (w->rarity) {
    case RARE_LAST_MOVE:
        return c.ends == c.moves;
    case RARE_WILL_END:
        return w->index % 2 == 0 || game != &game_santorini ? c.ends > 0 : c.blocked > 0;
    default:
        return c.skips > 0;
    }
}

// The narrowest of many, or the first that is narrow enough.
static bool rare_find_narrow(const struct rare_wish *w, struct random *r, position *p)
{
    rare_draw *draw = rare_draw_of(w->game);
    int enough = 1 + w->index % RARE_NARROW_MOVES, least = MOVES_MAX + 1;
    bool special = w->game == &game_santorini && w->index < RARE_SANTORINI_SPECIAL;
    int tries = special ? RARE_TRIES : RARE_NARROW_TRIES;
    for (int i = 0; i < tries && least > (special ? MOVES_MAX : enough); i++) {
        position candidate;
        move moves[MOVES_MAX];
        if (!draw(w, r, &candidate) || !rare_fits(w, &candidate))
            continue;
        int count = w->game->moves(&candidate, moves);
        if (count < least && (!special || rare_santorini_is_special(w, &candidate))) {
            least = count;
            *p = candidate;
        }
    }
    return least <= MOVES_MAX;
}

bool rare_position(const struct rare_wish *w, position *p)
{
    struct random r = random_seeded(w->seed);
    rare_draw *draw = rare_draw_of(w->game);
    if (w->rarity == RARE_NARROW && rare_find_narrow(w, &r, p))
        return true;
    for (int i = 0; i < RARE_TRIES && rare_is_known(w->game, w->rarity); i++) {
        if (draw(w, &r, p) && rare_fits(w, p))
            return true;
    }
    w->game->start(p, w->variant, NULL);
    return false;
}

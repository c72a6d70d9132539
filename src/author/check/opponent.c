#include "author/check/opponent.h"

// How much the opponent wants the position after its move; the most wanted is chosen.
static int opponent_liking(const struct opponent *o, const struct game *game, const position *after)
{
    move moves[MOVES_MAX];
    bool over = game->outcome(after).over;
    bool skipped = !over && game->forced && game->forced(after) != MOVE_NONE;
    int choices = over ? 0 : game->moves(after, moves);
    switch (o->style) {
    case OPPONENT_NARROW:
        return over ? -2 * MOVES_MAX : skipped ? -MOVES_MAX : -choices;
    case OPPONENT_WIDE:
        return over ? -2 * MOVES_MAX : choices;
    case OPPONENT_ENDER:
        return over ? MOVES_MAX : -choices;
    case OPPONENT_MUTE:
        return over ? -2 * MOVES_MAX : skipped ? MOVES_MAX : -choices;
    case OPPONENT_RANDOM:
        break;
    }
    return 0;
}

move opponent_choose(struct opponent *o, const struct game *game, const position *p)
{
    move moves[MOVES_MAX];
    int count = game->moves(p, moves), best = 0, ties = 0;
    move chosen = moves[0];
    for (int i = 0; i < count; i++) {
        position after = *p;
        game->apply(&after, moves[i]);
        int liking = opponent_liking(o, game, &after);
        if (ties == 0 || liking > best)
            ties = 0;
        else if (liking < best)
            continue;
        best = liking;
        if (random_below(&o->random, (uint32_t)++ties) == 0)
            chosen = moves[i];
    }
    return chosen;
}

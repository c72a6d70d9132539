#include "library/playout.h"

int playout_run(const struct game *game, const position *p, struct random *lot, uint64_t *plies)
{
    position now = *p;
    move moves[MOVES_MAX];
    for (;;) {
        const int count = game->moves(&now, moves);
        if (count == 0)
            return game->outcome(&now).winner;
        game->apply(&now, moves[random_below(lot, (uint32_t)count)]);
        ++*plies;
    }
}

move playout_draw(const struct game *game, const position *p, uint64_t seed)
{
    move moves[MOVES_MAX];
    struct random lot = random_seeded(seed);
    const int count = game->moves(p, moves);
    return count == 0 ? MOVE_NONE : moves[random_below(&lot, (uint32_t)count)];
}

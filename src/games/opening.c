#include "games/opening.h"

bool opening_goes_on(const struct game *game, const position *p)
{
    move moves[MOVES_MAX];
    int count = game->moves(p, moves);
    for (int i = 0; i < count; i++) {
        position after = *p;
        game->apply(&after, moves[i]);
        if (game->outcome(&after).over)
            return false;
    }
    return count > 0;
}

bool opening_choices_are_close(const struct game *game, const position *a, const position *b)
{
    move moves[MOVES_MAX];
    int of_a = game->moves(a, moves), of_b = game->moves(b, moves);
    return 3 * (of_a < of_b ? of_a : of_b) >= 2 * (of_a < of_b ? of_b : of_a);
}

void opening_begin(const struct game *game, position *p)
{
    if (game->begin_opening)
        game->begin_opening(p);
}

bool opening_is_balanced(const struct game *game, const position *p)
{
    return (!game->is_balanced || game->is_balanced(p)) && opening_goes_on(game, p);
}

#include "library/opened.h"

int opened_of(const struct agon_position *sealed, struct opened *out)
{
    out->number = sealed_open(sealed, &out->p);
    if (out->number < 0)
        return AGON_NO_POSITION;
    out->game = sealed_game(out->number);
    if (!out->game)
        return AGON_NO_POSITION;
    out->encoding = encoding_of(out->game);
    return AGON_OK;
}

move opened_move(const struct opened *o, int32_t action)
{
    if (action < 0 || action >= o->encoding->actions)
        return MOVE_NONE;
    return o->encoding->move(&o->p, action);
}

move opened_legal_move(const struct opened *o, int32_t action)
{
    const move m = opened_move(o, action);
    return m != MOVE_NONE && o->game->legal(&o->p, m, NULL) ? m : MOVE_NONE;
}

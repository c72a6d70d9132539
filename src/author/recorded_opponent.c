#include "author/recorded_opponent.h"

#include <stdio.h>
#include <stdlib.h>

// What it remembers of a game.
struct recorded_opponent_memory {
    bool replaced;                     // the other one plays
    void *then;                        // its memory,
    void (*forget_then)(void *memory); // which this frees
};

move recorded_opponent_move(const struct recorded_game *g, int seat, const position *p)
{
    for (int i = 0; i < g->move_count; i++) {
        const struct recorded_move *m = &g->moves[i];
        if (m->seat == seat && position_equal(&m->before, p))
            return m->move;
    }
    return MOVE_NONE;
}

static move recorded_opponent_think(
    const struct player *player, const struct ask *ask, void **memory)
{
    const struct recorded_opponent *o = player->user;
    struct recorded_opponent_memory *own = *memory;
    if (!own)
        *memory = own = calloc(1, sizeof *own);
    if (!own)
        return MOVE_NONE;
    move m = own->replaced ? MOVE_NONE : recorded_opponent_move(o->game, o->seat, ask->position);
    if (m != MOVE_NONE)
        return m;
    own->replaced = true;
    own->forget_then = o->then.forget;
    return o->then.think(&o->then, ask, &own->then);
}

static void recorded_opponent_forget(void *memory)
{
    struct recorded_opponent_memory *own = memory;
    if (own && own->then && own->forget_then)
        own->forget_then(own->then);
    free(own);
}

void recorded_opponent_seat(struct recorded_opponent *o, struct player *player)
{
    snprintf(o->text, sizeof o->text, "recorded, then %s", o->then.text);
    *player = (struct player){.text = o->text,
        .sandbox = o->then.sandbox,
        .think = recorded_opponent_think,
        .forget = recorded_opponent_forget,
        .user = o};
    snprintf(player->name, sizeof player->name, "%s", o->game->players[o->seat].name);
}

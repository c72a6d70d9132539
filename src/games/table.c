// The games there are. A fourth one is one more line here.
#include "games/game.h"
#include "games/stones.h"

const struct game *const games[] = {
    &game_stones,
    NULL,
};

// The games there are. A fourth one is one more row here.
#include "games/game.h"
#include "games/reversi.h"
#include "games/santorini.h"
#include "games/stones.h"

const struct game *const games[] = {
    &game_santorini,
    &game_reversi,
    &game_stones,
    NULL,
};

#include "wire/slip.h"

const struct slip_row slips[SLIPS] = {
    [SLIP_STALE] = {"stale", "it looked at the board before the last move: there it was legal"},
    [SLIP_SWAPPED] = {"swapped", "row and column (x and y) are swapped"},
    [SLIP_TOO_HIGH] = {"too-high", "its numbers are one too high (they count from 0)"},
    [SLIP_TOO_LOW] = {"too-low", "its numbers are one too low"},
    [SLIP_OTHER_PLAYER] = {"other-player",
        "it plays for the wrong side: the move is legal for the other player"},
    [SLIP_OTHER_NAME] = {"other-name", "only the name is wrong"},
    [SLIP_REVERSED] = {"reversed", "\"From\" and \"To\" are swapped"},
    [SLIP_TYPE] = {"type", "only the type is wrong (1 attacks, 2 strengthens)"},
    [SLIP_BUILD_FROM] = {"build-from", "the build is meant from where the worker stood before"},
    [SLIP_NORTH_SOUTH] = {"north-south",
        "north and south are the wrong way round (y grows to the south)"},
    [SLIP_OTHER_WORKER] = {"other-worker", "it is meant for the other worker"},
};

// The usual slips behind a refused move: which there are, and the words for each. A slip is claimed
// only when it is true, that is, when the rules accept the move once the slip is taken out of it.
// If several are true the first two are told: docs/referee.md has the order.
#ifndef AGON_WIRE_SLIP_H
#define AGON_WIRE_SLIP_H

enum slip {
    SLIP_STALE,        // the move was legal before the last move
    SLIP_SWAPPED,      // the two coordinates stand in the wrong order
    SLIP_TOO_HIGH,     // every number is one too high
    SLIP_TOO_LOW,      // every number is one too low
    SLIP_OTHER_PLAYER, // the move is legal for the other player
    SLIP_OTHER_NAME,   // santorini: right, but for the name of the player
    SLIP_REVERSED,     // stones: "From" and "To" stand in the wrong order
    SLIP_TYPE,         // stones: an attack called strengthening, or the other way round
    SLIP_BUILD_FROM,   // santorini: the build counts from where the worker came from
    SLIP_NORTH_SOUTH,  // santorini: north and south the wrong way round
    SLIP_OTHER_WORKER, // santorini: the player's other worker could do it
    SLIPS
};

struct slip_row {
    const char *id;    // for programs: "swapped"
    const char *words; // for people, after "perhaps": "row and column (x and y) are swapped"
};

extern const struct slip_row slips[SLIPS];

#endif

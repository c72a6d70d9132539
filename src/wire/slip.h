// The usual slips that make a move illegal, and the words for each. A slip is named only if the
// move would be legal without it. If several are possible, the first two are named: docs/referee.md
// has the order.
#ifndef AGON_WIRE_SLIP_H
#define AGON_WIRE_SLIP_H

enum slip {
    SLIP_STALE,        // the move was legal before the last move
    SLIP_SWAPPED,      // the two coordinates stand in the wrong order
    SLIP_TOO_HIGH,     // every number is one too high
    SLIP_TOO_LOW,      // every number is one too low
    SLIP_OTHER_PLAYER, // the move is legal for the other player
    SLIP_OTHER_NAME,   // santorini: only the name of the player is wrong
    SLIP_REVERSED,     // stones: "From" and "To" stand in the wrong order
    SLIP_TYPE,         // stones: an attack is called strengthening, or the other way round
    SLIP_BUILD_FROM,   // santorini: the build is counted from where the worker stood before
    SLIP_NORTH_SOUTH,  // santorini: north and south are exchanged
    SLIP_OTHER_WORKER, // santorini: the player's other worker could do it
    SLIPS
};

#define SLIP_BIT(slip) (1U << (slip)) // of a set of slips

struct slip_row {
    const char *id;    // for programs: "swapped"
    const char *words; // for people, after "perhaps": "row and column (x and y) are swapped"
};

extern const struct slip_row slips[SLIPS];

#endif

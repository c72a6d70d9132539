// A guest at a table: a player, the seat that it has there from its first game to its goodbye, and
// what the end of the contest will tell it. Used by the table only.
#ifndef AGON_REFEREE_GUEST_H
#define AGON_REFEREE_GUEST_H

#include "referee/referee.h"
#include "referee/seat.h"

// One game of a connection that plays many, as its contest's end tells it (S8).
struct table_result {
    char winner[WIRE_NAME_BYTES], loser[WIRE_NAME_BYTES];
    bool irregular;
};

struct table_guest {
    const struct player *player;
    struct seat *seat; // NULL: nobody sits there; else opening, playing or between two games
    struct seat own;   // where the table keeps a seat that it opened itself
    bool opened;       // a game has opened its wire
    bool leaving;      // has been said goodbye
    struct table_result *results; // of the games on this connection
    size_t result_count;
};

// Keeps the result of a game for the end of the contest, where the player's wire tells it.
void guest_remember(struct table_guest *guest, const struct referee *r);
// The end of the contest, for a bot that has played all its games on one connection (S8).
void guest_tell_results(struct table_guest *guest);

// Closes its seat; when that takes time, the seat's events say when it has left.
void guest_say_goodbye(struct table_guest *guest, bool at_once);
void guest_has_left(struct table_guest *guest);

void guest_destroy(struct table_guest *guest);

#endif

// A guest at a table: a player, the seat that it has there from its first game to its goodbye, and
// what the end of the contest will tell it. Used by the table only.
#ifndef AGON_REFEREE_TABLE_GUEST_H
#define AGON_REFEREE_TABLE_GUEST_H

#include "referee/referee.h"
#include "referee/seat.h"

enum { GUEST_WHY_BYTES = 224 };

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
    bool told;         // of the end of its contest
    char why[GUEST_WHY_BYTES];    // it has left, in words; "" while it is there
    struct table_result *results; // of the games on this connection
    size_t result_count;
};

// Keeps the result of a game for the end of the contest, where the player's wire tells it.
void guest_remember(struct table_guest *guest, const struct referee *r);

// --- Between two games, and after the last ---

// The game is over, and the guest stays for the next one when it has acknowledged that (S7).
void guest_stay(struct table_guest *guest, const struct budget *budget, int64_t game);
bool guest_owes_ack(const struct table_guest *guest);
// Reads what has come from it. True: it owes nothing any more, or it has to leave.
bool guest_read_ack(struct table_guest *guest);
// True: it has to leave, since it did not acknowledge something in time.
bool guest_is_late(struct table_guest *guest, struct moment now);
// Its contest is over: it is told so (S8) as soon as it owes nothing, and leaves when it has
// acknowledged that. To be called again whenever guest_read_ack was true.
void guest_see_off(struct table_guest *guest, const struct budget *budget);

// --- Leaving ---

// Keeps why it leaves: "closed its output in game 3". `when` is "in" or "after"; NULL: the words
// tell it.
void guest_keep_reason(
    struct table_guest *guest, const char *words, const char *when, int64_t game);
// Closes its seat; when that takes time, the seat's events say when it has left.
void guest_say_goodbye(struct table_guest *guest, bool at_once);
void guest_has_left(struct table_guest *guest);

void guest_destroy(struct table_guest *guest);

#endif

// A participant at a table: a player, the seat that it has there from its first game to its
// goodbye, and what the end of the contest will tell it. Used by the table only.
#ifndef AGON_REFEREE_TABLE_PARTICIPANT_H
#define AGON_REFEREE_TABLE_PARTICIPANT_H

#include "referee/referee.h"
#include "referee/session.h"

enum { PARTICIPANT_WHY_BYTES = 224 };

// One game of a connection that plays many, as its contest's end tells it (S8).
struct participant_result {
    char winner[WIRE_NAME_BYTES], loser[WIRE_NAME_BYTES];
    bool irregular;
};

struct participant {
    const struct player *player;
    struct session *session; // NULL: nobody sits there; else opening, playing or between two games
    struct session own;      // where the table keeps a seat that it opened itself
    bool opened;             // a game has opened its wire
    bool leaving;            // has been said goodbye
    bool told;               // of the end of its contest
    char why[PARTICIPANT_WHY_BYTES];    // it has left, in words; "" while it is there
    struct participant_result *results; // of the games on this connection
    size_t result_count;
};

// Keeps the result of a game for the end of the contest, where the player's wire tells it.
void participant_remember(struct participant *participant, const struct referee *r);

// --- Between two games, and after the last ---

// The game is over, and the participant stays for the next one when it has acknowledged that (S7).
void participant_stay(struct participant *participant, const struct budget *budget, int64_t game);
bool participant_owes_ack(const struct participant *participant);
// Reads what has come from it. True: it owes nothing any more, or it has to leave.
bool participant_read_ack(struct participant *participant);
// True: it has to leave, since it did not acknowledge something in time.
bool participant_is_late(struct participant *participant, struct moment now);
// Its contest is over: it is told so (S8) as soon as it owes nothing, and leaves when it has
// acknowledged that. To be called again whenever participant_read_ack was true.
void participant_see_off(struct participant *participant, const struct budget *budget);

// --- Leaving ---

// Keeps why it leaves: "closed its output in game 3". `when` is "in" or "after"; NULL: the words
// tell it.
void participant_keep_reason(
    struct participant *participant, const char *words, const char *when, int64_t game);
// Closes its seat; when that takes time, the seat's events say when it has left.
void participant_say_goodbye(struct participant *participant, bool at_once);
void participant_has_left(struct participant *participant);

void participant_destroy(struct participant *participant);

#endif

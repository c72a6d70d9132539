// One of the two players at a table: its session from its first game to its goodbye, and what it is
// to be told at the end of its contest.
#ifndef AGON_REFEREE_TABLE_PARTICIPANT_H
#define AGON_REFEREE_TABLE_PARTICIPANT_H

#include "referee/referee.h"
#include "referee/session.h"

enum { PARTICIPANT_WHY_BYTES = 224 };

// One game of a connection that plays many, for the end of its contest (S8).
struct participant_result {
    char winner[WIRE_NAME_BYTES], loser[WIRE_NAME_BYTES];
    bool irregular; // the loser made a fault
};

struct participant {
    const struct player *player;
    const cpu_set_t *cores;  // that a bot which we start may use; NULL: those of this thread
    struct session *session; // NULL: it has none; else it opens, plays or waits for the next game
    struct session own;      // the memory of a session that the table opened itself
    bool opened;             // a game has opened its wire
    bool leaving;            // its session is being closed
    bool told;               // it was told that its contest is over
    char why[PARTICIPANT_WHY_BYTES];    // why it has left, in words; "" while it is there
    struct participant_result *results; // the games on this connection
    size_t result_count;
};

// Keeps the result of a game until the end of the contest, if the player's wire will tell it.
void participant_remember(struct participant *participant, const struct referee *r);

// --- Between two games, and after the last ---

// The game is over, and the participant stays for the next one. It may have to acknowledge the end
// (S7) before that begins. `game` is the number of the game.
void participant_stay(struct participant *participant, const struct budget *budget, int64_t game);
bool participant_owes_ack(const struct participant *participant);
// Reads what has come from it. Returns true if there is nothing left to acknowledge, or if it has
// to leave.
bool participant_read_ack(struct participant *participant);
// Returns true if it did not acknowledge something in time: then it has to leave.
bool participant_is_late(struct participant *participant, struct moment now);
// Its contest is over. As soon as it has nothing left to acknowledge it is told so (S8), and leaves
// when it has acknowledged that. Call it again whenever participant_read_ack returned true.
void participant_see_off(struct participant *participant, const struct budget *budget);

// --- Leaving ---

// Keeps why it leaves, for example "closed its output in game 3". `when` is "in" or "after", and
// `game` the number of the game; if `when` is NULL the words say it all.
void participant_keep_reason(
    struct participant *participant, const char *words, const char *when, int64_t game);
// Closes its session. If that takes time, the events of the session tell when it is closed.
void participant_say_goodbye(struct participant *participant, bool at_once);
// Its session is closed.
void participant_has_left(struct participant *participant);

void participant_destroy(struct participant *participant);

#endif

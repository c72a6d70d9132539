// How a game ended, and the words for it. Pure: names and figures go in, sentences come out.
#ifndef AGON_REFEREE_RESULT_H
#define AGON_REFEREE_RESULT_H

#include "games/game.h"
#include "link/limit.h"
#include "referee/excerpt.h"
#include "referee/seat_clock.h"
#include "wire/explain.h"
#include "wire/framer.h"
#include "wire/verdict.h"

enum {
    RESULT_MESSAGE_BYTES = 512, // what is kept of a message that lost the game
    RESULT_NOT_MEASURED = -1
};

struct result {
    enum verdict verdict;
    int winner;                         // a seat, or NOBODY
    int blame;                          // the seat that made the fault, or NOBODY
    char rule[4];                       // "" if no rule is to be named
    const char *reason;                 // WON and DRAW: a few fixed words
    char explanation[320];              // one sentence for people, with the names of the players
    struct fault fault;                 // for a fault: what was expected and seen, and where
    struct explanation refused;         // for an ILLEGAL move over a wire
    struct charge charge;               // for a fault in a move: the time it took
    char message[RESULT_MESSAGE_BYTES]; // for a fault: the beginning of the wrong message,
    size_t message_bytes;               // and its whole length; 0: there was no message
    char last_words[EXCERPT_BYTES];     // for a fault: what to show of the bot's stderr
    int moves;
    int64_t wall_ns;
    // By seat: how long the bot computed while it was not asked; RESULT_NOT_MEASURED for players
    // that the arena did not start.
    int64_t pondered_ns[SEATS];
};

// Each sets verdict, winner, blame, rule, reason and explanation. `names` are by seat.
void result_by_rules(struct result *r, const struct outcome *o, const char *const names[SEATS]);
void result_by_resigning(struct result *r, int seat, const char *const names[SEATS]);
void result_by_fault(
    struct result *r, int seat, const struct fault *fault, const char *const names[SEATS]);
void result_void(struct result *r, const char *words);

// Keeps the message that made the fault.
void result_blame_message(struct result *r, const struct message *m);

// What had come from a bot when its time was over.
enum came {
    CAME_NEVER_ANYTHING, // nothing, and nothing before either
    CAME_NOTHING,        // nothing
    CAME_PART,           // a part of a message
    CAME_LATE,           // an answer that was too late
};

// Fills `f` for a bot whose time was over. `for_what` says what the time was for ("for its move");
// `rest` is the part of a message that has come, for CAME_PART.
void fault_timeout(struct fault *f, const struct charge *charge, const char *for_what,
    enum came came, const struct message *rest);

// Fills `f` for a bot that has passed a limit; `words` is the sentence for people.
void fault_limit(struct fault *f, const struct limit_passed *passed, const char *words);

#endif

// A recorded game that is to be fought again by a bot, from its start or from one of its moves: at
// which seat, where it begins, and what of it came out otherwise. Pure.
#ifndef AGON_AUTHOR_REFIGHT_H
#define AGON_AUTHOR_REFIGHT_H

#include "referee/recorded_game.h"
#include "referee/result.h"

enum { REFIGHT_TIME_BYTES = 160 };

struct refight {
    const struct recorded_game *record;
    int seat;        // of the bot
    int from;        // the number of the first move that is fought, from 1
    bool led;        // the bot is led through the moves before it
    position start;  // where the new game begins
    move *led_moves; // if it is led: the moves before `from`
    int skipped;     // how many moves of the record lie before `start`
};

// Finds the seat that `text` names: "first", "second", or the name of a player. If it is NULL: the
// seat that was blamed; else that of the only bot; else that of the loser. `*whose` says why, for
// people. Returns false and fills `e` if nobody is meant.
bool refight_find_seat(const struct recorded_game *g, const char *text, int *seat,
    const char **whose, struct error *e);

// `wire` is what the bot speaks; NULL: it plays without messages. With `lead` it is led to the move
// `from` although it could begin there. Returns false and fills `e` if there is no such move.
// Destroy `f` in both cases.
bool refight_init(struct refight *f, const struct recorded_game *g, int seat, int64_t from,
    const struct wire *wire, bool lead, struct error *e);
void refight_destroy(struct refight *f);

// The coin of the game (see struct wire_game), as the messages or the start of the record show it.
int refight_coin(const struct refight *f, const struct wire *wire);
// The times of the seat, as --time takes them; "" if the record does not tell them.
void refight_time(const struct recorded_game *g, int seat, char time[REFIGHT_TIME_BYTES]);
// How the recorded game ended. Only if it has ended.
void refight_old_result(const struct recorded_game *g, struct result *r);

// Whether the built-in player has made this move of the new game: the opponent was asked in a
// position of which the record does not say what it played.
bool refight_is_taken_over(const struct refight *f, const position *before, move m);

// Where the new game left the recorded one.
struct refight_deviation {
    int number; // of the move, counted from the start of the record, from 1; 0: it did not
    int seat;   // who moved
    char played[MOVE_TEXT_BYTES];
    char recorded[MOVE_TEXT_BYTES]; // "": the record has no move there
    bool taken_over;                // the built-in player has moved for the opponent
};

// `moves` are those of the new game, separated by blanks.
void refight_compare(const struct refight *f, const char *moves, struct refight_deviation *d);
// Appends a sentence about it. `result` is that of the new game, with its moves counted from the
// start of the record; `then` is who plays on.
void refight_text_deviation(struct text *out, const struct refight *f,
    const struct refight_deviation *d, const struct result *result, const char *then);
// Whether a fault of the record may have stayed away only because the bot was not shown the
// messages before its first move. `result` as above.
bool refight_may_need_lead(const struct refight *f, const struct result *result);

#endif

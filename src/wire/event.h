// What goes into a wire and comes out of it, apart from bytes: what a seat waits for, what a bot
// has said, how a game begins and ends. The functions that take and give these are in wire.h.
#ifndef AGON_WIRE_EVENT_H
#define AGON_WIRE_EVENT_H

#include "games/game.h"
#include "wire/framer.h"
#include "wire/verdict.h"

#include <stdbool.h>

// --- The arena's side ---

// What a seat waits for. A clock runs whenever this is not WIRE_IDLE: the referee's in a game, that
// of referee/ack.h after it.
enum wire_wait {
    WIRE_IDLE,
    WIRE_NAME, // the bot's name: the start budget
    WIRE_ACK,  // "OK": the request budget
    WIRE_MOVE, // a move: the request budget
};

enum wire_event_kind {
    WIRE_NOTHING,      // no complete message that anyone waits for
    WIRE_NAMED,        // the bot calls itself `name`; answer with wire_seat_name
    WIRE_ACKNOWLEDGED, // "OK" came
    WIRE_MOVED,        // `move` is legal in the position of wire_seat_ask
    WIRE_RESIGNED,     // the bot gives up: a regular loss (santorini-course)
    WIRE_LATE,         // an answer to what the end of a game has overtaken: nothing to do
    WIRE_FAULT,        // `fault` was filled in; the message is used up
};

struct wire_event {
    enum wire_event_kind kind;
    move move;
    const char *name;       // valid until the next call for this seat
    struct message message; // the bytes that said so, for the record; as long as framer.h says
};

// How a game ended, for wire_seat_over.
struct wire_end {
    enum verdict verdict;
    int winner; // a seat, or NOBODY (a draw, void)
    int blame;  // the seat that made the fault, or NOBODY
};

// One game of a contest, for wire_seat_finish.
struct wire_result {
    const char *winner, *loser;
    bool irregular; // lost by a fault
};

// What a seat is told when a game begins.
struct wire_game {
    const position *start;
    int seat;             // which seat this is
    const char *opponent; // the other's name: in Santorini, what wire_seat_name gave it
    int coin;             // 0 or 1, tossed for this game: for what a protocol leaves to chance (R1)
};

// --- The bot's side ---

enum wire_bot_event_kind {
    BOT_NOTHING,
    BOT_NAMED,    // the arena has renamed us: bot->name
    BOT_GAME,     // a game begins, as far as the protocol says so
    BOT_TURN,     // it is our turn: bot->seat is to move in bot->position
    BOT_PLAYED,   // `move` was processed, ours or the opponent's (hgp, stones)
    BOT_OVER,     // the game ended: `score`, `verdict`; `move` may have ended it
    BOT_FINISHED, // the contest ended
    BOT_ERROR,    // the arena sent something that this protocol does not have
};

struct wire_bot_event {
    enum wire_bot_event_kind kind;
    move move;            // BOT_PLAYED and BOT_OVER: what was just played, or MOVE_NONE
    int score;            // BOT_OVER: 1 we won, -1 we lost, 0 a draw, or the message does not tell
    enum verdict verdict; // BOT_OVER: WON, DRAW or the fault, as far as the message tells
    struct message message;
};

#endif

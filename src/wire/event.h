// What goes into a wire and comes out of it apart from bytes: what a stream waits for, what a bot
// has said, how a game begins and ends. The functions of wire.h take and give these.
#ifndef AGON_WIRE_EVENT_H
#define AGON_WIRE_EVENT_H

#include "games/game.h"
#include "wire/framer.h"
#include "wire/verdict.h"

#include <stdbool.h>

// --- The arena's side ---

// What a stream waits for. While it is not WIRE_IDLE the bot's time runs: in a game the referee
// measures it, after the game referee/ack.h does.
enum wire_wait {
    WIRE_IDLE, // for nothing
    WIRE_NAME, // for the bot's name, within the start budget
    WIRE_ACK,  // for "OK", within the request budget
    WIRE_MOVE, // for a move, within the request budget
};

enum wire_event_kind {
    WIRE_NOTHING,      // there is no whole message, or nobody waits for one
    WIRE_NAMED,        // the bot asks for the name `name`; answer with wire_stream_name
    WIRE_ACKNOWLEDGED, // "OK" came
    WIRE_MOVED,        // `move` is legal in the position of wire_stream_ask
    WIRE_RESIGNED,     // the bot gives up: it loses, but not by a fault (santorini-course)
    WIRE_LATE,         // the answer to a request of a game that has ended: nothing to do
    WIRE_FAULT,        // the message is wrong, and `fault` says how
};

struct wire_event {
    enum wire_event_kind kind;
    move move;
    const char *name;       // WIRE_NAMED; valid until the next call for this stream
    struct message message; // the bytes of the message; framer.h says how long they are valid
};

// How a game ended, for wire_stream_over.
struct wire_end {
    enum verdict verdict;
    int winner; // a seat, or NOBODY (a draw, a void game)
    int blame;  // the seat that made a fault, or NOBODY
};

// One game of a contest, for wire_stream_finish.
struct wire_result {
    const char *winner, *loser;
    bool irregular; // the loser made a fault
};

// What a bot is told when a game begins.
struct wire_game {
    const position *start;
    int seat;             // which seat the bot has
    const char *opponent; // the opponent's name; in Santorini the one of wire_stream_name
    int coin; // 0 or 1, tossed for this game. A protocol that leaves something to chance uses it
              // (R1: who has which player id)
};

// --- The bot's side ---

enum wire_bot_event_kind {
    BOT_NOTHING,
    BOT_NAMED,    // the arena has given us another name: bot->name
    BOT_GAME,     // a game begins (not every protocol tells that)
    BOT_TURN,     // it is our turn: bot->seat is to move in bot->position
    BOT_PLAYED,   // `move` was played, by us or by the opponent (hgp, stones)
    BOT_OVER,     // the game is over: see `score` and `verdict`; `move` may be the last one
    BOT_FINISHED, // the contest is over
    BOT_ERROR,    // the arena sent something that is not part of this protocol
};

struct wire_bot_event {
    enum wire_bot_event_kind kind;
    move move;            // BOT_PLAYED and BOT_OVER: the move that was played, or MOVE_NONE
    int score;            // BOT_OVER: 1 we won, -1 we lost, 0 a draw, or the message does not say
    enum verdict verdict; // BOT_OVER: WON, DRAW or the fault, if the message says it
    struct message message;
};

#endif

// The protocols, sans I/O: bytes in, events out; events in, bytes out. No sockets, no clocks, no
// files. The law is docs/rulings.md; every fault quotes one of its ids.
//
// A wire is one protocol or one dialect of it, a row of the table `wires`. It has two sides:
//
//   struct wire_seat   the arena's end of one bot's stream: builds every message, checks every
//                      reply. One per connection; a Santorini connection plays many games.
//   struct wire_bot    the bot's end: reads what the arena sends, builds the replies. For built-in
//                      players, tests and tools.
//
// Whatever is to be sent is appended to the caller's `out`: several messages that follow each other
// may go out in one write (G1). Nothing here blocks, prints, or looks at the time.
#ifndef AGON_WIRE_WIRE_H
#define AGON_WIRE_WIRE_H

#include "base/error.h"
#include "base/text.h"
#include "games/game.h"
#include "wire/framer.h"
#include "wire/verdict.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    WIRE_NAME_LETTERS = 32,                      // S1; also the most characters of a name elsewhere
    WIRE_NAME_BYTES = 4 * WIRE_NAME_LETTERS + 1, // of UTF-8, with its NUL
};

struct protocol; // wire/protocol.h: the functions behind a wire

struct wire {
    const char *name;    // as typed: "santorini-course"
    const char *summary; // for a list: "the course's remote protocol"
    const struct game *game;
    bool is_default;          // the wire that a game speaks when nobody says otherwise
    bool bot_opens;           // the bot must name itself before anything else (S1)
    bool says_name;           // a bot can name itself (S1, R7)
    bool many_games;          // one connection plays many games (G6, S8)
    int32_t start_ms;         // default budgets: to start or join,
    int32_t first_request_ms; // for the first request of a game,
    int32_t request_ms;       // and for every later one
    int32_t option;           // the dialect, in the protocol's own terms
    const struct protocol *protocol;
};

extern const struct wire wires[];                                // ended by a row without a name
const struct wire *wire_find(const char *name, struct error *e); // NULL: no such wire
const struct wire *wire_default(const struct game *game);
// The wire of that name, or the game's own if `name` is NULL (then `*wire` is NULL where the game
// has none). False and words: there is no such wire, or it is for another game.
bool wire_choose(
    const struct game *game, const char *name, const struct wire **wire, struct error *e);

// Turns the start of a game so that it is the one that the protocol fixes for these player ids
// (R2); any other position, and any other protocol, is left alone. `first_id` as in struct
// wire_game.
void wire_turn_start(const struct wire *w, position *p, int first_id);

// Whether bots of this wire can begin a game in that position. False and words: their protocol does
// not foresee it.
bool wire_can_begin(const struct wire *w, const position *p, struct error *e);

// Whether a bot's first message tells which of the two wires it speaks.
bool wire_is_told_apart(const struct wire *w, const struct wire *other);

// 1 to 32 letters a-z (S1).
bool wire_name_fits(const char *name);
// A name that fits and that is not `taken` (may be NULL), as near to `wanted` as possible.
void wire_name_make(char name[WIRE_NAME_BYTES], const char *wanted,
    bool (*taken)(const char *name, void *context), void *context);

// ---------------------------------------------------------------------------------------------
// The arena's side.
//
// The life of a seat, whatever the protocol ("=>" says what the seat waits for afterwards):
//
//   wire_seat_init     nothing is sent
//   wire_seat_open     the stream is up                    => WIRE_IDLE, or WIRE_NAME
//   wire_seat_name     answers a WIRE_NAMED event          => WIRE_IDLE, or WIRE_ACK
//   wire_seat_begin    a game begins                       => WIRE_IDLE, or WIRE_ACK
//   wire_seat_ask      it is this seat's turn              => WIRE_MOVE
//   wire_seat_tell     a move was played, by either seat      (as before)
//   wire_seat_over     the game ended, whatever the reason => WIRE_IDLE, or WIRE_ACK
//   wire_seat_finish   the contest ended                   => WIRE_IDLE, or WIRE_ACK
//   wire_seat_destroy
//
// Bytes from the bot go to wire_seat_feed at any time; then wire_seat_next is called until it says
// WIRE_NOTHING. While a seat is idle its messages stay queued and answer what is asked next (G4),
// so wire_seat_next must also be called after each of the functions above.
//
// A turn is: ask(mover), next(mover) = WIRE_MOVED, game->apply, tell(both), and ask(the next mover)
// before the bytes go out, so that nothing that answers them is taken for early. A forced pass in
// Reversi is played by the referee and told like any other move (it sends nothing, R4). When
// game->outcome says that it is over: tell, then over.
// ---------------------------------------------------------------------------------------------

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
    int first_id;         // hgp: the player id (R1) of seat 0, 0 or 1; the other seat has the other
};

struct wire_seat {
    const struct wire *wire;
    enum wire_wait waits; // read by everyone, written by the wire
    struct framer in;
    char name[WIRE_NAME_BYTES];     // the bot's own; "" until wire_seat_name
    char opponent[WIRE_NAME_BYTES]; // in the running game
    char wanted[WIRE_NAME_BYTES];   // what the bot calls itself
    position asked;                 // the position of the open request
    int8_t seat;
    int8_t id;            // hgp: the player id
    uint8_t late_acks;    // santorini: acknowledgements that the end of a game has overtaken
    uint8_t late_reply;   // the same for the answer to a request
    const char *ack_rule; // santorini: the rule that asks for the acknowledgement
    bool spoke;           // hgp: the first message has been read
    // The first message decides which wire the bot speaks, of those that it can tell apart from
    // `wire`; set by whoever lets all of them in. From then on `wire` is that one.
    bool any_dialect;
};

// `name` is the seat's own name, used where the bot does not say its own; NULL: none.
void wire_seat_init(struct wire_seat *s, const struct wire *w, const char *name);
void wire_seat_destroy(struct wire_seat *s);

void wire_seat_open(struct wire_seat *s, struct text *out);

// The name that the bot gets in the contest. Santorini: one that fits and is not taken, see
// wire_name_make; the bot is told "OK" or its new name. Elsewhere the name is only kept.
void wire_seat_name(struct wire_seat *s, const char *name, struct text *out);

void wire_seat_begin(struct wire_seat *s, const struct wire_game *g, struct text *out);
void wire_seat_ask(struct wire_seat *s, const position *p, struct text *out);

// `m` was played in `before` and led to `after`. Seats that speak the same wire are sent the same
// bytes, so one call may do for both.
void wire_seat_tell(
    struct wire_seat *s, const position *before, move m, const position *after, struct text *out);

// Also for a seat that made the fault itself, as long as its stream is open; a seat whose game has
// not begun is told nothing. The acknowledgement that it may wait for changes nothing any more
// (S7).
void wire_seat_over(struct wire_seat *s, const struct wire_end *end, struct text *out);

// For a seat that waits for nothing.
void wire_seat_finish(
    struct wire_seat *s, const struct wire_result *results, size_t count, struct text *out);

// False with a fault (FLOOD) when the stream broke a limit of G2; the stream is dead then, and all
// that follows is dropped. Also false with VOID when our memory ran out. `fault` may be NULL.
// What has come of an unfinished message, for the words of a timeout: framer_rest(&s->in, ...).
bool wire_seat_feed(struct wire_seat *s, const char *bytes, size_t length, struct fault *fault);

// The next event. `fault` is written only for WIRE_FAULT; it may be NULL.
enum wire_event_kind wire_seat_next(
    struct wire_seat *s, struct wire_event *event, struct fault *fault);

// ---------------------------------------------------------------------------------------------
// The bot's side. Bytes from the arena go to wire_bot_feed; then wire_bot_next is called until it
// says BOT_NOTHING. Acknowledgements are appended to `out` by themselves; on BOT_TURN the caller
// chooses a legal move in bot->position and calls wire_bot_move.
// ---------------------------------------------------------------------------------------------

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

struct wire_bot {
    const struct wire *wire;
    struct framer in;
    char name[WIRE_NAME_BYTES];
    char opponent[WIRE_NAME_BYTES]; // "" when unknown
    const char *variant;
    position position; // the last one known
    int8_t seat;       // 0 or 1, once known; else NOBODY
    int8_t id;         // hgp: our player id
    bool turn_due;     // a message both told something and gave us the turn
    bool moved;        // stones: a move of this game has been processed
};

// `variant` is one of the game's, NULL for the default: not every protocol says it (S2).
void wire_bot_init(struct wire_bot *b, const struct wire *w, const char *name, const char *variant);
void wire_bot_destroy(struct wire_bot *b);
void wire_bot_open(struct wire_bot *b, struct text *out);
void wire_bot_move(struct wire_bot *b, move m, struct text *out);
void wire_bot_resign(struct wire_bot *b, struct text *out); // santorini-course; else nothing
bool wire_bot_feed(struct wire_bot *b, const char *bytes, size_t length, struct error *e);
enum wire_bot_event_kind wire_bot_next(
    struct wire_bot *b, struct wire_bot_event *event, struct text *out, struct error *e);

#endif

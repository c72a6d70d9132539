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
#include "wire/event.h"
#include "wire/framer.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    WIRE_NAME_LETTERS = 32,                      // S1; also the most characters of a name elsewhere
    WIRE_NAME_BYTES = 4 * WIRE_NAME_LETTERS + 1, // of UTF-8, with its NUL
};

struct protocol; // wire/protocols/protocol.h: the functions behind a wire

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

// Turns the start of a game into the one that the protocol prescribes, where that depends on the
// coin (R2). Any other position, and any other protocol, is left alone. `coin` as in struct
// wire_game.
void wire_turn_start(const struct wire *w, position *p, int coin);

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

// Room for what one protocol alone has to remember of a stream. All zero at first; the protocol
// keeps a struct of its own in it, which nobody else knows.
struct wire_own {
    unsigned char bytes[4];
};

struct wire_seat {
    const struct wire *wire;
    enum wire_wait waits; // read by everyone, written by the wire
    struct framer in;
    char name[WIRE_NAME_BYTES];     // the bot's own; "" until wire_seat_name
    char opponent[WIRE_NAME_BYTES]; // in the running game
    char wanted[WIRE_NAME_BYTES];   // what the bot calls itself
    position asked;                 // the position of the open request
    int8_t seat;                    // in the running game, or NOBODY
    struct wire_own own;
    const char *ack_rule; // while it waits for WIRE_ACK: the rule that asks for it
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

struct wire_bot {
    const struct wire *wire;
    struct framer in;
    char name[WIRE_NAME_BYTES];
    char opponent[WIRE_NAME_BYTES]; // "" when unknown
    const char *variant;
    position position; // the last one known
    int8_t seat;       // 0 or 1, once known; else NOBODY
    bool turn_due;     // a message both told something and gave us the turn
    struct wire_own own;
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

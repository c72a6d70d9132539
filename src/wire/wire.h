// The protocols, without any I/O: bytes go in and events come out, events go in and bytes come out.
// Nothing here knows of sockets, clocks or files. docs/rulings.md has the rules of the protocols,
// and every fault names one of them by its id.
//
// A wire is one protocol, or one dialect of it: a row of the table `wires`. It has two sides:
//
//   struct wire_stream   the arena's end of one bot's stream. It builds every message and checks
//                      every reply. There is one for each connection; a Santorini connection plays
//                      many games.
//   struct wire_bot    the bot's end of the stream. It reads what the arena sends and builds the
//                      replies. Built-in players, tests and tools use it.
//
// These functions send nothing themselves. They append the bytes to `out`, which the caller owns,
// so that several messages can be sent by one write (G1).
#ifndef AGON_WIRE_WIRE_H
#define AGON_WIRE_WIRE_H

#include "base/bridge_text.h"
#include "base/error.h"
#include "base/text.h"
#include "games/game.h"
#include "wire/event.h"
#include "wire/framer.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    WIRE_NAME_LETTERS = 32, // the most letters of a name, in all protocols (S1)
    WIRE_NAME_BYTES = 4 * WIRE_NAME_LETTERS + 1, // the same in UTF-8, with a NUL
};

struct protocol; // wire/protocols/protocol.h: the functions behind a wire

struct wire {
    const char *name;    // as people type it: "santorini-course"
    const char *summary; // for a list: "the course's remote protocol"
    const struct game *game;
    bool is_default;          // the game is played over this wire unless another one is named
    bool bot_opens;           // the bot's first message is its name, before any of ours (S1)
    bool says_name;           // a bot can say its name (S1, R7)
    bool many_games;          // one connection plays many games (G6, S8)
    bool engine;              // it is spoken by engines that exist elsewhere: messages are lines
    int32_t start_ms;         // default budgets: to start or join,
    int32_t first_request_ms; // for the first request of a game,
    int32_t request_ms;       // and for every later request
    int32_t option;           // which dialect; only the protocol knows what the number means
    const struct protocol *protocol;
};

extern const struct wire wires[]; // ends with a row that has no name
// Returns NULL and fills `e` if there is no such wire.
const struct wire *wire_find(const char *name, struct error *e);
const struct wire *wire_default(const struct game *game);
// The wire of that name, or the game's own if `name` is NULL (then `*wire` is NULL where the game
// has none). A wire with a row for each game is named without the game: "ugi". False and words:
// there is no such wire, or it is for another game.
bool wire_choose(
    const struct game *game, const char *name, const struct wire **wire, struct error *e);

// In HGP the coin (see struct wire_game) decides how the board of a new game is turned (R2). Turns
// `p` that way if it is the start of a game; any other position, and any other protocol, is left
// alone.
void wire_turn_start(const struct wire *w, position *p, int coin);

// Whether a game over this wire can begin in `p`. Returns false and fills `e` if the protocol has
// no way to begin there.
bool wire_can_begin(const struct wire *w, const position *p, struct error *e);

// Whether one can see from a bot's first message which of the two wires it speaks.
bool wire_is_told_apart(const struct wire *w, const struct wire *other);

// Whether a name has 1 to 32 letters a-z and nothing else (S1).
bool wire_name_fits(const char *name);
// Makes a name that fits, as similar to `wanted` as possible. `taken` says whether a name is
// already used by another player, and gets `context`; it may be NULL.
void wire_name_make(char name[WIRE_NAME_BYTES], const char *wanted,
    bool (*taken)(const char *name, void *context), void *context);

// ---------------------------------------------------------------------------------------------
// The arena's side.
//
// The life of a stream is the same in all protocols. "=>" says what the stream waits for
// afterwards:
//
//   wire_stream_init     sends nothing
//   wire_stream_open     the stream is open                  => WIRE_IDLE, or WIRE_NAME
//   wire_stream_name     answers a WIRE_NAMED event          => WIRE_IDLE, or WIRE_ACK
//   wire_stream_begin    a game begins                       => WIRE_IDLE, or WIRE_ACK
//   wire_stream_ask      it is this bot's turn               => WIRE_MOVE
//   wire_stream_tell     a move was played, by either seat      (as before)
//   wire_stream_over     the game ended, whatever the reason => WIRE_IDLE, or WIRE_ACK
//   wire_stream_finish   the contest ended                   => WIRE_IDLE, or WIRE_ACK
//   wire_stream_destroy
//
// Bytes from the bot go to wire_stream_feed at any time; then call wire_stream_next until it
// returns WIRE_NOTHING. Messages that come while a stream is idle stay in a queue, and answer what
// is asked next (G4). So call wire_stream_next after each of the functions above, too.
//
// A turn is: wire_stream_ask for the player to move; wire_stream_next returns WIRE_MOVED;
// game->apply; wire_stream_tell for both seats; wire_stream_ask for the next player. Only then send
// the bytes: an answer to them would else count as early. The referee plays the forced pass of
// Reversi itself, and tells it like any other move (nothing is sent for it, R4). When game->outcome
// says that the game is over, call wire_stream_tell, then wire_stream_over.
// ---------------------------------------------------------------------------------------------

// What an engine may be told of its time, in milliseconds.
struct wire_clock {
    int64_t request_ms;     // for the answer that is asked for next; 0: what the wire allows
    int64_t left_ms[SEATS]; // of the time for the whole game; 0: there is no such time
    int64_t increment_ms;   // added to it after every move
};

// Room for what only one protocol remembers of a stream. The protocol keeps a struct of its own in
// these bytes; nobody else reads them. They are zero at first.
struct wire_own {
    unsigned char bytes[4];
};

struct wire_stream {
    const struct wire *wire;
    enum wire_wait waits; // what it waits for; only these functions change it
    struct framer in;
    char name[WIRE_NAME_BYTES];     // of the player; "" if it has none yet
    char opponent[WIRE_NAME_BYTES]; // the name of the opponent in the running game
    char wanted[WIRE_NAME_BYTES];   // the name that the bot asked for
    position asked;                 // the position of the last request
    int8_t seat;                    // 0 or 1 in a running game, else NOBODY
    struct wire_own own;
    // For engines. The caller sets `limits` before the stream opens, and `clock` before a game
    // begins and before each request.
    struct bridge_limits limits;
    struct wire_clock clock;
    struct text history;  // the game so far, where each request tells all of it (ugi)
    const char *ack_rule; // while it waits for WIRE_ACK: the rule that asks for it
    // The caller may set this before the first message. That message then decides which wire the
    // bot speaks, and `wire` becomes that one: `wire` itself, or one that wire_is_told_apart from
    // it.
    bool any_dialect;
};

// `name` is the name of the player if the bot does not say one; may be NULL.
void wire_stream_init(struct wire_stream *s, const struct wire *w, const char *name);
void wire_stream_destroy(struct wire_stream *s);

void wire_stream_open(struct wire_stream *s, struct text *out);

// Gives the bot its name in the contest. In Santorini the name must fit and be free (make it with
// wire_name_make), and the bot is told "OK" or its new name. In the other protocols the bot is told
// nothing.
void wire_stream_name(struct wire_stream *s, const char *name, struct text *out);

void wire_stream_begin(struct wire_stream *s, const struct wire_game *g, struct text *out);
void wire_stream_ask(struct wire_stream *s, const position *p, struct text *out);

// The move `m` in the position `before` led to `after`. Seats of one game that speak the same wire
// are sent the same bytes: the caller may call this for one of them and copy the bytes for the
// other. But an engine's stream must be called for.
void wire_stream_tell(
    struct wire_stream *s, const position *before, move m, const position *after, struct text *out);

// Call it for both streams, also for the one that made a fault, as long as it is open. A stream
// that has not been told of the game is sent nothing. If the stream waits for an acknowledgement
// afterwards, the result does not depend on it (S7).
void wire_stream_over(struct wire_stream *s, const struct wire_end *end, struct text *out);

// The contest is over; `results` are all games of this connection. Only for a stream that is idle.
void wire_stream_finish(
    struct wire_stream *s, const struct wire_result *results, size_t count, struct text *out);

// Takes bytes from the bot. Returns false and fills `fault` if the stream broke a limit of G2
// (FLOOD), or if the arena has no memory left (VOID). Nothing more is read from such a stream.
// `fault` may be NULL. What has come of an unfinished message: framer_rest(&s->in, ...).
bool wire_stream_feed(struct wire_stream *s, const char *bytes, size_t length, struct fault *fault);

// Reads the next message and fills `event`. Fills `fault` only if it returns WIRE_FAULT; `fault`
// may be NULL.
enum wire_event_kind wire_stream_next(
    struct wire_stream *s, struct wire_event *event, struct fault *fault);

// ---------------------------------------------------------------------------------------------
// The bot's side. Bytes from the arena go to wire_bot_feed; then call wire_bot_next until it
// returns BOT_NOTHING. It appends acknowledgements to `out`. After BOT_TURN the caller chooses a
// legal move in bot->position and calls wire_bot_move.
// ---------------------------------------------------------------------------------------------

struct wire_bot {
    const struct wire *wire;
    struct framer in;
    char name[WIRE_NAME_BYTES];
    char opponent[WIRE_NAME_BYTES]; // "" when unknown
    const char *variant;
    position position; // the last one that the arena has told
    int8_t seat;       // 0 or 1; NOBODY until the arena has told it
    bool turn_due;     // the last message told a move and gave us the turn: BOT_TURN comes next
    struct wire_own own;
};

// `variant` is one of the game's; NULL is the default. Not every protocol tells it to the bot (S2).
void wire_bot_init(struct wire_bot *b, const struct wire *w, const char *name, const char *variant);
void wire_bot_destroy(struct wire_bot *b);
void wire_bot_open(struct wire_bot *b, struct text *out);
void wire_bot_move(struct wire_bot *b, move m, struct text *out);
void wire_bot_resign(struct wire_bot *b, struct text *out); // only santorini-course has that
bool wire_bot_feed(struct wire_bot *b, const char *bytes, size_t length, struct error *e);
enum wire_bot_event_kind wire_bot_next(
    struct wire_bot *b, struct wire_bot_event *event, struct text *out, struct error *e);

#endif

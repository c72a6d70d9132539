// What the two dialects of Santorini share: directions, checking a move, the board.
#ifndef AGON_WIRE_PROTOCOLS_SANTORINI_COMMON_H
#define AGON_WIRE_PROTOCOLS_SANTORINI_COMMON_H

#include "games/santorini.h"
#include "wire/protocols/protocol.h"
#include "wire/wire.h"

enum {
    SANTORINI_PLACED = SEATS * SANTORINI_WORKERS, // workers on the board after placing
    SANTORINI_MESSAGE_BYTES = 768                 // enough for any message about one position
};

struct santorini_spot {
    int seat, worker, x, y;
};

// The workers on the board, the one that was placed first comes first (S4). Returns how many.
int santorini_placed(const position *p, struct santorini_spot spots[SANTORINI_PLACED]);

// Writes the board with its workers as JSON: [[0,"1ann1",...],...]. See put.h for `at`.
char *santorini_put_board(char *at, const struct wire_stream *s);
// The name of the player at `seat` of the game that `s` plays.
const char *santorini_owner(const struct wire_stream *s, int seat);

// Reads words like "EAST" into steps of -1, 0 or 1. Returns false and fills the fault of `r` if
// they are not such words.
bool santorini_read_direction(
    const struct reply *r, struct value east_west, struct value north_south, int *dx, int *dy);
const char *santorini_east_west(int dx);
const char *santorini_north_south(int dy);

// Reads the square of a placement and checks whether it is legal.
enum wire_event_kind santorini_read_place(struct wire_stream *s, const struct reply *r,
    struct value x, struct value y, struct wire_event *event);
// Checks whether a turn is legal. A fault points at `step` or at `build`, whichever is wrong.
enum wire_event_kind santorini_judge_turn(struct wire_stream *s, const struct reply *r,
    const struct santorini_move *m, struct value step, struct value build,
    struct wire_event *event);

// For wire_explain: `attempt` and `imagine` of both dialects (santorini_attempt.c).
void santorini_attempt(const struct wire_stream *s, struct value root, struct attempt *a);
void santorini_imagine(position *board, const position *request, int seat);

// What the arena remembers of a bot's stream, in struct wire_own: the answers that had not come yet
// when a game ended.
enum santorini_late { SANTORINI_NONE_LATE, SANTORINI_PLACE_LATE, SANTORINI_TURN_LATE };

struct santorini_stream {
    uint8_t late_acks;  // so many acknowledgements
    uint8_t late_reply; // enum santorini_late: the answer to this request
};

struct santorini_stream santorini_stream_load(const struct wire_stream *s);
void santorini_stream_store(struct wire_stream *s, struct santorini_stream own);
// A game has ended while the stream waited for `overtaken`.
void santorini_stream_overtake(struct wire_stream *s, enum wire_wait overtaken);

// The bot's side: reads a name that the arena sent.
bool santorini_bot_name(struct value v, char name[WIRE_NAME_BYTES], struct error *e);
// The bot's side: sets b->position and b->seat from the squares of the workers that have been
// placed, in the order of their placing.
bool santorini_bot_placing(struct wire_bot *b, const int squares[][2], int count, struct error *e);
// The same from a board on which all workers stand.
bool santorini_bot_board(struct wire_bot *b, struct value board, struct error *e);

#endif

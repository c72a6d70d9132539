// What the two dialects of Santorini share: directions, the judgement of a move, the board.
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

// The workers on the board, oldest first (S4); returns how many.
int santorini_placed(const position *p, struct santorini_spot spots[SANTORINI_PLACED]);

// The board with its workers as JSON: [[0,"1ann1",...],...].
char *santorini_put_board(char *at, const struct wire_seat *s);
// The name of the owner of a worker, as seen from that seat.
const char *santorini_owner(const struct wire_seat *s, int seat);

// Reads "EAST" and the like into steps; on failure fills the fault and returns false.
bool santorini_read_direction(
    const struct reply *r, struct value east_west, struct value north_south, int *dx, int *dy);
const char *santorini_east_west(int dx);
const char *santorini_north_south(int dy);

// Reads the square of a placement and judges it.
enum wire_event_kind santorini_read_place(struct wire_seat *s, const struct reply *r,
    struct value x, struct value y, struct wire_event *event);
// Judges a turn: `step` and `build` are what to point at when that part of it is wrong.
enum wire_event_kind santorini_judge_turn(struct wire_seat *s, const struct reply *r,
    const struct santorini_move *m, struct value step, struct value build,
    struct wire_event *event);

// For wire_explain: reads a refused move of either dialect (santorini_attempt.c).
void santorini_attempt(const struct wire_seat *s, struct value root, struct attempt *a);
void santorini_imagine(position *board, const position *request, int seat);

// What the arena remembers of a bot's stream, in struct wire_own: answers that were still to come
// when a game ended.
enum santorini_late { SANTORINI_NONE_LATE, SANTORINI_PLACE_LATE, SANTORINI_TURN_LATE };

struct santorini_seat {
    uint8_t late_acks;  // how many acknowledgements
    uint8_t late_reply; // enum santorini_late: the answer to which request
};

struct santorini_seat santorini_seat_load(const struct wire_seat *s);
void santorini_seat_store(struct wire_seat *s, struct santorini_seat own);
// A game has ended while the seat waited for `overtaken`.
void santorini_seat_overtake(struct wire_seat *s, enum wire_wait overtaken);

// The bot's side: a name that the arena sent.
bool santorini_bot_name(struct value v, char name[WIRE_NAME_BYTES], struct error *e);
// `squares` are those of the workers placed so far, oldest first; the position is
// set, and our seat with it.
bool santorini_bot_placing(struct wire_bot *b, const int squares[][2], int count, struct error *e);
bool santorini_bot_board(struct wire_bot *b, struct value board, struct error *e);

#endif

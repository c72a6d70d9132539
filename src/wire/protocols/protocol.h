// The functions behind a wire: each protocol fills one such table.
#ifndef AGON_WIRE_PROTOCOLS_PROTOCOL_H
#define AGON_WIRE_PROTOCOLS_PROTOCOL_H

#include "base/error.h"
#include "base/text.h"
#include "wire/event.h"
#include "wire/protocols/attempt.h"
#include "wire/protocols/reply.h"
#include "wire/value.h"

struct wire_seat; // both in wire.h
struct wire_bot;

// What each function must do is said in wire.h at the function that calls it; one that is NULL
// sends nothing.
struct protocol {
    void (*turn_start)(position *p, int coin);
    bool (*can_begin)(const position *p, struct error *e); // NULL: anywhere

    bool (*is_opening)(struct value root); // where bots open: could it be their first message?
    void (*open)(struct wire_seat *s, struct text *out);
    void (*name)(struct wire_seat *s, struct text *out); // s->name is new
    void (*begin)(struct wire_seat *s, const struct wire_game *g, struct text *out);
    void (*ask)(struct wire_seat *s, struct text *out); // s->asked
    void (*tell)(struct wire_seat *s, const position *before, move m, const position *after,
        struct text *out);
    // The seat may be in the middle of something: `overtaken` is what it still waited for.
    void (*over)(struct wire_seat *s, const struct wire_end *end, enum wire_wait overtaken,
        struct text *out);
    void (*finish)(
        struct wire_seat *s, const struct wire_result *results, size_t count, struct text *out);
    // Reads one message while the seat waits.
    enum wire_event_kind (*read)(
        struct wire_seat *s, const struct reply *r, struct wire_event *event);
    // Whether a message may be read though the seat waits for nothing (R7).
    bool (*unasked)(const struct wire_seat *s, struct value root);

    // For wire_explain; both may be NULL. `attempt` reads a move that was refused; what it cannot
    // read it leaves as it is.
    void (*attempt)(const struct wire_seat *s, struct value root, struct attempt *a);
    // Puts the request of one position to that seat on the board of another. Nothing but `legal`
    // may be asked about what comes out.
    void (*imagine)(position *board, const position *request, int seat);

    void (*bot_open)(struct wire_bot *b, struct text *out);
    void (*bot_move)(struct wire_bot *b, move m, struct text *out);
    void (*bot_resign)(struct wire_bot *b, struct text *out);
    // Fills the event and returns true, or fills the error and returns false.
    bool (*bot_read)(struct wire_bot *b, struct value root, struct wire_bot_event *event,
        struct text *out, struct error *e);
};

extern const struct protocol protocol_santorini;
extern const struct protocol protocol_santorini_course;
extern const struct protocol protocol_hgp;
extern const struct protocol protocol_stones;

// The dialects, for wire.option.
enum hgp_opening { HGP_VERSION_OBJECT, HGP_VERSION_LINE, HGP_SILENT };
enum stones_numbers { STONES_PLAIN, STONES_QUOTED };

#endif

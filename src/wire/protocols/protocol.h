// The functions behind a wire: each protocol fills one such table.
#ifndef AGON_WIRE_PROTOCOLS_PROTOCOL_H
#define AGON_WIRE_PROTOCOLS_PROTOCOL_H

#include "base/error.h"
#include "base/text.h"
#include "wire/event.h"
#include "wire/protocols/attempt.h"
#include "wire/protocols/reply.h"
#include "wire/value.h"

struct wire_stream; // both in wire.h
struct wire_bot;

// wire.h says what each function does, at the function that calls it: wire_stream_open calls
// `open`. A function may be NULL if the protocol sends nothing there. A function that waits for an
// acknowledgement sets s->waits and s->ack_rule.
struct protocol {
    framer_wants *wants; // of an engine: whether a line is one that the arena reads

    void (*turn_start)(position *p, int coin);
    bool (*can_begin)(const position *p, struct error *e); // NULL: a game can begin anywhere

    bool (*is_opening)(struct value root); // if bots open: can this be a bot's first message?
    void (*open)(struct wire_stream *s, struct text *out);
    void (*name)(struct wire_stream *s, struct text *out); // tells the bot s->name
    void (*begin)(struct wire_stream *s, const struct wire_game *g, struct text *out);
    void (*ask)(struct wire_stream *s, struct text *out); // asks about s->asked
    void (*tell)(struct wire_stream *s, const position *before, move m, const position *after,
        struct text *out);
    // `overtaken` is what the stream still waited for when the game ended.
    void (*over)(struct wire_stream *s, const struct wire_end *end, enum wire_wait overtaken,
        struct text *out);
    void (*finish)(
        struct wire_stream *s, const struct wire_result *results, size_t count, struct text *out);
    // Reads one message while the stream waits.
    enum wire_event_kind (*read)(
        struct wire_stream *s, const struct reply *r, struct wire_event *event);
    // Whether a bot may send this message without being asked (R7).
    bool (*unasked)(const struct wire_stream *s, struct value root);

    // These two are for wire_explain, and may be NULL. `attempt` reads a move that was refused, and
    // leaves `a` as it is if it cannot read the move.
    void (*attempt)(const struct wire_stream *s, struct value root, struct attempt *a);
    // Changes `board` to a position in which `seat` is asked what `request` asks. Only `legal` of
    // the game may be called for it: such a position may be impossible in a game.
    void (*imagine)(position *board, const position *request, int seat);

    void (*bot_open)(struct wire_bot *b, struct text *out);
    void (*bot_move)(struct wire_bot *b, move m, struct text *out);
    void (*bot_resign)(struct wire_bot *b, struct text *out);
    // Fills the event and returns true, or fills the error and returns false.
    bool (*bot_read)(struct wire_bot *b, struct value root, struct wire_bot_event *event,
        struct text *out, struct error *e);
};

// Makes the message a value: strict JSON (value_check) or, over the wire of an engine, any line.
struct wire;
bool wire_check(
    const struct wire *w, const struct message *m, struct value *root, struct fault *fault);

extern const struct protocol protocol_santorini;
extern const struct protocol protocol_santorini_course;
extern const struct protocol protocol_hgp;
extern const struct protocol protocol_stones;
extern const struct protocol protocol_nboard;
extern const struct protocol protocol_ugi;

// The dialects: the values of `option` of struct wire.
enum hgp_opening { HGP_VERSION_OBJECT, HGP_VERSION_LINE, HGP_SILENT };
enum stones_numbers { STONES_PLAIN, STONES_QUOTED };

#endif

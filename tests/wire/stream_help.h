// What the tests of the arena's side share: a seat that was asked for a move, and a table's row.
#ifndef AGON_TESTS_WIRE_STREAM_HELP_H
#define AGON_TESTS_WIRE_STREAM_HELP_H

#include "wire/wire.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

// A reply and the fault that it must be. A ^ in the reply marks the byte that the fault must point
// at; it is not a part of the reply.
struct wrong {
    const char *reply;
    enum verdict verdict;
    const char *rule;
    const char *expected; // a part of it
    const char *seen;     // a part of it
};

// A seat of that wire, asked for a move in that position.
static inline struct wire_stream asked(const char *wire, const char *words)
{
    const struct wire *w = wire_find(wire, NULL);
    struct wire_stream s;
    position p;
    struct error e;
    struct fault fault;
    struct wire_event event;
    if (!w->game->parse(&p, words, &e))
        fail_msg("%s: %s", words, e.words);
    struct text out = text_growing();
    wire_stream_init(&s, w, "ann");
    struct wire_game g = {.start = &p, .seat = w->game->turn(&p), .opponent = "bob"};
    wire_stream_begin(&s, &g, &out);
    if (s.waits == WIRE_ACK) {
        const char *ack = !w->engine         ? "\"OK\""
            : strcmp(w->name, "nboard") == 0 ? "pong 1\n"
                                             : "readyok\n";
        wire_stream_feed(&s, ack, strlen(ack), &fault);
        assert_int_equal(wire_stream_next(&s, &event, &fault), WIRE_ACKNOWLEDGED);
    }
    wire_stream_ask(&s, &p, &out);
    text_destroy(&out);
    return s;
}

// Takes the ^ out of a row's reply and returns where it was.
static inline size_t unmark(const struct wrong *w, char *reply, size_t capacity)
{
    const char *mark = strchr(w->reply, '^');
    size_t at = mark ? (size_t)(mark - w->reply) : 0;
    snprintf(reply, capacity, "%.*s%s", (int)at, w->reply, w->reply + at + (mark ? 1 : 0));
    return at;
}

static inline void assert_fault(const struct fault *f, const struct wrong *w, size_t at)
{
    bool right = f->verdict == w->verdict && strcmp(f->rule, w->rule) == 0 && f->has_at &&
        f->at == at && strstr(f->expected, w->expected) && strstr(f->seen, w->seen) &&
        f->expected[0] != '\0' && f->seen[0] != '\0' && f->words[0] != '\0';
    if (!right)
        fail_msg("%s\n  %s %s at %zu (not %s %s at %zu)\n  expected: %s\n  seen: %s\n  words: %s",
            w->reply, verdicts[f->verdict].code, f->rule, f->at, verdicts[w->verdict].code, w->rule,
            at, f->expected, f->seen, f->words);
}

#endif

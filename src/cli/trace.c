#include "cli/trace.h"

#include "base/clock.h"
#include "base/text.h"
#include "cli/terminal.h"

#include <stdio.h>
#include <string.h>

static void print_message(
    const struct table *t, const struct referee_event *event, const char *bytes, size_t length)
{
    struct text out = text_growing();
    text_format(&out, "%10.3f ms  game %lld  %s %s  ", (double)event->at_ns / NS_PER_MS,
        (long long)t->fixture.index, event->kind == EVENT_SENT ? ">" : "<",
        table_player(t, event->seat)->name);
    text_visible(&out, bytes, length);
    text_char(&out, '\n');
    fputs(out.bytes, stderr);
    text_destroy(&out);
}

// What we send are lines, one for each message.
static void print_wire(const struct table *t, const struct referee_event *event)
{
    if (event->kind == EVENT_GOT)
        print_message(t, event, event->bytes, event->length);
    if (event->kind != EVENT_SENT)
        return;
    const char *at = event->bytes, *end = at + event->length;
    while (at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const char *stop = newline ? newline : end;
        print_message(t, event, at, (size_t)(stop - at));
        at = stop + 1;
    }
}

void trace_event(const struct table *t, const struct referee_event *event)
{
    if (event->kind == EVENT_NOTE)
        print_line(stderr, "%10.3f ms  game %lld  %s %s", (double)event->at_ns / NS_PER_MS,
            (long long)t->fixture.index, table_player(t, event->seat)->name, event->words);
    else
        print_wire(t, event);
}

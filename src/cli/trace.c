#include "cli/trace.h"

#include "base/clock.h"
#include "base/text.h"
#include "cli/terminal.h"

#include <stdio.h>
#include <string.h>

static void trace_print_message(
    const struct arena_event *event, const char *name, const char *bytes, size_t length)
{
    struct text out = text_growing();
    text_format(&out, "%10.3f ms  game %lld  %s %s  ", (double)event->at_ns / NS_PER_MS,
        (long long)event->game, event->kind == ARENA_SENT ? ">" : "<", name);
    text_visible(&out, bytes, length);
    text_char(&out, '\n');
    fputs(out.bytes, stderr);
    text_destroy(&out);
}

// What we send are lines, one for each message.
static void trace_print_sent(const struct arena_event *event, const char *name)
{
    const char *at = event->text, *end = at + event->length;
    while (at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const char *stop = newline ? newline : end;
        trace_print_message(event, name, at, (size_t)(stop - at));
        at = stop + 1;
    }
}

void trace_event(const struct arena_event *event, const char *name)
{
    if (event->kind == ARENA_NOTED)
        print_line(stderr, "%10.3f ms  game %lld  %s %s", (double)event->at_ns / NS_PER_MS,
            (long long)event->game, name, event->text);
    else if (event->kind == ARENA_GOT)
        trace_print_message(event, name, event->text, event->length);
    else if (event->kind == ARENA_SENT)
        trace_print_sent(event, name);
}

#include "arena/lobby/say.h"

#include "base/clock.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

enum { WORDS_BYTES = 512 };

__attribute__((format(printf, 3, 0))) static void say_event(
    const struct lobby *l, struct lobby_event *event, const char *format, va_list arguments)
{
    char words[WORDS_BYTES];
    vsnprintf(words, sizeof words, format, arguments);
    event->words = words;
    l->events->said(l->user, event);
}

void say_of_lobby(struct lobby *l, enum lobby_event_kind kind, const char *format, ...)
{
    struct lobby_event event = {.kind = kind, .number = LOBBY_NO_NUMBER, .name = "", .where = ""};
    va_list arguments;
    va_start(arguments, format);
    say_event(l, &event, format, arguments);
    va_end(arguments);
}

void say_of_door(const struct lobby_door *d, const char *where, enum lobby_event_kind kind,
    const char *format, ...)
{
    struct lobby_event event = {
        .kind = kind, .number = LOBBY_NO_NUMBER, .name = "", .where = where};
    va_list arguments;
    va_start(arguments, format);
    say_event(d->lobby, &event, format, arguments);
    va_end(arguments);
}

void say_of_entrant(
    const struct lobby_entrant *p, enum lobby_event_kind kind, const char *format, ...)
{
    struct lobby_event event = {
        .kind = kind, .number = p->number, .name = p->player.name, .where = ""};
    va_list arguments;
    va_start(arguments, format);
    say_event(p->door->lobby, &event, format, arguments);
    va_end(arguments);
}

void say_unsaid(struct lobby *l)
{
    struct refusal_lines *lines = &l->lines;
    int64_t now_ns = clock_now_ns(), passed_ns = now_ns - lines->since_ns;
    if (passed_ns < l->limits.lines_ns)
        return;
    int64_t unsaid = lines->unsaid;
    *lines = (struct refusal_lines){.since_ns = now_ns};
    if (unsaid > 0)
        say_of_lobby(l, LOBBY_TURNED_AWAY, "%" PRId64 " more bot%s turned away in %" PRId64 " s",
            unsaid, unsaid == 1 ? " was" : "s were", passed_ns / NS_PER_SECOND);
}

void say_refused(const struct lobby_visitor *v, const char *why)
{
    struct lobby *l = v->lobby;
    const char *where = link_address(v->session.link);
    say_unsaid(l);
    if (l->lines.count >= l->limits.lines) {
        l->lines.unsaid++;
        return;
    }
    l->lines.count++;
    say_of_door(v->door, where, LOBBY_TURNED_AWAY, "a bot from %s was turned away at %s: %s", where,
        v->door->port, why);
}

void say_changed(const struct lobby_entrant *p, bool free)
{
    const struct lobby *l = p->door->lobby;
    l->events->changed(l->user, p->number, free);
}

void say_broke(struct lobby *l, const char *why)
{
    if (l->failed)
        return;
    l->failed = true;
    error_set(&l->error, "nobody can be let in: %s", why);
    if (l->playing)
        l->events->broke(l->user, &l->error);
}

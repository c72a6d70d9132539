#include "arena/lobby/say.h"

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

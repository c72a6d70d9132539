// How the parts of a lobby tell what happens.
#ifndef AGON_ARENA_LOBBY_SAY_H
#define AGON_ARENA_LOBBY_SAY_H

#include "arena/lobby/parts.h"

// Each makes the words of an event from `format`, and tells it.
void say_of_lobby(struct lobby *l, enum lobby_event_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void say_of_door(const struct lobby_door *d, const char *where, enum lobby_event_kind kind,
    const char *format, ...) __attribute__((format(printf, 4, 5)));
void say_of_entrant(const struct lobby_entrant *p, enum lobby_event_kind kind, const char *format,
    ...) __attribute__((format(printf, 3, 4)));

// A visitor is turned away by a limit or for its token: tells which address and which door. Of many
// only a few are told, and later how many the others were.
void say_refused(const struct lobby_visitor *v, const char *why);
// Tells how many those were, if it is time.
void say_unsaid(struct lobby *l);

// An entrant may begin a game now, or not any more.
void say_changed(const struct lobby_entrant *p, bool free);

// Nobody can connect any more: keeps the reason for lobby_gather, and tells it once.
void say_broke(struct lobby *l, const char *why);

#endif

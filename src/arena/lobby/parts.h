// The parts of a lobby as its files see them: the lobby, its doors, entrants and visitors.
// arena/lobby.h says what these words mean.
#ifndef AGON_ARENA_LOBBY_PARTS_H
#define AGON_ARENA_LOBBY_PARTS_H

#include "arena/lobby.h"

#include <stdatomic.h>

enum { LOBBY_PORT_BYTES = 160, LOBBY_WHY_BYTES = 224 };

struct lobby {
    struct runner runner;
    uv_timer_t look; // again and again: who takes too long, who is here
    uv_async_t wake; // the same, at once
    struct lobby_door *doors;
    struct lobby_visitor *visitors; // with those that are awaited
    size_t visitor_count;
    struct lobby_entrant *entrants[LOBBY_ENTRANTS_MOST];
    size_t entrant_count;

    // Who is told what happens: `events` now, `own_events` when no games are played.
    const struct lobby_events *events, *own_events;
    void *user, *own_user;

    // While players gather.
    size_t invited; // so many may join; 0: only those who are expected may come
    bool gathering;
    bool begin; // with those who are here
    size_t enough;
    int64_t until_ns; // 0: no end

    bool playing;   // lobby_attend was called
    bool dismissed; // the contest is over, and everybody was told
    bool failed;    // nobody can connect; `error` says why
    bool closing;
    struct error error;

    // Set from any thread.
    atomic_bool stop_asked, begin_asked;
};

struct lobby_door {
    struct lobby *lobby;
    struct lobby_door *next;
    char port[LOBBY_PORT_BYTES];   // "listen:7001"
    struct player player;          // what a visitor is before it is an entrant
    bool any_dialect;              // its first message tells which wire a visitor speaks
    size_t capacity;               // so many entrants can be of this door
    struct lobby_visitor *awaited; // the next one; NULL: there are too many visitors
    int64_t patience_ns;           // the longest of its entrants
    bool announced;
};

struct lobby_entrant {
    int number; // in the contest, or LOBBY_NO_NUMBER
    struct player player;
    struct lobby_door *door;
    char name[WIRE_NAME_BYTES];      // in messages
    char *look;                      // of that name (contest/player_name.h); may be NULL
    char wanted[WIRE_NAME_BYTES];    // what it calls itself; "": it has not been here yet
    struct lobby_visitor *visitor;   // its connection; NULL: it is away
    struct lobby_visitor *successor; // came under its name while it plays: takes over afterwards
    bool playing;                    // it is at a table
    bool missed;                     // a game, since it went away
    bool free;                       // what `changed` has told last
    int64_t away_since_ns, patience_ns;
    char why_away[LOBBY_WHY_BYTES]; // in words: "closed its output in game 3"
};

// A connection, or the next one that is awaited at a door.
struct lobby_visitor {
    struct lobby *lobby;
    struct lobby_door *door;
    struct lobby_visitor *next;
    struct session session; // borrows its player: the entrant's, or the door's before there is one
    char wanted[WIRE_NAME_BYTES];  // what it calls itself; "": it has not said so yet
    struct lobby_entrant *entrant; // that it is of, or will be of as its successor; NULL: not known
    bool connected, gone;
    int64_t since_ns; // when it came here, or came back from a table
};

#endif

// The parts of a lobby as its files see them: the lobby, its doors, entrants and visitors.
// arena/lobby.h says what these words mean.
#ifndef AGON_ARENA_LOBBY_PARTS_H
#define AGON_ARENA_LOBBY_PARTS_H

#include "archive/token_file.h"
#include "arena/lobby.h"
#include "arena/lobby/address.h"

#include <stdatomic.h>

enum { LOBBY_PORT_BYTES = 160, LOBBY_WHY_BYTES = 224, KEPT_NAMES_MOST = LOBBY_ENTRANTS_MOST };

// See kept_name.h.
struct kept_name {
    char name[WIRE_NAME_BYTES]; // "": not used
    struct lobby_address address;
    int64_t since_ns;
};

// See token_watch.h.
struct token_watch {
    bool required;
    char path[TOKEN_FILE_PATH_BYTES];
    struct token_list list;
    struct token_file_stamp stamp; // of the file when it was read
    bool broken;                   // it cannot be read any more, and that was told
    uv_fs_t request;
    bool looking; // `request` is under way
    int64_t looked_ns;
};

// Lines about visitors that are turned away, so that a flood of visitors is not one of lines.
struct refusal_lines {
    int64_t since_ns; // when the count began
    int64_t count;    // lines since then
    int64_t unsaid;   // refusals without a line
};

struct lobby {
    struct runner runner;
    uv_timer_t look; // again and again: who takes too long, who is here
    uv_async_t wake; // the same, at once
    struct lobby_door *doors;
    struct lobby_visitor *visitors; // the youngest first, with those that are awaited
    size_t visitor_count;
    struct lobby_limits limits;
    struct token_watch tokens;
    struct kept_name kept_names[KEPT_NAMES_MOST];
    struct refusal_lines lines;
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
    struct lobby_address address;    // from where it came last
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
    struct lobby_address address;
    bool connected, gone;
    int64_t since_ns;   // when it came here, or came back from a table
    bool token_due;     // it has not shown its token yet
    struct token token; // that it has shown; its name is "" if there is none
    bool revoked;       // that token
    bool refused;       // its connection will be closed at `refused_until_ns`, without a word
    int64_t refused_until_ns;
};

#endif

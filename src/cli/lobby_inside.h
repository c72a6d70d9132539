// What the parts of a lobby share, and nobody else: ports, places and visitors.
#ifndef AGON_CLI_LOBBY_INSIDE_H
#define AGON_CLI_LOBBY_INSIDE_H

#include "cli/lobby.h"

enum { LOBBY_PORT_BYTES = 160, LOBBY_WHY_BYTES = 224 };

struct lobby_door {
    struct lobby *lobby;
    struct lobby_door *next;
    char port[LOBBY_PORT_BYTES];   // "listen:7001"
    struct player player;          // what a visitor is before it is anybody
    bool any_dialect;              // its first message tells which wire a visitor speaks
    size_t places;                 // that belong here: taken, expected, or free for those who join
    struct lobby_visitor *awaited; // the next one; NULL: there are too many
    int64_t patience_ns;
    bool announced;
};

// Somebody who takes part, here or away.
struct lobby_place {
    int number; // in the contest
    struct player player;
    struct lobby_door *door;
    char name[WIRE_NAME_BYTES];    // on the wire
    char *look;                    // of that name (contest/player_name.h)
    char wanted[WIRE_NAME_BYTES];  // what it calls itself; "": it has not been here yet
    struct lobby_visitor *visitor; // NULL: away
    struct lobby_visitor *heir;    // came under its name while it plays: takes its place next
    bool playing;
    bool missed; // a game, since it went away
    bool free;   // as it was told
    int64_t away_since_ns, patience_ns;
    char why_away[LOBBY_WHY_BYTES]; // in words: "closed its output in game 3"
};

// A connection, or the one that is awaited.
struct lobby_visitor {
    struct lobby *lobby;
    struct lobby_door *door;
    struct lobby_visitor *next;
    struct session session;       // borrows its player: its place's, or without a place its door's
    char wanted[WIRE_NAME_BYTES]; // what it calls itself, once it has said so
    struct lobby_place *place;    // its own, or that of which it is the heir; NULL: not known yet
    bool connected, gone;
    int64_t since_ns; // when it came here, or came back
};

// Nobody can come any more.
void lobby_fail(struct lobby *l, const char *words);

// --- Places ---

struct lobby_place *place_add(struct lobby_door *d, const struct player *player); // NULL: no room
void place_remove(struct lobby_place *p);
size_t place_count_at(const struct lobby_door *d);

bool place_is_away(const struct lobby_place *p);
bool place_is_ready(const struct lobby_place *p); // for a game
// Tells what has become of it, if that is news.
void place_update(struct lobby_place *p);
// Its visitor is not there any more. `why` may be "".
void place_leave(struct lobby_place *p, const char *why);

// What somebody who calls itself so is to be called; where the protocol has names, by another one
// if that is taken, or looks like one that is (S1). False and words: nobody can be called so.
bool place_make_name(
    struct lobby_door *d, const char *wanted, char name[WIRE_NAME_BYTES], struct error *e);
// Whose name looks so, here or away; NULL: nobody's.
const struct lobby_place *place_looking_like(const struct lobby *l, const char *name);
// The place of somebody who speaks that wire and calls itself so, rather one that is away than one
// that is not. Who has a port for itself may call itself anything. NULL: there is none.
struct lobby_place *place_find(struct lobby_door *d, const struct wire *wire, const char *wanted);

// --- Visitors ---

extern const struct session_events visitor_events;

void visitor_await(struct lobby_door *d); // the next one, if none is awaited
void visitor_forget(struct lobby_visitor *v);
// Its place, if it has one, is away from now on, and `why` says since what; while players gather,
// there is no such place more.
void visitor_leave_place(struct lobby_visitor *v, const char *why);
void visitor_turn_away(struct lobby_visitor *v, const char *why);
// Takes the place of somebody who is expected: now, or when the game that it plays is over.
void visitor_return_to(struct lobby_visitor *v, struct lobby_place *p);
// Does something about one that takes too long.
void visitor_look(struct lobby_visitor *v);

#endif

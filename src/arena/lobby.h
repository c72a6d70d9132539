// The lobby: where players are that connect by themselves (listen:), while they do not play. Who
// connects is received here, says its name, and waits for its games. A bot whose protocol plays
// many games on one connection (S8) comes back here after each game. The others connect again, and
// are known by their name (R7), or by their port where they have a port for themselves.
//
// Three words, here and in the room arena/lobby/ behind this header:
//   door      a port at which bots connect
//   visitor   a connection that came through a door
//   entrant   a player that takes part; it is here (then it has a visitor), at a table, or away
//
// A lobby has a runner of its own, since a connection cannot move to another one. The games of its
// entrants are played on that runner. All functions are for the thread that runs the runner's loop,
// but for the two that say otherwise, and all events come on that thread. A lobby prints nothing
// and reads no keys; several may be open in one process.
#ifndef AGON_ARENA_LOBBY_H
#define AGON_ARENA_LOBBY_H

#include "referee/session.h"

enum {
    LOBBY_ENTRANTS_MOST = 1000,
    LOBBY_NO_NUMBER = -1, // of an entrant before lobby_close_list
};

struct lobby;

// --- What it tells ---

enum lobby_event_kind {
    LOBBY_OPENED,       // bots can connect to `where` now
    LOBBY_TURNED_AWAY,  // a visitor from `where`: it is not let in
    LOBBY_RENAMED,      // a visitor that joins wanted another name than it gets (S1)
    LOBBY_JOINED,       // a new entrant
    LOBBY_LEFT,         // an entrant, before the list was closed: it does not take part
    LOBBY_DISCONNECTED, // an entrant that broke the protocol between two games; it may come back
    LOBBY_ABSENT,       // an entrant misses a game, for the first time since it went away
    LOBBY_BACK,         // an entrant that was absent is here again
    LOBBY_TOKENS,       // the tokens were read again, or cannot be, or a player has none
    LOBBY_TOO_FEW,      // lobby_begin_now was called, and fewer than two entrants are here
};

// The texts are valid during the call only.
struct lobby_event {
    enum lobby_event_kind kind;
    int number;        // of the entrant, or LOBBY_NO_NUMBER
    const char *name;  // the entrant's; "" where there is none
    const char *where; // an address such as "127.0.0.1:7001"; "" where there is none
    const char *words; // the same for people: one line
};

// From inside an event nothing of the lobby may be called but lobby_stop and lobby_begin_now.
struct lobby_events {
    void (*said)(void *user, const struct lobby_event *event);
    // The rest only comes between lobby_attend and its end, and may be NULL otherwise.
    //
    // The entrant may begin a game now, or not any more. `free` is true when it is here, and also
    // when it is absent: then its games can be decided without it.
    void (*changed)(void *user, int number, bool free);
    // Nobody can connect any more.
    void (*broke)(void *user, const struct error *e);
};

// --- Its life ---

// `events` must live as long as the lobby. Returns NULL with `e` when the host lacks something.
struct lobby *lobby_create(const struct lobby_events *events, void *user, struct error *e);
// Says goodbye to all visitors. After lobby_farewell it first waits for acknowledgements.
void lobby_destroy(struct lobby *l);

struct runner *lobby_runner(struct lobby *l);

// --- Who may come ---

// docs/hosting.md has a line for each of them.
struct lobby_limits {
    size_t connections;         // at once, of all together
    size_t unknown_per_address; // connections of one address whose player is not known yet
    size_t players_per_address; // who join by themselves; 0: as many as like to
    int64_t name_kept_ns;       // how long a name waits for the address of whoever had it
    int64_t refusal_delay_ns;   // how long a connection without a good token stays open
    size_t refused;             // such connections at once; the oldest is closed for a new one
    int64_t lines_ns, lines;    // so many lines are told about refusals in such a time
};

struct lobby_limits lobby_default_limits(void);
// To be called before the first door is opened.
void lobby_limit(struct lobby *l, const struct lobby_limits *limits);

// From now on every visitor must show a token of that file first (G10), and has the name that the
// token stands for. The file is read again when it changes. To be called before the first door is
// opened. Returns false with `e` if the file cannot be read.
bool lobby_require_tokens(struct lobby *l, const char *path, struct error *e);

// Ends all waiting: lobby_gather returns, entrants that are away count as absent at once, and
// acknowledgements are not waited for. From any thread, and from a signal handler.
void lobby_stop(struct lobby *l);
bool lobby_is_stopped(const struct lobby *l);

// --- Gathering: players that are expected, or anybody who likes to join ---

// Expects a player at the door that player->text names ("listen:7001"). `player` is copied, its
// texts must live on. `number` is the caller's for it. `patience_ns`: how long it may be away
// before it counts as absent.
bool lobby_expect(
    struct lobby *l, const struct player *player, int number, int64_t patience_ns, struct error *e);

// Lets players join at a door, under names of their own. They are numbered by lobby_close_list.
struct lobby_invitation {
    const char *port;        // the door: "listen:7001"
    const struct wire *wire; // that they speak
    bool any_dialect;        // they may also speak the wires that can be told apart from it
    size_t most;             // how many may join here; a single one need not say a name
    int64_t patience_ns;     // as in lobby_expect; also for a visitor to say its name
};

bool lobby_invite(struct lobby *l, const struct lobby_invitation *invitation, struct error *e);

// Runs the loop until `enough` entrants are here (0: any number), `wait_ms` have passed (0: no
// limit), or lobby_begin_now or lobby_stop is called. Returns false with `e` when nobody can
// connect.
bool lobby_gather(struct lobby *l, size_t enough, int64_t wait_ms, struct error *e);

// Ends lobby_gather with those who are here, if these are at least two; else LOBBY_TOO_FEW is said.
// From any thread, and from a signal handler.
void lobby_begin_now(struct lobby *l);

// How many entrants are here and ready for a game.
size_t lobby_present(const struct lobby *l);
// The first entrant that is not here, and the port of its door in `where`; NULL: all are here.
const struct player *lobby_missing(const struct lobby *l, const char **where);

// Nobody else may join. Numbers those who have from 0, in the order of their ports and names, so
// that it does not matter who came first.
void lobby_close_list(struct lobby *l);
// NULL: there is no such number.
const struct player *lobby_player(const struct lobby *l, int number);

// --- Playing ---

// From now on all events go to these, `changed` and `broke` as well. NULL: the games are over, and
// what is said goes again to the events of lobby_create.
void lobby_attend(struct lobby *l, const struct lobby_events *events, void *user);
// Takes an entrant to a table. Returns its session; NULL: the entrant is absent. To be followed by
// lobby_give_back in both cases.
struct session *lobby_take(struct lobby *l, int number);
// Takes the entrant back after its game. `session` is the one that lobby_take gave; NULL: it was
// absent, or it has left and its session is closed. Then `why` says why in words, if that is known;
// else it is "".
void lobby_give_back(struct lobby *l, int number, struct session *session, const char *why);
// Why an entrant is away, in words: "closed its output in game 3".
const char *lobby_why_away(const struct lobby *l, int number);
// True if all entrants are away: none is here, and none is at a table.
bool lobby_is_deserted(const struct lobby *l);

// What an entrant is called in messages. NULL: there is no such number.
const char *lobby_wire_name(const struct lobby *l, int number);
// The contest is over. Waits until the ends of the last games are acknowledged, and then sends the
// results to each entrant that is here and whose protocol has a message for it (S8). `budgets`, by
// number, say how long each may take to acknowledge that message; lobby_destroy waits for it.
void lobby_farewell(
    struct lobby *l, const struct wire_result *results, size_t count, const struct budget *budgets);

#endif

// Where players are that come by themselves (listen:), while they do not play: whoever connects is
// received here, says its name, and waits for its games. A bot whose protocol plays many games on
// one connection (S8) comes back here after each; the others connect again, and are known by their
// name (R7), or by their port where they have it for themselves.
//
// A lobby has a runner, since a connection cannot move to another; its games are played there.
#ifndef AGON_CLI_LOBBY_H
#define AGON_CLI_LOBBY_H

#include "referee/session.h"

enum { LOBBY_PLACES_MOST = 1000 };

struct lobby_door;    // a port
struct lobby_visitor; // a connection
struct lobby_place;   // somebody who takes part, here or away

// What the lobby tells while games are played.
struct lobby_events {
    // The player may begin a game now, or not any more: it is here, or it is absent, and then its
    // games are decided.
    void (*changed)(void *user, int number, bool free);
    // The player misses a game for the first time since it went away; in words, with the reason.
    void (*absent)(void *user, int number, const char *words);
    // Nobody can come any more.
    void (*broke)(void *user, const struct error *e);
};

struct lobby {
    struct runner runner;
    uv_timer_t look;
    struct lobby_door *doors;
    struct lobby_visitor *visitors; // those that are awaited included
    size_t visitor_count;
    struct lobby_place *places[LOBBY_PLACES_MOST];
    size_t place_count;

    // While players gather.
    size_t invited; // so many may join; 0: only those who are expected may come
    bool gathering, entered;
    size_t enough;
    int64_t until_ns; // 0: no end
    // While they play.
    const struct lobby_events *events; // NULL: they do not play now
    void *user;

    bool dismissed; // the contest is over, and everybody was told
    bool failed, closing;
    struct error error;
};

bool lobby_init(struct lobby *l, struct error *e);
void lobby_destroy(struct lobby *l); // says goodbye to whoever is there

// --- Gathering: either those who are expected, or whoever likes to join ---

// `player` is copied, its texts must live on; `number` is the caller's for it. `patience_ns`: how
// long it may be away before it counts as absent.
bool lobby_expect(
    struct lobby *l, const struct player *player, int number, int64_t patience_ns, struct error *e);
// Up to `most` players may join at this port ("listen:7001"), under names of their own. Where
// `most` is one, it need not say a name. They speak `wire`, or with `any_dialect` also those that
// can be told apart from it.
bool lobby_invite(struct lobby *l, const char *port, const struct wire *wire, bool any_dialect,
    size_t most, int64_t patience_ns, struct error *e);
// Waits until so many are there, for a time (0: for ever), or until Enter is pressed, if
// `by_hand`. False: it could not go on.
bool lobby_gather(struct lobby *l, size_t enough, int64_t wait_ms, bool by_hand, struct error *e);

size_t lobby_present(const struct lobby *l);
// The first who is expected and not there; NULL: all are. `where`: its address.
const struct player *lobby_missing(const struct lobby *l, const char **where);

// Nobody else may join. Puts those who have in the order of their ports and names, so that it does
// not matter who came first, and numbers them from 0.
void lobby_close_list(struct lobby *l);
const struct player *lobby_player(const struct lobby *l, int number);

// --- Playing ---

// From now on the events come. NULL: it is over.
void lobby_attend(struct lobby *l, const struct lobby_events *events, void *user);
// For a game: the session to be put at its table; NULL: it is absent.
struct session *lobby_take(struct lobby *l, int number);
// After the game. `session` NULL: it was not there, or it has left, and `why` says why if it is
// known (else it is "").
void lobby_give_back(struct lobby *l, int number, struct session *session, const char *why);
// Why a player is away, in words: "closed its output in game 3".
const char *lobby_why_away(const struct lobby *l, int number);
// Is nobody here, or at a table?
bool lobby_is_deserted(const struct lobby *l);

// What a player is called in messages; NULL: it is none of the lobby's.
const char *lobby_wire_name(const struct lobby *l, int number);
// The contest is over: tells its results to everybody who is here and whose protocol has a message
// for it (S8), when the end of its last game is acknowledged. `budgets` are by number. Until the
// message is acknowledged, lobby_destroy waits for it.
void lobby_farewell(
    struct lobby *l, const struct wire_result *results, size_t count, const struct budget *budgets);

#endif

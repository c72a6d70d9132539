// What the games and the lobby of agon host share.
#ifndef AGON_CLI_HOST_H
#define AGON_CLI_HOST_H

#include "cli/score.h"
#include "referee/table.h"

enum { HOST_PLAYERS_MOST = 256 };

struct visitor;

// Somebody who takes part. Stays in the table though its connection comes and goes.
struct entrant {
    struct player player;
    char wanted[WIRE_NAME_BYTES]; // what it calls itself, and is known by when it comes back; or ""
    struct visitor *visitor;      // in the lobby now; NULL: playing or away
    bool playing;
    int64_t away_since_ns;
    struct score score;
};

// One connection.
struct visitor {
    struct host *host;
    struct seat seat;
    struct visitor *next;
    bool connected, named, gone;
    int64_t since_ns;
    int entrant; // -1: not admitted yet
};

struct pairing {
    struct host *host;
    struct table table;
    const struct player *players[SEATS];
    int entrants[SEATS]; // the first has seat 0
    int64_t index;
    struct visitor *visitors[SEATS];
    struct pairing *next;
};

struct host {
    struct runner runner;
    const struct game *game;
    const struct wire *wire;
    position start;
    struct budget budget;
    uint64_t seed;
    char listen[128];
    int64_t players, rounds;
    const char *record;
    bool json;
    struct player door; // what a visitor is before it is anybody
    struct entrant entrants[HOST_PLAYERS_MOST];
    int entrant_count;
    struct visitor *visitors; // all connections, the one that is awaited included
    struct pairing *pairings; // that are being played
    bool *done;               // by game of the schedule
    int64_t games, finished;
    struct table_result *results; // in order of play
    size_t result_count;
    uv_timer_t look;
    bool announced;
    bool closing;
    char record_path[4096];
    char host_words[64];
};

// Starts what can be started, and ends when all is played. To be called whenever something changed.
void host_look_around(struct host *h);

// The lobby, where whoever connects is received and says its name. A bot whose protocol plays many
// games on one connection (S8) stays there between its games; the others come back for each game,
// and are known by their name (R7) or, if they say none, by the order in which they come.
extern const struct seat_events lobby_events;
void lobby_await_next(struct host *h);
void lobby_look(struct host *h);      // for those who do not say their name
void lobby_forget(struct visitor *v); // its connection is gone

#endif

// Whoever sits at a table: a bot behind a link and a wire, a built-in player, or a person. A seat
// outlives a game where its protocol says so (S8); its owner is the table it plays at, or whoever
// waits for it to join.
#ifndef AGON_REFEREE_SEAT_H
#define AGON_REFEREE_SEAT_H

#include "referee/referee.h"
#include "referee/runner.h"

#include <stdatomic.h>

struct seat;

// A player as it was named on the command line or in a contest file; lives longer than its seats.
struct player {
    char name[REFEREE_NAME_BYTES];  // for people, unique
    const char *text;               // as given: a command, "@random", "listen:7001", "human"
    const struct wire *wire;        // a bot's protocol; NULL: it plays without messages
    const char *directory;          // where a command runs; NULL: here
    const char *const *environment; // "NAME=value" for a command, ended by NULL; NULL: only ours

    // A built-in player, or a person at the terminal. `think` is called on a worker thread and ends
    // soon after `stop` becomes true; MOVE_NONE gives up. `instant`: it is called on the loop's
    // thread, being so fast that a worker is not worth the way there.
    move (*think)(const struct player *player, const struct game *game, const position *p,
        uint64_t seed, const atomic_bool *stop);
    const void *user;
    bool instant;
    bool untimed; // a person may think as long as he likes
};

struct seat_events {
    void (*opened)(struct seat *s, struct moment at);
    void (*received)(struct seat *s, const char *bytes, size_t length, struct moment at);
    void (*chose)(struct seat *s, move m, struct moment at);
    // It is gone for good. `ours`: the host failed, not the bot.
    void (*lost)(struct seat *s, const struct fault *fault, bool ours, struct moment at);
    void (*noted)(struct seat *s, const char *words);
    // The last chance to ask its link: for its stderr.
    void (*leaving)(struct seat *s);
    // Nothing of it is left. It may be freed, or opened anew.
    void (*closed)(struct seat *s);
};

struct seat {
    struct runner *runner;
    const struct player *player;
    const struct seat_events *events;
    void *user;
    struct link *link; // NULL: none, or closed
    struct wire_seat wire;
    bool opened;
    bool lost;
    int64_t waited_ns;  // of the task that waited most, added up from mark to mark
    size_t stderr_seen; // bytes of its stderr that earlier games have recorded

    // A built-in player that thinks.
    struct worker_job job;
    bool thinking, closing;
    const struct game *game;
    position position;
    uint64_t seed;
    move chosen;
};

// Begins to open it; `opened` or `lost` will come for a bot, at once for the others.
void seat_init(struct seat *s, struct runner *r, const struct player *player,
    const struct seat_events *events, void *user);
// Says goodbye. True: nothing of it is left; else `leaving` and `closed` will come.
bool seat_close(struct seat *s, bool at_once);

int64_t seat_send(struct seat *s, const char *bytes, size_t length);
// `mark`: the waiting of its tasks is compared from here on.
void seat_usage(struct seat *s, bool mark, struct usage *u);
// Asks a player without a wire, on a worker; `chose` will come. An instant one is asked by
// seat_think.
void seat_ask(struct seat *s, const struct game *game, const position *p, uint64_t seed);
move seat_think(struct seat *s, const struct game *game, const position *p, uint64_t seed);

#endif

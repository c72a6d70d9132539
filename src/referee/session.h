// Whoever sits at a table: a bot behind a link and a wire, a built-in player, or a person. A seat
// outlives a game where its protocol says so (S8); its owner is the table it plays at, or whoever
// waits for it to join.
#ifndef AGON_REFEREE_SESSION_H
#define AGON_REFEREE_SESSION_H

#include "referee/ack.h"
#include "referee/player_spec.h"
#include "referee/runner.h"
#include "wire/wire.h"

struct session;

struct session_events {
    void (*opened)(struct session *s, struct moment at);
    void (*received)(struct session *s, const char *bytes, size_t length, struct moment at);
    void (*chose)(struct session *s, move m, struct moment at);
    // It is gone for good. `ours`: the host failed, not the bot.
    void (*lost)(struct session *s, const struct fault *fault, bool ours, struct moment at);
    void (*noted)(struct session *s, const char *words);
    // The last chance to ask its link: for its stderr.
    void (*leaving)(struct session *s);
    // Nothing of it is left. It may be freed, or opened anew.
    void (*closed)(struct session *s);
};

struct session {
    struct runner *runner;
    const struct player *player;
    const struct session_events *events;
    void *user;
    struct link *link; // NULL: none, or closed
    struct wire_seat wire;
    struct ack ack; // what it owes between two games, and at the end of its contest
    bool opened;
    bool lost;
    // At the look before this one nothing of it was here, but then there was (see session_look); 0:
    // nothing of it was here at the last look. And the same of what was read last.
    int64_t unseen_ns, read_unseen_ns;
    int64_t waited_ns; // of the task that waited most, added up from mark to mark. Of a built-in
                       // player: all the time in which it was asked and did not compute

    // A built-in player that thinks.
    struct worker_job job;
    bool thinking, closing;
    int64_t cpu_ns, asked_at_ns;
    struct ask ask;
    position position; // that it is asked about
    move chosen;
    void *memory; // of this game
};

// Begins to open it; `opened` or `lost` will come for a bot, at once for the others.
void session_init(struct session *s, struct runner *r, const struct player *player,
    const struct session_events *events, void *user);
// Says goodbye. True: nothing of it is left; else `leaving` and `closed` will come.
bool session_close(struct session *s, bool at_once);

int64_t session_send(struct session *s, const char *bytes, size_t length);
// A bot was told the end of a game or of its contest, and owes an acknowledgement; see ack.h.
void session_await_ack(struct session *s, const struct budget *budget, const char *of);
bool session_ack_is_late(struct session *s, struct moment now, struct fault *why);
// Looks whether something of it is here that the runner has not read yet. The runner does that for
// all whose clock runs, again and again while it is busy.
void session_look(struct session *s);
// How much later than necessary what it sent was read. No more than what the runner says of all
// (runner_late_ns), and no more than the time since the last look that found nothing of this one.
int64_t session_late_ns(struct session *s);
// `mark`: the waiting of its tasks is compared from here on.
void session_usage(struct session *s, bool mark, struct usage *u);
// Asks a player without a wire, on a worker; `chose` will come. An instant one is asked by
// session_think. Who sets the stop is the seat.
void session_ask(struct session *s, const struct ask *ask);
move session_think(struct session *s, const struct ask *ask);
// The game is over: the next one begins without any memory of it. Not while it thinks.
void session_forget(struct session *s);

#endif

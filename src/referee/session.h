// The session of a player: what joins it to the arena, from its start or its connection until it
// has left. Behind it is a bot with a link and a wire, a built-in player on a worker thread, or a
// person. A session plays one game, or many if its protocol allows that (S8). It belongs to the
// table at which it plays, or to the lobby in which it waits.
#ifndef AGON_REFEREE_SESSION_H
#define AGON_REFEREE_SESSION_H

#include "referee/ack.h"
#include "referee/player_spec.h"
#include "referee/runner.h"
#include "referee/setup.h"
#include "wire/wire.h"

struct session;

// All are called on the thread of the runner's loop.
struct session_events {
    // Bytes can be sent to the bot.
    void (*opened)(struct session *s, struct moment at);
    // Bytes have come from the bot.
    void (*received)(struct session *s, const char *bytes, size_t length, struct moment at);
    // The answer to session_ask; MOVE_NONE: it gives up.
    void (*chose)(struct session *s, move m, struct moment at);
    // The bot has ended, or could not be started. `ours`: the host failed, not the bot.
    void (*lost)(struct session *s, const struct fault *fault, bool ours, struct moment at);
    // A remark about the bot, in words.
    void (*noted)(struct session *s, const char *words);
    // The link is about to be freed: the last moment to read its stderr.
    void (*leaving)(struct session *s);
    // Nothing is left of it. The memory may be freed, or used for a new session.
    void (*closed)(struct session *s);
};

struct session {
    struct runner *runner;
    const struct player *player;
    const struct session_events *events;
    void *user;
    struct link *link; // NULL: it has none, or it is closed
    struct wire_stream wire;
    struct ack ack; // what it owes between two games, and at the end of its contest
    bool opened;
    bool lost; // `lost` was told, or must not be told any more
    // For session_late_ns. The last look that found nothing of it, before one that found something
    // (see session_look); 0: the last look found nothing. And the same for what was read last.
    int64_t unseen_ns, read_unseen_ns;
    // For session_usage. The waiting of the task that waited most, added up from mark to mark. For
    // a built-in player: the time in which it was asked and did not compute.
    int64_t waited_ns;

    // For a built-in player.
    struct worker_job job;
    bool thinking, closing;
    int64_t cpu_ns, asked_at_ns;
    struct ask ask;
    position position; // that `ask` is about
    move chosen;
    void *memory; // see struct player
};

// Starts the session. A bot that we start may use `cores`; NULL: those of this thread. For a bot
// `opened` or `lost` will come; other players are there at once.
void session_init(struct session *s, struct runner *r, const struct player *player,
    const cpu_set_t *cores, const struct session_events *events, void *user);
// Ends the session: politely, or `at_once`. Returns true if nothing is left of it; else `leaving`
// and `closed` will come.
bool session_close(struct session *s, bool at_once);

// Sends bytes to a bot. Returns when the kernel took the last of them; what the bot does not read
// is kept for it, up to a limit, and then dropped.
int64_t session_send(struct session *s, const char *bytes, size_t length);
// A session that has played a game begins the next one: the limits of a game count anew.
void session_new_game(struct session *s);
// The bot was told the end of a game or of its contest and may owe an acknowledgement, see ack.h.
void session_await_ack(struct session *s, const struct budget *budget, const char *of);
bool session_ack_is_late(struct session *s, struct moment now, struct fault *why);
// Looks whether something of the bot has arrived that was not read yet. A busy runner does that
// again and again for all sessions whose clock runs.
void session_look(struct session *s);
// How long what the bot sent last may have been here before it was read: no longer than
// runner_late_ns, and no longer than since the last look that found nothing of this bot.
int64_t session_late_ns(struct session *s);
// Fills `u`. `mark`: later figures will be compared with these.
void session_usage(struct session *s, bool mark, struct usage *u);
// Is it a bot whose process we have started?
bool session_is_started(const struct session *s);
// Looks how long such a bot has computed.
void session_cpu(struct session *s, struct cpu_look *look);
// Asks a player without a wire on a worker thread; `chose` will come. The session sets `stop` of
// `ask` and keeps a copy of the position.
void session_ask(struct session *s, const struct ask *ask);
// Asks an instant player, which answers at once.
move session_think(struct session *s, const struct ask *ask);
// The game is over: calls `forget` of the player. Must not be called while it thinks.
void session_forget(struct session *s);

#endif

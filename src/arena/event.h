// What happens in an arena, told to its watchers. An event is a value that does not change once it
// is published: several watchers may hold the same one, each until it releases it.
//
// A watcher may miss frames: moves and messages. It never misses facts: that a game has begun or is
// over, that a person is asked, words for people, the end.
#ifndef AGON_ARENA_EVENT_H
#define AGON_ARENA_EVENT_H

#include "games/game.h"
#include "referee/referee.h"
#include "referee/result.h"
#include "referee/seat_clock.h"

#include <stdatomic.h>

enum arena_event_kind {
    ARENA_SAID,    // `text`: words for people, such as who is awaited where
    ARENA_STARTED, // all players are there, and the games of a contest begin
    ARENA_BEGUN,   // `setup`: a game begins, from the beginning or again
    ARENA_READY,   // both players of the game are there
    ARENA_MOVED,   // `seat` played `move`, which led from `before` to `after`
    ARENA_SENT,    // `text`: one or more messages to `seat`, a line each
    ARENA_GOT,     // `text`: one message from `seat`
    ARENA_NOTED,   // `text`: words about `seat` that change nothing
    ARENA_ASKED,   // the person at `seat` is to move in `after`
    ARENA_OVER,    // arena_event_result: final. Of a contest's game: it is stored
    ARENA_VOIDED,  // a game that was told as `provisional` counts for nothing (S9); `text` says why
    ARENA_JOINED,  // `player` has come, or come back; `text` says it in words
    ARENA_ABSENT,  // `player` misses a game, for the first time since it went away; the same
    ARENA_OUT,     // `player` is out by its faults (S9); the same
    ARENA_ENDED,   // everything is over: the last event
    ARENA_EVENT_KINDS,
};

// Which kinds a watcher wants: a bit for each.
#define ARENA_WANTS(kind) (1U << (kind))
enum {
    ARENA_FACTS = ARENA_WANTS(ARENA_SAID) | ARENA_WANTS(ARENA_STARTED) | ARENA_WANTS(ARENA_BEGUN) |
        ARENA_WANTS(ARENA_ASKED) | ARENA_WANTS(ARENA_OVER) | ARENA_WANTS(ARENA_VOIDED) |
        ARENA_WANTS(ARENA_JOINED) | ARENA_WANTS(ARENA_ABSENT) | ARENA_WANTS(ARENA_OUT) |
        ARENA_WANTS(ARENA_ENDED),
    ARENA_MOVES = ARENA_WANTS(ARENA_READY) | ARENA_WANTS(ARENA_MOVED),
    ARENA_MESSAGES = ARENA_WANTS(ARENA_SENT) | ARENA_WANTS(ARENA_GOT) | ARENA_WANTS(ARENA_NOTED),
};

// Who plays a game, and how. `timed` players have `budget`.
struct arena_setup {
    const struct game *game;
    position start;
    int players[SEATS]; // their numbers in the match or contest
    struct {
        char name[REFEREE_NAME_BYTES];
        const struct wire *wire; // NULL: it plays without messages
        bool timed, person, instant;
        struct budget budget;
    } seats[SEATS];
};

struct arena_event {
    enum arena_event_kind kind;
    int64_t game;  // its number, from 1; 0: the event is about no game
    int64_t at_ns; // since the game began
    int seat;      // or NOBODY
    int player;    // the number of the player at that seat; or that the event is about; or NOBODY

    // ARENA_MOVED, ARENA_ASKED
    move move;
    bool forced; // the referee played it, since the protocol has no word for it
    position before, after;
    bool has_charge;
    struct charge charge;
    int64_t left_ns;  // of the seat's budget for the whole game, after the move
    int64_t question; // its number
    int port;         // ARENA_SAID: where a bot is awaited; 0: it is about something else

    struct arena_setup *setup; // ARENA_BEGUN and ARENA_OVER
    unsigned char *packed;     // ARENA_OVER: its result, see arena_event_result
    // ARENA_OVER: a fault in a game before it in the schedule can still make it void (S9). Then
    // ARENA_VOIDED will come.
    bool provisional;
    int64_t record; // ARENA_OVER: the number of its record in a folder, or 0
    char *text;     // ends with '\0'. ARENA_OVER: the moves, where they were asked for
    size_t length;  // of the text
    size_t bytes;   // that the event takes in memory, about

    atomic_int holders;
};

// A new event with one holder; NULL: out of memory. `text` of `length` bytes is copied; it may be
// NULL.
struct arena_event *arena_event_create(
    enum arena_event_kind kind, int64_t game, const char *text, size_t length);
// Gives the event a copy of these. Of a result, which has room for everything that can be said of a
// fault, only what is filled is kept: many events may wait for a watcher. False: out of memory.
bool arena_event_set_setup(struct arena_event *event, const struct arena_setup *setup);
bool arena_event_set_result(struct arena_event *event, const struct result *result);
// Fills `r` with the result of an ARENA_OVER.
void arena_event_result(const struct arena_event *event, struct result *r);

void arena_event_hold(struct arena_event *event);
// The last release frees it. `event` may be NULL.
void arena_event_release(struct arena_event *event);

bool arena_event_is_fact(enum arena_event_kind kind);

#endif

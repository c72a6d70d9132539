// The pool: everything that plays games. It has runners, each on a thread and a core of its own (as
// many as there are cores, but no more than games at once), and slots on them in which one game
// after the other is played. placement.h says which cores are whose. What is to be played comes
// from a source of games: a match, the schedule of a contest, or whatever is to come.
//
// The source is asked from the threads of the runners, several at a time; the pool is held from any
// other thread.
#ifndef AGON_ARENA_POOL_H
#define AGON_ARENA_POOL_H

#include "arena/feed.h"
#include "arena/recent_records.h"
#include "referee/table.h"

#define POOL_ALONE (-1)
#define POOL_ANY_SERIES (-2)
#define POOL_FIRST_RUNNER 0

// One game. It belongs to its source, which keeps it until the game has come back.
struct pool_game {
    int64_t number; // in its match or contest, from 1
    // A bot whose protocol plays many games on one connection (S8) stays for the next game of the
    // same series. POOL_ALONE: the game belongs to none.
    int64_t series;
    const struct game *game;
    position start;
    uint64_t seed;
    int coin;                            // 0 or 1, drawn by lot: see struct fixture
    int who[SEATS];                      // the players' numbers, by seat
    const struct player *players[SEATS]; // by seat; they outlive the pool
    const struct budget *budgets[SEATS]; // the same
    const char *record_path;             // NULL: no record
    bool record_claimed;                 // its file was made for this game, and is empty
    bool record_kept;                    // the record is kept in memory, too
    struct text moves;                   // filled while the game is played, where that is asked for
};

// How a game came back.
struct pool_ended {
    const struct result *result;
    bool recorded;             // the file of its record was opened
    const struct text *record; // `done`: the record; empty if it was not kept
    // What each bot calls itself on the wire; NULL: it has not said so.
    const char *names[SEATS];
};

enum pool_next {
    POOL_GAME,    // a game to be played now
    POOL_WAIT,    // not now: pool_wake will say when to ask again
    POOL_NOTHING, // the same; and bots that wait for another game of this series can go
};

struct pool_source {
    // What is to be played now? pool_wake says that there may be something, or that `is_over` has
    // become true. With a series other than POOL_ANY_SERIES, only a game of that series is wanted.
    // `runner` is the number of the runner that asks. Only POOL_FIRST_RUNNER can play with those
    // who come by themselves.
    enum pool_next (*next)(void *user, int64_t series, int runner, struct pool_game **g);
    // The game has a result that is not void.
    void (*done)(void *user, struct pool_game *g, const struct pool_ended *how);
    // The game was void, by a fault of ours; or it was stopped, and `how->result` is NULL.
    void (*put_back)(void *user, struct pool_game *g, const struct pool_ended *how);
    // Nothing will come from `next` any more.
    bool (*is_over)(void *user);
    // The pool itself has failed. Nothing more is to come from `next`.
    void (*fail)(void *user, const struct error *e);

    // Each of these may be NULL.
    // The bots of the game run in these processes, by seat; 0: it has none, or it is not known. May
    // be told again when more is known.
    void (*started)(void *user, struct pool_game *g, const pid_t processes[SEATS]);
    // The last runner has left: nothing more will happen.
    void (*ended)(void *user);
    // Something about where the games are played, for people; with `kind`, it also goes into the
    // log as an entry of that kind. Told by games that are played elsewhere.
    void (*said)(void *user, const char *kind, const char *words);
    // Somebody asks, where the games are played elsewhere, that they pause. The words say who.
    void (*pause)(void *user, const char *words);
    // A runner looks for work: before `next` is asked, and also while all its slots have a game.
    void (*look)(void *user);
    // The bots of the game have left.
    void (*left)(void *user, const int who[SEATS]);
    // Is this a player that comes by itself? Then `session` is set to its session, or to NULL if it
    // is absent.
    bool (*fetch)(void *user, int who, struct session **session);
    // After the game, and after a game that was missed. `session` NULL: it has left, and `why` says
    // why, if that is known (else it is "").
    void (*give_back)(void *user, int who, struct session *session, const char *why);
    // The game cannot be played, since the player at `seat` is absent.
    void (*missed)(void *user, struct pool_game *g, int seat);
};

struct pool_options {
    const struct pool_source *source;
    void *user;          // of the source
    int64_t concurrency; // games at once
    int cores;       // for each bot that is started here; 0: bots share the core of their runner
    bool one_runner; // all games are played where the first runner is
    struct runner *first_runner; // where those are who come by themselves; NULL: the pool's own
    struct feeds *feeds;
    const char *host; // the machine in words, for records
    bool keeps_moves; // in struct pool_game
    // Keeps the record of every game in memory while it is played, for pool_copy_record, and
    // afterwards here. NULL: only the records that the source wants are kept.
    struct recent_records *recent;
    int first_core; // as in struct arena_options
};

enum pool_stop {
    POOL_FINISH, // games that are under way are finished, no other one begins
    POOL_NOW,    // games that are under way come back without a result
};

struct pool;

// What `options` points to lives until pool_join. NULL and words on failure.
struct pool *pool_start(const struct pool_options *options, struct error *e);
// From any thread, also several times.
void pool_stop(struct pool *p, enum pool_stop how);
void pool_wake(struct pool *p);
// Stops one game: it comes back without a result, unless it has ended meanwhile.
void pool_stop_game(struct pool *p, int64_t game);
// Waits until the source is over, or the pool is stopped. `crowd` is filled; it may be NULL.
void pool_join(struct pool *p, struct crowd *crowd);
void pool_destroy(struct pool *p); // after pool_join, when nobody calls pool_wake any more

// A person answers a question (ARENA_ASKED) by a move, or gives up (MOVE_NONE). Ignored if the
// question is not open any more.
void pool_answer(struct pool *p, int64_t game, int64_t question, move m);

// A game that is under way.
struct pool_view {
    int64_t number;
    struct arena_setup setup;
    position position;
    move last;       // MOVE_NONE: none yet
    position before; // in which it was played
    int moves;
    bool ready;       // both players are there
    int64_t since_ns; // when the last move was played, or the game began (clock_now_ns)
    struct pool_view_clock {
        int64_t charged_ns; // for all its moves
        int64_t left_ns;    // of its budget for the whole game
    } clocks[SEATS];
};

// Copies of the games that are under way, at most `most`. Returns how many.
size_t pool_snapshot(struct pool *p, struct pool_view *views, size_t most);

// How many of the cores that this process may use, from the first one on, must be left to the
// games: theirs, and those before `first_core`. 0 when all runners have left.
int pool_cores(const struct pool *p);

// Appends what the record of a game has so far, from byte `from` on: whole lines. The game is under
// way, or it ended not long ago and `recent` has it. Returns false, with nothing appended, if it is
// neither, or if `from` lies behind the end of the record: a game that is played again under its
// number (it was void, or a move was taken back) begins a new record, and ARENA_BEGUN tells so. The
// game is held up by nothing but the copying of a few KiB at a time.
bool pool_copy_record(struct pool *p, int64_t game, size_t from, struct text *out);

void pool_game_setup(const struct pool_game *g, struct arena_setup *setup);
// An ARENA_OVER for the source to publish when the result is final; with the moves if they were
// kept. NULL: out of memory.
struct arena_event *pool_over_event(const struct pool_game *g, const struct result *result);

#endif

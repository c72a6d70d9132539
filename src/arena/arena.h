// An arena: one contest that is being played. It is a thing that one holds: it has threads of its
// own, prints nothing, catches no signal and knows of no current folder but the paths it is given.
// Several may run in one process; none affects another.
//
// A watcher opens a feed (arena_feeds), before arena_start or later. Anybody may ask for a snapshot
// at any time.
#ifndef AGON_ARENA_ARENA_H
#define AGON_ARENA_ARENA_H

#include "arena/dispatch.h"
#include "arena/ground.h"
#include "arena/live_source.h"
#include "arena/lobby.h"
#include "arena/probe.h"

struct arena;

// Everything that it points to must live until arena_join.
struct arena_options {
    const struct roster *roster;         // who plays
    const char *path;                    // where its results are (store/location.h)
    const struct store_contest *contest; // what the file must hold
    const struct head *expected;         // of the file; NULL: any will do
    int64_t concurrency;                 // games at once
    int64_t cores;                       // as in struct match_options
    bool store_records;                  // keep every game's record with its result
    const char *records;                 // a folder for files of the records; NULL: no files
    const char *openings; // the text of their file, to be kept with the results; NULL: none
    // Where the players are that come by themselves, if they have gathered. NULL: the arena waits
    // for them when the contest is about to begin.
    struct lobby *lobby;
    // The file with their tokens, if the arena waits for them and they need such. NULL: they do
    // not.
    const char *tokens;
    const struct lobby_limits *limits; // of such a lobby; NULL: the usual
    // How long to wait for players that are missing when a contest goes on; then it does so without
    // them. 0: it does not.
    int64_t wait_ms;
    // For arena_copy_record: keeps the record of every game in memory while it is played. Whether
    // it is stored does not depend on this.
    bool keeps_records;
    // Where the contest is shown, for its log: an entry "serve". NULL: nowhere.
    const char *served;
    const struct arena_ground *ground; // where its games are played; NULL: here
    // The core of its first runner, counted from 0 and around: so several arenas of one process do
    // not all play on the first cores. Bots with cores of their own have the first ones all the
    // same.
    int first_core;
};

// Returns NULL with `e` when memory runs out.
struct arena *arena_create(const struct arena_options *options, struct error *e);
struct feeds *arena_feeds(struct arena *a);
// Frees an arena that was not started. One that was started is freed by arena_join.
void arena_destroy(struct arena *a);
// Begins: opens the file, checks whether the players can start, waits for those that come by
// themselves, and plays. All that happens on the arena's own threads. Returns false with `e` if
// there is no thread for it; then arena_destroy is still to be called.
bool arena_start(struct arena *a, struct error *e);

// May be called from any thread, and several times.
void arena_stop(struct arena *a, enum pool_stop how);
// The same as POOL_FINISH; the words go into the log of the contest, as an entry "pause".
void arena_pause(struct arena *a, const char *words);

enum arena_end {
    ARENA_NOT_BEGUN, // nothing was played, and a new contest has left no trace
    ARENA_FAILED,    // what was told of games stays
    ARENA_STOPPED,
    ARENA_PLAYED, // the contest is over
};

// How it ended.
struct arena_ended {
    struct head head; // of the file as the arena has left it, if it was opened and nothing failed
    struct crowd crowd;
    struct probe_findings findings; // ARENA_NOT_BEGUN: players that cannot start; to be destroyed
};

// Waits for the end and frees the arena. All feeds are closed. ARENA_FAILED and ARENA_NOT_BEGUN:
// `e` says why; it is empty if the findings say it.
enum arena_end arena_join(struct arena *a, struct arena_ended *ended, struct error *e);

// Copies where the contest stands, and sets `under_way` to the number of games that were handed out
// and are not told yet. Returns false when the games have not begun, or are over.
bool arena_copy_standings(struct arena *a, struct standings *s, size_t *under_way, struct error *e);

// How many cores its games have now: the first ones of those that this process may use. 0: no games
// are under way. An analyst must leave them alone (arena/analyst.h).
int arena_cores(struct arena *a);

// Where the contest stands, as copies: call standings_rank and standings_rate on the standings
// afterwards. To be initialised by arena_state_init.
struct arena_state {
    struct standings standings;
    size_t under_way;        // games handed out, and not told yet
    struct pool_view *games; // those that are being played
    size_t game_count, game_capacity;
};

bool arena_state_init(struct arena_state *s, const struct arena *a, struct error *e);
void arena_state_destroy(struct arena_state *s);
// Returns false when the games have not begun, or are over.
bool arena_snapshot(struct arena *a, struct arena_state *s);
// Only the games under way, at most `most`. Returns how many.
size_t arena_view_games(struct arena *a, struct pool_view *views, size_t most);

// Appends what the record of a game has so far, from byte `from` on; see pool_copy_record. The
// records of the games that ended last stay until arena_join. Only with `keeps_records`.
bool arena_copy_record(struct arena *a, int64_t game, size_t from, struct text *out);

// Its feeds, games and records, for whoever watches. Valid until arena_join.
struct live_source arena_live_source(struct arena *a);

#endif

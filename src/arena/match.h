// A match: many games between two players. A source of games for the pool; its results come in the
// order of the games.
#ifndef AGON_ARENA_MATCH_H
#define AGON_ARENA_MATCH_H

#include "arena/feed.h"
#include "arena/live_source.h"
#include "arena/pool.h"
#include "arena/record_folder.h"
#include "contest/openings.h"

struct match_options {
    const struct game *game;
    position start;
    struct openings openings; // of every two games
    // They outlive the match. A bot that comes by itself (listen:) is called by its port until it
    // has said its name; from then on by that.
    struct player players[SEATS];
    struct budget budget;
    int64_t games;
    int64_t concurrency; // games at once
    int64_t cores;       // for each bot that is started; 0: bots share the core of their runner
    uint64_t seed;
    struct record_folder records;
    bool keeps_moves; // ARENA_OVER has them
    // Begins no game before match_go_on has been called for all but `concurrency` of those before
    // it: so a slow watcher misses nothing.
    bool waits;
    // The one game has this seed and coin (struct pool_game), and begins in `start` as it is: it is
    // to be like a game that was played before.
    bool alike;
    uint64_t alike_seed;
    int alike_coin;
    // For match_copy_record: keeps the record of every game in memory while it is played.
    bool keeps_records;
};

struct match;

enum match_end { MATCH_PLAYED, MATCH_STOPPED, MATCH_FAILED };

// `options` must live until match_join. Returns NULL with `e` when memory runs out.
struct match *match_create(struct match_options *options, struct error *e);
// For feed_open. A watcher that must miss nothing opens its feed before match_start.
struct feeds *match_feeds(struct match *m);
// Begins to play. Returns false with `e` if that fails: nothing is played, but match_join must
// still be called.
bool match_start(struct match *m, struct error *e);

void match_stop(struct match *m, enum pool_stop how);
void match_go_on(struct match *m);
// A person answers (see pool_answer).
void match_answer(struct match *m, int64_t game, int64_t question, move answer);
// When the game is over, its result is not told: it is played again from `start`.
void match_take_back(struct match *m, int64_t game, const position *start);

// From any thread until match_join: copies of the games that are under way, at most `most`. Returns
// how many.
size_t match_snapshot(struct match *m, struct pool_view *views, size_t most);
// The same: appends what the record of a game has so far, from byte `from` on; see
// pool_copy_record. Only with `keeps_records`.
bool match_copy_record(struct match *m, int64_t game, size_t from, struct text *out);

// Waits for the end and frees the match. All watchers must have closed their feeds. MATCH_FAILED:
// `e` says why. `crowd` is filled.
enum match_end match_join(struct match *m, struct crowd *crowd, struct error *e);

// How many cores its games have, as arena_cores.
int match_cores(struct match *m);

// Its feeds, games and records, for whoever watches. Valid until match_join.
struct live_source match_live_source(struct match *m);

// Half points of a player: 2 for a win, 1 for a draw; PAIR_COUNT_VOID for a void game. `over` is an
// ARENA_OVER.
int match_half_points(const struct arena_event *over, int player);

#endif

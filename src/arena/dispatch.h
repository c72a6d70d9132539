// A contest, handed out game by game: the schedule on one side, the store on the other, and the
// games that are between the two. A game that was played is stored before it counts, and before
// anybody is told of it. Everything here may be called from any thread.
#ifndef AGON_ARENA_DISPATCH_H
#define AGON_ARENA_DISPATCH_H

#include "archive/ledger.h"
#include "archive/standings.h"
#include "arena/pending_writes.h"
#include "arena/pool.h"
#include "arena/roster.h"
#include "store/under_way.h"

#include <pthread.h>

struct dispatch_options {
    const struct roster *roster;
    const char *path;                    // where its results are (store/location.h)
    const struct store_contest *contest; // what the file must hold
    const struct head *expected;         // of the file; NULL: any will do
    bool store_records;                  // with the results
    const char *records;                 // a folder for files of them; NULL: no files
    const char *openings; // the text of their file, to be kept with the results; NULL: none
    struct feeds *feeds;  // where stored games are told
    // Says that there may be more to do. It is called from any thread, with the lock of the
    // dispatch held.
    void (*wake)(void *user);
    // The dispatch has let go of a game: it is stored, or is not to be. Called as `wake` is. May be
    // NULL.
    void (*settled)(void *user, int64_t number);
    void *user;
};

// Two games. It lives as long as one of them is to be played, is played or is written.
struct dispatch_pair {
    struct pairing pairing;
    struct ledger_pair results; // of the games that are written and told
    int holders;
    struct dispatch_pair *next, **at; // `at`: what points to this one
};

// One game on its way from the schedule to the disk.
struct dispatch_game {
    struct pool_game pool; // must be first: a pointer to it is a pointer to this struct
    struct dispatch_pair *pair;
    int slot;                 // see store/under_way.h
    int number;               // in the pair: 0 or 1
    int tries;                // how often it was begun
    char *record_path;        // NULL: no file for its record
    int winner, blame;        // seats or NOBODY, when it is over
    struct arena_event *over; // to be published when it is written; NULL: nobody wants it
    bool refused;             // by the store; `error` says why
    struct error error;
    struct dispatch_game *next; // in the list of games that were written, or put off
};

struct dispatch {
    struct dispatch_options options;
    struct store *store;
    bool is_new; // the file was made by dispatch_open
    struct under_way under_way_file;

    pthread_mutex_t lock; // for everything below
    struct schedule schedule;
    struct ledger ledger;
    struct dispatch_pair *pairs; // that live
    struct dispatch_pair *open;  // of which not all games have been handed out; or NULL
    int open_next;               // the next of them
    struct dispatch_game *written, **written_end;
    struct dispatch_game *put_off; // they wait for a player that plays one game at a time
    size_t put_off_count;
    struct pending_writes writes;
    struct text exclusions; // what the log said of players that are out when it was opened
    bool *engaged;          // by player: it cannot begin a game now
    size_t under_way;       // games handed out and not told yet
    bool all_out;           // the schedule has no more games
    bool failed;
    struct error error;
    struct head head; // of the file, once it is closed
};

// Opens the file and reads what it holds. Returns false with `e` if that fails; then nothing is
// open.
bool dispatch_open(struct dispatch *d, const struct dispatch_options *options, struct error *e);
// Waits until everything is written, and tells it. Returns false with `e` if something has failed,
// now or before.
bool dispatch_close(struct dispatch *d, struct error *e);

// --- For the pool: see struct pool_source ---

enum pool_next dispatch_next(struct dispatch *d, bool at_doors, struct pool_game **next);
// The bots of the game run in these processes, by seat; 0: none. More may be known later.
void dispatch_started(struct dispatch *d, struct pool_game *g, const pid_t processes[SEATS]);
// The game has this result, which is not void. `record` may be empty, or NULL.
void dispatch_done(struct dispatch *d, struct pool_game *g, const struct result *result,
    const struct text *record);
void dispatch_put_back(struct dispatch *d, struct pool_game *g, const struct result *result);
// The game cannot be played at all: that ends the contest.
void dispatch_give_up(struct dispatch *d, struct pool_game *g, const struct error *e);
// Tells the games that have been written since the last time.
void dispatch_look(struct dispatch *d);
// Will dispatch_next hand out nothing more? Everything is handed out, or something has failed.
bool dispatch_is_over(struct dispatch *d);
void dispatch_fail(struct dispatch *d, const struct error *e);
// Says whether a player that plays one game at a time may begin one now.
void dispatch_set_free(struct dispatch *d, int player, bool free);

// --- Looking ---

// Is there a game that has not been played yet? To be called before the first dispatch_next.
bool dispatch_has_games(struct dispatch *d);
// Sets `left`, by player: true if it will play none of those games, because it has left or is out
// by its faults. To be called before the first dispatch_next, too.
bool dispatch_find_left(struct dispatch *d, bool *left, struct error *e);
// Copies the state of the contest for standings_rank, and sets `under_way` to the number of games
// that are handed out and not told yet. Returns false with `e` when memory runs out.
bool dispatch_copy_standings(
    struct dispatch *d, struct standings *s, size_t *under_way, struct error *e);

// --- The log of the contest ---

// Adds an entry to the log.
void dispatch_note(struct dispatch *d, const char *kind, const char *words);
// The same for use while games are played: the entry is written when the store has room for it.
void dispatch_note_later(struct dispatch *d, const char *kind, const char *words);

#endif

// What the parts of a worker share. The worker's thread speaks with the database; the runners of
// its pool ask for games and bring them back.
#ifndef AGON_FLEET_FLEET_WORKER_PARTS_H
#define AGON_FLEET_FLEET_WORKER_PARTS_H

#include "arena/roster.h"
#include "base/random.h"
#include "fleet/fleet_worker.h"
#include "fleet/lease_book.h"
#include "fleet/parcel_cache.h"
#include "store/pack.h"
#include "store/postgres_array.h"

#include <pthread.h>

enum {
    FLEET_WORKER_TOKEN_BYTES = 80,
    FLEET_WORKER_NO_RUNNER = -1,
    FLEET_WORKER_SUBMIT_MOST = 256, // records in one call
    FLEET_WORKER_AHEAD_SECONDS = 2, // leases are taken for so long ahead,
    FLEET_WORKER_AHEAD_MOST = 256,  // and so many for each core: agon.take gives no more than twice
    // So long a record waits for others to be handed in with; and so long if there are fewer leases
    // than were wanted, since somebody may wait for its result.
    FLEET_WORKER_GATHER_MS = 1000,
    FLEET_WORKER_GATHER_SCARCE_MS = 50,
};

enum held_stage {
    HELD_WAITING,
    HELD_PLAYING,
    HELD_PLAYED, // its record is to be handed in
    HELD_OVER,   // it was handed in, is not to be played, or was stopped
};

struct held_game {
    struct pool_game pool; // must be first: a pointer to it is a pointer to this struct
    struct held_lease *lease;
    enum held_stage stage;
    struct text record;
    int64_t played_ns; // when it was over
    bool watched;      // somebody wants to see it while it is played,
    int64_t shown;     // and the database has so many bytes of its record
};

// A lease that this worker has.
struct held_lease {
    int64_t id, attempt;
    int runner; // where its games are played
    int count;
    struct held_game games[LEASE_GAMES];
    bool prepared;    // its players are ready
    bool lost;        // it is another worker's now
    bool broken;      // a game of it was void:
    struct error why; // so
    struct held_lease *next;
};

// What take() says of the leases.
struct fleet_worker_offer {
    char contest[POSTGRES_NAME_BYTES];
    int64_t generation, lease_ms;
};

enum readiness_stage {
    READINESS_NONE,
    READINESS_BUILDING,
    READINESS_READY,
    READINESS_FAILED,
};

// The players of the contest that is played, while they are made ready.
struct readiness {
    struct parcel_cache cache;
    struct readiness_player {
        enum readiness_stage stage; // with the lock of the worker
        struct error why;           // it failed
    } * players;
    pthread_t thread; // the builder
    bool is_building;
    int building; // this player
};

struct fleet_worker {
    const struct fleet_worker_options *options;
    pthread_t thread;
    int bell;   // an eventfd: there is something to do for the thread
    int ending; // an eventfd: the thread has ended
    struct error error;
    bool failed;

    struct postgres db;
    char token[FLEET_WORKER_TOKEN_BYTES];
    struct packer *packer;
    int64_t lease_ms;         // of the last lease
    int64_t beat_ns, take_ns; // when it is time for the next one
    int64_t show_ns;          // when it is time to show games,
    int64_t watched_ns;       // and when somebody watched one last
    bool waits;               // there was no lease, and the database knows that it waits for one
    bool listens;             // it hears when there are leases
    bool scarce;              // there were fewer leases than it wanted
    int64_t retry_ms;         // how long to wait before the next connection
    struct random random;
    bool lost;       // the connection; it was told
    int64_t lost_ns; // when that was
    bool joined;     // the fleet, at least once

    // engagement.c: the contest that is being played
    bool engaged, changed; // `changed`: it is to be read again
    struct fleet_worker_offer offer;
    struct definition definition;
    struct roster roster;
    struct pool *pool;
    struct feeds feeds;
    struct recent_records recent; // so that records can be copied while they grow (showing.c)
    char host[256];
    struct readiness readiness;

    pthread_mutex_t lock; // of all below
    struct held_lease *leases;
    bool closing; // the pool is to end when the leases that have begun are played
    struct fleet_worker_state state;
    int64_t played, speed; // games since `second_ns`, and in the second before it
    int64_t second_ns;
    int stopping;       // 0: no; else 1 + enum pool_stop,
    int64_t stopped_ns; // and when POOL_NOW was asked for
    int socket;         // another number of the connection's socket, to shut it; -1: there is none
};

void fleet_worker_ring(struct fleet_worker *w);
void fleet_worker_say(struct fleet_worker *w, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
int fleet_worker_stopping(struct fleet_worker *w);
// The connection is a new one: whoever stops the worker can shut its socket.
void fleet_worker_hold_socket(struct fleet_worker *w);

// --- exchange.c: what is said to the database ---
//
// Each returns false with `e` if it failed; then the connection is to be opened anew, or it is the
// worker's end (exchange_is_final).

bool exchange_open(struct fleet_worker *w, struct error *e); // connects, and joins the fleet
// True if the worker was put out: nothing will help.
bool exchange_is_final(const struct fleet_worker *w);
// Takes leases of the contest that is played, or of any. NULL: that failed.
PGresult *exchange_take(struct fleet_worker *w, int64_t many, struct error *e);
// Begins to hear when there are leases, or ends it. Whoever listens costs the server time for
// everything that is told to anybody, so a worker with leases does not.
bool exchange_listen(struct fleet_worker *w, bool listens, struct error *e);
bool exchange_beat(struct fleet_worker *w, struct error *e);
// Hands in the records that wait.
bool exchange_submit(struct fleet_worker *w, struct error *e);
// Gives back leases that are broken; and those that nobody has begun, with `unbegun`.
bool exchange_give_back(struct fleet_worker *w, bool unbegun, struct error *e);
bool exchange_has_work(struct fleet_worker *w, bool *has, struct error *e);
bool exchange_leave(struct fleet_worker *w, struct error *e);
// Fetches the contest of the offer: a row as shared_contest_read wants it, or NULL.
PGresult *exchange_contest(struct fleet_worker *w, struct error *e);
// Fetches an entry: one value, which is NULL if the database does not have it. NULL: that failed.
PGresult *exchange_blob(
    struct fleet_worker *w, const unsigned char hash[SHA256_BYTES], struct error *e);

// --- engagement.c: what is played ---

bool engagement_begin(struct fleet_worker *w, struct error *e);
// Waits for the games under way.
void engagement_end(struct fleet_worker *w);
// Fills the games of a lease from its job.
bool engagement_fill(
    struct fleet_worker *w, struct held_lease *l, const char *job, struct error *e);

// --- readiness.c: the players of leases are made ready ---

bool readiness_begin(struct fleet_worker *w, struct error *e);
// Goes on with what is to be fetched and built. Returns false if the database failed.
bool readiness_turn(struct fleet_worker *w, struct error *e);
// Waits for what is being built. May be called without readiness_begin.
void readiness_end(struct fleet_worker *w);

// --- showing.c: games are shown while they are played ---

// Shows games that somebody watches, when it is time.
bool showing_look(struct fleet_worker *w, struct error *e);

// --- held.c: the list of leases; with the lock ---

struct held_lease *held_add(struct fleet_worker *w, int64_t id, int64_t attempt, int count);
struct held_lease *held_find(struct fleet_worker *w, int64_t id);
// Removes the leases that are over.
void held_clear(struct fleet_worker *w);
void held_destroy(struct fleet_worker *w);
bool held_has_begun(const struct held_lease *l);

// What the leases of this worker hold, without those that are lost.
struct held_summary {
    int64_t unbegun;   // leases of which nothing has begun
    int64_t open;      // games that are to be played, or are played
    int64_t records;   // that are to be handed in,
    int64_t oldest_ns; // and since when the oldest of them waits
};
struct held_summary held_summary(const struct fleet_worker *w);

// How many leases are wanted beside those that are played: one for each core, and more where games
// are short. 0 as long as half of them are there.
int64_t held_wanted(const struct fleet_worker *w);
// When records are to be handed in (clock_now_ns); 0: now; INT64_MAX: there are none. They wait for
// others as long as there is something to play, and not as long if leases are scarce.
int64_t held_submit_ns(const struct fleet_worker *w);

#endif

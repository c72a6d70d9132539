// What the parts of the coordinator share. All of it belongs to the coordinator's thread, but for
// what stands behind `lock`.
#ifndef AGON_FLEET_COORDINATOR_PARTS_H
#define AGON_FLEET_COORDINATOR_PARTS_H

#include "archive/claimed_game.h"
#include "fleet/broadcast.h"
#include "fleet/coordinator.h"
#include "fleet/fairness.h"
#include "fleet/fleet_pause.h"
#include "fleet/lease_table.h"
#include "store/pack.h"

#include <pthread.h>
#include <stdatomic.h>

// A worker that was told of.
struct coordinator_worker {
    int64_t id, cores, speed_percent;
    char host[64];
    bool here, judged; // `judged`: it is out
    bool quarantined;
    int64_t late_before, late_next; // games that came too late: before our time; when to tell it
};

// A record that was handed in, and what came out when it was played again.
struct replayed_record {
    int64_t id, number, worker;
    int copy;
    struct packed packed;
    bool wanted; // somebody waits for it; then there are
    struct assignment job;
    struct budget budgets[SEATS];
    // What the thread that replays it sets:
    bool is_done; // with the lock of the replays
    bool out_of_memory;
    bool holds;       // else
    struct error why; // it does not
    struct claimed_game claimed;
    struct text bytes; // the record, unpacked
};

struct coordinator {
    const struct coordinator_options *options;
    struct pool_options pool; // the source, the feeds, what is kept
    pthread_t thread;
    int bell; // an eventfd: somebody wants something of the thread

    struct postgres db;
    struct lease_table table;
    struct lease_book book;
    struct replays *replays;
    struct postgres_array known; // submissions that were looked at, and are not cleared yet
    size_t unsettled_bytes;      // of records that wait for the store
    sandbox_layers required;     // of every bot that is started

    // offers.c
    struct pool_game *drawn; // drawn, and not yet part of a lease; or NULL
    size_t left;             // games that an earlier coordinator has left and that may be drawn yet
    bool source_waits;       // the source had no game when it was last asked

    struct fairness *fairness; // judging.c
    struct fleet_pause pause;  // that was asked for

    // attendance.c
    struct coordinator_worker *workers; // by their numbers
    size_t worker_count;
    int64_t cores; // of those who are here
    int64_t looked_ns;
    int64_t misfit_ns; // when we looked last whether every game has a worker that fits,
    char misfit[ERROR_WORDS_BYTES]; // and what was said of it
    int64_t counted, counted_ns;    // games since then,
    int64_t speed;                  // and in a second before that
    bool drained;                   // it is to stop, and has taken what was handed in
    int64_t pause_ms;               // before the next look at what was handed in

    struct broadcast_options broadcasting;
    struct broadcast *broadcast; // NULL: nobody watches

    pthread_mutex_t lock;
    struct live_source seen; // games under way; without feeds: none can be seen
    int64_t *settled;        // numbers of games that the source has let go of
    size_t settled_count, settled_capacity;
    bool out_of_memory; // one of them could not be noted
    int stopping;       // 0: no; else 1 + enum pool_stop
};

// --- offers.c: games become leases ---

// Finds what an earlier coordinator has left.
bool offers_recover(struct coordinator *c, struct error *e);
// Draws as many games as workers can need, and offers them.
bool offers_make(struct coordinator *c, struct error *e);
// A lease is not to be played any more. Its awaited games go back to the source.
void offers_withdraw(struct coordinator *c, struct lease *l);
// All games that are not done go back to the source; their leases stay where they are.
void offers_let_go(struct coordinator *c);

// --- counting.c: records become results ---

// Takes records that were handed in, and sets `taken` to their number.
bool counting_take(struct coordinator *c, size_t *taken, struct error *e);
// Leases whose games the source has let go of are over.
bool counting_settle(struct coordinator *c, struct error *e);

// --- replays.c: records are played again ---

struct replays;

// The threads of this machine that replay. NULL and words on failure.
struct replays *replays_create(
    const struct roster *roster, sandbox_layers required, struct error *e);
void replays_destroy(struct replays *r); // `r` may be NULL
// Begins with a list of records, which lives until replays_end.
void replays_begin(struct replays *r, struct replayed_record *list, size_t count);
// Waits for the next one, in the order of the list; NULL: there are no more.
struct replayed_record *replays_next(struct replays *r);
// The next one is done with: its bytes and moves are freed.
void replays_counted(struct replays *r);
// Ends with the list, also if some of it was not replayed.
void replays_end(struct replays *r);

// --- attendance.c: who is here ---

// Looks after the workers, once a second.
bool attendance_look(struct coordinator *c, struct error *e);
// Says, every now and then, what workers lack for games that nobody can play.
bool attendance_look_for_misfits(struct coordinator *c, struct error *e);
const char *attendance_host(const struct coordinator *c, int64_t worker);
bool attendance_is_judged(const struct coordinator *c, int64_t worker);
// Takes a worker out of the fleet, and says so.
bool attendance_put_out(struct coordinator *c, int64_t worker, const char *why, struct error *e);
// The worker gets no more leases, and says so; what it has handed in counts.
bool attendance_quarantine(struct coordinator *c, int64_t worker, const char *why, struct error *e);
int64_t attendance_speed_percent(const struct coordinator *c, int64_t worker); // 0: not known

// --- judging.c: who is fair ---

// All games of a lease are counted; or those of a copy, which is compared with the first one. A
// worker that is unfair by now is put into quarantine.
bool judging_note(struct coordinator *c, const struct lease *l, struct error *e);
bool judging_note_audit(struct coordinator *c, const struct lease *l, struct error *e);
// Both workers of a copy have played this game. If its players are built in, it must be the same
// game; if it is not, it is played here, and whoever has another one is put out.
bool judging_compare_games(
    struct coordinator *c, const struct lease *l, int which, struct error *e);

#endif

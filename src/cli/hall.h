// What the runners of a tournament share: the schedule, the store, and the games that are between
// the two. Everything here may be called from any thread.
#ifndef AGON_CLI_HALL_H
#define AGON_CLI_HALL_H

#include "cli/chores.h"
#include "cli/tournament.h"

#include <pthread.h>

// Two games; lives as long as one of them is to be played, played or written.
struct hall_pair {
    struct pairing pairing;
    struct ledger_pair results; // of those that are written and told
    int holders;
    struct hall_pair *next;
};

// One game on its way from the schedule to the disk.
struct hall_game {
    struct hall_pair *pair;
    int number;           // in the pair: 0 or 1
    int players[SEATS];   // who has seat 0 and seat 1
    position start;       // where it begins,
    int coin;             // see struct fixture
    int tries;            // how often it was begun
    struct text moves;    // so far
    struct text record;   // when it is over; empty: none is kept
    struct result result; // when it is over
    bool refused;         // by the store; `error` says why
    struct error error;
    struct hall_game *next; // that was written, or put off, after it
};

struct hall {
    const struct tournament *tournament;
    struct store *store;
    void (*wake)(void *user); // there may be more to do: from any thread, the lock is held
    void *user;

    pthread_mutex_t lock; // for everything below
    struct schedule schedule;
    struct ledger ledger;
    struct hall_pair *pairs; // that live
    struct hall_pair *open;  // of which not all games have been handed out; or NULL
    int open_next;           // the next of them
    struct hall_game *written, **written_end;
    struct hall_game *put_off; // they wait for a player that plays one game at a time
    size_t put_off_count;
    struct chores chores;
    struct text outs; // what the log said of players that are out when it was opened, a line each
    bool *engaged;    // by player: it cannot begin a game now
    size_t under_way; // games handed out and not told yet
    bool all_out;     // the schedule has no more games
    bool failed;
    struct error error;
    struct head head; // of the file, once it is closed
};

// Opens the file and reads what it holds.
bool hall_open(struct hall *h, const struct tournament *t, struct error *e);
// Waits for what is being written and tells it. False and words: something has failed.
bool hall_close(struct hall *h, struct error *e);

// A game to be played now; NULL: none, and `wake` will come unless hall_is_over. `at_ports`: the
// caller can play with those who are awaited there.
struct hall_game *hall_take(struct hall *h, bool at_ports, bool stopping);
// Tells the games that have been written since the last time.
void hall_tell(struct hall *h);
// A player that plays one at a time may begin another game now, or not any more.
void hall_set_free(struct hall *h, int player, bool free);
// The game was spoiled, and is to be played again.
void hall_put_back(struct hall *h, struct hall_game *g);
// It has been played and has its result.
void hall_add(struct hall *h, struct hall_game *g);
// It could not be played.
void hall_give_up(struct hall *h, struct hall_game *g, const struct error *e);
// Is there a game that has not been played yet? Before any is taken.
bool hall_has_games(struct hall *h);
// By player: will it play none of those games, because it has left or is out by its faults? The
// same.
bool hall_find_left(struct hall *h, bool *left, struct error *e);
// Nothing more will be handed out: everything is, or something has failed.
bool hall_is_over(struct hall *h);
void hall_fail(struct hall *h, const struct error *e);
// An entry for the log of the contest.
void hall_note(struct hall *h, const char *kind, const char *words);
// The same while games are played: it is written when there is room for it.
void hall_note_later(struct hall *h, const char *kind, const char *words);

int64_t hall_play_number(const struct hall_game *g); // in the schedule, from 1

#endif

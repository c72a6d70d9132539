// A table: two players sit down and play one game after the other. It brings together the seats,
// the referee and the record of each game, on one runner.
#ifndef AGON_REFEREE_TABLE_H
#define AGON_REFEREE_TABLE_H

#include "referee/guest.h"
#include "referee/record.h"
#include "referee/referee.h"
#include "referee/runner.h"

// One game to be played.
struct fixture {
    const struct game *game;
    position start;
    int64_t index;                       // in its run, from 1
    uint64_t seed;                       // of this game
    int first;                           // which of the table's players has seat 0
    int coin;                            // 0 or 1, see struct wire_game
    const struct budget *budgets[SEATS]; // by seat
    const char *record_path;             // NULL: no record
    bool record_claimed;                 // its file was made for this game, and is empty
    const char *host;                    // for the record: the machine, in words
};

struct table;

// A player that is asked by an event (see struct player) is to choose a move.
struct table_question {
    int64_t number; // from 1, for all games of the table
    int seat;       // who is asked
    const position *position;
};

struct table_events {
    // Everything that happens in a game, see referee.h. May be NULL.
    void (*happened)(void *user, struct table *t, const struct referee_event *event);
    // The question stays open until table_answer or the end of the game. May come from inside any
    // function of this header but table_init; must not call one. NULL: no player is asked this way.
    void (*asked)(void *user, struct table *t, const struct table_question *question);
    // The game is over, its bots are gone (or wait for the next game), its record is written.
    // The next game may be started from inside.
    void (*finished)(void *user, struct table *t, const struct result *result);
    // After table_close: nothing is left, and the table may be freed.
    void (*closed)(void *user, struct table *t);
};

struct table {
    struct runner *runner;
    const struct table_events *events;
    void *user;
    struct table_guest guests[SEATS]; // by player, not by seat
    struct fixture fixture;
    struct referee referee;
    struct record record;
    bool watched;      // its clocks want to know when the core stands still
    bool recorded;     // the file of the game's record is ours
    bool playing;      // a game is on, or its end is being written
    bool decided;      // the referee is done
    bool closing;      // table_close was called
    bool inside;       // table_play is running
    bool has_next;     // and is to start a game
    int asked_seat;    // a player without a wire that is to be asked after this step, or NOBODY
    int64_t questions; // asked by `asked` so far, and
    int open_question; // the seat that has not answered the last one, or NOBODY
    struct table *next, *previous;
};

void table_init(struct table *t, struct runner *r, const struct player *players[SEATS],
    const struct table_events *events, void *user);
// Puts a bot there that has already connected and said its name, before table_play; the seat stays
// the caller's. After `finished` it is still there, to be taken away again, or it has left and is
// no longer used: then this returns NULL.
void table_seat(struct table *t, int guest, struct seat *seat);
struct seat *table_take(struct table *t, int guest);
// Why a guest that has left did so, in words; "" if it was not for a reason.
const char *table_why_gone(const struct table *t, int guest);

// The table must outlive this call, even if it is closed from inside `finished`.
void table_play(struct table *t, const struct fixture *f);
// Answers the question of that number; MOVE_NONE gives up. On the thread of the runner's loop.
// Returns false and does nothing if the question is not open: it was answered, or its game is over.
bool table_answer(struct table *t, int64_t question, move m);
// Stops a running game, which stays without a result; says goodbye to both. `closed` will come,
// possibly from inside this call.
void table_close(struct table *t, bool at_once);
void table_tick(struct table *t, struct moment now, bool flush_record);
// Looks for answers that are here and have not been read, see seat_look.
void table_look(struct table *t);

// The player at a seat of the running game, and its place at the table.
const struct player *table_player(const struct table *t, int seat);
struct table_guest *table_guest(struct table *t, int seat);

#endif

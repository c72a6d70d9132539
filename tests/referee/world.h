// A world for one referee: the test is every bot, the kernel and the time of day. What is sent to
// each seat, what is noted and how it ended is kept here to be looked at.
#ifndef AGON_TESTS_REFEREE_WORLD_H
#define AGON_TESTS_REFEREE_WORLD_H

#include "base/clock.h"
#include "base/random.h"
#include "referee/ack.h"
#include "referee/referee.h"

#define MS NS_PER_MS

struct world_plan {
    const char *game;                    // NULL: that of the first seat's wire
    const char *wires[SEATS];            // NULL: plays without messages
    const char *names[SEATS];            // for people
    const char *position;                // NULL: the start
    const struct budget *budgets[SEATS]; // NULL: world_budget
    int coin;                            // see struct wire_game
    bool untimed;                        // seat 0 may think as long as it likes
    bool started;                        // the arena has started the bots
    bool frozen[SEATS];                  // they stand still while they are not asked
    bool held[SEATS];                    // their requests wait for referee_release
    const move *led[SEATS];              // moves that are played whatever they answer,
    int led_count;                       // so many
    uint64_t seed;                       // of the moves of world_play
};

struct world_seat {
    struct wire_stream wire;
    struct wire_bot bot; // for world_play
    struct ack ack;      // what it owes when the game is over
    struct text sent;    // all that was sent to it,
    size_t looked_at;    // how much of that world_news has shown,
    size_t read;         // and how much the bot has read
    int sends;
    struct usage usage; // what the kernel would say, if it is `known`
    bool known;
    int usage_asked;
    int sends_at_look; // how often it had been sent something when the kernel was last asked
    int64_t lag_ns;    // to a bot elsewhere and back

    // What the kernel would say of a bot that the arena has started.
    int64_t cpu_ns, children_cpu_ns;
    int own_looks, whole_looks; // how often it was asked
    bool frozen;
    int64_t thaw_takes_ns;
};

struct world {
    struct world_plan plan;
    struct referee referee;
    struct world_seat seats[SEATS];
    struct moment now;
    struct random random;
    struct text order; // of the sends: "0 1 1 "
    struct text notes; // "1: words\n"
    int asked;         // a seat without a wire, or NOBODY
    int moves, forced, got, broken, overs, dones;
    struct fault ack_fault; // why the last acknowledgement was wrong, or late
    struct charge charge;   // of the last move that was not forced
    struct result result;   // the one that was told
    void (*listen)(void *listener, const struct referee_event *event); // NULL: nobody
    void *listener;
};

// 1000 ms to start, 500 for the first request, 100 for the others.
extern const struct budget world_budget;

struct world *world_new(const struct world_plan *plan);
// Another game for the same seats, on the same connections. `position` NULL: the start.
void world_again(struct world *w);
void world_destroy(struct world *w);

void world_start(struct world *w);
void world_open(struct world *w, int seat);
// Opens both and goes through the joining and beginning that the wire asks for.
void world_begin(struct world *w);
// When the game is over, what a seat says is for what it has to acknowledge.
void world_say(struct world *w, int seat, const char *bytes);
void world_lose(struct world *w, int seat, enum verdict v);
void world_wait(struct world *w, int64_t ns); // time goes by, and nobody looks
void world_tick(struct world *w, int64_t ns); // time goes by, and the referee looks

// Whether a seat has not acknowledged the end of the game in time.
bool world_is_late(struct world *w, int seat);

// What was sent to a seat since the last look.
const char *world_news(struct world *w, int seat);

// Lets a bot read what was sent to it and answer; false: there was nothing.
bool world_answer(struct world *w, int seat);
// Both bots play random moves to the end, one millisecond per answer.
void world_play(struct world *w);

#endif

// A match over the wire without any I/O: two arena seats on one side, two bots on the other, and a
// referee of thirty lines between them. Every byte goes through both sides of the protocol and into
// the transcript: ">0 ..." is a line to the first bot, "<0 ..." one from it.
#ifndef AGON_TESTS_WIRE_MATCH_H
#define AGON_TESTS_WIRE_MATCH_H

#include "base/random.h"
#include "wire/wire.h"

struct match_plan {
    const char *wire;
    const char *variant; // NULL: the default
    const char *names[SEATS];
    uint64_t seed;     // of the moves, all chosen at random
    int games;         // on the same connection where the protocol allows more than one
    int coin;          // see struct wire_game
    int fault_at;      // the number of the reply, from 1, that is replaced by `fault`; 0: none
    const char *fault; // ... or NULL: the bot gives up (santorini-course)
    size_t split;      // every delivery is cut in two behind this many bytes; 0: not
    bool trickle;      // every byte is delivered by itself
};

struct match {
    const struct match_plan *plan;
    const struct wire *wire;
    struct wire_stream seats[SEATS]; // by connection, not by seat
    struct wire_bot bots[SEATS];
    struct random random;
    struct text transcript;
    struct text to_bot[SEATS], to_arena[SEATS];
    position position;
    int replies;         // moves asked for so far
    struct fault fault;  // of the last event that was one
    struct wire_end end; // of the last game
    int moves;           // played in all games
    bool agreed;         // both sides always had the same position
    char trouble[256];   // what went wrong with the match itself; "" when nothing
};

// Plays it; false when the match itself went wrong (m->trouble).
bool match_play(struct match *m, const struct match_plan *plan);
void match_destroy(struct match *m);

#endif

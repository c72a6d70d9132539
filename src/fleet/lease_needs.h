// What a machine must have to play a lease; `take` of the schema compares it with what a worker
// says of itself.
#ifndef AGON_FLEET_LEASE_NEEDS_H
#define AGON_FLEET_LEASE_NEEDS_H

#include "arena/roster.h"

enum { LEASE_NEEDS_WORDS_MOST = 40, LEASE_NEEDS_WORD_BYTES = 48 };

struct lease_needs {
    char can[LEASE_NEEDS_WORDS_MOST][LEASE_NEEDS_WORD_BYTES]; // "layer:seccomp", "tool:python3"
    size_t can_count;
    int64_t cores;
    int64_t memory_bytes;
    double speed;
};

// What the games between two players need. The roster was looked at (roster_look).
void lease_needs_find(struct lease_needs *n, const struct roster *roster, const int players[SEATS]);
// Can all that the players need be told? Returns false with `e` if an entry uses a program of which
// no worker says whether it has it.
bool lease_needs_check(const struct roster *roster, struct error *e);

// What must be in the words of a worker: "layer:seccomp", "tool:python3".
void lease_needs_layer_word(char word[LEASE_NEEDS_WORD_BYTES], enum sandbox_layer layer);
void lease_needs_tool_word(char word[LEASE_NEEDS_WORD_BYTES], const char *program);

#endif

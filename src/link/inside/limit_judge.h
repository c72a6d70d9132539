// Judges what a bot uses by its limits, and says when to look again. Pure: figures and the time go
// in, a decision comes out.
#ifndef AGON_LINK_INSIDE_LIMIT_JUDGE_H
#define AGON_LINK_INSIDE_LIMIT_JUDGE_H

#include "link/inside/group_footprint.h"
#include "link/limit.h"

// What is known of a bot between two looks. All zero at its start.
struct limit_state {
    int64_t due_ns;    // the next look
    int64_t looked_ns; // the last one; 0: none yet
    int64_t memory_bytes, cpu_ns;
    int tasks;
    int64_t cpu_gone_ns;   // of processes that have ended since they were looked at
    int64_t cpu_before_ns; // what was used before this game
    bool new_game;         // the next look begins a new game
};

// Takes what was seen at `now_ns`. Returns true and fills `passed` if a limit is passed. Returns
// false and sets `state->due_ns` if not.
bool limit_judge(const struct sandbox_limits *limits, struct limit_state *state,
    const struct group_footprint *seen, int64_t now_ns, struct limit_passed *passed);

// The same for the bytes in a scratch folder.
bool limit_judge_scratch(
    const struct sandbox_limits *limits, int64_t bytes, struct limit_passed *passed);

#endif

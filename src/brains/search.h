// What the searches of all games share: limits, the stop, deepening step by step, threads.
// A game brings a `struct engine`; struct search is one thread's view of one question.
#ifndef AGON_BRAINS_SEARCH_H
#define AGON_BRAINS_SEARCH_H

#include "brains/brain.h"
#include "brains/tt.h"

struct question; // what the threads of one search have in common

struct search {
    struct question *question;
    uint64_t nodes;      // of this thread
    uint64_t look_at;    // at so many nodes it looks at the clock and at the limits
    uint64_t nodes_most; // its share of the limit; UINT64_MAX: there is none
    bool stopped;
    int thread; // 0 is the one whose answer counts
};

void search_look(struct search *s);

// Could it look at so many nodes more within its limits, if one takes `percent` of the time of
// those so far?
bool search_allows(const struct search *s, uint64_t nodes, int percent);

// Counts a node. True: unwind now, whatever has been found at this node is worth nothing.
static inline bool search_tick(struct search *s)
{
    if (++s->nodes >= s->look_at)
        search_look(s);
    return s->stopped;
}

// The same without a node of its own, where some were counted without looking.
static inline bool search_is_over(struct search *s)
{
    if (s->nodes >= s->look_at)
        search_look(s);
    return s->stopped;
}

enum { SEED_NONE = 0 }; // of a search that draws nothing by lot

// Where a search begins.
struct root {
    const position *position;
    uint64_t seed; // for what may be drawn by lot
    struct tt *tt; // kept from move to move, tt_grow_old has been called
    struct search *search;
    int depth_most; // the limit, for steps that go further than one move each; 0: none
    bool whole;     // leave nothing out by judgement, so that a plain minimax gives the same score
};

enum step {
    STEP_DONE,    // the step is whole: `thought` holds its answer
    STEP_STOPPED, // not whole; `thought` holds its answer if that is still better than the last one
    STEP_LAST,    // done, and no further step could say more
};

// Weakness on purpose: the same on every machine, since it is measured in nodes.
struct brain_level {
    uint64_t nodes; // for a move
    int lots;       // of a thousand moves so many are drawn by lot
};

// How one game is searched, in all its variants. The state is one thread's, zeroed once and kept
// from move to move.
struct engine {
    const struct game *game;
    const struct brain_level *levels; // LEVELS of them
    size_t bytes;                     // of a state
    struct brain_benchmark benchmark;
    void (*prepare)(void); // tables, any number of times; or NULL
    // What is known of the opening, or NULL: false, or an answer that may depend on the seed. Where
    // there is a book, a search without weakness draws nothing by lot: its seed is SEED_NONE.
    bool (*book)(const position *p, uint64_t seed, struct thought *out);
    void (*begin)(void *state, const struct root *root); // the next question
    // The search of step 1, 2, ...: each looks further. Sets best, score, exact, depth and line.
    // Step 1 is never stopped, so that there always is an answer.
    enum step (*deepen)(void *state, int step, struct thought *thought);
};

extern const struct engine engine_santorini, engine_reversi, engine_stones;
extern const struct engine *const engines[];             // ended by NULL
const struct engine *engine_of(const struct game *game); // NULL: there is none

// A state for one thread of a search, all zero, at an address that suits every engine. NULL: out of
// memory. The caller frees it with free().
void *engine_state_create(const struct engine *engine);
// Makes a state as new: what it remembers is forgotten.
void engine_state_clear(const struct engine *engine, void *state);

// What is asked of a search. Everything belongs to the caller and must live until search_run
// returns.
struct search_request {
    const struct engine *engine;
    void *const *states; // one for each thread of `limits`, at least one; they are not cleared
    struct tt *tt;       // kept from move to move
    const position *position;
    const struct limits *limits;
    uint64_t seed;           // or SEED_NONE
    const atomic_bool *stop; // the search ends soon after this becomes true; may be NULL
};

void search_run(const struct search_request *request, struct thought *out);

#endif

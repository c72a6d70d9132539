// What the searches of all games share: limits, the stop, searching deeper step by step, threads.
// Each game brings a `struct engine`, the search itself. Only for files of this layer, for tests
// and for tools: everybody else asks a mind (brains/brain.h).
#ifndef AGON_BRAINS_SEARCH_H
#define AGON_BRAINS_SEARCH_H

#include "brains/thought.h"
#include "brains/tt.h"

struct question; // what the threads of one search have in common; see search.c

// One thread of a search, as its engine sees it.
struct search {
    struct question *question;
    uint64_t nodes;      // that this thread has looked at
    uint64_t look_at;    // when `nodes` has reached this, it looks at the clock and at the limits
    uint64_t nodes_most; // its share of the limit of nodes; UINT64_MAX if there is no limit
    bool stopped;        // the thread must end now
    int thread;          // its number; the answer of thread 0 is that of the search
};

// Looks at the clock, at the limits and at `stop` of the request. May set `stopped`.
void search_look(struct search *s);

// True if the limits allow `nodes` more nodes, when each of them takes `percent` of the time of a
// node so far.
bool search_allows(const struct search *s, uint64_t nodes, int percent);

// Counts a node. Returns true if the search must unwind now; what it has found at this node is then
// worth nothing.
static inline bool search_tick(struct search *s)
{
    if (++s->nodes >= s->look_at)
        search_look(s);
    return s->stopped;
}

// The same without counting a node: for code that has counted some by itself.
static inline bool search_is_over(struct search *s)
{
    if (s->nodes >= s->look_at)
        search_look(s);
    return s->stopped;
}

enum { SEED_NONE = 0 }; // the seed of a search that draws nothing by lot

// Where a search begins: what an engine is given for each question.
struct root {
    const position *position;
    uint64_t seed; // for what may be drawn by lot, or SEED_NONE
    struct tt *tt; // kept from move to move; tt_grow_old has been called
    struct search *search;
    int depth_most; // the limit of depth, for steps that go further than one move; 0 means none
    bool whole;     // nothing may be left out by judgement: the score must be that of plain minimax
};

enum step {
    STEP_DONE,    // the step was finished; `thought` holds its answer
    STEP_STOPPED, // it was stopped; `thought` holds a new answer only if that is the better one
    STEP_LAST,    // it was finished, and a further step would not change the answer
};

// How weak a level is made on purpose. It is the same on every machine, because it is measured in
// nodes. All zero means no weakness.
struct brain_level {
    uint64_t nodes; // that it may look at for a move
    int lots;       // how many of a thousand moves it draws by lot
};

// How one game is searched, in all its variants. Each thread has a state, which is made by
// engine_state_create and kept from move to move.
struct engine {
    const struct game *game;
    const struct brain_level *levels; // LEVELS of them
    size_t bytes;                     // the size of a state
    struct brain_benchmark benchmark;
    double
        chance_score;   // a side that is so much better wins about 73 of 100 games: brains/chance.h
    bool counts_stones; // scores are stones, SCORE_STONE for each
    // The score of a seat where the game is over. Only where the engine counts stones; elsewhere
    // the winner has SCORE_WIN.
    int (*final_score)(const position *p, int seat);
    // Fills tables, at the first call. Any thread may call it at any time. May be NULL.
    void (*prepare)(void);
    // Looks the position up in a book of openings. Returns false if it is not there. May be NULL.
    // Of an engine with a book, a search without weakness draws nothing by lot: its seed is
    // SEED_NONE.
    bool (*book)(const position *p, uint64_t seed, struct thought *out);
    void (*begin)(void *state, const struct root *root); // for the next question
    // Searches step 1, 2, ...: each looks further than the one before. Sets best, score, exact,
    // depth and line of `thought`. Step 1 is never stopped, so that there always is an answer.
    enum step (*deepen)(void *state, int step, struct thought *thought);
};

extern const struct engine engine_santorini, engine_reversi, engine_stones;
extern const struct engine *const engines[];             // ended by NULL
const struct engine *engine_of(const struct game *game); // NULL if there is none

// Makes a state for one thread of a search, all zero, at an address that suits every engine.
// Returns NULL if memory runs out. The caller frees it with free().
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

// The ways a game can end, in one ordered table: won, drawn, the faults of G5, void.
#ifndef AGON_WIRE_VERDICT_H
#define AGON_WIRE_VERDICT_H

#include <stdbool.h>
#include <stddef.h>

enum verdict {
    VERDICT_WON,        // by the rules of the game, or because the other gave up
    VERDICT_DRAW,       // by the rules of the game
    VERDICT_MALFORMED,  // from here on: faults. The seat that made the fault loses the game
    VERDICT_ILLEGAL,    // a well-formed move that the rules do not allow
    VERDICT_TIMEOUT,    // the time was used up
    VERDICT_DISCONNECT, // the stream ended
    VERDICT_CRASH,      // the bot's process ended by itself or by a signal
    VERDICT_FLOOD,      // the bot sent more than the limits of G2 allow
    VERDICT_NO_START,   // the bot could not be started, or never connected
    VERDICT_LIMIT,      // the bot used too much memory, tasks or CPU time, or wrote too much
    VERDICT_VOID,       // the arena, the host or the store failed: no fault, the game is repeated
    VERDICTS
};

struct verdict_row {
    const char *code;  // "MALFORMED"
    const char *words; // for a person: "the message is not JSON, or has the wrong shape"
    const char *rule;  // the ruling that defines it: "G5"; NULL if the rules of the game do
};

extern const struct verdict_row verdicts[VERDICTS];

bool verdict_is_fault(enum verdict v);                // MALFORMED to LIMIT
bool verdict_find(const char *code, enum verdict *v); // false: no verdict has this code

// What a seat did wrong. Everything but the verdict and the words may be empty.
struct fault {
    enum verdict verdict;
    char rule[4];       // "G3", "S5"
    bool has_at;        // the fault has a place in the message:
    size_t at;          // the number of the byte, from 0
    char expected[112]; // what the rule asks for: "Type" to be 0, 1 or 2
    char seen[112];     // what was there: "Type": "attack"; printable ASCII or UTF-8, one line
    char words[200];    // one sentence without a full stop
};

// Fills `f`, with `has_at`, `expected` and `seen` empty, and returns false. `f` may be NULL.
bool fault_set(struct fault *f, enum verdict v, const char *rule, const char *words, ...)
    __attribute__((format(printf, 4, 5)));

#endif

// The ways a game can end, as one ordered table: won, drawn, the faults of G5, void.
#ifndef AGON_WIRE_VERDICT_H
#define AGON_WIRE_VERDICT_H

#include <stdbool.h>
#include <stddef.h>

enum verdict {
    VERDICT_WON,        // by the rules of the game, giving up included
    VERDICT_DRAW,       // by the rules of the game
    VERDICT_MALFORMED,  // from here on: faults, which lose the game for the seat that made them
    VERDICT_ILLEGAL,    // well-formed, against the rules
    VERDICT_TIMEOUT,    // a budget was used up
    VERDICT_DISCONNECT, // the stream ended
    VERDICT_CRASH,      // an exit code or a signal
    VERDICT_FLOOD,      // more than the limits of G2
    VERDICT_NO_START,   // could not be run, or never connected
    VERDICT_LIMIT,      // memory, processes, output
    VERDICT_VOID,       // the arena, the host or the store failed: played again, nobody's fault
    VERDICTS
};

struct verdict_row {
    const char *code;  // "MALFORMED"
    const char *words; // for a person: "the message is not JSON, or has the wrong shape"
    const char *rule;  // the ruling that defines it: "G5"; NULL where the game's rules decide
};

extern const struct verdict_row verdicts[VERDICTS];

bool verdict_is_fault(enum verdict v);                // MALFORMED to LIMIT
bool verdict_find(const char *code, enum verdict *v); // by its code; false: there is none

// What a seat did wrong. Everything but the verdict and the words may be empty.
struct fault {
    enum verdict verdict;
    char rule[4];       // "G3", "S5"
    bool has_at;        // the fault is at a byte of the message
    size_t at;          // which one, from 0
    char expected[112]; // what the rule asks for: "Type" to be 0, 1 or 2
    char seen[112];     // what was there: "Type": "attack"; printable ASCII or UTF-8, one line
    char words[200];    // one sentence without a full stop
};

// Fills `f` (may be NULL) with no place, expected or seen, and returns false.
bool fault_set(struct fault *f, enum verdict v, const char *rule, const char *words, ...)
    __attribute__((format(printf, 4, 5)));

#endif

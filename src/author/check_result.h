// What came out of a check: the findings, and figures about the answers of the bot. Plain values.
#ifndef AGON_AUTHOR_CHECK_RESULT_H
#define AGON_AUTHOR_CHECK_RESULT_H

#include "base/text.h"
#include "referee/excerpt.h"

#include <stdbool.h>
#include <stdint.h>

// What kind of thing is wrong.
enum finding_kind {
    FINDING_NO_START,  // the bot could not be started
    FINDING_MALFORMED, // a message is not JSON, or has the wrong shape
    FINDING_ILLEGAL,   // a move is against the rules
    FINDING_SILENT,    // no answer came, and the bot computed nothing
    FINDING_PART,      // no answer came, but a part of one
    FINDING_SLOW,      // an answer took longer than it may, or came too late
    FINDING_CRASH,     // its process ended in the middle of a game
    FINDING_LEFT,      // it closed its stream in the middle of a game
    FINDING_FLOOD,     // it sent more than it may
    FINDING_LIMIT,     // it used more than it may
    FINDING_EARLY,     // it sent something that nobody had asked for
    FINDING_AFTER,     // it sent something after the end of the game
    FINDING_STAYS,     // it did not end when its input was closed
    FINDING_EXIT,      // it ended with an exit status that says failure, or by a signal
    FINDING_CHILDREN,  // it left processes behind
    FINDING_NAME,      // the name that it asks for does not fit
    FINDING_HALF_TIME, // an answer took more than half of its time
    FINDING_MEMORY,    // its memory grows from game to game
    FINDING_TALK,      // it writes more to stderr than is kept
    FINDING_KINDS
};

enum { FINDING_BYTES = 640, FINDING_WORDS_BYTES = 400, FINDINGS_MOST = 64 };

struct check_finding {
    enum finding_kind kind;
    bool warning; // else it is an error
    char rule[4];
    const char *case_id; // the first case in which it was seen
    int game;            // in that case, from 1
    int move;            // of the bot in that game, from 1
    int count;           // how often it was seen
    uint64_t cases;      // in which cases: a bit for each row of their table
    bool advisory;       // seen only where the arena did what it never does itself
    const char *blame;   // the rule that it is against if it was seen only in such a case; or NULL
    char words[FINDING_WORDS_BYTES]; // one sentence about what is wrong
    char sent[FINDING_BYTES];        // the last thing that the bot was sent
    char expected[FINDING_WORDS_BYTES];
    char seen[FINDING_BYTES];
    char last_words[EXCERPT_BYTES]; // what it wrote to stderr, some lines of it; "": nothing
    char mend[FINDING_BYTES];       // what to do about it
    char position[256];             // as text that `--position` takes; "": none
    // FINDING_ILLEGAL: what explains it each time that it was seen, a bit for each reason
    // (check/findings.h); and the one that `mend` tells, 0: none.
    uint32_t reasons, told;
    bool waited; // FINDING_SILENT, FINDING_PART: no answer came late, either
};

struct check_findings {
    struct check_finding *list;
    size_t count;
    int more; // findings that did not fit
};

// The answer that stands out.
struct check_extreme {
    int64_t amount; // nanoseconds, or bytes
    int64_t limit;  // what is allowed
    const char *case_id;
    int game, move;
};

struct check_case_result {
    const char *id, *title, *rules;
    int games;   // that were played
    int planned; // that there are
    int failed;  // in which something was found
    bool left_out;
};

struct check_result {
    struct check_findings findings;
    struct check_case_result *cases;
    size_t case_count;
    struct check_extreme slowest, largest;
    int64_t begun, games, answers, starts; // `games` were played to their end
    int64_t memory_bytes;                  // the most that was seen; 0: not measured
    int64_t wall_ns;
    bool unstarted; // the bot cannot start: nothing else was tried
    bool shortened; // some games were left out, because the bot is slow
    int errors, warnings;
};

// In how many cases it was seen.
int check_finding_cases(const struct check_finding *f);
void check_result_destroy(struct check_result *r);

#endif

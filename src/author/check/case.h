// The cases of `agon check`, as rows of one table: what each of them plays with the bot, and which
// rules it exercises. A case plays one or more games; each is planned by a function of the row.
#ifndef AGON_AUTHOR_CHECK_CASE_H
#define AGON_AUTHOR_CHECK_CASE_H

#include "author/check/opponent.h"
#include "author/check/rewrite.h"
#include "link/link.h"
#include "wire/wire.h"

// The protocols, each with its dialects.
enum family { FAMILY_HGP, FAMILY_SANTORINI, FAMILY_COURSE, FAMILY_STONES, FAMILIES };

enum family family_of(const struct wire *w);

// How a planned game ends if its rules do not end it before.
enum plan_cut {
    CUT_NEVER,
    CUT_BY_FAULT,    // at its next turn the opponent makes a fault
    CUT_WHILE_ASKED, // the opponent leaves while the bot is asked
    CUT_BY_SILENCE,  // at the opponent's next turn the arena closes the bot's input
};

// One game that a case plays with the bot.
struct game_plan {
    position start;
    int seat; // of the bot
    int coin; // see struct wire_game
    struct opponent opponent;
    enum plan_cut cut;
    int cut_moves;        // after so many moves of the bot
    enum verdict verdict; // CUT_BY_FAULT: the opponent's fault
    const char *name;     // of the opponent; NULL: an ordinary one
};

enum { PLAN_SINGLE_MOVES = 3 }; // of the bot, in the case in which it gets one message at a time

// What a plan may depend on.
struct plan_setting {
    const struct wire *wire;
    const char *variant;
    uint64_t seed; // of this game
    int index;     // the number of the game in its case, from 0
};

struct check_case {
    const char *id;    // as `--case` takes it
    const char *title; // a few words
    // By family: the rules that the case exercises, separated by blanks; NULL: it is not for that
    // protocol.
    const char *rules[FAMILIES];
    int games[FAMILIES];
    void (*plan)(const struct plan_setting *s, struct game_plan *plan);
    // Whatever goes wrong here, and only here, is against this rule; NULL: against the rule that
    // the fault names.
    const char *blame;
    // The arena itself never does this, though JSON allows it: what goes wrong is a warning.
    bool advisory;
    struct link_shape shape;
    enum rewrite rewrite;
    int pause_ms; // how long the opponent takes for each of its moves
    bool apart;   // a message is sent when the bot has had time to read the one before
    bool renames; // the bot gets another name than the one that it asks for
    bool bulk;    // many games that may be left out if the bot is very slow
    bool silent;  // the input is closed before anything else is sent
};

extern const struct check_case check_cases[]; // ends with a row that has no id

// A rule that no bot can break, and why: it binds the arena only.
struct arena_rule {
    const char *rule, *why;
};

extern const struct arena_rule arena_rules[]; // ends with a row that has no rule

#endif

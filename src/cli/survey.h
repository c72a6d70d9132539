// Where a contest stands: what has been drawn and is not played yet, and where a change of its
// players takes effect.
#ifndef AGON_CLI_SURVEY_H
#define AGON_CLI_SURVEY_H

#include "archive/definition.h"
#include "archive/ledger.h"

struct survey_pair {
    int64_t index, round;
    int players[2];
    int8_t half_points[GAMES_PER_PAIR]; // as in struct ledger_pair: LEDGER_UNKNOWN is not played
    bool rests[2];                      // which of the players is suspended: the pair waits for it
};

struct survey {
    const struct definition *definition;
    // Pairs that can be played now, or before the next round is drawn; and those before `at` that
    // wait for a player. By index.
    struct survey_pair *open;
    size_t count, capacity;
    bool *out;  // by player: out by its faults
    bool begun; // a game that counts is stored
    bool over;  // nothing is left to be played now
    // Where a change takes effect. Of a fixed schedule: the first pair behind all those that are
    // stored. Else the first round of which no game is stored.
    int64_t at;
    int64_t round_games; // not of a fixed schedule: games stored of the round before that
};

// False and words; to be destroyed in both cases. The definition must live on.
bool survey_take(
    struct survey *s, const struct definition *d, struct ledger *ledger, struct error *e);
void survey_destroy(struct survey *s);

// Is it a pair of the player, drawn before `at`? Whoever leaves now does not play it.
bool survey_is_before(const struct survey *s, const struct survey_pair *pair, int player);
bool survey_plays(const struct survey_pair *pair, int player);
// Is there a pair of the player that can be played now?
bool survey_has_open(const struct survey *s, int player);
// Does the pair wait for this player?
bool survey_waits_for(const struct survey_pair *pair, int player);
// Will the player play no more: it has left or is out, and has no open pair?
bool survey_has_left(const struct survey *s, int player);

#endif

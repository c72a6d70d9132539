// Where a contest stands: what has been drawn and is not played yet, and where a change of its
// players takes effect.
#ifndef AGON_ARCHIVE_CONTEST_STATE_H
#define AGON_ARCHIVE_CONTEST_STATE_H

#include "archive/definition.h"
#include "archive/ledger.h"

// A pair that is not played yet, or only half of it.
struct open_pair {
    int64_t index, round;
    int players[2];
    int8_t half_points[GAMES_PER_PAIR]; // as in struct ledger_pair: LEDGER_UNKNOWN is not played
    bool rests[2];                      // which of the players is suspended: the pair waits for it
};

struct contest_state {
    const struct definition *definition;
    // By index: the pairs that can be played now, or before the next round is drawn; and pairs
    // before `at` that wait for a player who is suspended.
    struct open_pair *open;
    size_t count, capacity;
    bool *out;  // by player: it is out by its faults
    bool begun; // at least one game is stored that counts
    bool over;  // there is nothing to be played now
    // Where a change takes effect. In a fixed schedule this is the first pair behind all those that
    // are stored. Elsewhere it is the first round of which no game is stored.
    int64_t at;
    int64_t round_games; // not in a fixed schedule: the number of stored games of round `at` - 1
};

// Returns false if memory runs out or the results contradict the schedule; `e` says so. To be
// destroyed in both cases. The definition must live on.
bool contest_state_read(
    struct contest_state *s, const struct definition *d, struct ledger *ledger, struct error *e);
void contest_state_destroy(struct contest_state *s);

bool open_pair_plays(const struct open_pair *pair, int player);
// Does the pair wait for this player, who is suspended?
bool open_pair_waits_for(const struct open_pair *pair, int player);
// Is it a pair of the player that was drawn before `at`? A player who leaves now does not play it.
bool contest_state_is_before(
    const struct contest_state *s, const struct open_pair *pair, int player);
// Is there a pair of the player that can be played now?
bool contest_state_has_open(const struct contest_state *s, int player);
// Will the player play no more? It has left or is out by its faults, and has no open pair.
bool contest_state_has_left(const struct contest_state *s, int player);

#endif

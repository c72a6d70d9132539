// Formats of contests: round robin, Swiss and so on. A format makes pairings from a plan (how many
// players, which seed, ...) and the results so far, and from nothing else. docs/formats.md says
// what each format promises. To run a contest, use contest/schedule.h.
//
// The unit is the pair: two games on the same opening with the seats swapped. A pair has an index,
// which is its name for ever: the same plan and the same results give the same pair again.
#ifndef AGON_CONTEST_FORMAT_H
#define AGON_CONTEST_FORMAT_H

#include "base/error.h"
#include "contest/glicko.h"
#include "contest/presence.h"
#include "contest/statistics.h"
#include "contest/tally.h"

enum {
    PLAN_PLAYERS_MOST = 4096,
    PLAN_LENGTH_MOST = 1000 * 1000,
    PLAN_ROUNDS_MOST = 1000 * 1000 * 1000,
    PLAN_NO_TIE_BREAKS = -1,
    PAIRS_UNKNOWN = -1,
    NO_PLAYER = -1,
    NO_ROUND = -1,
};

// What a fault costs a player besides its game (S9): nothing, the rest of the contest, or all its
// games.
enum fault_policy { FAULTS_CONTINUE, FAULTS_DROP, FAULTS_ERASE };

// What a contest is. In most fields 0 means the default, which stands in brackets.
struct plan {
    const struct format *format;
    int players;        // in the order of their seeding, the strongest first
    int added;          // the number of players, the last ones, who came after the start
    int64_t rounds;     // match: pairs. Round robin, gauntlet: how often all is played (1). Swiss:
                        // rounds (enough for one winner). Ladder: rounds (without end)
    int64_t length;     // Swiss and knockout: pairs of a meeting (1)
    int heroes;         // gauntlet: how many of the first players meet all the others (1)
    int64_t tie_breaks; // knockout: further pairs for a meeting that is level (4), or none
    uint64_t seed;
    bool lots; // true if the seeding is drawn by lot
    enum fault_policy faults;
    int64_t suspend_after; // so many faults in a row put a player out; 0 means never
    // One for each player. NULL means that everybody is always there.
    const struct presence *presence;
    const struct withdrawal *withdrawals; // by pair, then by player
    size_t withdrawal_count;
};

struct pairing {
    int64_t index; // from 0
    int64_t round; // from 0
    int first;     // has seat 0 in the pair's first game, and seat 1 in the second
    int second;
    uint64_t seed; // for the opening, and for everything else that the two games draw by lot
};

enum pair_fault { FAULT_NOBODY, FAULT_FIRST, FAULT_SECOND };

// In the game in which `first` had seat 0, then in the other.
struct pair_result {
    int half_points[GAMES_PER_PAIR];        // of `first`
    enum pair_fault faults[GAMES_PER_PAIR]; // whose fault ended it
};

// --- What formats work with. Other code uses struct schedule instead ---

// The account of one player (contest/account.h).
struct account {
    int64_t half_points, wins, draws, losses; // with forfeits; `half_points` also with byes
    int64_t forfeits_won, forfeits_lost;      // those of the games above that are forfeits
    int64_t pairs, firsts;                    // `firsts`: pairs in which it was the first player
    int64_t byes, bye_half_points;
    int64_t faults_in_a_row;
    bool out; // the player is out by its faults and does not play any more
};

// All players of a contest with their accounts.
struct field {
    struct plan plan;      // with the defaults filled in
    struct account *lines; // by player
    struct tally tally;    // of the games that were played and not erased
    // Of the forfeits: the first player of a cell lost to the second. Seats mean nothing here.
    struct tally forfeits;
};

enum pair_state {
    PAIR_OPEN,     // has no result yet
    PAIR_DONE,     // has a result
    PAIR_SKIPPED,  // was a forfeit from the beginning, and not handed out
    PAIR_LEFT_OUT, // was not handed out, because a player has left
};

// Pairings that can be played at the same time; the next wave depends on all of their results.
struct wave {
    struct pairing *pairings; // the format fills in round, first and second
    struct pair_result *results;
    enum pair_state *states;
    size_t count, capacity;
    int bye;                 // the player that has to rest, or NO_PLAYER
    int64_t bye_half_points; // what that player gets for it
};

// Both return false if memory runs out.
bool wave_add(struct wave *w, int64_t round, int first, int second);
bool wave_reserve(struct wave *w, size_t capacity);
void wave_destroy(struct wave *w);

// A meeting of a knockout, as it stands in the bracket.
struct bracket_meeting {
    int64_t round;  // from 0
    int players[2]; // NO_PLAYER is an empty place
    bool lower;     // in the lower half of a double knockout
    bool decided;
    int winner; // 0 or 1, if it is decided
};

enum wave_made { WAVE_READY, WAVE_OVER, WAVE_FAILED };

struct standing;

// One row for each format.
struct format {
    const char *name;    // as typed: "round-robin"
    const char *summary; // one line
    bool walkover;       // the opponent of a player who has left wins the pair
    // Checks the plan and fills in the defaults.
    bool (*check)(struct plan *p, struct error *e);
    // Returns how many pairs there will be, or PAIRS_UNKNOWN.
    int64_t (*pairs)(const struct plan *p);

    // For a format with a fixed schedule. `at` fills in players and round of the pair with this
    // index. `cycle` returns how many pairs one round of all players has; there are plan.rounds of
    // them. For newcomer 0 these are the pairs of the players of the beginning, for 1, 2, ... those
    // that the first, second, ... added player brings.
    void (*at)(const struct plan *p, int64_t index, struct pairing *out);
    int64_t (*cycle)(const struct plan *p, int newcomer);

    // For a format whose pairings depend on results. `begin` makes a state, or returns NULL if
    // memory runs out; `wave` makes the next wave; `fold` takes in the results of a whole wave.
    void *(*begin)(const struct plan *p);
    void (*end)(void *state);
    enum wave_made (*wave)(void *state, const struct field *f, struct wave *w);
    void (*fold)(void *state, const struct field *f, const struct wave *w);
    void (*stand)(const void *state, struct standing *s); // fills in what only the format knows
    // Knockout: fills in up to `most` meetings in the order of the bracket, round by round, and
    // returns how many there are so far.
    size_t (*bracket)(const void *state, struct bracket_meeting *out, size_t most);

    int (*compare)(const struct standing *a, const struct standing *b); // negative: a is ahead
};

extern const struct format *const formats[]; // ended by NULL
// Returns the format with this name. Returns NULL and fills `e` if there is none.
const struct format *format_find(const char *name, struct error *e);

extern const struct format format_match, format_round_robin, format_gauntlet, format_swiss,
    format_knockout, format_double_knockout, format_ladder;

// --- For formats ---

// Checks the plan and fills in the defaults.
bool plan_check(struct plan *p, struct error *e);
// Returns the player at this place of the seeding, from 0. Added players come after the others.
int plan_seeded(const struct plan *p, int place);
// Returns a number drawn by lot that depends on the seed of the plan and on these two numbers.
uint64_t plan_lot(const struct plan *p, uint64_t what, uint64_t which);
// Adds the pairs of one meeting of two players. The first player of a pair alternates.
bool wave_add_meeting(struct wave *w, int64_t round, int first, int second, int64_t pairs);
// Returns in how many more pairs a player was the first than the second.
int64_t field_begun_more(const struct field *f, int player);
// True if `second` should be the first player of the pair: the one who was first less often. If
// both were first equally often, `lot` decides.
bool field_swaps(const struct field *f, int first, int second, uint64_t lot);

// --- Who is there: attendance.c ---

// Does the player take part in round `at` or, in a fixed schedule, in the pair with the index `at`?
bool plan_present(const struct plan *p, int player, int64_t at);
// The same, and the player is not out by its faults.
bool field_present(const struct field *f, int player, int64_t at);
// Returns the next round for which a player comes, or NO_ROUND.
int64_t plan_next_arrival(const struct plan *p, int64_t round);
// True if the pair is not played because one of its players has left. `gone` says which: the first,
// the second.
bool plan_leaves_out(const struct plan *p, const struct pairing *pair, bool gone[2]);
// Returns how many pairs so many rounds have in which everybody who is there meets somebody.
int64_t plan_round_pairs(const struct plan *p, int64_t rounds);
// Counts the pairs of a fixed schedule that nobody will play any more (`gone`), and those that wait
// for a suspended player (`waiting`).
void plan_count_left_out(const struct plan *p, int64_t *gone, int64_t *waiting);

#endif

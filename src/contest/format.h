// What a contest is to those who run it: a plan (who, which format, which seed), and pairings that
// follow from the plan and the results so far, and from nothing else. docs/formats.md says what
// each format promises.
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

// What a fault costs a player besides its game (S9): nothing; the rest of the contest; all its
// games.
enum fault_policy { FAULTS_CONTINUE, FAULTS_DROP, FAULTS_ERASE };

// Zero is the default wherever it makes sense.
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
    bool lots; // the seeding is drawn by lot
    enum fault_policy faults;
    int64_t suspend_after; // so many faults in a row put a player out; 0: never
    // One for each player, or NULL: everybody is always there.
    const struct presence *presence;
    const struct withdrawal *withdrawals; // by pair, then by player
    size_t withdrawal_count;
};

struct pairing {
    int64_t index; // from 0
    int64_t round; // from 0
    int first;     // has seat 0 in the pair's first game, and seat 1 in the second
    int second;
    uint64_t seed; // of the opening, and of whatever else the two games draw by lot
};

enum pair_fault { FAULT_NOBODY, FAULT_FIRST, FAULT_SECOND };

// In the game in which `first` had seat 0, then in the other.
struct pair_result {
    int half_points[GAMES_PER_PAIR];        // of `first`
    enum pair_fault faults[GAMES_PER_PAIR]; // whose fault ended it
};

// --- What a format may look at and what it makes; its users see struct schedule instead ---

// The account of one player.
struct line {
    int64_t half_points, wins, draws, losses; // forfeits included; half points also of byes
    int64_t forfeits_won, forfeits_lost;      // of the games above: not played, or erased
    int64_t pairs, firsts;                    // `firsts`: pairs in which it had seat 0 first
    int64_t byes, bye_half_points;
    int64_t faults_in_a_row;
    bool out; // by its faults: plays no more
};

struct field {
    struct plan plan;   // with the defaults filled in
    struct line *lines; // by player
    struct tally tally; // of games that were played and not erased
    // Of forfeits: the first of a cell has lost to the second. Seats mean nothing here.
    struct tally forfeits;
};

enum pair_state {
    PAIR_OPEN,     // without a result
    PAIR_DONE,     // with one
    PAIR_SKIPPED,  // a forfeit from the beginning: it was not handed out
    PAIR_LEFT_OUT, // not handed out, because a player has left
};

// Pairings that can be played at the same time; the next wave depends on all of their results.
struct wave {
    struct pairing *pairings; // round, first and second are the format's to fill in
    struct pair_result *results;
    enum pair_state *states;
    size_t count, capacity;
    int bye;                 // the player that has to rest, or NO_PLAYER
    int64_t bye_half_points; // and gets these
};

// False: out of memory.
bool wave_add(struct wave *w, int64_t round, int first, int second);
bool wave_reserve(struct wave *w, size_t capacity);
void wave_destroy(struct wave *w);

enum wave_made { WAVE_READY, WAVE_OVER, WAVE_FAILED };

struct standing;

struct format {
    const char *name;    // as typed: "round-robin"
    const char *summary; // one line
    bool walkover;       // what a player who has left does not play is won by the other one
    bool (*check)(struct plan *p, struct error *e); // fills its defaults in, too
    // How many there will be, or PAIRS_UNKNOWN.
    int64_t (*pairs)(const struct plan *p);

    // A fixed schedule: players and round of the pair with this index; and how many pairs there are
    // once through all of them, which is done plan.rounds times: those of the players of the
    // beginning (0), or of the first, second, ... who was added.
    void (*at)(const struct plan *p, int64_t index, struct pairing *out);
    int64_t (*cycle)(const struct plan *p, int newcomer);

    // Or one that depends on results: `begin` makes a state (NULL: out of memory), `wave` the next
    // wave, `fold` takes the results of the whole wave in.
    void *(*begin)(const struct plan *p);
    void (*end)(void *state);
    enum wave_made (*wave)(void *state, const struct field *f, struct wave *w);
    void (*fold)(void *state, const struct field *f, const struct wave *w);
    void (*stand)(const void *state, struct standing *s); // adds what only the format knows

    int (*compare)(const struct standing *a, const struct standing *b); // negative: a is ahead
};

extern const struct format *const formats[];                         // ended by NULL
const struct format *format_find(const char *name, struct error *e); // NULL: no such format

extern const struct format format_match, format_round_robin, format_gauntlet, format_swiss,
    format_knockout, format_double_knockout, format_ladder;

// --- For formats ---

// Checks the plan and fills the defaults in.
bool plan_check(struct plan *p, struct error *e);
// The player who is seeded `place`th, from 0. Who was added is seeded behind the others.
int plan_seeded(const struct plan *p, int place);
// A number drawn by lot that depends on the seed and on these two.
uint64_t plan_lot(const struct plan *p, uint64_t what, uint64_t which);
// Adds the pairs of one meeting; who begins alternates.
bool wave_add_meeting(struct wave *w, int64_t round, int first, int second, int64_t pairs);
// How many pairs more a player has begun than not.
int64_t field_begun_more(const struct field *f, int player);
// Who of the two should begin: who has done so less often; else the lot decides.
bool field_swaps(const struct field *f, int first, int second, uint64_t lot);

// --- Who is there: presence.c ---

// In that round; in a fixed schedule, for the pair with that index.
bool plan_present(const struct plan *p, int player, int64_t at);
// The same for a player who may also be out by its faults.
bool field_present(const struct field *f, int player, int64_t at);
// The next round for which somebody comes, or NO_ROUND.
int64_t plan_next_arrival(const struct plan *p, int64_t round);
// Is the pair not played, because one of its players has left (`gone`: the first, the second)?
bool plan_leaves_out(const struct plan *p, const struct pairing *pair, bool gone[2]);
// Pairs of so many rounds in which everybody who is there meets somebody.
int64_t plan_round_pairs(const struct plan *p, int64_t rounds);
// Counts the pairs of a fixed schedule that nobody will play (`gone`), and those that wait until a
// suspended player is resumed (`waiting`).
void plan_count_left_out(const struct plan *p, int64_t *gone, int64_t *waiting);

#endif

// The finished games of a match, which has no store: kept in memory, the oldest go first.
#ifndef AGON_WEB_SITE_KEPT_GAMES_H
#define AGON_WEB_SITE_KEPT_GAMES_H

#include "arena/match.h"
#include "contest/statistics.h"
#include "contest/tally.h"
#include "web/blob.h"
#include "web/site/bare_report.h"

enum {
    KEPT_GAMES_MOST = 4096,
    KEPT_GAMES_BYTES_MOST = 64 << 20, // of all their records
};

struct kept_game {
    int64_t number;
    char names[SEATS][REFEREE_NAME_BYTES];
    int winner, blame; // seats, or NOBODY
    enum verdict verdict;
    char rule[8];
    char explanation[320];
    int64_t plies, wall_ns;
    struct blob *record; // NULL: it was too much
};

struct kept_games {
    struct kept_game *list; // by number, growing
    size_t count, capacity, bytes;
    const struct game *game; // NULL: not known yet
    position start;
    bool begun;                            // the first game
    int64_t played;                        // in all, also those that are not kept any more
    int64_t plies;                         // of all of them
    struct tally tally;                    // by player: 0 has seat 0 in the first game
    int64_t pairs[COUNTED_PAIRS];          // as player 0 sees them; see struct meeting
    int64_t faults[SEATS];                 // the same
    char names[SEATS][REFEREE_NAME_BYTES]; // the same
    const char *players[SEATS];            // those names, as a list
};

void kept_games_init(struct kept_games *k);
void kept_games_destroy(struct kept_games *k);
// What is known of the match before its first game.
void kept_games_describe(struct kept_games *k, const struct match_options *match);
// A game begins, the first of them maybe: now players that come by themselves have their names.
void kept_games_begin(struct kept_games *k, const struct arena_setup *setup);
// Takes the result of an ARENA_OVER, with the record, which may be NULL. What does not fit into the
// memory is not kept.
void kept_games_add(struct kept_games *k, const struct arena_event *over, struct blob *record);
const struct kept_game *kept_games_find(const struct kept_games *k, int64_t number);

// games/1: those that fit the filter, from the one with the index `from` on.
enum { KEPT_GAMES_PAGE = 100 };
struct kept_games_filter {
    const char *player, *verdict; // "": all
    int64_t from;
};
void kept_games_json(struct text *out, const struct kept_games *k, const char *slug,
    const char *name, const struct kept_games_filter *filter);
// What a document of the match is made of. `live` may be NULL.
struct bare_report kept_games_bare(
    const struct kept_games *k, const char *name, const struct text *live);
// What the home page says of the match: who leads, as a list.
void kept_games_leaders(struct text *out, const struct kept_games *k);
// report/1 of the match. `live` are keys that only the web knows, each with a comma behind it.
// False: out of memory.
bool kept_games_report(struct text *out, const struct kept_games *k, const char *name,
    const struct text *live, struct error *e);

#endif

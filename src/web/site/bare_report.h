// report/1 of a contest that has no file with results: one that has not begun, or a match that is
// only in memory.
#ifndef AGON_WEB_SITE_BARE_REPORT_H
#define AGON_WEB_SITE_BARE_REPORT_H

#include "contest/ratings.h"
#include "contest/tally.h"
#include "games/game.h"

enum { BARE_REPORT_LEADERS = 3 };

struct bare_report {
    const char *name, *game, *variant, *format;
    const struct text *live; // keys that only the web knows, each with a comma behind it
    const char *const *players;
    size_t player_count;
    // Of a match, which has two players; all zeros: nothing was played.
    int64_t games, moves;
    int64_t faults[SEATS];
    const struct tally *tally;
};

// Appends the document. False: out of memory.
bool bare_report_write(struct text *out, const struct bare_report *b, struct error *e);
// Appends the first players as a list for the home page. False: out of memory.
bool bare_report_leaders(struct text *out, const struct bare_report *b, struct error *e);
// Appends the row of a player of a match in the standings, without what was counted by kind, and
// leaves the object open. False: out of memory.
bool bare_report_row(struct text *out, const struct bare_report *b, int player, struct error *e);

#endif

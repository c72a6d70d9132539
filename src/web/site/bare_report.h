// report/1 of a contest that has no file with results: one that has not begun, or a match that is
// only in memory.
#ifndef AGON_WEB_SITE_BARE_REPORT_H
#define AGON_WEB_SITE_BARE_REPORT_H

#include "contest/ratings.h"
#include "contest/tally.h"
#include "games/game.h"

enum { BARE_REPORT_PLAYERS = SEATS };

struct bare_report {
    const char *name, *game, *variant, *format;
    const struct text *live; // keys that only the web knows, each with a comma behind it
    // Of a match; all zeros: nothing was played.
    int64_t games, moves;
    const char *players[BARE_REPORT_PLAYERS];
    int64_t faults[BARE_REPORT_PLAYERS];
    const struct tally *tally; // of the players; NULL: nothing was played
};

// Appends the document. False: out of memory.
bool bare_report_write(struct text *out, const struct bare_report *b, struct error *e);

#endif

// Which slips explain all moves of a player that were refused in a match. A slip that explains only
// some of them came about by chance, and would mislead.
#ifndef AGON_REPORT_SLIP_TALLY_H
#define AGON_REPORT_SLIP_TALLY_H

#include "referee/result.h"

struct slip_tally {
    int64_t refused;                              // moves
    unsigned possible;                            // a bit for each slip that explains all of them
    struct explained_slip named[EXPLAINED_SLIPS]; // those of the first move, the likeliest first
    int named_count;
};

// Counts the refused move by which the game was lost; nothing if it was lost otherwise.
void slip_tally_add(struct slip_tally *t, const struct result *r);
// Appends a line about the likeliest slip; nothing if none explains them all.
void slip_tally_text(struct text *out, const struct slip_tally *t, const char *name);

#endif

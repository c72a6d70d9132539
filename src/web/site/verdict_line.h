// A game that is over, as the list of the last verdicts tells it.
#ifndef AGON_WEB_SITE_VERDICT_LINE_H
#define AGON_WEB_SITE_VERDICT_LINE_H

#include "store/contents.h"
#include "web/blob.h"

struct verdict_line {
    int64_t number;    // of the game
    struct blob *json; // the keys of its object from "number" on, with the brace behind them
};

// False: out of memory.
bool verdict_line_init(struct verdict_line *line, const struct store_game *g);
void verdict_line_destroy(struct verdict_line *line); // may be all zeros
// Appends the object, for a contest with this name in addresses.
void verdict_line_put(struct text *out, const struct verdict_line *line, const char *slug);

#endif

// The table of a contest, from what its file holds.
#ifndef AGON_CLI_STANDINGS_H
#define AGON_CLI_STANDINGS_H

#include "cli/ledger.h"
#include "cli/lineup.h"
#include "contest/ratings.h"

#define STANDINGS_MEAN_ELO 1500.0 // what the mean of all ratings is set to

struct standings {
    const struct lineup *lineup;
    struct ledger ledger;
    struct schedule schedule;
    struct standing *list;  // the best first
    struct rating *ratings; // by player
    struct ratings_summary summary;
    char fingerprint[2 * SHA256_BYTES + 1];
    bool over;
};

// The lineup must live on. False and words; to be destroyed in both cases.
bool standings_load(struct standings *s, const struct lineup *l, struct reader *r, struct error *e);
void standings_destroy(struct standings *s);

// "12 of 60 games played; 1 of them counts when its pair is complete."
void standings_progress(const struct standings *s, struct text *out);
// "dropped", "suspended" or "erased"; NULL: neither.
const char *standings_out(const struct standings *s, const struct standing *row);
// One row of the table as a JSON object, without its last brace.
void standings_row_json(const struct standings *s, const struct standing *row, struct text *out);

bool standings_print(const struct lineup *l, struct reader *r, bool json, struct error *e);

#endif

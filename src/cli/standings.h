// The table of a contest, from what its file holds.
#ifndef AGON_CLI_STANDINGS_H
#define AGON_CLI_STANDINGS_H

#include "archive/definition.h"
#include "archive/ledger.h"
#include "contest/ratings.h"
#include "report/text_table.h"

#define STANDINGS_MEAN_ELO 1500.0 // what the mean of all ratings is set to

struct standings {
    const struct definition *definition;
    struct ledger ledger;
    struct schedule schedule;
    struct standing *list;  // the best first
    struct rating *ratings; // by player
    int64_t *out_at;        // by player: the pair by whose faults it is out; INT64_MAX: it is not
    struct ratings_summary summary;
    char fingerprint[2 * SHA256_BYTES + 1];
    char head[HEAD_TEXT_BYTES]; // of the file
    bool over;
};

// The definition must live on. False and words; to be destroyed in both cases.
bool standings_load(
    struct standings *s, const struct definition *d, struct reader *r, struct error *e);
void standings_destroy(struct standings *s);

// "12 of 60 games played; 1 of them counts when its pair is complete."
void standings_progress(const struct standings *s, struct text *out);
// Does this pair count as one that was played? It is stored whole.
bool standings_counts(const struct standings *s, int64_t pair, int first, int second);
// "dropped", "suspended" or "erased"; NULL: neither.
const char *standings_out(const struct standings *s, const struct standing *row);
// What has become of a player, in a few words: "dropped", "added at game 61, version 2"; or
// nothing.
enum { STANDINGS_NOTE_BYTES = 128 };
void standings_note(const struct standings *s, const struct standing *row, struct text *out);
// Are its players ranked by their Glicko-2 numbers?
bool standings_by_glicko(const struct standings *s);
// Are those with equal points ranked by Buchholz and Sonneborn-Berger, which then are to be shown?
bool standings_by_buchholz(const struct standings *s);
// The table for people.
struct text_table standings_table(const struct standings *s);
// One row of the table as a JSON object, without its last brace.
void standings_row_json(const struct standings *s, const struct standing *row, struct text *out);

// Games that wait for suspended players, as a key with the comma before it; nothing if there are
// none.
void standings_waiting_json(const struct standings *s, struct text *out);

bool standings_print(const struct definition *d, struct reader *r, bool json, struct error *e);

#endif

// The parts of a report that more than one format shows: tables and short texts for people.
#ifndef AGON_REPORT_REPORT_TABLES_H
#define AGON_REPORT_REPORT_TABLES_H

#include "report/report.h"
#include "report/text_table.h"

// --- Tables ---
//
// Each fills a table that was made with the columns named beside it.

// Who made faults, and which.
#define REPORT_OFFENDERS_COLUMNS "rns"
void report_table_offenders(const struct report *r, struct text_table *table);

// Who computed while it was not asked, for at least REPORT_PONDERED_MS in each of its games on
// average. Less than that is what any bot needs to go to sleep.
enum { REPORT_PONDERED_MS = 10 };
#define REPORT_PONDERERS_COLUMNS "rrn"
void report_table_ponderers(const struct report *r, struct text_table *table);

// Points of the first `shown` players against each other: a number, a name and one column for each
// of them ("rn", then an "r" for each).
void report_table_crosstable(const struct report *r, size_t shown, struct text_table *table);
// How many games each two players who met have played, if that is the same for all of them; else 0.
int64_t report_crosstable_games(const struct report *r);

// Players who met, the best first; at most `most` rows. `whole`: with all columns.
#define REPORT_PAIRS_COLUMNS "nnrrrrr"
#define REPORT_PAIRS_ALL_COLUMNS "nnrrrrrrrr"
void report_table_pairs(const struct report *r, bool whole, size_t most, struct text_table *table);

// All games taken together: a key and a value in each row, no heading.
#define REPORT_WHOLE_COLUMNS "ls"
void report_table_whole(const struct report *r, struct text_table *table);

// What one player did with the first seat and with the second.
#define REPORT_SEATS_COLUMNS "lrrrrr"
void report_table_seats(const struct report *r, int player, struct text_table *table);

// At most `most` opponents of one player. Returns how many it has.
#define REPORT_OPPONENTS_COLUMNS "rnrrrrrr"
size_t report_table_opponents(
    const struct report *r, int player, size_t most, struct text_table *table);

// The faults of one player, or of all (NO_PLAYER), in the order of the schedule; at most `most`.
#define REPORT_FAULTS_COLUMNS "rlnns"
bool report_table_faults(
    const struct report *r, int player, size_t most, struct text_table *table, struct error *e);

// What was done to the players, in the order of the log.
#define REPORT_CHANGES_COLUMNS "lnl"
bool report_table_changes(const struct report *r, struct text_table *table, struct error *e);
// The same as the key "changes" of a JSON object, with the comma before it.
bool report_changes_json(const struct report *r, struct text *out, struct error *e);

// How the games were played. Calls `each` for each line that is to be told of it: "sandbox" and
// "machine"; or, if not all games were played in the same way, one line for the games of each way.
void report_starts_each(const struct report *r,
    void (*each)(void *user, const char *key, const char *value), void *user);
bool report_starts_differ(const struct report *r);
#define REPORT_STARTS_DIFFER                                                                       \
    "Not all games were played in the same sandbox and on the same machine."
// The same as the key "starts" of a JSON object, with the comma before it.
void report_starts_json(const struct report *r, struct text *out);
// The hashes of the players that are entries, and of their earlier versions.
#define REPORT_ENTRIES_COLUMNS "nrs"
void report_table_entries(const struct report *r, struct text_table *table);
// The same as the key "entries" of a JSON object, with the comma before it; nothing if there are
// none.
void report_entries_json(const struct report *r, struct text *out);

// --- Short texts ---

// "2 TIMEOUT, 1 ILLEGAL"; "" if there was no fault.
void report_text_faults(struct text *out, const struct report_account *a);
// "rank 2 of 4, rating 1535 +/- 92, 17.0 points of 30 games"
void report_text_summary(struct text *out, const struct report *r, int player);
// "game 17, 61 moves"
void report_text_game(struct text *out, const struct report_game *g);
// "reversi 8x8, round-robin, 4 players, seed 8812"
void report_text_about(struct text *out, const struct report *r);

#endif

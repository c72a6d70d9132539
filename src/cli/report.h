// A report of a contest: everything that can be said about it, gathered once, written in many ways.
#ifndef AGON_CLI_REPORT_H
#define AGON_CLI_REPORT_H

#include "archive/archive.h"
#include "archive/results.h"
#include "contest/crosstable.h"
#include "report/standings_table.h"
#include "report/text_table.h"
#include "wire/verdict.h"

#include <stdio.h>

struct report_game {
    int64_t play; // its number in the schedule; 0: there is none
    int64_t plies;
};

// Of one player, or of all of them.
struct report_account {
    int64_t games; // all that are stored, those of incomplete pairs included
    int64_t plies;
    int64_t faults; // and by verdict:
    int64_t faults_by[VERDICTS];
    struct report_game shortest, longest;
};

struct report {
    struct archive archive;
    struct results results;
    struct crosstable meetings; // of the pairs that count
    struct meeting sum;         // of all of them, each seen from the player who began it
    struct report_account whole;
    struct report_account *players; // by player
    int *places;                    // by player: the place in the standings, from 0
};

// False: what is wrong has been printed. To be destroyed in both cases.
// `expected`: the head of the file; NULL: any will do.
bool report_load(struct report *r, const char *file, const struct head *expected);
void report_destroy(struct report *r);

const char *report_name(const struct report *r, int player);
// The player with this name, or NO_PLAYER with words that name the nearest one.
int report_find(const struct report *r, const char *name, struct error *e);
// What a player did against all others.
struct meeting report_total(const struct report *r, int player);

// --- Where it goes ---

struct report_output {
    FILE *file;
    struct text text; // what is to be written next
    bool failed;      // out of memory
};

// Writes what waits, if it is much. To be called between rows.
void report_flow(struct report_output *out);

// --- Tables that more than one format shows ---

// Who made faults, and which.
void table_offenders(const struct report *r, struct text_table *table);
// Of the first `shown` players; a number, a name and one column for each of them.
void table_crosstable(const struct report *r, size_t shown, struct text_table *table);
// What all meetings have to give: the same number of games each, or 0.
int64_t crosstable_games(const struct report *r);
// Those who met, the best first; at most `most` rows. `whole`: with all columns.
#define TABLE_PAIRS_COLUMNS "nnrrrrr"
#define TABLE_PAIRS_ALL_COLUMNS "nnrrrrrrrr"
void table_pairs(const struct report *r, bool whole, size_t most, struct text_table *table);
void table_whole(const struct report *r, struct text_table *table);
void table_seats(const struct report *r, int player, struct text_table *table);
// At most `most`; returns how many there are.
size_t table_opponents(const struct report *r, int player, size_t most, struct text_table *table);
// The faults of one player, or of all (NO_PLAYER), in the order of the schedule; at most `most`.
bool table_faults(
    struct report *r, int player, size_t most, struct text_table *table, struct error *e);

// What was done to the players, in the order of the log.
bool table_changes(const struct report *r, struct text_table *table, struct error *e);
// The same as a key of a JSON object, with the comma before it.
bool changes_json(const struct report *r, struct text *out, struct error *e);

#define TABLE_CHANGES_COLUMNS "lnl"
#define TABLE_OFFENDERS_COLUMNS "rns"
#define TABLE_WHOLE_COLUMNS "ls"
#define TABLE_SEATS_COLUMNS "lrrrrr"
#define TABLE_OPPONENTS_COLUMNS "rnrrrrrr"
#define TABLE_FAULTS_COLUMNS "rlnns"

// "2 TIMEOUT, 1 ILLEGAL"; "" when there was none.
void text_faults(struct text *out, const struct report_account *a);
// "+34.9 +/- 120.1", or "not yet".
void text_estimate(struct text *out, struct estimate x);
// "rank 2 of 4, rating 1535 +/- 92, 17.0 points of 30 games"
void text_summary(struct text *out, const struct report *r, int player);
// "game 17, 61 moves"
void text_game(struct text *out, const struct report_game *g);
// "reversi 8x8, round-robin, 4 players, seed 8812"
void text_about(struct text *out, const struct report *r);

// --- The formats ---

struct report_wish {
    int player;        // NO_PLAYER: all of them
    int64_t game;      // 0: all of them
    int width;         // in columns, for people
    const char *table; // CSV: which one
};

// False and words.
typedef bool report_writer(
    struct report *r, const struct report_wish *w, struct report_output *out, struct error *e);

report_writer report_text, report_json, report_csv, report_html, report_games, report_games_json;

extern const char *const report_csv_tables[]; // ended by NULL

#endif

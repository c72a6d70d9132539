// A report of a contest: everything that can be told about it, gathered once, written in several
// formats. Nothing is printed: a format appends bytes to a text.
#ifndef AGON_REPORT_REPORT_H
#define AGON_REPORT_REPORT_H

#include "archive/archive.h"
#include "archive/results.h"
#include "archive/start_entry.h"
#include "contest/crosstable.h"
#include "contest/rating_history.h"
#include "wire/verdict.h"

struct report_game {
    int64_t play; // its number in the schedule; 0: there is none
    int64_t plies;
};

// The games of one player, or of all players.
struct report_account {
    int64_t games; // all that are stored, those of incomplete pairs included
    int64_t plies;
    int64_t faults; // and by verdict:
    int64_t faults_by[VERDICTS];
    struct report_game shortest, longest;
    // How long it computed while it was not asked, in the games in which that was measured.
    int64_t pondered_ns, pondered_games;
};

// A pair of games that counts.
struct report_pair {
    int64_t row; // of the store: that of its later game
    struct rating_result result;
};

struct report {
    const struct archive *archive;
    const struct definition *definition; // of the archive
    struct results results;
    struct crosstable meetings; // of the pairs that count
    struct meeting sum;         // of all of them, each seen from the player who began it
    struct report_account whole;
    struct report_account *players; // by player
    int *places;                    // by player: the place in the standings, from 0
    struct start_entry *starts;     // each that differs from the one before; none in an old file
    size_t start_count;
    struct report_pair *pairs; // in the order in which they were complete
    size_t pair_count, pair_room;
};

// Called now and then while games are read. `done` of `all` have been read.
struct report_progress {
    void (*show)(void *user, int64_t done, int64_t all);
    void *user;
};

// Reads all games of the archive, which must live on. `progress` may be NULL. False: `e` says why.
// To be destroyed in both cases.
bool report_gather(struct report *r, const struct archive *a,
    const struct report_progress *progress, struct error *e);
void report_destroy(struct report *r);
// A part of it: how the games were played, from the log. Fills in r->starts.
bool report_starts_gather(struct report *r, struct error *e);

const char *report_name(const struct report *r, int player);
// Returns the player with this name, or NO_PLAYER; then `e` names the nearest one.
int report_find(const struct report *r, const char *name, struct error *e);
// What a player did against all others.
struct meeting report_total(const struct report *r, int player);

// --- Where it goes ---

// The bytes of a report. A report can be larger than the memory: if `flow` is set, report_flow
// calls it whenever much has been gathered in `text`, and empties the text. Without `flow` all
// bytes are in `text` at the end.
struct report_output {
    struct text text;
    void (*flow)(void *user, const struct text *text);
    void *user;
    bool failed; // out of memory: the report is not whole
};

struct report_output report_output_empty(void); // without `flow`
void report_output_destroy(struct report_output *out);
// For formats: to be called between two rows.
void report_flow(struct report_output *out);
// Hands the rest to `flow`. Returns false if memory ran out at some time: the report is not whole.
bool report_output_end(struct report_output *out, struct error *e);

// --- The formats ---

// What only a running arena knows of a contest.
struct report_place {
    const char *slug;
    const char *state; // "running", "scheduled", "waiting", "stopped", "over"; NULL: by the results
    const char *words; // why it stands still; NULL: nothing is to be said
    double rate;       // games a second; negative: not known
    int64_t left_s;    // how long it will take; negative: not known
    const int64_t *live; // the numbers of games under way
    size_t live_count;
};

struct report_options {
    int player;                       // NO_PLAYER: all of them
    int64_t game;                     // 0: all of them
    bool hides_stderr;                // of one game: what bots wrote to stderr is left out
    int width;                        // text: in columns of a terminal
    const struct report_place *place; // JSON: may be NULL; then only the results are known
    // JSON: leaves out what takes longest: "history", and "explain" of a player. The document is
    // then not whole.
    bool brief;
    const char *table; // CSV: one of report_csv_tables
    // CSV: Is this the name of a built-in player, such as "@3"? Any other text that begins with "@"
    // is guarded, since a spreadsheet could compute it. May be NULL: there are none.
    bool (*is_built_in)(const char *name);
    bool *too_large; // HTML: set if the contest needs a folder (report/frozen.h); may be NULL
};

// Appends a report to `out`. False: `e` says why.
typedef bool report_writer(const struct report *r, const struct report_options *options,
    struct report_output *out, struct error *e);

report_writer report_text, report_json, report_csv, report_html, report_games, report_games_json;

extern const char *const report_csv_tables[]; // ended by NULL

#endif

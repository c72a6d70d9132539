// What agon sprt says of a test: the bar while it runs, its result in words and as JSON.
#ifndef AGON_CLI_SPRT_REPORT_H
#define AGON_CLI_SPRT_REPORT_H

#include "arena/record_folder.h"
#include "author/git_version.h"
#include "cli/match_session.h"
#include "contest/pair_count.h"
#include "contest/sprt.h"
#include "report/score.h"

// The two players, by their numbers in the match.
enum { SPRT_NEW, SPRT_OLD };

// What has come out so far.
struct sprt_report {
    struct sprt sprt;
    struct sprt_state state;
    struct pair_count counted;  // from the view of the new player
    struct score scores[SEATS]; // by player
    int64_t played, voids;
    struct record_ranges records;
    int64_t faulty; // the record of the first game that was lost by a fault; 0: there is none
};

// What the words need besides.
struct sprt_report_match {
    const struct match_session *session;
    const struct git_version *base; // that NEW was compared with; NULL: another player
    const char *folder;             // of the records; NULL: there are none
    const char *again;              // the command that plays the same games again
};

extern const char *const sprt_report_verdicts[];

// Reads the name of a model.
bool sprt_report_read_model(struct sprt *s, const char *typed, struct error *e);

// One line of so many columns: where the ratio is between its bounds, and figures.
void sprt_report_bar(const struct sprt_report *r, double seconds, int columns, struct text *out);
// The result for people, and for programs without its last brace.
void sprt_report_words(
    const struct sprt_report *r, const struct sprt_report_match *m, struct text *out);
void sprt_report_json(
    const struct sprt_report *r, const struct sprt_report_match *m, struct text *out);

#endif

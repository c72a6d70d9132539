// What agon play says when all games are over: who won how often, what that says about the players,
// and the command that plays the same games again.
#ifndef AGON_CLI_PLAY_SUMMARY_H
#define AGON_CLI_PLAY_SUMMARY_H

#include "cli/match_request.h"
#include "cli/match_session.h"
#include "contest/pair_count.h"
#include "report/score.h"
#include "report/slip_tally.h"

struct play_summary {
    struct score scores[SEATS];     // by player
    struct slip_tally slips[SEATS]; // the same
    struct pair_count counted;      // from the view of the first player
    struct record_ranges records;
    int64_t played, voids;
    bool debugs; // --debug: so does the command that plays the same again
};

// Counts a game that is over.
void play_summary_add(
    struct play_summary *s, const struct arena_event *over, const struct result *result);

// For people, and for programs without the last brace.
void play_summary_text(const struct play_summary *s, const struct match_session *session,
    const struct match_request *q, struct text *out);
void play_summary_json(const struct play_summary *s, const struct match_session *session,
    const struct match_request *q, struct text *out);

#endif

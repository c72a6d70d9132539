// The parts of the JSON documents of a report that the pages of a contest and of its players show.
// Each function appends keys, with the comma before each of them.
#ifndef AGON_REPORT_REPORT_PARTS_H
#define AGON_REPORT_REPORT_PARTS_H

#include "archive/rounds.h"
#include "report/report.h"
#include "report/text_table.h"

enum {
    REPORT_PAGE_PLAYERS = 40,    // on a page: the first, whose meetings are told
    REPORT_HISTORY_PLAYERS = 40, // the first of the standings
    REPORT_FAULTY_GAMES = 200,   // the newest, of a whole contest
    REPORT_ROUND_PAIRS = 2000,   // the newest rounds that have not more
    REPORT_MEETING_GAMES = 100,  // of which the numbers are told
    REPORT_OPENINGS = 50,        // those with most games
    REPORT_RECENT_GAMES = 40,    // of a player, the newest first
    REPORT_TIMED_GAMES = 20,     // the newest of them, whose records are read for times
};

// Appends what the file with the results is called, without its folder and ending. Addresses name
// the contest by it where nothing else is said.
void report_slug(const struct report *r, struct text *out);
// "slug", "state", "words", "progress" and "live".
void report_place_json(
    const struct report *r, const struct report_options *options, struct text *out);
// The slug of `options->place`, or report_slug.
void report_slug_json(
    const struct report *r, const struct report_options *options, struct text *out);

// "history": the ratings of the first players of the standings over time, or of one player.
bool report_history_json(const struct report *r, int only, struct text *out, struct error *e);

// "rounds" and "bracket", where the format has them, and "upcoming".
bool report_rounds_json(const struct report *r, struct text *out, struct error *e);

// "faulty_games": the newest of all players, or all of one player in the order of the schedule.
bool report_faulty_json(
    const struct report *r, int only, struct report_output *out, struct error *e);

// "explain": what moved the rating of a player, and what its next game would do.
bool report_explanation_json(const struct report *r, int player, struct text *out, struct error *e);
// The same as tables for people. At most `most` rows each.
#define REPORT_MOVED_COLUMNS "nrrrr"
#define REPORT_NEXT_COLUMNS "nrrr"
bool report_explanation_tables(const struct report *r, int player, size_t most,
    struct text_table *moved, struct text_table *next, struct error *e);

// "openings", "recent" and "time" of a player.
bool report_player_json(const struct report *r, int player, struct text *out, struct error *e);

#endif

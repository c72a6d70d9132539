// A page of the list of games of a contest, as JSON: docs/json/games.schema.json.
#ifndef AGON_REPORT_GAMES_DOCUMENT_H
#define AGON_REPORT_GAMES_DOCUMENT_H

#include "report/report.h"

enum { GAMES_DOCUMENT_GAMES = 100, GAMES_DOCUMENT_GAMES_MOST = 1000 };

struct games_filter {
    const char *slug;    // of the contest; NULL: after the file with the results
    const char *player;  // only games of this player; NULL or "": of everybody
    const char *verdict; // only games that ended so, such as "TIMEOUT"; NULL or "": all
    int64_t from;        // so many games that the filter lets through are left out first
    int64_t most;        // games of a page; 0: GAMES_DOCUMENT_GAMES
};

// Appends the document. Returns false with `e` if there is no such player or verdict, or if the
// games cannot be read; what was appended is then of no use.
bool games_document(
    const struct report *r, const struct games_filter *filter, struct text *out, struct error *e);

#endif

// The analysis of a game for people and programs: a line for each move, the moves that lost most
// and what would have been better, how well both played; the same as JSON, and as a graph (SVG).
#ifndef AGON_AUTHOR_ANALYSIS_REPORT_H
#define AGON_AUTHOR_ANALYSIS_REPORT_H

#include "brains/analysis.h"

struct analysis_report {
    const struct analysis *analysis;
    const char *title;        // "Reversi 8x8, game 2"
    const char *names[SEATS]; // of the players
    const char *result;       // how it ended, in a few words; "" if it is not over
    const char *by;           // what every position was given: "200,000 nodes"
    bool unicode;
};

// Appends lines of text. `columns` is the width of the screen; lines of moves are cut there.
void analysis_report_text(const struct analysis_report *r, int columns, struct text *out);
// Appends the fields of analyse/1 (docs/json/analyse.schema.json), without the braces around them.
void analysis_report_json(const struct analysis_report *r, struct text *out);
// Appends a whole SVG file: the chance of the first player over the game, mistakes marked.
void analysis_report_svg(const struct analysis_report *r, struct text *out);

// "62 %", and "won", "lost" or "drawn" for what is proved.
void analysis_report_chance(double chance, bool exact, struct text *out);

#endif

// A check as people read it, on one page, and as programs read it.
#ifndef AGON_AUTHOR_CHECK_REPORT_H
#define AGON_AUTHOR_CHECK_REPORT_H

#include "author/check.h"

struct check_report {
    const struct check_result *result;
    const struct player *player;
    const char *again; // the command that runs the same check; `--case ID` can follow it
    uint64_t seed;
    bool colour;
    int columns; // of the page; 0: nothing is cut or wrapped
};

void check_report_text(const struct check_report *r, struct text *out);
// One JSON object without its last brace and its schema.
void check_report_json(const struct check_report *r, struct text *out);

#endif

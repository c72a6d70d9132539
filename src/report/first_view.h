// What is seen of a page before its script runs: the frame of the page with its boards, drawn by
// the server with the elements and classes that the script uses, so that nothing moves when the
// script takes over (web/js/main.js). Without a script it is all that is seen.
#ifndef AGON_REPORT_FIRST_VIEW_H
#define AGON_REPORT_FIRST_VIEW_H

#include "base/text.h"

#include <stdbool.h>

struct first_view_place {
    const char *me;    // the player at the bottom of the board; "": nobody
    const char *links; // what the address of another page begins with: "/", "../index.html#/"
    bool frozen;       // no server sends the page
};

// Appends the view of a page with this document, which must be JSON that agon has written: of
// home/1 the live games, of replay/1 the board after the last move, of rules/1 the board at the
// side, of a frozen report/1 the name of the contest. Other documents have none.
void first_view_write(
    struct text *out, const struct text *document, const struct first_view_place *place);

#endif

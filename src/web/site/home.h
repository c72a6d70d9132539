// The home page: what is on now. Its document, and the frames of those who watch it: all of it once
// a second, and in between only the boards that have changed.
#ifndef AGON_WEB_SITE_HOME_H
#define AGON_WEB_SITE_HOME_H

#include "web/site/fleet_feed.h"
#include "web/site/show.h"

enum { HOME_BOARDS_MOST = 12, HOME_VERDICTS_MOST = DOCUMENTS_VERDICTS, HOME_FRESH_MS = 100 };

// A game that is on the home page.
struct home_board {
    const struct web_show *show;
    struct pool_view view;
};

// A game that has ended since the web is there.
struct home_verdict {
    const struct web_show *show; // NULL: none yet
    struct verdict_line line;
};

struct home {
    struct web_show *const *shows; // the first of the list
    struct fleet_feed *fleet;      // what /fleet shows
    struct home_board boards[HOME_BOARDS_MOST];
    size_t board_count;
    struct home_verdict verdicts[HOME_VERDICTS_MOST]; // the newest first
    struct pool_view *views;                          // room for a snapshot

    // Frames. Each has a number, which grows.
    struct blob *whole, *changed;
    int64_t whole_number, changed_number;
    int64_t whole_at;  // the number of changed boards that `whole` has in it
    struct text last;  // the document of `whole`
    int64_t looked_ns; // when it was made
};

// False: out of memory.
bool home_init(struct home *h, struct web_show *const *shows, struct fleet_feed *fleet);
void home_destroy(struct home *h);

// A game is over.
void home_note(struct home *h, const struct web_show *s, const struct arena_event *over);
// Looks at the boards; a new frame if any has changed. `home_look` also at everything else.
void home_look_boards(struct home *h);
void home_look(struct home *h);
// The same, but not if the last look was less than HOME_FRESH_MS ago.
void home_look_again(struct home *h);
// home/1, from the last look at the boards.
void home_document(struct home *h, struct text *out);

#endif

// One of the contests of agon serve: shown, scheduled, played, over, or unable to be played. What
// happens to it concerns none of the others. All functions are for the main thread.
#ifndef AGON_CLI_SERVE_CONTEST_H
#define AGON_CLI_SERVE_CONTEST_H

#include "cli/contest_setup.h"
#include "cli/live.h"
#include "cli/web_slug.h"
#include "web/web.h"

#include <pthread.h>

enum serve_state {
    SERVE_SHOWN,     // its results are shown; it is not played here
    SERVE_SCHEDULED, // it begins at `starts_s`
    SERVE_PLAYED,    // its arena runs
    SERVE_ENDED,     // it was played, and is over or stopped
    SERVE_FAILED,    // it cannot be played, or not any more; setup.words says why
};

struct serve_contest {
    struct contest_setup setup; // setup.file is what was named
    char slug[WEB_SLUG_BYTES];
    enum serve_state state;
    int64_t starts_s;         // since 1970
    const char *served;       // the address of the web
    struct web_show *show;    // NULL: it cannot even be shown
    struct feed *feed;        // SERVE_PLAYED
    int first_core;           // of its arena
    bool lines;               // one for each game
    bool several;             // lines say which contest they are about
    int name_width;           // of the longest name
    bool over;                // SERVE_ENDED: it was played to its end
    bool printed;             // its table, after that
    bool stopping, paused;    // it was asked to stop; by agon contest pause
    struct live_contest live; // how the live table draws it

    pthread_mutex_t lock; // of the arena, at which the live table looks, too
    struct arena *arena;  // NULL: it is not played
};

// Finds out where the results are: `file` is a contest file, a file of results or an address.
bool serve_contest_find_results(char path[ARCHIVE_PATH_BYTES], const char *file, struct error *e);

// `file` is one of these. Reads it and shows it; with `only_shown` it
// will not be played. If something is wrong, stderr says it, and the contest is SERVE_FAILED.
void serve_contest_open(
    struct serve_contest *c, struct web *web, const char *file, bool only_shown);
// Plays it, if it is not only shown; or waits for its time if it is scheduled for later than
// `now_s`. A scheduled one is to be given again when that has come.
void serve_contest_begin(struct serve_contest *c, int64_t now_s);
// Whether everything of it had been played before it was begun here.
bool serve_contest_was_over(const struct serve_contest *c);
// Takes what its arena has told. Returns true if the contest has just begun to play its games.
bool serve_contest_hear(struct serve_contest *c);
// Games that are under way are finished, no other one begins. With `why` the log says so, as a
// pause.
void serve_contest_stop(struct serve_contest *c, const char *why);
// After the web is gone.
void serve_contest_destroy(struct serve_contest *c);

#endif

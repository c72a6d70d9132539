// Watching games while they are played (--watch): on a terminal one screen that is drawn anew, with
// keys for pause, step and speed; elsewhere one board after the other. The games do not wait for
// the watcher: what happens meanwhile is shown later.
#ifndef AGON_CLI_WATCH_H
#define AGON_CLI_WATCH_H

#include "arena/event.h"
#include "cli/view.h"

enum { WATCH_TICK_MS = 100 }; // for the running clock

struct watch {
    // To be set before watch_begin, together with the pace of the view's playback and `skipped`.
    bool ascii;
    bool plain; // no screen even if there is a terminal
    struct view view;

    // The rest belongs to this module.
    bool screen;         // there is a terminal, which is ours
    bool drawing;        // the screen is on
    bool done;           // nothing more is shown
    bool keyless;        // the keyboard is gone
    bool holding;        // the position is still being looked at,
    int64_t shown_at_ns; // since then
    bool asked;          // the side to move is asked,
    int64_t asked_at_ns; // since then
    bool timed[SEATS];
    struct budget budgets[SEATS]; // of those who are timed
    bool moved[SEATS];
};

// Takes the terminal, if it can; watch_end gives it back. `game_count` is how many there will be.
void watch_begin(struct watch *w, int64_t game_count);
void watch_end(struct watch *w);

// Of several games at a time, one is shown until it is over; then the next one that begins.
void watch_event(struct watch *w, const struct arena_event *event);
// The seat of the game that is shown has another player from now on.
void watch_rename(struct watch *w, int seat, const char *name);
// How long the position stays, in ms; 0: the next event may come.
int watch_wait_ms(struct watch *w);
// Draws the screen anew.
void watch_draw(struct watch *w);

bool watch_wants_keys(const struct watch *w);
// Reads the keys that were typed, and does what they say.
void watch_read_keys(struct watch *w);

// To be called before and after something is printed about game `index`, which is over. If `last`
// is true, its board is printed as well, and nothing more is shown.
void watch_step_aside(struct watch *w, int64_t index, bool last);
void watch_come_back(struct watch *w);

#endif

// Looking on while games are played (--watch): on a terminal one screen that is drawn anew, with
// keys for pause, step and speed; elsewhere one board after the other.
//
// Whoever plays waits while a position is looked at: the next request is sent only then, and no
// clock runs meanwhile.
#ifndef AGON_CLI_WATCH_H
#define AGON_CLI_WATCH_H

#include "cli/view.h"
#include "referee/table.h"

#include <pthread.h>

struct watch {
    // To be set before watch_begin, together with the pace of the view's playback.
    bool ascii;
    bool plain; // no screen even if there is a terminal
    struct view view;

    // The watch's own.
    const struct player *players; // of the match
    pthread_mutex_t lock;         // of all this, between the players' threads and the drawing one
    pthread_cond_t changed;
    pthread_t drawer;
    bool screen;  // there is a terminal, which is ours
    bool drawing; // while the drawing thread runs
    bool done;    // nothing more is shown
    bool keyless; // the keyboard is gone
    bool asked;   // the side to move is asked,
    int64_t asked_at_ns;
    int64_t shown_at_ns;                 // since when the position is shown
    const struct budget *budgets[SEATS]; // of the game's seats; NULL: it has all the time
    bool moved[SEATS];
};

// Takes the terminal, if it can; watch_end gives it back. `game_count` is how many there will be.
void watch_begin(struct watch *w, const struct player players[SEATS], int64_t game_count);
void watch_end(struct watch *w);

// Of several games at a time, one is shown until it is over; then the next one that begins.
void watch_game(struct watch *w, const struct fixture *f);
void watch_event(struct watch *w, const struct table *t, const struct referee_event *event);

// Before and after something is printed about game `index`, which is over. `last`: its board is
// printed as well, and nothing more is shown.
void watch_step_aside(struct watch *w, int64_t index, bool last);
void watch_come_back(struct watch *w);

// For a signal handler: look whether there is something new.
void watch_wake(void);

#endif

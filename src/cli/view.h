// A game as a watcher sees it: the board, the players and their clocks, the last moves, a line
// about what is going on. Pure: a state and a size in, lines out.
#ifndef AGON_CLI_VIEW_H
#define AGON_CLI_VIEW_H

#include "cli/playback.h"
#include "games/game.h"

enum { VIEW_NAME_BYTES = 136, VIEW_MOVES_KEPT = 512, VIEW_WORDS_BYTES = 512 };

// Figures of a player's clock; 0 where there is nothing to tell.
struct view_clock {
    int64_t move_ns;  // charged for its last move, or used so far for the one it is asked for
    int64_t limit_ns; // of that move
    int64_t all_ns;   // charged for all its moves
    int64_t left_ns;  // of the budget for the whole game,
    bool has_budget;  // if there is one
};

struct view_move {
    int seat;
    char name[MOVE_TEXT_BYTES];
};

struct view {
    const struct game *game;
    position position;
    move last;            // MOVE_NONE: none yet
    int64_t index, games; // games 0: it is one of a number that is not known
    char names[SEATS][VIEW_NAME_BYTES];
    struct view_clock clocks[SEATS];
    struct view_move
        moves[VIEW_MOVES_KEPT]; // in a ring: number n, from 0, is at n % VIEW_MOVES_KEPT
    int count;                  // of all moves so far
    int skipped;                // so many moves lie before the start, for the numbers of the others
    bool begun;                 // both players are there
    bool over;
    char words[VIEW_WORDS_BYTES];  // how it ended
    char notice[VIEW_WORDS_BYTES]; // what else there is to tell
    char status[VIEW_WORDS_BYTES]; // the last line, if it is not the one of a game that is watched
    char details[SEATS]
                [VIEW_WORDS_BYTES]; // more about a clock, shown where there is room; "": none
    struct playback playback;
};

void view_begin(struct view *v, const struct game *game, const position *start, int64_t index);
// `before` is the position in which the move was played, `after` where it led.
void view_move(struct view *v, int seat, move m, const position *before, const position *after);

struct view_size {
    int columns, rows;
};

// As many lines as fit, none wider than the screen less its last column; the last one says what is
// going on and what can be done. `style` says what the terminal can show; its `last` is not used.
void view_draw(
    const struct view *v, const struct drawing *style, struct view_size size, struct text *out);

#endif

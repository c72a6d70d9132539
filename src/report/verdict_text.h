// A recorded game told in plain text: what happened move by move, and its verdict explained.
#ifndef AGON_REPORT_VERDICT_TEXT_H
#define AGON_REPORT_VERDICT_TEXT_H

#include "referee/recorded_game.h"

struct verdict_text_style {
    struct drawing drawing;
    int columns;       // a longer message is cut; 0: nothing is
    const char *again; // a command that fights the game again, printed at the end; NULL: none
};

// One line without its newline: "mybot lost game 2 at move 17: ILLEGAL (rule T5)".
void verdict_text_headline(struct text *out, const struct recorded_game *g, int64_t number);
// The headline and below it what was asked and answered, what the rule asks for, the time that it
// took and the bot's last words. Whole lines.
void verdict_text_write(struct text *out, const struct recorded_game *g, int64_t number,
    const struct verdict_text_style *style);

// "12.3 ms of 3000 (wall 14.0, waited 2.1, cpu 9.0)", as far as it is known. Nothing if nothing is.
void verdict_text_charge(struct text *out, const struct recorded_charge *c);

// The seat whose player would fight the game again: that made the fault, or lost; NOBODY if none.
int verdict_text_loser(const struct recorded_game *g);

#endif

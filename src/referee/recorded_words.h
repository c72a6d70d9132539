// What the bots of a recorded game said that is of interest when one of them lost by a fault: the
// message that lost the game, and stderr. Pure.
#ifndef AGON_REFEREE_RECORDED_WORDS_H
#define AGON_REFEREE_RECORDED_WORDS_H

#include "base/text.h"
#include "games/game.h"

struct recorded_words {
    struct text last_message[SEATS]; // the last one from each seat, as it came; "": none
    struct text stderr_text[SEATS];  // by seat; where bytes were dropped it says how many; "": none
};

// Reads a record, lines that it does not know included. Lines that cannot be read are left out.
// Destroy `w` afterwards.
void recorded_words_read(struct recorded_words *w, const char *bytes, size_t length);
void recorded_words_destroy(struct recorded_words *w);

#endif

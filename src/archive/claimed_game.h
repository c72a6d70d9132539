// A game that another machine says it has played: nothing but its record is known, and nothing in
// it is believed. It must be the record of the game that was asked for, under its conditions; every
// move must be legal and of the right seat; its end must be one that these moves can have; a
// referee who hears its messages must judge as it does; its times must keep to the budgets; and its
// row must be one that the store takes and that `agon verify` accepts. What no record can show
// (that a bot was really too slow, or died) has to be judged elsewhere.
#ifndef AGON_ARCHIVE_CLAIMED_GAME_H
#define AGON_ARCHIVE_CLAIMED_GAME_H

#include "base/text.h"
#include "referee/record.h"
#include "referee/result.h"

// What the record is followed by if lines are missing in it: all moves of the game.
#define CLAIMED_GAME_MOVES "#moves "

struct claimed_game {
    size_t record_length; // of the bytes, without the moves behind it
    struct result result;
    struct text moves;  // separated by blanks
    bool short_of_time; // a built-in player may have been stopped by its clock
    bool out_of_memory;
};

// `header` is what the record must begin with; version of agon, host, time and layers may differ.
// Returns false if the record does not hold: `e` says why. If `out_of_memory` is set then, nothing
// was found out: the record may hold. To be destroyed in both cases.
bool claimed_game_read(struct claimed_game *c, const char *bytes, size_t length,
    const struct record_header *header, struct error *e);
void claimed_game_destroy(struct claimed_game *c);

// Appends the moves to a record that needs it.
void claimed_game_add_moves(struct text *record, const char *moves);

#endif

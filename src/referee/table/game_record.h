// The record of a game that is played at a table, from its header to its end.
#ifndef AGON_REFEREE_TABLE_GAME_RECORD_H
#define AGON_REFEREE_TABLE_GAME_RECORD_H

#include "base/error.h"
#include "link/link.h"
#include "referee/fixture.h"
#include "referee/player_spec.h"
#include "referee/record.h"
#include "referee/result.h"

// Opens the record that the fixture asks for and writes its header; `players` by seat. Returns
// false if there is none to be written: the fixture asks for none, or `e` says why it could not be
// opened. `r` is ready for game_record_end in any case. Before the first game its `fd` is -1 and
// all else 0.
bool game_record_begin(struct record *r, const struct fixture *f,
    const struct player *const players[SEATS], struct error *e);
// What the bot at a seat wrote to stderr in this game; where it lost by a fault, the result shows
// a part of it. The bot's next game begins without it.
void game_record_last_words(struct record *r, int seat, struct link *link, struct result *result);
// Writes the result, if the game was `decided`, and closes the record. A result that cannot be
// written becomes VOID. What was kept in memory stays there, for record_take.
void game_record_end(struct record *r, bool decided, struct result *result);

#endif

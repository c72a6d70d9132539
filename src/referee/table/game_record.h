// The record of a game that is played at a table, from its first line to its last. If the fixture
// has a record_lock, each of these functions holds it while it changes the record.
#ifndef AGON_REFEREE_TABLE_GAME_RECORD_H
#define AGON_REFEREE_TABLE_GAME_RECORD_H

#include "base/error.h"
#include "referee/fixture.h"
#include "referee/player_spec.h"
#include "referee/record.h"
#include "referee/result.h"
#include "referee/session.h"

// Opens the record that the fixture asks for and writes its first line. `players` are by seat.
// Returns false if there is no record to write: the fixture asks for none, or it cannot be opened,
// and `e` says why. In any case call game_record_end later.
bool game_record_begin(struct record *r, const struct fixture *f,
    const struct player *const players[SEATS], struct error *e);
void game_record_event(struct record *r, const struct referee_event *event);
// Writes the lines that wait.
void game_record_flush(struct record *r);
// Records what the bot at a seat wrote to stderr in this game, and forgets it. If the bot lost by a
// fault, the result gets a part of it to show.
void game_record_last_words(
    struct record *r, int seat, const struct session *s, int64_t began_ns, struct result *result);
// Writes the last line if the game was `decided`, and closes the record. If the line cannot be
// written, the result becomes VOID. What is kept in memory stays there, for record_take.
void game_record_end(struct record *r, bool decided, struct result *result);
void game_record_destroy(struct record *r);

#endif

// What a table has written down of its game: the record from its header to its end. Used by the
// table only.
#ifndef AGON_REFEREE_SCRIBE_H
#define AGON_REFEREE_SCRIBE_H

#include "referee/table.h"

// Opens the record of the fixture, if it wants one. False and words: it could not be opened.
bool scribe_begin(struct table *t, struct error *e);
// What the bot at a seat wrote to stderr in this game. The next one begins without it.
void scribe_last_words(struct table *t, int seat);
// Writes the result; if that cannot be written, it becomes VOID.
void scribe_end(struct table *t);

#endif

// Which names of players there are. The one rule for every way a name can come: a contest file, the
// command line, a bot that says its own. So whatever is let in anywhere can be written into a
// contest file, and is read again from there.
//
// A name is 1 to 32 characters and at most 32 columns of a terminal wide. Its characters are
// letters, marks and digits of any script, punctuation, currency signs, everything printable of
// ASCII, and single blanks between them. Not in it are control and format characters, those that
// turn the direction of the text, symbols and emoji, and what nobody can see. A letter carries four
// marks at most. Names are in the normal form NFC: one that is not is turned into it.
#ifndef AGON_CONTEST_PLAYER_NAME_H
#define AGON_CONTEST_PLAYER_NAME_H

#include "base/error.h"

enum {
    PLAYER_NAME_LETTERS = 32,                       // also the most columns
    PLAYER_NAME_BYTES = 4 * PLAYER_NAME_LETTERS + 1 // of UTF-8, with its NUL
};

// The name that `text` says, in NFC. False and words: it is no name.
bool player_name_read(char name[PLAYER_NAME_BYTES], const char *text, struct error *e);

// A name for somebody who has not said one, as near to `text` as there is one.
void player_name_make(char name[PLAYER_NAME_BYTES], const char *text);

// What a name looks like: the same text for two names that people cannot tell apart, such as "ann"
// with a Latin and with a Cyrillic a, and "bam" and "barn" (UTS #39). To be freed; NULL: out of
// memory.
char *player_name_look(const char *name);
bool player_names_look_alike(const char *a, const char *b);

#endif

// Which texts are names of players. There is one rule for all names, wherever they come from: a
// contest file, the command line, a bot that says its own. So every name that agon accepts can be
// written into a contest file and read again from there.
//
// A name is 1 to 32 characters and at most 32 columns of a terminal wide. Its characters are
// letters, marks and digits of any script, punctuation, currency signs, everything printable of
// ASCII, and single blanks between them. Not in it are control and format characters, those that
// turn the direction of the text, symbols and emoji, and invisible characters. A letter carries at
// most four marks. Names are in the Unicode normal form NFC; others are converted to it.
#ifndef AGON_CONTEST_PLAYER_NAME_H
#define AGON_CONTEST_PLAYER_NAME_H

#include "base/error.h"
#include "base/text.h"

enum {
    PLAYER_NAME_LETTERS = 32,                       // also the most columns
    PLAYER_NAME_BYTES = 4 * PLAYER_NAME_LETTERS + 1 // of UTF-8, with its NUL
};

// Appends the name and the version of the library behind it: "ICU 72.1".
void player_name_library(struct text *out);

// Fills in the name that `text` says, in NFC. Returns false and fills `e` if `text` is not a name.
bool player_name_read(char name[PLAYER_NAME_BYTES], const char *text, struct error *e);

// Makes a name for a player who has not said one. It is as similar to `text` as possible.
void player_name_make(char name[PLAYER_NAME_BYTES], const char *text);

// Returns what a name looks like. Two names that people cannot tell apart have the same look (UTS
// #39): "ann" with a Latin and with a Cyrillic a, or "bam" and "barn". The caller frees the text.
// Returns NULL if memory runs out.
char *player_name_look(const char *name);
bool player_names_look_alike(const char *a, const char *b);

#endif

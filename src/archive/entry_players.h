// Entries as players of a contest file: `players: entries/*`, and entries in its list.
#ifndef AGON_ARCHIVE_ENTRY_PLAYERS_H
#define AGON_ARCHIVE_ENTRY_PLAYERS_H

#include "contest/file.h"

// Puts the entries that are there in the place of paths and patterns in the text of a contest file:
// each with its name, its path and its hash, and on the same line, so that lines stay what they
// are. So the text that is stored with the results tells who played, also where the entries are
// not. A text without entries stays as it is.
//
// Paths are relative to the folder of `file`, the contest file. What is wrong with entries is added
// to `problems`; the text has then not changed. Entries of a pattern that came after the deadline
// of the file are left out, and `late` gets a line about each. Returns false if memory runs out.
bool entry_players_expand(struct text *contest, const char *file, const struct contest_words *words,
    struct contest_problems *problems, struct text *late, struct error *e);

// Where an entry is: `path`, seen from the folder of the contest file `file`. Returns false if that
// is too long.
bool entry_players_place(
    char place[], size_t size, const char *file, const char *path, struct error *e);

#endif

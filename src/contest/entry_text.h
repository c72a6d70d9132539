// The text that names an entry: a folder or an archive with a bot. "entry:PATH" is how people write
// it; "entry:PATH#HASH" says which content it has, too. Pure: texts in, texts out.
#ifndef AGON_CONTEST_ENTRY_TEXT_H
#define AGON_CONTEST_ENTRY_TEXT_H

#include "base/text.h"
#include "contest/player_name.h"

enum {
    ENTRY_PATH_BYTES = 1024, // of the path of an entry, and of a file in it, with the NUL
    ENTRY_HASH_BYTES = 65,   // a SHA-256 in 64 letters, with its NUL
};

struct entry_text {
    char path[ENTRY_PATH_BYTES];
    char hash[ENTRY_HASH_BYTES]; // "": the text does not say it
};

// True if the text names an entry: it begins with "entry:".
bool entry_text_is(const char *text);
// Takes the text apart. Returns false and fills `e` if it does not name an entry.
bool entry_text_read(struct entry_text *t, const char *text, struct error *e);
// Appends "entry:PATH#HASH", or "entry:PATH" if `hash` is "".
void entry_text_print(struct text *out, const char *path, const char *hash);

// Players of a contest file may be written as paths. Returns the path or the pattern of paths if
// `text` is one, else NULL: then it is a player of another kind. A text is a path if "entry:"
// stands before it; also if it is one word that has a * in it, or that ends like an archive.
const char *entry_text_path(const char *text);
// True if the path has a * in it, and so stands for several entries.
bool entry_text_is_pattern(const char *path);

// True if the name ends in .zip, .tar.gz or .tgz.
bool entry_text_is_archive(const char *path);
// The name of an entry that does not say one: "ann" for "entries/ann.tar.gz" and "entries/ann/".
void entry_text_name(char name[PLAYER_NAME_BYTES], const char *path);

#endif

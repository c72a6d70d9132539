// Cuts a command line into words as a shell does, without the rest of a shell; and writes a word so
// that a shell reads it back.
#ifndef AGON_BASE_WORDS_H
#define AGON_BASE_WORDS_H

#include "base/error.h"
#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>

struct words {
    char **list; // ended by NULL, as execve wants it
    size_t count;
};

// Blanks separate; '...' keeps everything, "..." everything but \" \\ \$ and \`, a backslash keeps
// the next character. What only a shell could do (pipes, redirections, variables, several commands)
// is refused with words, since passing it on as text is never what was meant. At least one word.
bool words_split(const char *line, struct words *words, struct error *e);

bool words_contain(const struct words *words, const char *part);

// Replaces every `part` in the words by `with`. Returns false if memory runs out.
bool words_replace(struct words *words, const char *part, const char *with);

void words_destroy(struct words *words);

// A word of a command line, quoted for a shell where it must be, and so that a terminal can show
// it.
void text_word(struct text *out, const char *word);

#endif

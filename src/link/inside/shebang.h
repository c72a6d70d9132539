// The first line of a script, which says what runs it: "#!/usr/bin/env -S python3 -u". Also what
// `env` runs, in such a line or in a command. Pure; the bytes of a script are foreign.
#ifndef AGON_LINK_INSIDE_SHEBANG_H
#define AGON_LINK_INSIDE_SHEBANG_H

#include <stdbool.h>
#include <stddef.h>

enum {
    SHEBANG_BYTES = 256, // the kernel looks no further
    SHEBANG_WORDS_MOST = 32,
};

// The words of the line as the kernel passes them on: the interpreter, and at most one argument,
// which may have blanks in it. Those after -S of env are cut into words.
struct shebang {
    char bytes[SHEBANG_BYTES * 2];
    const char *words[SHEBANG_WORDS_MOST + 1]; // they lie in `bytes`; ended by NULL
    size_t count;
};

// Reads the line from the first bytes of a file. Returns false if the file has no such line.
bool shebang_parse(struct shebang *s, const char *bytes, size_t length);

// The number of the word that `env` runs as a program: it skips options and NAME=VALUE. Returns
// `count` if there is none. The first of the words is env itself.
size_t shebang_env_program(const char *const *words, size_t count);

// True if the path or name is that of the program env.
bool shebang_is_env(const char *program);

#endif

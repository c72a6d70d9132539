// The languages that kits are written in: how a bot in each of them is built, run and debugged. A
// kit for a game is the file bots/NAME/GAME.EXTENSION, which is part of the program.
#ifndef AGON_AUTHOR_KIT_LANGUAGE_H
#define AGON_AUTHOR_KIT_LANGUAGE_H

#include "base/error.h"

#include <stddef.h>

struct kit_language {
    const char *name;      // as --lang takes it, and the folder in bots/: "python"
    const char *alias;     // another word for it: "py"
    const char *label;     // as people write it: "Python"
    const char *extension; // of its files in bots/: "py"
    const char *file;      // what the bot is called in the folder of an author: "main.py"
    const char *build;     // the command that builds it there; NULL: nothing is built
    // The same for a debugger, which sees no variables that the compiler has optimised away; NULL:
    // `build` will do.
    const char *debug_build;
    const char *run;      // the command that runs it there: "python3 main.py"
    const char *package;  // the Debian package that has what these commands need
    const char *printing; // a sentence: how one prints something to find a mistake
    const char *debugger; // the command that starts it in a debugger; HOST and PORT follow it
    const char *stopping; // a sentence: how one stops it in the middle then
};

extern const struct kit_language kit_languages[];
extern const size_t kit_language_count;

// Returns the language of that name or alias, or NULL and fills `e` with the nearest word.
const struct kit_language *kit_language_find(const char *name, struct error *e);

#endif

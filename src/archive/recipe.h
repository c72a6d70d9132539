// How the bot of an entry is built and run: what its agon.yaml says, or what follows from the files
// that are there. docs/entries.md explains every key. Pure: texts in, a struct or problems out.
#ifndef AGON_ARCHIVE_RECIPE_H
#define AGON_ARCHIVE_RECIPE_H

#include "contest/file.h"

enum { RECIPE_COMMANDS_MOST = 16, RECIPE_READS_MOST = 16, RECIPE_BYTES_MOST = 64 * 1024 };

#define RECIPE_FILE "agon.yaml"

struct recipe {
    char name[PLAYER_NAME_BYTES];          // "": it says none
    char *build[RECIPE_COMMANDS_MOST + 1]; // commands, run one after the other; ended by NULL
    char *run;
    const struct game *game;           // that it plays; NULL: it says none
    char *wire;                        // NULL: it says none
    struct contest_limits limits;      // that it asks for
    char *read[RECIPE_READS_MOST + 1]; // more that it needs to read; ended by NULL
    struct contest_variable *environment;
    size_t variables;
};

// A file of the entry's own folder, not of a folder in it.
struct recipe_file {
    const char *name;
};

// `yaml` has the text of agon.yaml, or is NULL if there is none; `files` are those of the entry's
// own folder. Returns false if there are problems: with lines of agon.yaml, or with line 0 if they
// are about the files. To be destroyed in both cases.
bool recipe_read(struct recipe *r, const struct text *yaml, const struct recipe_file *files,
    size_t count, struct contest_problems *problems);
void recipe_destroy(struct recipe *r);

// The programs that recipes use and that agon knows, one after the other; NULL behind the last.
const char *recipe_program(size_t number);
// The Debian package that has a program which recipes use, or NULL.
const char *recipe_package(const char *program);

#endif

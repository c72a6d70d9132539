// What a command needs to be readable so that it starts where only the folders of the system can be
// read: its program, the links that lead there, the interpreter of a script, libraries, the
// installation of an interpreter, the files that its words name. docs/sandbox.md has the rules.
//
// The files themselves are looked at, and nothing is started. It takes some dozens of system calls:
// a caller does it once for a player and keeps the answer. Its source is needs_*.c.
#ifndef AGON_LINK_INSIDE_NEEDS_H
#define AGON_LINK_INSIDE_NEEDS_H

#include "base/error.h"
#include "base/text.h"

enum {
    NEEDS_MOST = 256, // entries of the list
    NEED_WHY_BYTES = 160,
};

enum need_kind {
    NEED_FILE,
    NEED_FOLDER, // with all that is below it
    NEED_LINK,   // only the link itself: it has to exist, and nothing becomes readable by it
};

struct need {
    enum need_kind kind;
    char *path;               // absolute; no part of it is a link, but for the last of a NEED_LINK
    char *target;             // NEED_LINK: what the link says; else NULL
    char why[NEED_WHY_BYTES]; // for people: "the command names it"
};

struct needs {
    struct need *list; // by path; none lies in another, or in a folder of the system
    size_t count;
    struct need *refused; // what is asked for and never made readable; `why` says it
    size_t refused_count;
};

struct needs_question {
    char *const *words;       // of the command, ended by NULL
    const char *directory;    // where it runs, which is readable then; NULL: in our current folder
    char *const *environment; // that it gets, ended by NULL
    const char *const *read;  // absolute: what its owner lets it read besides; may be NULL
    // What must stay hidden, such as results and records, ended by NULL; may be NULL. A folder that
    // holds one of them is never made readable as a whole.
    const char *const *never;
};

// Returns false only if there is no memory. What does not exist is left out: the start will say so.
// To be destroyed in both cases.
bool needs_find(struct needs *needs, const struct needs_question *question, struct error *e);
void needs_destroy(struct needs *needs);

// Appends a line for each entry: "read  /home/ann/venv   the installation of python3".
void needs_print(const struct needs *needs, struct text *out);

// The folders that every bot may read, ended by NULL. Not all of them exist on every machine.
extern const char *const needs_system_folders[];

#endif

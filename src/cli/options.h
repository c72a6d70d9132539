// Arguments and options of a command as rows of a table: parsed, checked and explained in one
// place.
#ifndef AGON_CLI_OPTIONS_H
#define AGON_CLI_OPTIONS_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct argument {
    const char *name; // as shown in the usage line: "GAME"
    const char *help;
    const char **target;
};

enum { OPTION_LIST_MOST = 64 };

struct option_list {
    const char *texts[OPTION_LIST_MOST];
    size_t count;
};

// Exactly one of the targets is set; it decides what the option takes.
struct option {
    const char *name; // without the dashes
    const char *help;
    bool *flag;
    const char **text;
    struct option_list *list; // of texts: may be given several times
    int64_t *number;
    int64_t least, most; // for a number
    const char *value;   // the name of the value in the help: "TEXT", "N"
    char letter;         // a short name besides, for the few that everybody knows; 0: none
};

enum { COMMAND_STATUSES = 4 };

struct command {
    const char *name;
    const char *summary; // one line, as in `agon --help`
    const char *example; // one whole command line for its --help
    int (*run)(const struct command *self, int argc, char **argv); // argv[0] is the command's name
    const char *statuses[COMMAND_STATUSES]; // what its exit statuses mean; NULL: the usual
};

// "run" of "contest run".
const char *command_last_word(const struct command *c);

struct syntax {
    const struct command *command;
    const struct argument *arguments;
    size_t argument_count;
    const struct option *options;
    size_t option_count;
};

enum parsed { PARSED_RUN, PARSED_HELP, PARSED_WRONG };

// Fills the targets. PARSED_HELP: --help was asked for and has been printed on stdout.
// PARSED_WRONG: `e` says what is wrong, in one line.
enum parsed options_parse(const struct syntax *s, int argc, char **argv, struct error *e);

#endif

// A command of agon as tables: its name, its arguments, its options and its exit statuses. They are
// read by options.h, which parses a command line, and by help.h, which explains the command.
#ifndef AGON_CLI_COMMAND_H
#define AGON_CLI_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { OPTION_LIST_MOST = 64 };

struct option_list {
    const char *texts[OPTION_LIST_MOST + 1]; // ended by NULL
    size_t count;
};

struct argument {
    const char *name; // as shown in the usage line: "GAME"
    const char *help;
    const char **target; // of "[FILE...]": the texts of a struct option_list
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
    char letter;         // a short name as well, for the few that everybody knows; 0: none
    bool alone;          // of a flag: with it, the arguments of the command may be left out
};

enum { COMMAND_STATUSES = 4 };

struct command {
    const char *name;
    const char *summary; // one line, as in `agon --help`
    const char *example; // one whole command line for its --help
    int (*run)(const struct command *self, int argc, char **argv); // argv[0] is the command's name
    const char *statuses[COMMAND_STATUSES]; // what its exit statuses mean; NULL: the usual
};

// Commands that are told apart by the next word: all of agon, or those of `agon contest`.
struct command_group {
    const char *name; // "contest"; "" for all of agon
    const char *summary;
    const struct command *commands;
    size_t count;
};

// The number that a macro stands for, as a text for a help.
#define OPTION_TEXT(number) OPTION_TEXT_OF(number)
#define OPTION_TEXT_OF(number) #number

// What a command takes.
struct syntax {
    const struct command *command;
    const struct argument *arguments;
    size_t argument_count;
    const struct option *options;
    size_t option_count;
};

// Does it stand for any number of arguments, as the last one of a command may? Its name ends with
// "...]" then.
bool argument_is_list(const struct argument *a);
// May it be left out? Its name stands in brackets then. It need not be the last one: of RECORD
// [NUMBER] BOT, two words are RECORD and BOT.
bool argument_is_optional(const struct argument *a);

// "run" of "contest run".
const char *command_last_word(const struct command *c);

// What an exit status of the command means; if `c` is NULL, of commands in general. Returns NULL if
// the command never ends with it.
const char *command_status_words(const struct command *c, int status);

#endif

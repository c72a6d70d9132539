// What a command says about itself, made from the tables that also read its arguments: the text of
// --help, a page of the manual, and its part of what shells complete. --help=FORM asks for a form.
#ifndef AGON_CLI_HELP_H
#define AGON_CLI_HELP_H

#include "cli/options.h"

enum help_form { HELP_TEXT, HELP_NAMES, HELP_MAN, HELP_BASH, HELP_ZSH, HELP_FISH };

// Commands that are told apart by the next word: all of agon, or those of `agon contest`.
struct command_group {
    const char *name; // "contest"; "" for all of agon
    const char *summary;
    const struct command *commands;
    size_t count;
};

// Whether this word asks for help: "--help", "-h" or "--help=FORM".
bool help_is_asked(const char *word, enum help_form *form);

void help_print(const struct syntax *s, enum help_form form);
void help_print_group(const struct command_group *g, enum help_form form);

// What an exit status of the command means, or of commands in general (NULL). Returns NULL if the
// command never ends with it.
const char *help_status(const struct command *c, int status);

#endif

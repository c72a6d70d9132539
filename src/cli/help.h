// What a command says about itself, made from its tables: the text of --help, a page of the manual,
// and its part of what shells complete. --help=FORM asks for a form. Everything goes to stdout.
#ifndef AGON_CLI_HELP_H
#define AGON_CLI_HELP_H

#include "cli/command.h"

enum help_form { HELP_TEXT, HELP_NAMES, HELP_MAN, HELP_BASH, HELP_ZSH, HELP_FISH };

// Does this word ask for help ("--help", "-h" or "--help=FORM")? Sets `*form` if it does.
bool help_is_asked(const char *word, enum help_form *form);

void help_print(const struct syntax *s, enum help_form form);
void help_print_group(const struct command_group *g, enum help_form form);

#endif

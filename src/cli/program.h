// The commands that agon prints to be typed again: they begin with the name that it was called by,
// so that they work where the first one did.
#ifndef AGON_CLI_PROGRAM_H
#define AGON_CLI_PROGRAM_H

#include "base/text.h"

// To be called once, at the beginning, with argv[0], which must live on.
void program_called(const char *typed);

const char *program_typed(void); // what program_called was told

// "build/agon", quoted for a shell where it must be.
void text_program(struct text *out);
// "build/agon contest run spring.yaml"
void text_command(struct text *out, const char *command, const char *file);
// Prints the end of a line: some words, and the command.
void print_command(const char *words, const char *command, const char *file);
// Prints the end of a line: how a contest goes on. `file` may be its results, which cannot be run.
void print_go_on(const char *file);

#endif

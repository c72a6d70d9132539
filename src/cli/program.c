#include "cli/program.h"

#include "archive/archive.h"
#include "cli/terminal.h"

static const char *name = "agon";

void program_called(const char *typed)
{
    if (typed && typed[0] != '\0')
        name = typed;
}

const char *program_typed(void)
{
    return name;
}

void text_program(struct text *out)
{
    text_word(out, name);
}

void text_command(struct text *out, const char *command, const char *file)
{
    text_program(out);
    text_format(out, " %s ", command);
    // What begins with a dash would be taken for an option.
    if (file[0] == '-')
        text_string(out, "./");
    text_word(out, file);
}

void print_command(const char *words, const char *command, const char *file)
{
    struct text out = text_growing();
    text_command(&out, command, file);
    print_line(stdout, "%s%s", words, out.bytes);
    text_destroy(&out);
}

void print_go_on(const char *file)
{
    if (archive_holds_results(file))
        print_line(stdout, "; agon contest run with its contest file goes on");
    else
        print_command("; to go on:  ", "contest run", file);
}

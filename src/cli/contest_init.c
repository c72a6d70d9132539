// agon contest init: writes a contest file to begin with.
#include "cli/commands.h"
#include "cli/program.h"
#include "cli/terminal.h"
#include "contest/file.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static bool contest_init_write(const char *path, struct error *e)
{
    FILE *file = fopen(path, "wx");
    if (!file && errno == EEXIST)
        return error_set(e, "%.160s exists already; name another file, or remove it", path);
    if (!file)
        return error_set(e, "%.160s cannot be made: %s", path, strerror(errno));
    bool well = fputs(contest_template, file) >= 0;
    well = fclose(file) == 0 && well;
    if (well)
        return true;
    error_set(e, "%.160s cannot be written: %s", path, strerror(errno));
    unlink(path);
    return false;
}

int command_contest_init(const struct command *self, int argc, char **argv)
{
    const char *path = "contest.yaml";
    const struct argument arguments[] = {{"FILE", "the file to write (contest.yaml)", &path}};
    // Without any word, FILE keeps its default.
    const struct syntax syntax = {self, arguments, argc > 1 ? 1 : 0, NULL, 0};
    struct error e;
    int status;
    if (!options_read(&syntax, argc, argv, &status))
        return status;
    if (!contest_init_write(path, &e))
        return wrong_input(&e);
    print_part(stdout, "%s written.", path);
    print_command("  check it:  ", "contest check", path);
    return EXIT_OK;
}

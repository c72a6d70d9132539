// agon contest migrate: the tables of a contest as another version of agon knows them.
#include "archive/archive.h"
#include "cli/commands.h"
#include "cli/terminal.h"
#include "store/migration.h"

static bool contest_migrate_do(const char *file, struct migration *m, struct error *e)
{
    struct archive a;
    char path[ARCHIVE_PATH_BYTES];
    bool well = archive_open(&a, file, e);
    snprintf(path, sizeof path, "%s", a.path);
    archive_close(&a);
    well = well && migration_run(path, m, e);
    if (well && m->from == m->to)
        print_line(stdout, "%s: has format %d already", path, m->to);
    else if (well)
        print_line(stdout, "%s: from format %d to format %d", path, m->from, m->to);
    return well;
}

int command_contest_migrate(const struct command *self, int argc, char **argv)
{
    const char *file = NULL;
    int64_t to = 0;
    const struct argument arguments[] = {{"FILE", RESULTS_FILE_HELP, &file}};
    const struct option options[] = {
        {"to", "the format, such as 1; without it, the newest", .number = &to, .least = 1,
            .most = 1000, .value = "N"},
    };
    const struct syntax syntax = {self, arguments, 1, options, sizeof options / sizeof *options};
    struct error e = {0};
    int status;
    if (!options_read(&syntax, argc, argv, &status))
        return status;
    struct migration m = {.to = (int)to};
    return contest_migrate_do(file, &m, &e) ? EXIT_OK : wrong_input(&e);
}

// agon contest prune: drops the records of a contest that is over. Results are never dropped.
#include "cli/commands.h"
#include "cli/contest_change.h"
#include "cli/terminal.h"
#include "store/postgres.h"

#include <sys/stat.h>

struct prune_command {
    bool keep_faults;
    char path[ARCHIVE_PATH_BYTES]; // of the results
    int64_t bytes;                 // that the file had before
};

static int64_t contest_prune_file_bytes(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 ? (int64_t)about.st_size : 0;
}

static bool contest_prune_records(struct changes *c, void *user, struct error *e)
{
    struct prune_command *p = user;
    snprintf(p->path, sizeof p->path, "%s", c->archive.path);
    p->bytes = contest_prune_file_bytes(p->path);
    return changes_prune(c, p->keep_faults, e);
}

int command_contest_prune(const struct command *self, int argc, char **argv)
{
    const char *file = NULL;
    struct prune_command p = {0};
    const struct argument arguments[] = {{"FILE", CONTEST_FILE_HELP, &file}};
    const struct option options[] = {
        {"keep-faults", "keep the records of games that ended by a fault", .flag = &p.keep_faults}};
    const struct syntax syntax = {self, arguments, 1, options, 1};
    int status;
    if (!options_read(&syntax, argc, argv, &status))
        return status;
    status = contest_change(file, contest_prune_records, &p);
    if (status != EXIT_OK)
        return status;
    if (postgres_is_place(p.path)) {
        print_line(stdout, "%s: the records are dropped; the results are all there", p.path);
        return EXIT_OK;
    }
    char freed[32], left[32];
    int64_t now = contest_prune_file_bytes(p.path);
    struct text out = TEXT_IN(freed), rest = TEXT_IN(left);
    text_grouped(&out, (uint64_t)(p.bytes > now ? p.bytes - now : 0));
    text_grouped(&rest, (uint64_t)now);
    print_line(
        stdout, "%s: %s bytes freed, %s left; the results are all there", p.path, freed, left);
    return EXIT_OK;
}

// agon contest copy: a contest in another file or database, with all that belongs to it.
#include "archive/archive.h"
#include "archive/results_place.h"
#include "cli/commands.h"
#include "cli/contest_problems.h"
#include "cli/terminal.h"
#include "store/copy.h"
#include "store/postgres.h"

#include <inttypes.h>
#include <string.h>

// What both must have in common.
struct copy_sight {
    struct head head;
    unsigned char fingerprint[SHA256_BYTES];
};

static bool contest_copy_look(const char *location, struct copy_sight *sight, struct error *e)
{
    struct reader *r = reader_open(location, e);
    bool read =
        r && reader_head(r, &sight->head, e) && reader_fingerprint(r, sight->fingerprint, e);
    if (r)
        reader_close(r);
    return read;
}

// The source may have gone on since: it is enough that it once had the head of the copy.
static bool contest_copy_compare(
    const char *from, const char *to, const struct head *copied, struct error *e)
{
    struct copy_sight source, copy;
    if (!contest_copy_look(to, &copy, e) || !contest_copy_look(from, &source, e))
        return false;
    bool went_on = !head_equal(&source.head, copied);
    return (head_equal(&copy.head, copied) &&
               (went_on ||
                   memcmp(source.fingerprint, copy.fingerprint, sizeof copy.fingerprint) == 0)) ||
        error_set(e, "%.100s is not a copy of %.100s", to, from);
}

static bool contest_copy_do(const char *file, const char *place, struct error *e)
{
    struct archive a;
    char to[LOCATION_BYTES], text[HEAD_TEXT_BYTES];
    struct head head;
    bool found = archive_open(&a, file, e);
    if (!found && a.definition.problems.count > 0)
        contest_problems_print(a.path, &a.definition.problems, e);
    // The name of a contest in a database is that of the file, or the one it had in a database.
    const char *mark = postgres_is_place(a.path) ? strchr(a.path, '#') : NULL;
    char name[POSTGRES_NAME_BYTES + 8] = "";
    if (mark)
        snprintf(name, sizeof name, "%s.db", mark + 1);
    found = found && results_place_choose(to, mark ? name : file, place, e) &&
        copy_contest(a.path, to, &head, e) && contest_copy_compare(a.path, to, &head, e);
    if (found) {
        head_print(&head, text);
        print_line(stdout, "%s: %" PRId64 " games, with their records and the log, checked", to,
            head.games);
        print_line(stdout, "head %s", text);
    }
    archive_close(&a);
    return found;
}

int command_contest_copy(const struct command *self, int argc, char **argv)
{
    const char *from = NULL, *to = NULL;
    const struct argument arguments[] = {{"FROM", RESULTS_FILE_HELP, &from},
        {"TO", "a file that does not exist yet, or the address of a database", &to}};
    const struct syntax syntax = {self, arguments, 2, NULL, 0};
    struct error e = {0};
    int status;
    if (!options_read(&syntax, argc, argv, &status))
        return status;
    return contest_copy_do(from, to, &e) ? EXIT_OK : wrong_input(&e);
}

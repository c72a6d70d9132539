// agon contest void: games count for nothing and are played again.
#include "base/number.h"
#include "cli/commands.h"
#include "cli/contest_change.h"
#include "cli/program.h"
#include "cli/terminal.h"
#include "fleet/fleet_credit.h"

#include <inttypes.h>

struct void_command {
    struct change_void wish;
    struct change_voided done; // the last one
    int64_t worker;            // all games of this worker of a fleet; 0: the one of `wish`
    int64_t games, later;      // so many are void
};

static bool contest_void_game(struct changes *c, struct void_command *v, struct error *e)
{
    if (!changes_void(c, &v->wish, &v->done, e))
        return false;
    v->games++;
    v->later += v->done.later;
    return true;
}

// The last game first: then no other one depends on it.
static bool contest_void_worker(struct changes *c, struct postgres *p, const char *contest,
    struct void_command *v, struct error *e)
{
    PGresult *r = fleet_credit_games(p, contest, v->worker, e);
    bool well = r != NULL;
    if (well && PQntuples(r) == 0)
        well = error_set(e, "no game of worker %" PRId64 " counts in %s", v->worker, contest);
    for (int row = 0; well && row < PQntuples(r); row++) {
        v->wish.number = postgres_number(r, row, 0);
        well = contest_void_game(c, v, e);
    }
    PQclear(r);
    return well;
}

// In a database, who played which game is noted as well.
static bool contest_void_in_database(struct changes *c, struct void_command *v, struct error *e)
{
    struct postgres_place place;
    struct postgres p = {0};
    bool well = postgres_place_read(&place, c->archive.path, e) &&
        postgres_open(&p, place.url, "agon contest void", e) &&
        (v->worker > 0 ? contest_void_worker(c, &p, place.contest, v, e)
                       : contest_void_game(c, v, e)) &&
        fleet_credit_forget(&p, place.contest, e);
    postgres_close(&p);
    return well;
}

static bool contest_void_do(struct changes *c, void *user, struct error *e)
{
    struct void_command *v = user;
    if (postgres_is_place(c->archive.path))
        return contest_void_in_database(c, v, e);
    return v->worker == 0 ? contest_void_game(c, v, e)
                          : error_set(e, "no worker has played it: its results are in a file");
}

static void contest_void_tell(const struct void_command *v, const char *file)
{
    if (v->worker > 0)
        printf("%" PRId64 " game%s of worker %" PRId64 " %s void", v->games,
            v->games == 1 ? "" : "s", v->worker, v->games == 1 ? "is" : "are");
    else
        print_part(stdout, "%s is void", v->done.game);
    if (v->later > 0)
        printf(", and %" PRId64 " later one%s", v->later, v->later == 1 ? "" : "s");
    print_go_on(file);
}

int command_contest_void(const struct command *self, int argc, char **argv)
{
    const char *file = NULL, *number = NULL;
    struct void_command v = {0};
    const struct argument arguments[] = {{"FILE", CONTEST_FILE_HELP, &file},
        {"[NUMBER]", "the number of the game, as at the beginning of its line", &number}};
    const struct option options[] = {
        {"why", "the reason, for the log", .text = &v.wish.why, .value = "TEXT"},
        {"later", "also the games of later rounds, which depend on its result",
            .flag = &v.wish.later},
        {"worker", "all games that this worker of a fleet has played, in place of NUMBER",
            .number = &v.worker, .least = 1, .most = INT64_MAX, .value = "N"},
    };
    const struct syntax syntax = {self, arguments, 2, options, sizeof options / sizeof *options};
    struct error e;
    int status;
    if (!options_read(&syntax, argc, argv, &status))
        return status;
    if ((number != NULL) == (v.worker > 0)) {
        error_set(&e, "one of NUMBER and --worker is needed   (agon contest void FILE NUMBER)");
        return wrong_input(&e);
    }
    if (number && !number_read("NUMBER", number, 1, INT64_MAX, &v.wish.number, &e))
        return wrong_input(&e);
    status = contest_change(file, contest_void_do, &v);
    if (status == EXIT_OK)
        contest_void_tell(&v, file);
    return status;
}

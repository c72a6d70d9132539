// agon fleet: the machines that play contests together.
#include "base/quantity.h"
#include "cli/command_group.h"
#include "cli/commands.h"
#include "cli/terminal.h"
#include "fleet/fleet_schema.h"
#include "fleet/parcels.h"

#include <inttypes.h>
#include <string.h>

#define FLEET_LOGIN "arena_worker" // an example: any name will do

// Connects to the database that was named.
static bool fleet_open(struct postgres *p, const char *where, struct error *e)
{
    struct postgres_place place;
    *p = (struct postgres){0};
    return postgres_place_read(&place, where, e) && postgres_open(p, place.url, "agon fleet", e);
}

// --- Setting up ---

// The address of the same database for the login that workers have: nobody who plays needs the
// owner's.
static void fleet_text_worker_address(struct text *out, const char *where)
{
    const char *rest = strstr(where, "://") + strlen("://");
    const char *at = memchr(rest, '@', strcspn(rest, "/?"));
    text_format(out, "%.*s" FLEET_LOGIN "@%s", (int)(rest - where), where, at ? at + 1 : rest);
}

static void fleet_tell_ready(const char *where)
{
    struct text address = text_growing();
    fleet_text_worker_address(&address, where);
    print_line(stdout, "ready for a fleet. A login for workers, which may do nothing else:");
    print_line(stdout, "  CREATE ROLE " FLEET_LOGIN " LOGIN PASSWORD '...' IN ROLE agon_worker");
    print_line(stdout, "On each machine that is to play, with that password in ~/.pgpass:");
    print_line(stdout, "  agon work %s", address.bytes);
    text_destroy(&address);
}

// Prints what an administrator has to run.
static int fleet_ask_for_roles(const struct postgres *p)
{
    struct text sql = text_growing();
    fleet_schema_print_roles(p, &sql);
    print_line(stderr,
        "agon: roles cannot be made by this user. An administrator runs this, and then the same"
        " command again:");
    print_bytes(stdout, &sql);
    text_destroy(&sql);
    return EXIT_FAILED;
}

int command_fleet_setup(const struct command *self, int argc, char **argv)
{
    const char *where = NULL;
    const struct argument arguments[] = {{"URL", "the database", &where}};
    const struct syntax syntax = {self, arguments, 1, NULL, 0};
    struct postgres p;
    struct error e = {0};
    bool has_roles = false;
    int status;
    if (!options_read(&syntax, argc, argv, &status))
        return status;
    bool well = fleet_open(&p, where, &e) && fleet_schema_setup(&p, &has_roles, &e);
    status = !well ? wrong_input(&e) : has_roles ? EXIT_OK : fleet_ask_for_roles(&p);
    postgres_close(&p);
    if (status == EXIT_OK)
        fleet_tell_ready(where);
    return status;
}

int command_fleet_migrate(const struct command *self, int argc, char **argv)
{
    const char *where = NULL;
    int64_t version = FLEET_SCHEMA_VERSION, from = 0;
    const struct argument arguments[] = {{"URL", "the database", &where}};
    const struct option options[] = {
        {"to", "the version; 0 removes the fleet, and contests stay", .number = &version,
            .least = 0, .most = FLEET_SCHEMA_VERSION, .value = "N"},
    };
    const struct syntax syntax = {self, arguments, 1, options, sizeof options / sizeof *options};
    struct postgres p;
    struct error e = {0};
    int status;
    if (!options_read(&syntax, argc, argv, &status))
        return status;
    bool well = fleet_open(&p, where, &e) && fleet_schema_migrate(&p, version, &from, &e);
    postgres_close(&p);
    if (!well)
        return wrong_input(&e);
    if (from == version)
        print_line(stdout, "%s: the fleet has version %" PRId64 " already", where, version);
    else
        print_line(stdout, "%s: the fleet goes from version %" PRId64 " to version %" PRId64 "%s",
            where, from, version, version == 0 ? ": nothing of it is left" : "");
    return EXIT_OK;
}

// --- Letting a worker back ---

int command_fleet_release(const struct command *self, int argc, char **argv)
{
    const char *where = NULL, *number = NULL;
    const struct argument arguments[] = {{"URL", "the database", &where},
        {"WORKER", "its number, as agon fleet show has it", &number}};
    const struct syntax syntax = {self, arguments, 2, NULL, 0};
    struct postgres p;
    struct error e = {0};
    int status;
    if (!options_read(&syntax, argc, argv, &status))
        return status;
    struct postgres_parameters q = {0};
    postgres_add_text(&q, number);
    PGresult *r = fleet_open(&p, where, &e)
        ? postgres_ask(&p,
              "UPDATE agon.workers SET state = 'here', why = '',"
              " voids = 0 WHERE id::text = $1 AND state IN"
              " ('out', 'quarantined') RETURNING id",
              &q, &e)
        : NULL;
    bool released = r && PQntuples(r) == 1;
    if (r && !released)
        error_set(&e, "no worker %.40s is out or quarantined", number);
    PQclear(r);
    postgres_close(&p);
    return released ? EXIT_OK : wrong_input(&e);
}

// --- Making room ---

int command_fleet_prune(const struct command *self, int argc, char **argv)
{
    const char *where = NULL;
    const struct argument arguments[] = {{"URL", "the database", &where}};
    const struct syntax syntax = {self, arguments, 1, NULL, 0};
    struct postgres p;
    struct error e = {0};
    int64_t count, bytes;
    int status;
    if (!options_read(&syntax, argc, argv, &status))
        return status;
    bool well = fleet_open(&p, where, &e) && fleet_schema_check(&p, &e) &&
        parcels_prune(&p, &count, &bytes, &e);
    postgres_close(&p);
    if (!well)
        return wrong_input(&e);
    struct text size = text_growing();
    quantity_print_measured_bytes(&size, bytes);
    print_line(
        stdout, "%" PRId64 " entr%s dropped (%s)", count, count == 1 ? "y" : "ies", size.bytes);
    text_destroy(&size);
    return EXIT_OK;
}

static const struct command fleet_commands[] = {
    {"fleet setup", "make a database ready for a fleet, or bring it up to date",
        "agon fleet setup postgresql://db.example/arena", .run = command_fleet_setup},
    {"fleet show", "the workers, what they play, and who hands it out",
        "agon fleet show postgresql://db.example/arena", .run = command_fleet_show},
    {"fleet prune", "drop the entries that no contest needs any more",
        "agon fleet prune postgresql://db.example/arena", .run = command_fleet_prune},
    {"fleet release", "let a worker back that is out or quarantined",
        "agon fleet release postgresql://db.example/arena 7", .run = command_fleet_release},
    {"fleet migrate", "bring the tables of a fleet to another version",
        "agon fleet migrate postgresql://db.example/arena --to 0", .run = command_fleet_migrate},
};

int command_fleet(const struct command *self, int argc, char **argv)
{
    const struct command_group group = {
        self->name, self->summary, fleet_commands, sizeof fleet_commands / sizeof *fleet_commands};
    return command_group_run(&group, argc, argv);
}

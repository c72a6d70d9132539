// agon contest add and agon contest replace: a player comes to a contest that has begun, or takes
// the place of another.
#include "arena/player_text.h"
#include "arena/requirement.h"
#include "arena/roster.h"
#include "cli/bots_setup.h"
#include "cli/commands.h"
#include "cli/contest_change.h"
#include "cli/program.h"
#include "cli/sandbox_check.h"
#include "cli/start_check.h"
#include "cli/terminal.h"
#include "link/link.h"

typedef bool change_newcomer(struct changes *c, const struct change_texts *player,
    const struct change_guard *guard, struct change_done *done, struct error *e);

struct newcomer_command {
    const char *file;
    struct change_texts player;
    change_newcomer *change;
    const char *name_help; // explains the argument NAME
    struct change_done done;
};

static bool newcomer_can_start(void *user, const struct definition *d, int player, struct error *e)
{
    (void)user;
    struct roster l;
    sandbox_layers required;
    bool well = roster_read_one(&l, d, player, e) && requirement_of_file(&d->file, &required, e);
    if (well && !sandbox_check_players(required, &l.players[player], 1)) {
        *e = (struct error){0};
        well = false;
    }
    well = well && start_check_players(&l.players[player], 1, NULL, e);
    roster_destroy(&l);
    return well;
}

static bool newcomer_let_in(struct changes *c, void *user, struct error *e)
{
    struct newcomer_command *n = user;
    const struct change_guard guard = {.words = &players_words, .can_start = newcomer_can_start};
    return n->change(c, &n->player, &guard, &n->done, e);
}

static bool newcomer_read(
    struct newcomer_command *n, const struct command *self, int argc, char **argv, int *status)
{
    struct change_texts *p = &n->player;
    const struct argument arguments[] = {{"FILE", "the contest file", &n->file},
        {"NAME", n->name_help, &p->name},
        {"PLAYER", "who plays: \"python3 mybot.py\", @3, tcp://HOST:PORT, ...", &p->player}};
    const struct option options[] = {
        {"wire", "the protocol that it speaks, if not that of the contest", .text = &p->wire,
            .value = "NAME"},
        {"directory", "where its command runs", .text = &p->directory, .value = "DIR"},
        {"environment", "as in the contest file: \"{SEED: 1}\"", .text = &p->environment,
            .value = "VARIABLES"},
        {"time", "as in the contest file: 5s, \"{start: 30s}\"", .text = &p->time, .value = "TIME"},
        {"limits", "as in the contest file: \"{memory: 2 GiB}\"", .text = &p->limits,
            .value = "LIMITS"},
        {"sandbox", SANDBOX_HELP ", if not that of the contest", .text = &p->sandbox,
            .value = "MANNER"},
        {"read", "what it may read besides, as in the contest file: data, \"[data, w.bin]\"",
            .text = &p->read, .value = "PATHS"},
    };
    const struct syntax syntax = {self, arguments, 3, options, sizeof options / sizeof *options};
    return options_read(&syntax, argc, argv, status);
}

static int newcomer_run(
    struct newcomer_command *n, const struct command *self, int argc, char **argv)
{
    int status;
    if (!newcomer_read(n, self, argc, argv, &status))
        return status;
    if (!bots_setup())
        return EXIT_WRONG_INPUT;
    status = contest_change(n->file, newcomer_let_in, n);
    link_process_teardown();
    if (status != EXIT_OK)
        return status;
    char array[64];
    struct text place = TEXT_IN(array);
    contest_change_text_place(&place, &n->done);
    if (n->done.kind == CHANGE_REPLACE)
        print_part(stdout, "%s goes on as version %d", n->done.name, n->done.version);
    else
        print_part(stdout, "%s plays from %s on", n->done.name, array);
    print_command("; to go on:  ", "contest run", n->file);
    return EXIT_OK;
}

int command_contest_add(const struct command *self, int argc, char **argv)
{
    struct newcomer_command n = {.change = changes_add, .name_help = "what the player is called"};
    return newcomer_run(&n, self, argc, argv);
}

int command_contest_replace(const struct command *self, int argc, char **argv)
{
    struct newcomer_command n = {
        .change = changes_replace, .name_help = "whose place it takes, and what it is called"};
    return newcomer_run(&n, self, argc, argv);
}

// agon contest add and agon contest replace: a player comes to a contest that has begun, or takes
// the place of another.
#include "archive/archive.h"
#include "archive/entry.h"
#include "archive/entry_players.h"
#include "arena/player_text.h"
#include "arena/requirement.h"
#include "arena/roster.h"
#include "cli/bots_setup.h"
#include "cli/build_notice.h"
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
    const char *name_help;                                 // explains the argument NAME
    struct entry entry;                                    // if the player is one
    char pinned[ENTRY_PATH_BYTES + ENTRY_HASH_BYTES + 16]; // its text with its hash
    struct change_done done;
};

static bool newcomer_can_start(void *user, const struct definition *d, int player, struct error *e)
{
    const struct newcomer_command *n = user;
    struct roster l;
    sandbox_layers required;
    bool well = roster_read_one(&l, d, player, e) && requirement_of_file(&d->file, &required, e);
    if (well && !sandbox_check_players(required, &l.players[player], 1)) {
        *e = (struct error){0};
        well = false;
    }
    well = well && build_notice_roster(&l, n->file, e) &&
        start_check_players(&l.players[player], 1, NULL, e);
    roster_destroy(&l);
    return well;
}

// What is written into the log of an entry has its hash, and what it speaks.
static bool newcomer_pin_entry(struct newcomer_command *n, struct error *e)
{
    struct change_texts *p = &n->player;
    struct entry_text text;
    char place[ARCHIVE_PATH_BYTES];
    if (!entry_text_is(p->player))
        return true;
    if (!entry_text_read(&text, p->player, e) ||
        !entry_players_place(place, sizeof place, n->file, text.path, e))
        return false;
    struct error why;
    bool well =
        entry_look(&n->entry, place, &why) || error_set(e, "%.60s: %.180s", text.path, why.words);
    if (well && text.hash[0] != '\0' && strcmp(text.hash, n->entry.hash) != 0)
        well = error_set(
            e, "%.60s has the hash %.12s..., not %.12s...", text.path, n->entry.hash, text.hash);
    struct text pinned = TEXT_IN(n->pinned);
    entry_text_print(&pinned, text.path, n->entry.hash);
    p->player = n->pinned;
    if (!p->wire)
        p->wire = n->entry.recipe.wire;
    return well;
}

static bool newcomer_let_in(struct changes *c, void *user, struct error *e)
{
    struct newcomer_command *n = user;
    const struct change_guard guard = {
        .words = &players_words, .can_start = newcomer_can_start, .user = n};
    return newcomer_pin_entry(n, e) && n->change(c, &n->player, &guard, &n->done, e);
}

static bool newcomer_read(
    struct newcomer_command *n, const struct command *self, int argc, char **argv, int *status)
{
    struct change_texts *p = &n->player;
    const struct argument arguments[] = {{"FILE", CONTEST_FILE_HELP, &n->file},
        {"NAME", n->name_help, &p->name},
        {"PLAYER", "who plays: \"python3 mybot.py\", @3, tcp://HOST:PORT, entry:eve.zip, ...",
            &p->player}};
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
    entry_destroy(&n->entry);
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
    print_go_on(n->file);
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

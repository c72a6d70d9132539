// agon contest add and agon contest replace: a player comes to a contest that has begun, or takes
// the place of another.
#include "cli/changing.h"
#include "cli/commands.h"
#include "cli/players.h"
#include "cli/program.h"
#include "cli/start_check.h"
#include "cli/terminal.h"
#include "link/link.h"

struct newcomer {
    const char *file, *name, *player;
    const char *wire, *directory, *environment, *time; // or NULL
    int64_t at;
    int version;
};

// As it would stand in the contest file. What is not said of it is as it was with `old`, if there
// is one.
static bool text_newcomer(
    struct text *out, const struct newcomer *n, const struct contest_player *old, struct error *e)
{
    struct text environment = text_growing(), time = text_growing();
    struct change_texts as =
        old ? change_texts(old, &environment, &time) : (struct change_texts){0};
    as.name = n->name;
    as.player = n->player;
    as.wire = n->wire ? n->wire : as.wire;
    as.directory = n->directory ? n->directory : as.directory;
    as.environment = n->environment ? n->environment : as.environment;
    as.time = n->time ? n->time : as.time;
    bool well = change_print_player(out, &as, e);
    text_destroy(&environment);
    text_destroy(&time);
    return well;
}

// The player must be able to start. `user` is the newcomer.
static bool try_player(struct changing *c, void *user, struct error *e)
{
    const struct newcomer *n = user;
    struct lineup l;
    bool well = lineup_read(&l, &c->archive.input, e) &&
        start_check_players(&l.players[changing_number(c, changing_find(c, n->name))], 1, NULL, e);
    lineup_destroy(&l);
    return well;
}

static bool write_newcomer(struct changing *c, struct newcomer *n, enum change_kind kind,
    const struct contest_player *old, struct error *e)
{
    struct text player = text_growing();
    bool written = text_newcomer(&player, n, old, e);
    const struct contest_change change = {.kind = kind, .at = n->at, .rest = player.bytes};
    bool well = written && (!player.cut || error_set(e, "out of memory")) &&
        changing_write(c, &change, try_player, n, e);
    text_destroy(&player);
    return well;
}

static bool check_can_come(
    const struct changing *c, const struct newcomer *n, const struct survey *s, struct error *e)
{
    if (changing_find(c, n->name))
        return error_set(e,
            "there is or was a player \"%.40s\": whoever comes has a name of its own, and a new "
            "version comes by agon contest replace",
            n->name);
    if (changing_is_knockout(c) && s->begun)
        return error_set(e,
            "the bracket is drawn, so nobody can come any more; agon contest replace puts another "
            "player in the place of one who is there");
    return changing_check_rounds(c, s, e);
}

static bool add_newcomer(struct changing *c, struct newcomer *n, struct error *e)
{
    struct survey s;
    bool well = survey_take(&s, &c->archive.lineup, &c->ledger, e) && check_can_come(c, n, &s, e);
    if (well) {
        const struct plan *p = &c->archive.lineup.plan;
        n->at = changing_is_fixed(c) ? p->format->pairs(p) : s.at;
        well = write_newcomer(c, n, CHANGE_ADD, NULL, e);
    }
    survey_destroy(&s);
    return well;
}

static bool replace_player(struct changing *c, struct newcomer *n, struct error *e)
{
    struct survey s;
    struct reader_counts counts;
    const struct contest_player *old = change_find_player(&c->archive.input.file, n->name, e);
    bool well = old && survey_take(&s, &c->archive.lineup, &c->ledger, e);
    if (!old)
        return false;
    well = well && changing_check_in(c, &s, old, e) &&
        (!s.over || changing_is_fixed(c) || error_set(e, "the contest is over")) &&
        reader_count(c->archive.reader, &counts, e);
    if (well) {
        n->at = counts.games;
        well = write_newcomer(c, n, CHANGE_REPLACE, old, e);
        n->version = changing_find(c, n->name)->version;
    }
    survey_destroy(&s);
    return well;
}

static enum parsed parse_newcomer(const struct command *self, int argc, char **argv,
    const char *name_help, struct newcomer *n, struct error *e)
{
    const struct argument arguments[] = {{"FILE", "the contest file", &n->file},
        {"NAME", name_help, &n->name},
        {"PLAYER", "who plays: \"python3 mybot.py\", @3, tcp://HOST:PORT, ...", &n->player}};
    const struct option options[] = {
        {"wire", "the protocol that it speaks, if not that of the contest", .text = &n->wire,
            .value = "NAME"},
        {"directory", "where its command runs", .text = &n->directory, .value = "DIR"},
        {"environment", "as in the contest file: \"{SEED: 1}\"", .text = &n->environment,
            .value = "VARIABLES"},
        {"time", "as in the contest file: 5s, \"{start: 30s}\"", .text = &n->time, .value = "TIME"},
    };
    const struct syntax syntax = {self, arguments, 3, options, sizeof options / sizeof *options};
    return options_parse(&syntax, argc, argv, e);
}

static int change_newcomer(
    struct newcomer *n, bool (*change)(struct changing *, struct newcomer *, struct error *))
{
    struct error e;
    struct changing c;
    int status = EXIT_WRONG_INPUT;
    players_setup();
    if (changing_open(&c, n->file))
        status = change(&c, n, &e) ? EXIT_OK : wrong_input(&e);
    char array[64];
    struct text place = TEXT_IN(array);
    if (status == EXIT_OK)
        changing_text_place(&place, &c, n->at);
    status = changing_close(&c, status);
    link_process_teardown();
    if (status != EXIT_OK)
        return status;
    if (n->version > 1)
        print_part(stdout, "%s goes on as version %d", n->name, n->version);
    else
        print_part(stdout, "%s plays from %s on", n->name, array);
    print_command("; to go on:  ", "contest run", n->file);
    return EXIT_OK;
}

int contest_add(const struct command *self, int argc, char **argv)
{
    struct newcomer n = {0};
    struct error e;
    enum parsed parsed = parse_newcomer(self, argc, argv, "what the player is called", &n, &e);
    if (parsed != PARSED_RUN)
        return parsed == PARSED_HELP ? EXIT_OK : wrong_input(&e);
    return change_newcomer(&n, add_newcomer);
}

int contest_replace(const struct command *self, int argc, char **argv)
{
    struct newcomer n = {0};
    struct error e;
    enum parsed parsed =
        parse_newcomer(self, argc, argv, "whose place it takes, and what it is called", &n, &e);
    if (parsed != PARSED_RUN)
        return parsed == PARSED_HELP ? EXIT_OK : wrong_input(&e);
    return change_newcomer(&n, replace_player);
}

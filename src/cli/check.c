// agon check: is a bot correct? Runs the battery of src/author/check.h and prints its verdict.
#include "author/check.h"

#include "arena/conditions.h"
#include "author/check_report.h"
#include "base/clock.h"
#include "base/random.h"
#include "cli/bots_setup.h"
#include "cli/commands.h"
#include "cli/match_request.h"
#include "cli/options.h"
#include "cli/position_argument.h"
#include "cli/program.h"
#include "cli/progress.h"
#include "cli/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CHECK_COMMAND_AT_ONCE_MOST = 64 };

struct check_command {
    struct match_request request; // its second player is nobody
    const char *only;
    bool json, list;
    struct progress progress;
};

static void check_command_progress(void *user, size_t done, size_t all)
{
    struct check_command *c = user;
    if (!c->json)
        progress_show(&c->progress, done, all);
}

static void check_command_waiting(void *user, const char *address)
{
    (void)user;
    print_line(stderr,
        "waiting for the bot at %s; start it for each game anew: while ./bot HOST PORT; do :; done",
        address);
}

static int check_command_list(const struct wire *w)
{
    struct check_case_result row;
    for (size_t i = 0; check_case_row(w, i, &row); i++) {
        if (row.rules)
            print_line(stdout, "%-10s %-78s %s", row.id, row.title, row.rules);
    }
    return EXIT_OK;
}

static int check_command_print(struct check_command *c, const struct check_report *report)
{
    struct text out = text_growing();
    if (c->json) {
        check_report_json(report, &out);
        print_document(&out, "bot-check/1");
    } else {
        check_report_text(report, &out);
        print_bytes(stdout, &out);
        text_destroy(&out);
    }
    return report->result->errors > 0 ? EXIT_FAILED : EXIT_OK;
}

static void check_command_again(
    const struct check_command *c, const struct match_options *m, struct text *out)
{
    struct match_request q = c->request;
    q.players[1] = NULL;
    match_request_again(&q, m, "check", NULL, 0, out);
}

// A bot that agon does not start, and that was not there: nothing was checked.
static bool check_command_is_unreachable(
    const struct player *player, const struct check_result *result, struct error *e)
{
    enum link_kind kind;
    if (!result->unstarted || result->findings.count == 0 ||
        !link_check(player->text, &kind, NULL) || (kind != LINK_LISTEN && kind != LINK_TCP))
        return false;
    error_set(e, "nothing was checked: %.80s: %.200s", player->text, result->findings.list[0].seen);
    return true;
}

static int check_command_run(struct check_command *c, struct match_options *m)
{
    struct error e;
    struct check_result result = {0};
    const struct check_options options = {.player = &m->players[0],
        .variant = c->request.variant,
        .budget = m->budget,
        .seed = m->seed,
        .only = c->only,
        .concurrency = (int)c->request.concurrency,
        .progress = check_command_progress,
        .waiting = check_command_waiting,
        .user = c};
    c->progress = progress_start();
    bool well = check_run(&options, &result, &e);
    progress_end(&c->progress);
    int status = EXIT_OURS;
    if (well && check_command_is_unreachable(&m->players[0], &result, &e)) {
        status = wrong_input(&e);
    } else if (well) {
        struct text again = text_growing();
        check_command_again(c, m, &again);
        struct drawing style = terminal_drawing(stdout, false);
        const struct check_report report = {.result = &result,
            .player = &m->players[0],
            .again = again.bytes,
            .seed = m->seed,
            .colour = style.colour,
            .columns = isatty(STDOUT_FILENO) ? progress_columns() : 0};
        status = check_command_print(c, &report);
        text_destroy(&again);
    } else {
        print_line(stderr, "agon: %s", e.words);
    }
    check_result_destroy(&result);
    return status;
}

// Engines behind a bridge speak a protocol that no case is about.
static bool check_command_is_bot(const struct player *p, struct error *e)
{
    if (!p->wire)
        return error_set(e, "%.60s is a built-in player: there is nothing to check", p->text);
    if (strncmp(p->text, "nboard:", 7) == 0 || strncmp(p->text, "ugi:", 4) == 0)
        return error_set(e, "%.60s is an engine behind a bridge: only bots are checked", p->text);
    return true;
}

// Reads what was asked for, and runs it.
static int check_command_do(struct check_command *c, const struct position_argument *about)
{
    struct match_request *q = &c->request;
    struct match_options m = {.game = about->game, .start = about->position};
    struct error e;
    int64_t concurrency = q->concurrency;
    q->concurrency = 1; // of a match, which is not played
    bool well = match_request_players(&m, q, &e) && match_request_conditions(&m, q, &e) &&
        check_command_is_bot(&m.players[0], &e);
    q->concurrency = concurrency;
    int status = well ? check_command_run(c, &m) : wrong_input(&e);
    openings_destroy(&m.openings);
    match_request_destroy(q);
    return status;
}

int command_check(const struct command *self, int argc, char **argv)
{
    struct check_command c = {.request = {.seed = MATCH_SEED_NOT_GIVEN,
                                  .games = 1,
                                  .games_default = 1,
                                  .players = {NULL, "@first"}}};
    struct match_request *q = &c.request;
    const struct argument arguments[] = {
        {"GAME", position_argument_games(), &q->game},
        {"BOT",
            "a command, with {host} and {port} if it connects; entry:PATH, listen:PORT, "
            "tcp://HOST:PORT",
            &q->players[0]},
    };
    const struct option options[] = {
        {"case", "run this case only", .text = &c.only, .value = "ID"},
        {"list", "print the cases of GAME with their rules, and run none", .flag = &c.list,
            .alone = true},
        match_request_option(q, MATCH_WIRE),
        match_request_option(q, MATCH_VARIANT),
        match_request_option(q, MATCH_TIME),
        match_request_option(q, MATCH_SANDBOX),
        match_request_option(q, MATCH_READ),
        match_request_option(q, MATCH_LIMIT),
        match_request_option(q, MATCH_SEED),
        {"concurrency", "bots at once (two for each core, at most 8)", .number = &q->concurrency,
            .least = 1, .most = CHECK_COMMAND_AT_ONCE_MOST, .value = "N"},
        {"json", "one JSON object", .flag = &c.json},
    };
    const struct syntax syntax = {self, arguments, 2, options, sizeof options / sizeof *options};
    struct error e;
    struct position_argument about;
    const struct wire *wire;
    int status;
    if (!options_read(&syntax, argc, argv, &status))
        return status;
    if (!q->game) {
        error_set(&e, "the cases of which game?   (%s)", position_argument_games());
        return wrong_input(&e);
    }
    if (!position_argument_read(&about, q->game, q->variant, NULL, &e) ||
        !wire_choose(about.game, q->wire, &wire, &e) ||
        (c.only && !check_case_find(wire, c.only, &e)))
        return wrong_input(&e);
    if (c.list)
        return check_command_list(wire);
    if (!bots_setup())
        return EXIT_WRONG_INPUT;
    status = check_command_do(&c, &about);
    link_process_teardown();
    return status;
}

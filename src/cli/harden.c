// agon harden: a gym of faults for a bot. Plays the rounds of src/author/harden.h and prints every
// fault with the command that shows it again.
#include "author/harden.h"

#include "author/harden_report.h"
#include "base/clock.h"
#include "cli/bots_setup.h"
#include "cli/commands.h"
#include "cli/match_request.h"
#include "cli/position_argument.h"
#include "cli/program.h"
#include "cli/progress.h"
#include "cli/stop.h"
#include "cli/terminal.h"

#include <inttypes.h>
#include <unistd.h>

#define HARDEN_ROUNDS_DEFAULT 14
#define HARDEN_FOLDER_DEFAULT "hardening"

enum { HARDEN_ROUNDS_MOST = 1000 * 1000, HARDEN_SECONDS_MOST = 30 * 24 * 60 * 60 };

struct harden_command {
    struct match_request request; // its second player is nobody
    int64_t rounds, round, seconds;
    bool json, terminal;
    struct harden_options options;
    struct harden_report report;
};

static void harden_command_began(void *user, const struct harden_plan *plan)
{
    struct harden_command *c = user;
    if (!c->terminal)
        return;
    char bytes[160];
    struct text line = TEXT_IN(bytes);
    text_format(&line, " round %" PRId64 "   ", plan->number);
    harden_plan_words(plan, &line);
    progress_line(bytes);
}

static void harden_command_failed(void *user, const struct harden_failure *failure)
{
    struct harden_command *c = user;
    if (c->json)
        return;
    struct text out = text_growing();
    if (c->terminal)
        progress_line("");
    harden_report_failure(&c->report, failure, &out);
    print_bytes(stdout, &out);
    text_destroy(&out);
}

static void harden_command_print(struct harden_command *c)
{
    struct text out = text_growing();
    if (c->json) {
        harden_report_json(&c->report, &out);
        print_document(&out, "harden/1");
        return;
    }
    harden_report_summary(&c->report, &out);
    print_bytes(stdout, &out);
    text_destroy(&out);
}

static int harden_command_status(const struct harden_result *r)
{
    const bool all_void = r->games > 0 && r->voids == r->games;
    if (r->incomplete || all_void)
        return EXIT_OURS;
    if (!r->spoke && !r->stopped)
        return EXIT_WRONG_INPUT;
    return r->failure_count > 0 ? EXIT_FAILED : r->stopped ? EXIT_OURS : EXIT_OK;
}

static int harden_command_play(struct harden_command *c)
{
    struct error e;
    struct harden_result result = {0};
    struct text again = text_growing(), program = text_growing();
    char rounds_bytes[64];
    struct text rounds = TEXT_IN(rounds_bytes);
    struct match_request q = c->request;
    q.players[1] = NULL;
    match_request_again(&q, &c->options.match, "harden", NULL, 0, &again);
    text_program(&program);
    if (c->round > 0)
        text_format(&rounds, " --round %" PRId64, c->round);
    if (c->rounds > 0)
        text_format(&rounds, " --rounds %" PRId64, c->rounds);
    if (c->seconds > 0)
        text_format(&rounds, " --for %" PRId64, c->seconds);
    c->report = (struct harden_report){.result = &result,
        .options = &c->options,
        .program = program.bytes,
        .again = again.bytes,
        .options_again = rounds_bytes};
    stop_listen(STOP_MATCH, NULL);
    c->options.stop_fd = stop_fd();
    bool well = harden_run(&c->options, &result, &e);
    stop_listen_no_more();
    if (c->terminal)
        progress_line("");
    if (well)
        harden_command_print(c);
    else
        print_line(stderr, "agon: %s", e.words);
    int status = well ? harden_command_status(&result) : EXIT_OURS;
    harden_result_destroy(&result);
    text_destroy(&again);
    text_destroy(&program);
    return status;
}

// A round starts the bot for each game, which nobody can do elsewhere.
static bool harden_command_is_started(const struct player *p, struct error *e)
{
    enum link_kind kind;
    if (!p->wire)
        return error_set(e, "%.60s is a built-in player: there is nothing to harden", p->text);
    if (link_check(p->text, &kind, NULL) && (kind == LINK_LISTEN || kind == LINK_TCP))
        return error_set(e, "%.60s is not started by agon: give a command, or entry:PATH", p->text);
    return true;
}

static bool harden_command_prepare(struct harden_command *c, struct error *e)
{
    struct match_options *m = &c->options.match;
    struct match_request *q = &c->request;
    const char *folder = q->record ? q->record : HARDEN_FOLDER_DEFAULT;
    q->record = NULL; // which the rounds open themselves
    if (!match_request_players(m, q, e) || !match_request_conditions(m, q, e) ||
        !harden_command_is_started(&m->players[0], e))
        return false;
    c->options.folder = folder;
    c->options.seed = m->seed;
    c->options.first = c->round > 0 ? c->round : 1;
    c->options.rounds = c->round > 0 ? 1 : c->rounds > 0 ? c->rounds : HARDEN_ROUNDS_DEFAULT;
    if (c->seconds > 0 && c->rounds == 0 && c->round == 0)
        c->options.rounds = HARDEN_ROUNDS_MOST;
    c->options.for_ns = c->seconds * NS_PER_SECOND;
    c->options.stopped = stop_asked;
    c->options.began = harden_command_began;
    c->options.failed = harden_command_failed;
    c->options.user = c;
    c->terminal = isatty(STDERR_FILENO);
    return true;
}

int command_harden(const struct command *self, int argc, char **argv)
{
    struct harden_command c = {.request = {.seed = MATCH_SEED_NOT_GIVEN,
                                   .games = 1,
                                   .games_default = 1,
                                   .concurrency = 1,
                                   .players = {NULL, "@random"}}};
    struct match_request *q = &c.request;
    const struct argument arguments[] = {
        {"GAME", position_argument_games(), &q->game},
        {"BOT", "a command, with {host} and {port} if it connects; entry:PATH", &q->players[0]},
    };
    const struct option options[] = {
        {"rounds", "how many rounds of two games (" OPTION_TEXT(HARDEN_ROUNDS_DEFAULT) ")",
            .number = &c.rounds, .least = 1, .most = HARDEN_ROUNDS_MOST, .value = "N"},
        {"for", "begin no further round after so many seconds", .number = &c.seconds, .least = 1,
            .most = HARDEN_SECONDS_MOST, .value = "SECONDS"},
        {"round", "play this round only, as a failure asks for it", .number = &c.round, .least = 1,
            .most = HARDEN_ROUNDS_MOST, .value = "N"},
        match_request_option(q, MATCH_SEED),
        match_request_option(q, MATCH_WIRE),
        match_request_option(q, MATCH_VARIANT),
        match_request_option(q, MATCH_TIME),
        match_request_option(q, MATCH_SANDBOX),
        match_request_option(q, MATCH_READ),
        match_request_option(q, MATCH_LIMIT),
        {"record", "where the records of failures go: DIR/NUMBER.jsonl (" HARDEN_FOLDER_DEFAULT ")",
            .text = &q->record, .value = "DIR"},
        {"json", "one JSON object", .flag = &c.json},
    };
    const struct syntax syntax = {self, arguments, 2, options, sizeof options / sizeof *options};
    struct error e;
    int status;
    if (!options_read(&syntax, argc, argv, &status))
        return status;
    struct position_argument about;
    if (!position_argument_read(&about, q->game, q->variant, NULL, &e))
        return wrong_input(&e);
    c.options.match = (struct match_options){.game = about.game, .start = about.position};
    if (!bots_setup())
        return EXIT_WRONG_INPUT;
    status = harden_command_prepare(&c, &e) ? harden_command_play(&c) : wrong_input(&e);
    link_process_teardown();
    openings_destroy(&c.options.match.openings);
    match_request_destroy(q);
    return status;
}

// agon sprt: plays pairs of games between a new and an old player until it is sure enough which of
// two claims about the new one is true.
#include "author/strength.h"
#include "base/clock.h"
#include "cli/bots_setup.h"
#include "cli/commands.h"
#include "cli/match_request.h"
#include "cli/notice.h"
#include "cli/position_argument.h"
#include "cli/progress.h"
#include "cli/sprt_report.h"
#include "cli/sprt_versions.h"
#include "cli/terminal.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define GAMES_DEFAULT 100000 // a test that takes longer ends undecided
#define RISK_DEFAULT 0.05    // of alpha and of beta

enum {
    LINE_BYTES = 256,
    REDRAW_MS = 100,
    WARN_GAMES = 20, // after so many it is told that games are copies, and at the end at the latest
};

// As typed.
struct sprt_request {
    struct match_request match;
    const char *elo, *alpha, *beta, *model;
    struct option_list bases; // versions of git
    const char *build, *history, *plot;
    bool json, built, strength;
};

struct sprt_command {
    struct match_session session;
    struct sprt_versions versions; // with --base
    bool old_moved;                // the older version is an entry elsewhere
    struct sprt_report report;
    bool no_start;         // a player cannot start,
    struct result failure; // and this is why
    bool terminal;
    bool told; // that games are copies
    int64_t began_ns, drawn_ns;
};

// --- What was asked for ---

static bool sprt_command_read_real(
    const char *what, const char *typed, char end, double *number, struct error *e)
{
    char *stop;
    errno = 0;
    *number = strtod(typed, &stop);
    if (stop == typed || *stop != end || errno == ERANGE || *number != *number)
        return error_set(e, "%s: \"%.40s\" is not a number", what, typed);
    return true;
}

static bool sprt_command_read_elo(struct sprt *s, const char *typed, struct error *e)
{
    const char *comma = typed ? strchr(typed, ',') : NULL;
    if (!comma)
        return error_set(e, "--elo takes two bounds: --elo 0,5");
    return sprt_command_read_real("--elo", typed, ',', &s->elo0, e) &&
        sprt_command_read_real("--elo", comma + 1, '\0', &s->elo1, e);
}

static bool sprt_command_check_people(const struct match_options *m, struct error *e)
{
    for (int i = 0; i < SEATS; i++) {
        if (m->players[i].untimed)
            return error_set(e, "a test takes many games: %s would tire", m->players[i].text);
    }
    return true;
}

// --- While it runs ---

static void sprt_command_draw_bar(struct sprt_command *t)
{
    int64_t now_ns = clock_now_ns();
    if (!t->terminal || now_ns - t->drawn_ns < REDRAW_MS * NS_PER_MS)
        return;
    t->drawn_ns = now_ns;
    char bytes[LINE_BYTES];
    struct text line = TEXT_IN(bytes);
    double seconds = (double)(now_ns - t->began_ns) / NS_PER_SECOND;
    sprt_report_bar(&t->report, seconds, progress_columns(), &line);
    progress_line(bytes);
}

// Once, and early: a test can take hours.
static void sprt_command_tell_repeats(struct sprt_command *t)
{
    if (t->told || !repeats_matter(&t->session.repeats))
        return;
    t->told = true;
    if (t->terminal)
        progress_line("");
    match_session_tell_repeats(&t->session);
}

static bool sprt_command_is_decided(const struct sprt_command *t)
{
    return t->no_start || t->report.state.verdict != SPRT_NOT_YET;
}

static void sprt_command_report_game(struct sprt_command *t, const struct arena_event *over)
{
    struct result r;
    arena_event_result(over, &r);
    struct sprt_report *report = &t->report;
    const int *players = over->setup->players;
    report->played++;
    report->voids += r.verdict == VERDICT_VOID;
    score_count((struct score *[]){&report->scores[players[0]], &report->scores[players[1]]}, &r);
    match_session_count(&t->session, over);
    if (over->record > 0)
        record_ranges_add(&report->records, over->record);
    if (r.blame != NOBODY && report->faulty == 0)
        report->faulty = over->record;
    if (r.verdict == VERDICT_NO_START) {
        t->no_start = true;
        t->failure = r;
    }
    pair_count_add(&report->counted, over->game, match_half_points(over, SPRT_NEW));
    if (over->game % GAMES_PER_PAIR == 1)
        return;
    report->state = sprt_judge(&report->sprt, &report->counted.pairs);
    if (report->played >= WARN_GAMES)
        sprt_command_tell_repeats(t);
    sprt_command_draw_bar(t);
}

static void sprt_command_take_event(void *user, struct arena_event *event)
{
    struct sprt_command *t = user;
    if (event->kind == ARENA_SAID)
        notice_say("%s", event->text);
    if (event->kind != ARENA_OVER || sprt_command_is_decided(t))
        return;
    sprt_command_report_game(t, event);
    if (sprt_command_is_decided(t))
        match_stop(t->session.match, POOL_FINISH);
}

// --- What is said at the end ---

static void sprt_command_text_again(
    struct text *out, const struct sprt_command *t, const struct sprt_request *q)
{
    const struct match_option own[] = {{"base", q->bases.count > 0 ? q->bases.texts[0] : NULL},
        {"build", q->build}, {"history", q->history}, {"elo", q->elo}, {"alpha", q->alpha},
        {"beta", q->beta}, {"model", q->model}};
    struct match_request match = q->match;
    if (q->bases.count > 0)
        match.players[SPRT_OLD] = NULL;
    match_request_again(&match, &t->session.options, "sprt", own, sizeof own / sizeof *own, out);
}

static void sprt_command_print(const struct sprt_command *t, const struct sprt_request *q)
{
    struct text out = text_growing(), again = text_growing();
    sprt_command_text_again(&again, t, q);
    const struct sprt_report_match match = {.session = &t->session,
        .base = q->bases.count > 0 ? &t->versions.base : NULL,
        .folder = q->match.record,
        .again = again.bytes};
    if (q->json) {
        sprt_report_json(&t->report, &match, &out);
        print_document(&out, "sprt/1");
    } else {
        sprt_report_words(&t->report, &match, &out);
        fputs(out.bytes, stdout);
        text_destroy(&out);
    }
    text_destroy(&again);
}

// --- The command ---

// A test between two versions is kept, if it has come to anything.
static void sprt_command_keep(const struct sprt_command *t, const struct sprt_request *q)
{
    struct error e;
    struct estimate elo = statistics_elo(&t->report.counted.pairs);
    const struct score *mine = &t->report.scores[SPRT_NEW];
    if (q->bases.count == 0 || t->report.played == 0)
        return;
    if (!elo.known || !(elo.error > 0))
        strength_estimate((double)mine->wins + (double)mine->draws / 2,
            mine->wins + mine->draws + mine->losses, &elo.value, &elo.error);
    const struct sprt_versions_result result = {t->session.options.game->name,
        sprt_report_verdicts[t->report.state.verdict], elo.value, elo.error, t->report.played};
    if (!sprt_versions_keep(&t->versions, &result, &e))
        print_line(stderr, "agon: %s", e.words);
}

// Exit status 0 says that the new player passed, so that a script can go on with it.
static int sprt_command_run(struct sprt_command *t, const struct sprt_request *q)
{
    struct error e;
    if (!match_request_sandbox(&t->session.options, &q->match))
        return EXIT_WRONG_INPUT;
    t->began_ns = clock_now_ns();
    enum match_end end = match_session_run(&t->session, &e);
    if (t->terminal)
        progress_line("");
    if (end == MATCH_FAILED || t->no_start) {
        // A bot that cannot be started has not been tested, so there are no statistics.
        print_line(stderr, "agon: %s", end == MATCH_FAILED ? e.words : t->failure.explanation);
        return end == MATCH_FAILED ? EXIT_OURS : EXIT_FAILED;
    }
    sprt_command_print(t, q);
    sprt_command_keep(t, q);
    tell_crowd(&t->session.crowd);
    sprt_command_tell_repeats(t);
    if (end == MATCH_STOPPED)
        fprintf(stderr, "stopped after %" PRId64 " games\n", t->report.played);
    return t->report.state.verdict == SPRT_ACCEPTED ? EXIT_OK : EXIT_FAILED;
}

// The older version is the same command in another folder.
static bool sprt_command_place_base(
    struct sprt_command *t, const struct sprt_request *q, struct error *e)
{
    struct player *old = &t->session.options.players[SPRT_OLD];
    if (q->bases.count == 0)
        return true;
    if (!player_is_started(old))
        return error_set(e, "--base compares commands: %.80s is none", q->match.players[SPRT_NEW]);
    if (!t->old_moved)
        old->directory = t->versions.base.folder;
    for (int i = 0; i < SEATS; i++) {
        struct text name = TEXT_IN(t->session.options.players[i].name);
        text_string(&name, t->versions.names[i]);
    }
    return true;
}

static bool sprt_command_prepare(struct sprt_command *t, struct sprt_request *q, struct error *e)
{
    t->terminal = isatty(STDERR_FILENO);
    t->report.counted = pair_count_empty();
    t->session.event = sprt_command_take_event;
    t->session.user = t;
    t->session.options.keeps_moves = true;
    t->session.wants = ARENA_FACTS & ~ARENA_WANTS(ARENA_BEGUN);
    if (!sprt_command_read_elo(&t->report.sprt, q->elo, e) ||
        (q->model && !sprt_report_read_model(&t->report.sprt, q->model, e)))
        return false;
    t->report.sprt.alpha = t->report.sprt.beta = RISK_DEFAULT;
    if (q->alpha && !sprt_command_read_real("--alpha", q->alpha, '\0', &t->report.sprt.alpha, e))
        return false;
    if (q->beta && !sprt_command_read_real("--beta", q->beta, '\0', &t->report.sprt.beta, e))
        return false;
    if (!sprt_check(&t->report.sprt, e))
        return false;
    t->report.state = sprt_judge(&t->report.sprt, &t->report.counted.pairs);
    struct match_options *o = &t->session.options;
    return match_request_players(o, &q->match, e) && sprt_command_check_people(o, e) &&
        sprt_command_place_base(t, q, e) && match_request_conditions(o, &q->match, e);
}

// What was asked for, before anything is done.
static bool sprt_command_check(const struct sprt_request *q, struct error *e)
{
    const char *const *players = q->match.players;
    if (q->strength)
        return !players[SPRT_NEW] ||
            error_set(e, "--strength takes no player: %.60s", players[SPRT_NEW]);
    if (q->plot)
        return error_set(e, "--plot goes with --strength");
    if (!players[SPRT_NEW])
        return error_set(e, "who is to be tested?   (agon sprt %s NEW OLD)", q->match.game);
    if (players[SPRT_OLD] && q->bases.count > 0)
        return error_set(e, "either OLD or --base: with --base, OLD is an older version of NEW");
    if (!players[SPRT_OLD] && q->bases.count == 0)
        return error_set(e, "what is it compared with? OLD, or --base and a version of git");
    if (q->bases.count == 0 && (q->build || q->history || q->built))
        return error_set(e, "--build, --built and --history go with --base");
    return true;
}

// One test.
static int sprt_command_test(struct sprt_request *q, const struct position_argument *about)
{
    struct error e;
    struct sprt_command t = {.session.options = {.game = about->game, .start = about->position}};
    int status = EXIT_WRONG_INPUT;
    bool well = q->bases.count == 0 ||
        sprt_versions_prepare(&t.versions, q->bases.texts[0], q->build, q->built, &e);
    t.versions.history = q->history;
    if (well && q->bases.count > 0) {
        q->match.players[SPRT_OLD] =
            sprt_versions_old_player(&t.versions, q->match.players[SPRT_NEW], &t.old_moved, &e);
        well = q->match.players[SPRT_OLD] != NULL && sprt_versions_can_keep(&t.versions, &e);
    }
    if (!well)
        wrong_input(&e);
    else if (bots_setup()) {
        status = sprt_command_prepare(&t, q, &e) ? sprt_command_run(&t, q) : wrong_input(&e);
        link_process_teardown();
    }
    record_ranges_destroy(&t.report.records);
    repeats_destroy(&t.session.repeats);
    openings_destroy(&t.session.options.openings);
    match_request_destroy(&q->match);
    sprt_versions_destroy(&t.versions);
    return status;
}

int command_sprt(const struct command *self, int argc, char **argv)
{
    struct sprt_request q = {.match = {.games = GAMES_DEFAULT,
                                 .games_default = GAMES_DEFAULT,
                                 .concurrency = 1,
                                 .seed = MATCH_SEED_NOT_GIVEN}};
    struct match_request *m = &q.match;
    const struct argument arguments[] = {
        {"GAME", position_argument_games(), &m->game},
        {"[NEW]", "the player to be tested", &m->players[SPRT_NEW]},
        {"[OLD]", "the player it is compared with", &m->players[SPRT_OLD]},
    };
    const struct option options[] = {
        {"elo", "two claims: NEW is better by LOW (rejected) or HIGH (accepted)", .text = &q.elo,
            .value = "LOW,HIGH"},
        {"alpha",
            "chance to accept a player that is only LOW better (" OPTION_TEXT(RISK_DEFAULT) ")",
            .text = &q.alpha, .value = "P"},
        {"beta", "chance to reject a player that is HIGH better (" OPTION_TEXT(RISK_DEFAULT) ")",
            .text = &q.beta, .value = "P"},
        {"model", "what LOW and HIGH are: normalised or logistic Elo (normalised)",
            .text = &q.model, .value = "NAME"},
        {"games", "stop undecided after so many (" OPTION_TEXT(GAMES_DEFAULT) ")",
            .number = &m->games, .least = 2, .most = MATCH_GAMES_MOST, .value = "N"},
        match_request_option(m, MATCH_CONCURRENCY),
        match_request_option(m, MATCH_SEED),
        match_request_option(m, MATCH_TIME),
        match_request_option(m, MATCH_CLOCK),
        match_request_option(m, MATCH_LIMIT),
        match_request_option(m, MATCH_PONDERING),
        match_request_option(m, MATCH_CORES),
        match_request_option(m, MATCH_WIRE),
        match_request_option(m, MATCH_VARIANT),
        {"openings", "where the games of a pair begin: none, random:K or a file (none)",
            .text = &m->openings, .value = "WHAT"},
        match_request_option(m, MATCH_RECORD),
        match_request_option(m, MATCH_SANDBOX),
        match_request_option(m, MATCH_READ),
        match_request_option(m, MATCH_REQUIRE),
        {"base", "instead of OLD: NEW as it was in this version of git; may be repeated",
            .list = &q.bases, .value = "REVISION"},
        {"build", "with --base: what builds a version, run in its folder", .text = &q.build,
            .value = "COMMAND"},
        {"built", "the version here is built already", .flag = &q.built},
        {"history", "where tests of versions are kept (.agon/strength.jsonl)", .text = &q.history,
            .value = "FILE"},
        {"strength", "print how strong the versions are, by all tests that are kept",
            .flag = &q.strength},
        {"plot", "with --strength: draw it, too, as SVG", .text = &q.plot, .value = "FILE"},
        {"json", "the result as one JSON object", .flag = &q.json},
    };
    const struct syntax syntax = {self, arguments, 3, options, sizeof options / sizeof *options};
    struct error e;
    int status;
    if (!options_read(&syntax, argc, argv, &status))
        return status;
    m->games += m->games % 2;    // pairs
    if (!m->players[SPRT_NEW]) { // one player alone is the new one
        m->players[SPRT_NEW] = m->players[SPRT_OLD];
        m->players[SPRT_OLD] = NULL;
    }
    struct position_argument about;
    if (!position_argument_read(&about, m->game, m->variant, NULL, &e) ||
        !sprt_command_check(&q, &e))
        return wrong_input(&e);
    if (q.strength)
        return sprt_versions_show(about.game->name, q.history, q.plot);
    if (q.bases.count > 1)
        return sprt_versions_run_all(q.bases.texts, q.bases.count, q.build, q.json, argc, argv);
    return sprt_command_test(&q, &about);
}

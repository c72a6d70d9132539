// agon sprt: plays pairs of games between a new and an old player until it is sure enough which of
// two claims about the new one is true.
#include "contest/sprt.h"
#include "base/clock.h"
#include "cli/bots_setup.h"
#include "cli/commands.h"
#include "cli/match_request.h"
#include "cli/match_session.h"
#include "cli/notice.h"
#include "cli/position_argument.h"
#include "cli/progress.h"
#include "cli/terminal.h"
#include "contest/pair_count.h"
#include "report/json.h"
#include "report/score.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define GAMES_DEFAULT 100000 // a test that takes longer ends undecided
#define RISK_DEFAULT 0.05    // of alpha and of beta

enum {
    BAR_COLUMNS = 41, // odd: the middle is an LLR of 0 when alpha is beta
    BAR_COLUMNS_LEAST = 9,
    WIDE_COLUMNS = 99, // of a terminal that has room for words
    LINE_BYTES = 256,
    REDRAW_MS = 100,
};

enum { NEW, OLD };

// As typed.
struct sprt_request {
    struct match_request match;
    const char *elo, *alpha, *beta, *model;
    bool json;
};

struct sprt_command {
    struct match_session session;
    struct sprt sprt;
    struct sprt_state state;
    struct pair_count counted;  // from the view of the new player
    struct score scores[SEATS]; // by player
    int64_t played, voids;
    struct record_ranges records;
    bool no_start;         // a player cannot start,
    struct result failure; // and this is why
    bool json, terminal;
    int64_t began_ns, drawn_ns;
};

static const struct {
    const char *name, *unit;
} models[] = {
    [SPRT_NORMALISED] = {"normalised", "normalised Elo"}, [SPRT_LOGISTIC] = {"logistic", "Elo"}};

static const char *const verdict_words[] = {
    [SPRT_NOT_YET] = "not yet", [SPRT_ACCEPTED] = "accepted", [SPRT_REJECTED] = "rejected"};

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

static bool sprt_command_read_model(struct sprt *s, const char *typed, struct error *e)
{
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        if (strcmp(models[i].name, typed) == 0) {
            s->model = (enum sprt_model)i;
            return true;
        }
    }
    return error_set(e, "--model is normalised or logistic, not \"%.40s\"", typed);
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

// Draws where the ratio is between its two bounds.
static void sprt_command_text_ratio(struct text *out, const struct sprt_state *s, int columns)
{
    double part = (s->llr - s->lower) / (s->upper - s->lower);
    int mark = part <= 0 ? 0 : part >= 1 ? columns - 1 : (int)(part * columns);
    for (int i = 0; i < columns; i++)
        text_char(out, i == mark ? '#' : '-');
}

// As many figures as fit into so many columns. None is cut: a number without its end would be
// wrong.
static void sprt_command_text_figures(
    struct text *out, const struct sprt_command *t, int64_t now_ns, int columns)
{
    enum { FIGURES = 4 };
    char figures[FIGURES][40];
    double seconds = (double)(now_ns - t->began_ns) / NS_PER_SECOND;
    struct estimate elo = statistics_elo(&t->counted.pairs);
    snprintf(figures[0], sizeof *figures, "   LLR %.2f", t->state.llr);
    snprintf(figures[1], sizeof *figures, "   %" PRId64 " games", t->played);
    snprintf(figures[2], sizeof *figures, "   Elo %+.1f +/- %.1f", elo.value, elo.error);
    snprintf(
        figures[3], sizeof *figures, "   %.0f/s", seconds > 0 ? (double)t->played / seconds : 0);
    for (int i = 0; i < FIGURES; i++) {
        if (i == 2 && !elo.known)
            continue;
        if ((int)(out->length + strlen(figures[i])) > columns)
            return;
        text_string(out, figures[i]);
    }
}

// The bar takes what the words and figures leave. A narrow terminal does without the words.
static void sprt_command_draw_bar(struct sprt_command *t, bool now)
{
    int64_t now_ns = clock_now_ns();
    if (!t->terminal || (!now && now_ns - t->drawn_ns < REDRAW_MS * NS_PER_MS))
        return;
    t->drawn_ns = now_ns;
    char bytes[LINE_BYTES], figures_bytes[LINE_BYTES / 2], low[32], high[32];
    struct text line = TEXT_IN(bytes), figures = TEXT_IN(figures_bytes);
    const int columns = progress_columns();
    const bool wide = columns >= WIDE_COLUMNS;
    int around = snprintf(low, sizeof low, wide ? " rejected %.2f " : " %.2f ", t->state.lower);
    around += snprintf(high, sizeof high, wide ? " %.2f accepted" : " %.2f", t->state.upper);
    sprt_command_text_figures(&figures, t, now_ns, columns - around - BAR_COLUMNS_LEAST);
    int room = columns - around - (int)figures.length;
    room = room > BAR_COLUMNS ? BAR_COLUMNS : room < BAR_COLUMNS_LEAST ? BAR_COLUMNS_LEAST : room;
    text_string(&line, low);
    sprt_command_text_ratio(&line, &t->state, room);
    text_string(&line, high);
    text_string(&line, figures_bytes);
    progress_line(bytes);
}

static bool sprt_command_is_decided(const struct sprt_command *t)
{
    return t->no_start || t->state.verdict != SPRT_NOT_YET;
}

static void sprt_command_report_game(struct sprt_command *t, const struct arena_event *over)
{
    struct result r;
    arena_event_result(over, &r);
    const int *players = over->setup->players;
    t->played++;
    t->voids += r.verdict == VERDICT_VOID;
    score_count((struct score *[]){&t->scores[players[0]], &t->scores[players[1]]}, &r);
    if (over->record > 0)
        record_ranges_add(&t->records, over->record);
    if (r.verdict == VERDICT_NO_START) {
        t->no_start = true;
        t->failure = r;
    }
    pair_count_add(&t->counted, over->game, match_half_points(over, NEW));
    if (over->game % GAMES_PER_PAIR == 1)
        return;
    t->state = sprt_judge(&t->sprt, &t->counted.pairs);
    sprt_command_draw_bar(t, false);
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
    const struct match_option own[] = {
        {"elo", q->elo}, {"alpha", q->alpha}, {"beta", q->beta}, {"model", q->model}};
    match_request_again(&q->match, &t->session.options, "sprt", own, sizeof own / sizeof *own, out);
}

static void sprt_command_text_estimate(struct text *out, const char *name, struct estimate x)
{
    if (x.known)
        text_format(out, "%s %+.2f +/- %.2f   ", name, x.value, x.error);
    else
        text_format(out, "%s not yet   ", name);
}

static void sprt_command_print_json(const struct sprt_command *t, const struct sprt_request *q)
{
    const char *const names[SEATS] = {
        t->session.options.players[NEW].name, t->session.options.players[OLD].name};
    const struct score *const scores[SEATS] = {&t->scores[NEW], &t->scores[OLD]};
    const struct counts *pairs = &t->counted.pairs;
    struct text out = text_growing();
    text_format(&out,
        "{\"sprt\":{\"verdict\":\"%s\",\"model\":\"%s\",\"elo0\":%g,\"elo1\":%g,\"alpha\":%g,"
        "\"beta\":%g,\"llr\":%.4f,\"lower\":%.4f,\"upper\":%.4f,\"games\":%" PRId64
        ",\"void\":%" PRId64,
        verdict_words[t->state.verdict], models[t->sprt.model].name, t->sprt.elo0, t->sprt.elo1,
        t->sprt.alpha, t->sprt.beta, t->state.llr, t->state.lower, t->state.upper, t->played,
        t->voids);
    json_pairs(&out, pairs);
    json_estimate(&out, "elo", statistics_elo(pairs));
    json_estimate(&out, "normalised_elo", statistics_normalised_elo(pairs));
    text_format(&out, ",\"los\":%.6f,", statistics_los(pairs));
    score_json(&out, names, scores, SEATS);
    text_char(&out, ',');
    crowd_json(&t->session.crowd, &out);
    text_format(&out, ",\"seed\":%" PRIu64 ",\"again\":", t->session.options.seed);
    struct text again = text_growing();
    sprt_command_text_again(&again, t, q);
    text_json(&out, again.bytes);
    if (q->match.record) {
        text_string(&out, ",\"records\":");
        text_record_ranges_json(&out, &t->records);
    }
    text_char(&out, '}');
    print_document(&out, "sprt/1");
    text_destroy(&again);
}

// "accepted: new is better than old by 5 or more rather than 0 normalised Elo"
static void sprt_command_text_verdict(struct text *out, const struct sprt_command *t)
{
    const struct sprt *s = &t->sprt;
    text_format(out, "%s: %s %s better than %s by ", verdict_words[t->state.verdict],
        t->session.options.players[NEW].name, t->state.verdict == SPRT_NOT_YET ? "may be" : "is",
        t->session.options.players[OLD].name);
    if (t->state.verdict == SPRT_ACCEPTED)
        text_format(out, "%g or more rather than %g", s->elo1, s->elo0);
    else if (t->state.verdict == SPRT_REJECTED)
        text_format(out, "%g or less rather than %g", s->elo0, s->elo1);
    else
        text_format(out, "%g or by %g", s->elo0, s->elo1);
    text_format(out, " %s   LLR %.2f in [%.2f, %.2f]\n", models[s->model].unit, t->state.llr,
        t->state.lower, t->state.upper);
}

static void sprt_command_print_words(const struct sprt_command *t, const struct sprt_request *q)
{
    const struct counts *pairs = &t->counted.pairs;
    const int64_t *of = pairs->of;
    const struct score *mine = &t->scores[NEW], *theirs = &t->scores[OLD];
    struct text out = text_growing();
    sprt_command_text_verdict(&out, t);
    sprt_command_text_estimate(&out, "Elo", statistics_elo(pairs));
    sprt_command_text_estimate(&out, "normalised", statistics_normalised_elo(pairs));
    text_format(&out, "LOS %.1f %%\n", 100 * statistics_los(pairs));
    text_format(&out,
        "%" PRId64 " games: %" PRId64 " won, %" PRId64 " drawn, %" PRId64
        " lost   pairs: LL %" PRId64 ", LD %" PRId64 ", WL+DD %" PRId64 ", WD %" PRId64
        ", WW %" PRId64,
        t->played, mine->wins, mine->draws, mine->losses, of[0], of[1], of[2], of[3], of[4]);
    if (mine->faults + theirs->faults > 0)
        text_format(&out, "   faults: %s %" PRId64 ", %s %" PRId64,
            t->session.options.players[NEW].name, mine->faults,
            t->session.options.players[OLD].name, theirs->faults);
    if (t->voids > 0)
        text_format(&out, "   void: %" PRId64, t->voids);
    if (t->records.count > 0)
        text_records(&out, "   ", &t->records, q->match.record);
    text_string(&out, "\nagain:  ");
    sprt_command_text_again(&out, t, q);
    puts(out.bytes);
    text_destroy(&out);
}

// --- The command ---

// Exit status 0 says that the new player passed, so that a script can go on with it.
static int sprt_command_run(struct sprt_command *t, const struct sprt_request *q)
{
    struct error e;
    if (!bots_setup())
        return EXIT_WRONG_INPUT;
    if (!match_request_sandbox(&t->session.options, &q->match)) {
        link_process_teardown();
        return EXIT_WRONG_INPUT;
    }
    t->began_ns = clock_now_ns();
    enum match_end end = match_session_run(&t->session, &e);
    link_process_teardown();
    if (t->terminal)
        progress_line("");
    if (end == MATCH_FAILED || t->no_start) {
        // A bot that cannot be started has not been tested, so there are no statistics.
        print_line(stderr, "agon: %s", end == MATCH_FAILED ? e.words : t->failure.explanation);
        return end == MATCH_FAILED ? EXIT_OURS : EXIT_FAILED;
    }
    if (t->json)
        sprt_command_print_json(t, q);
    else
        sprt_command_print_words(t, q);
    tell_crowd(&t->session.crowd);
    if (end == MATCH_STOPPED)
        fprintf(stderr, "stopped after %" PRId64 " games\n", t->played);
    return t->state.verdict == SPRT_ACCEPTED ? EXIT_OK : EXIT_FAILED;
}

static bool sprt_command_prepare(
    struct sprt_command *t, const struct sprt_request *q, struct error *e)
{
    t->json = q->json;
    t->terminal = isatty(STDERR_FILENO);
    t->counted = pair_count_empty();
    t->session.event = sprt_command_take_event;
    t->session.user = t;
    t->session.wants = ARENA_FACTS & ~ARENA_WANTS(ARENA_BEGUN);
    if (!sprt_command_read_elo(&t->sprt, q->elo, e) ||
        (q->model && !sprt_command_read_model(&t->sprt, q->model, e)))
        return false;
    t->sprt.alpha = t->sprt.beta = RISK_DEFAULT;
    if (q->alpha && !sprt_command_read_real("--alpha", q->alpha, '\0', &t->sprt.alpha, e))
        return false;
    if (q->beta && !sprt_command_read_real("--beta", q->beta, '\0', &t->sprt.beta, e))
        return false;
    if (!sprt_check(&t->sprt, e))
        return false;
    t->state = sprt_judge(&t->sprt, &t->counted.pairs);
    struct match_options *o = &t->session.options;
    return match_request_players(o, &q->match, e) && sprt_command_check_people(o, e) &&
        match_request_conditions(o, &q->match, e);
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
        {"NEW", "the player to be tested", &m->players[NEW]},
        {"OLD", "the player it is compared with", &m->players[OLD]},
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
        {"json", "the result as one JSON object", .flag = &q.json},
    };
    const struct syntax syntax = {self, arguments, 3, options, sizeof options / sizeof *options};
    struct error e;
    int status;
    if (!options_read(&syntax, argc, argv, &status))
        return status;
    m->games += m->games % 2; // pairs
    struct position_argument about;
    if (!position_argument_read(&about, m->game, m->variant, NULL, &e))
        return wrong_input(&e);
    struct sprt_command t = {.session.options = {.game = about.game, .start = about.position}};
    status = sprt_command_prepare(&t, &q, &e) ? sprt_command_run(&t, &q) : wrong_input(&e);
    record_ranges_destroy(&t.records);
    openings_destroy(&t.session.options.openings);
    return status;
}

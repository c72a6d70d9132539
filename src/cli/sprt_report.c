#include "cli/sprt_report.h"

#include "cli/fault_hint.h"
#include "report/json.h"

#include <inttypes.h>
#include <string.h>

enum {
    BAR_COLUMNS = 41, // odd: the middle is an LLR of 0 when alpha is beta
    BAR_COLUMNS_LEAST = 9,
    WIDE_COLUMNS = 99, // of a terminal that has room for words
    FIGURES_BYTES = 128,
};

static const struct {
    const char *name, *unit;
} sprt_report_models[] = {
    [SPRT_NORMALISED] = {"normalised", "normalised Elo"}, [SPRT_LOGISTIC] = {"logistic", "Elo"}};

const char *const sprt_report_verdicts[] = {
    [SPRT_NOT_YET] = "not yet", [SPRT_ACCEPTED] = "accepted", [SPRT_REJECTED] = "rejected"};

bool sprt_report_read_model(struct sprt *s, const char *typed, struct error *e)
{
    for (size_t i = 0; i < sizeof sprt_report_models / sizeof *sprt_report_models; i++) {
        if (strcmp(sprt_report_models[i].name, typed) == 0) {
            s->model = (enum sprt_model)i;
            return true;
        }
    }
    return error_set(e, "--model is normalised or logistic, not \"%.40s\"", typed);
}

// --- While it runs ---

// Draws where the ratio is between its two bounds.
static void sprt_report_ratio(struct text *out, const struct sprt_state *s, int columns)
{
    double part = (s->llr - s->lower) / (s->upper - s->lower);
    int mark = part <= 0 ? 0 : part >= 1 ? columns - 1 : (int)(part * columns);
    for (int i = 0; i < columns; i++)
        text_char(out, i == mark ? '#' : '-');
}

// As many figures as fit into so many columns. None is cut: a number without its end would be
// wrong.
static void sprt_report_figures(
    struct text *out, const struct sprt_report *r, double seconds, int columns)
{
    enum { FIGURES = 4 };
    char figures[FIGURES][40];
    struct estimate elo = statistics_elo(&r->counted.pairs);
    snprintf(figures[0], sizeof *figures, "   LLR %.2f", r->state.llr);
    snprintf(figures[1], sizeof *figures, "   %" PRId64 " games", r->played);
    snprintf(figures[2], sizeof *figures, "   Elo %+.1f +/- %.1f", elo.value, elo.error);
    snprintf(
        figures[3], sizeof *figures, "   %.0f/s", seconds > 0 ? (double)r->played / seconds : 0);
    for (int i = 0; i < FIGURES; i++) {
        if (i == 2 && !elo.known)
            continue;
        if ((int)(out->length + strlen(figures[i])) > columns)
            return;
        text_string(out, figures[i]);
    }
}

// The bar takes what the words and figures leave. A narrow terminal does without the words.
void sprt_report_bar(const struct sprt_report *r, double seconds, int columns, struct text *out)
{
    char figures_bytes[FIGURES_BYTES], low[32], high[32];
    struct text figures = TEXT_IN(figures_bytes);
    const bool wide = columns >= WIDE_COLUMNS;
    int around = snprintf(low, sizeof low, wide ? " rejected %.2f " : " %.2f ", r->state.lower);
    around += snprintf(high, sizeof high, wide ? " %.2f accepted" : " %.2f", r->state.upper);
    sprt_report_figures(&figures, r, seconds, columns - around - BAR_COLUMNS_LEAST);
    int room = columns - around - (int)figures.length;
    room = room > BAR_COLUMNS ? BAR_COLUMNS : room < BAR_COLUMNS_LEAST ? BAR_COLUMNS_LEAST : room;
    text_string(out, low);
    sprt_report_ratio(out, &r->state, room);
    text_string(out, high);
    text_string(out, figures_bytes);
}

// --- For programs ---

static void sprt_report_json_test(const struct sprt_report *r, struct text *out)
{
    text_format(out,
        "\"verdict\":\"%s\",\"model\":\"%s\",\"elo0\":%g,\"elo1\":%g,\"alpha\":%g,"
        "\"beta\":%g,\"llr\":%.4f,\"lower\":%.4f,\"upper\":%.4f",
        sprt_report_verdicts[r->state.verdict], sprt_report_models[r->sprt.model].name,
        r->sprt.elo0, r->sprt.elo1, r->sprt.alpha, r->sprt.beta, r->state.llr, r->state.lower,
        r->state.upper);
}

void sprt_report_json(
    const struct sprt_report *r, const struct sprt_report_match *m, struct text *out)
{
    const struct player *players = m->session->options.players;
    const char *const names[SEATS] = {players[SPRT_NEW].name, players[SPRT_OLD].name};
    const struct score *const scores[SEATS] = {&r->scores[SPRT_NEW], &r->scores[SPRT_OLD]};
    const struct counts *pairs = &r->counted.pairs;
    text_string(out, "{\"sprt\":{");
    sprt_report_json_test(r, out);
    text_format(out, ",\"games\":%" PRId64 ",\"void\":%" PRId64 ",", r->played, r->voids);
    repeats_json(&m->session->repeats, out);
    json_pairs(out, pairs);
    json_estimate(out, "elo", statistics_elo(pairs));
    json_estimate(out, "normalised_elo", statistics_normalised_elo(pairs));
    text_format(out, ",\"los\":%.6f,", statistics_los(pairs));
    score_json(out, names, scores, SEATS);
    text_char(out, ',');
    crowd_json(&m->session->crowd, out);
    text_format(out, ",\"seed\":%" PRIu64, m->session->options.seed);
    json_key_text(out, "again", m->again);
    if (m->base) {
        text_string(out, ",\"base\":{\"commit\":");
        text_json(out, m->base->commit);
        json_key_text(out, "subject", m->base->subject);
        text_char(out, '}');
    }
    if (m->folder) {
        text_string(out, ",\"records\":");
        text_record_ranges_json(out, &r->records);
    }
    text_char(out, '}');
}

// --- For people ---

static void sprt_report_estimate(struct text *out, const char *name, struct estimate x)
{
    if (x.known)
        text_format(out, "%s %+.2f +/- %.2f   ", name, x.value, x.error);
    else
        text_format(out, "%s not yet   ", name);
}

// "accepted: new is better than old by 5 or more rather than 0 normalised Elo"
static void sprt_report_verdict(
    struct text *out, const struct sprt_report *r, const struct player *players)
{
    const struct sprt *s = &r->sprt;
    text_format(out, "%s: %s %s better than %s by ", sprt_report_verdicts[r->state.verdict],
        players[SPRT_NEW].name, r->state.verdict == SPRT_NOT_YET ? "may be" : "is",
        players[SPRT_OLD].name);
    if (r->state.verdict == SPRT_ACCEPTED)
        text_format(out, "%g or more rather than %g", s->elo1, s->elo0);
    else if (r->state.verdict == SPRT_REJECTED)
        text_format(out, "%g or less rather than %g", s->elo0, s->elo1);
    else
        text_format(out, "%g or by %g", s->elo0, s->elo1);
    text_format(out, " %s   LLR %.2f in [%.2f, %.2f]\n", sprt_report_models[s->model].unit,
        r->state.llr, r->state.lower, r->state.upper);
}

static void sprt_report_games(
    struct text *out, const struct sprt_report *r, const struct player *players)
{
    const int64_t *of = r->counted.pairs.of;
    const struct score *mine = &r->scores[SPRT_NEW], *theirs = &r->scores[SPRT_OLD];
    text_format(out,
        "%" PRId64 " games: %" PRId64 " won, %" PRId64 " drawn, %" PRId64
        " lost   pairs: LL %" PRId64 ", LD %" PRId64 ", WL+DD %" PRId64 ", WD %" PRId64
        ", WW %" PRId64,
        r->played, mine->wins, mine->draws, mine->losses, of[0], of[1], of[2], of[3], of[4]);
    if (mine->faults + theirs->faults > 0)
        text_format(out, "   faults: %s %" PRId64 ", %s %" PRId64, players[SPRT_NEW].name,
            mine->faults, players[SPRT_OLD].name, theirs->faults);
    if (r->voids > 0)
        text_format(out, "   void: %" PRId64, r->voids);
}

void sprt_report_words(
    const struct sprt_report *r, const struct sprt_report_match *m, struct text *out)
{
    const struct player *players = m->session->options.players;
    const struct counts *pairs = &r->counted.pairs;
    sprt_report_verdict(out, r, players);
    sprt_report_estimate(out, "Elo", statistics_elo(pairs));
    sprt_report_estimate(out, "normalised", statistics_normalised_elo(pairs));
    text_format(out, "LOS %.1f %%\n", 100 * statistics_los(pairs));
    sprt_report_games(out, r, players);
    if (r->records.count > 0)
        text_records(out, "   ", &r->records, m->folder);
    text_char(out, '\n');
    if (r->faulty > 0)
        fault_hint_record(out, m->folder, r->faulty);
    else if (r->scores[SPRT_NEW].faults + r->scores[SPRT_OLD].faults > 0)
        fault_hint_unkept(out);
    text_format(out, "again:  %s\n", m->again);
}

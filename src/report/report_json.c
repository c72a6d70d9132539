// A report as one JSON object.
#include "base/clock.h"
#include "report/json.h"
#include "report/meeting_json.h"
#include "report/report_parts.h"
#include "report/report_tables.h"
#include "report/standings_table.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

// "faults": in all, and those kinds that there were.
static void report_json_faults(struct text *out, const struct report_account *a)
{
    text_string(out, ",\"faults_by_kind\":{");
    const char *comma = "";
    for (int v = 0; v < VERDICTS; v++) {
        if (a->faults_by[v] == 0)
            continue;
        text_format(out, "%s\"%s\":%" PRId64, comma, verdicts[v].code, a->faults_by[v]);
        comma = ",";
    }
    text_char(out, '}');
}

static void report_json_pondering(struct text *out, const struct report_account *a)
{
    if (a->pondered_games == 0)
        text_string(out, ",\"pondered_seconds\":null");
    else
        text_format(
            out, ",\"pondered_seconds\":%.6f", (double)a->pondered_ns / (double)NS_PER_SECOND);
}

static void report_json_length(struct text *out, const char *key, const struct report_game *g)
{
    if (g->play == 0)
        text_format(out, ",\"%s\":null", key);
    else
        text_format(
            out, ",\"%s\":{\"game\":%" PRId64 ",\"moves\":%" PRId64 "}", key, g->play, g->plies);
}

// --- Pieces of the object ---

static void report_json_contest(const struct report *r, struct text *out)
{
    const struct contest_file *f = &r->definition->file;
    text_string(out, "{\"contest\":{\"name\":");
    text_json(out, r->archive->name);
    json_key_text(out, "game", f->game->name);
    json_key_text(out, "variant", f->game->variant(&r->definition->start));
    json_key_text(out, "format", contest_format_name(f->format));
    text_format(out, ",\"seed\":%" PRId64 "}", f->seed);
}

static void report_json_row(const struct report *r, const struct standing *row, struct text *out)
{
    standings_row_json(out, &r->results.standings, r->definition, row);
    report_json_faults(out, &r->players[row->player]);
    report_json_pondering(out, &r->players[row->player]);
}

static void report_json_standings(const struct report *r, struct report_output *out)
{
    text_string(&out->text, ",\"standings\":[");
    for (size_t i = 0; i < r->definition->count; i++) {
        text_string(&out->text, i > 0 ? "," : "");
        report_json_row(r, &r->results.standings.list[i], &out->text);
        text_char(&out->text, '}');
        report_flow(out);
    }
    text_char(&out->text, ']');
}

static void report_json_whole(const struct report *r, struct text *out)
{
    struct counts first = meeting_first_seat(&r->sum), pairs = meeting_pairs(&r->sum);
    const struct rating *seat = &r->results.standings.summary.first_seat;
    text_format(out, ",\"whole\":{\"moves\":%" PRId64 ",\"faults\":%" PRId64, r->whole.plies,
        r->whole.faults);
    report_json_faults(out, &r->whole);
    report_json_length(out, "shortest", &r->whole.shortest);
    report_json_length(out, "longest", &r->whole.longest);
    meeting_json_share(out, "draws", statistics_draws(&first));
    meeting_json_share(out, "level_pairs", statistics_draws(&pairs));
    meeting_json_games(out, "first_seat", &first);
    text_format(
        out, ",\"first_seat_elo\":{\"value\":%.1f,\"error\":%.1f}}", seat->value, seat->error);
}

// All who met, or those who met one player. On a page only the first players are told against each
// other: there can be a thousand, and half a million meetings.
static void report_json_pairs(
    const struct report *r, const struct report_options *options, struct report_output *out)
{
    int only = options->player;
    size_t count = r->definition->count;
    if (options->place && only == NO_PLAYER && count > REPORT_PAGE_PLAYERS)
        count = REPORT_PAGE_PLAYERS;
    const char *comma = "";
    text_format(&out->text, ",\"%s\":[", only == NO_PLAYER ? "meetings" : "opponents");
    for (size_t i = 0; i < count; i++) {
        int player = r->results.standings.list[i].player;
        for (size_t j = only == NO_PLAYER ? i + 1 : 0; j < count; j++) {
            int other = r->results.standings.list[j].player;
            if ((only != NO_PLAYER && player != only) || other == player)
                continue;
            struct meeting m = crosstable_between(&r->meetings, player, other);
            struct counts played = meeting_games(&m);
            if (counts_total(&played) == 0)
                continue;
            text_string(&out->text, comma);
            comma = ",";
            meeting_json(&out->text, &m, report_name(r, player), report_name(r, other));
            report_flow(out);
        }
    }
    text_char(&out->text, ']');
}

static bool report_json_all(const struct report *r, const struct report_options *options,
    struct report_output *out, struct error *e)
{
    struct text *t = &out->text;
    report_json_contest(r, t);
    text_format(t, ",\"games\":%" PRId64 ",\"pairs\":%" PRId64, r->whole.games,
        standings_played_pairs(&r->results.standings));
    int64_t all = r->results.standings.pairs.all;
    if (all != PAIRS_UNKNOWN)
        text_format(t, ",\"pairs_in_all\":%" PRId64, all);
    text_format(t, ",\"over\":%s", r->results.standings.over ? "true" : "false");
    standings_waiting_json(t, &r->results);
    bool well = r->definition->changes == 0 || report_changes_json(r, t, e);
    report_entries_json(r, t);
    report_json_standings(r, out);
    report_json_pairs(r, options, out);
    report_json_whole(r, t);
    report_starts_json(r, t);
    if (r->definition->file.scale_time)
        text_string(t, ",\"scale_time\":true");
    report_place_json(r, options, t);
    well = well && (options->brief || report_history_json(r, NO_PLAYER, t, e)) &&
        report_rounds_json(r, t, e) && report_faulty_json(r, NO_PLAYER, out, e);
    text_format(
        t, ",\"fingerprint\":\"%s\",\"head\":\"%s\"", r->results.fingerprint, r->results.head);
    json_schema(t, "report/1");
    text_string(t, "}\n");
    return well;
}

// --- One player ---

// As the document says it: what is shown and what is computed from it agree.
static double report_json_tenths(double value)
{
    return round(10 * value) / 10;
}

// The places that a player could have by its rating: as many are surely better as have their whole
// interval above its own, and as many surely worse as have it below.
static void report_json_places(const struct report *r, int player, struct text *out)
{
    const struct standings *s = &r->results.standings;
    const struct rating *own = &s->ratings[player];
    const double value = report_json_tenths(own->value), error = report_json_tenths(own->error);
    size_t better = 0, worse = 0;
    for (size_t i = 0; i < s->players; i++) {
        const double other = report_json_tenths(s->ratings[i].value);
        const double other_error = report_json_tenths(s->ratings[i].error);
        better += other - other_error > value + error + 1e-9;
        worse += other + other_error < value - error;
    }
    text_format(out, ",\"places\":{\"best\":%zu,\"worst\":%zu}", better + 1, s->players - worse);
}

static bool report_json_player(const struct report *r, const struct report_options *options,
    struct report_output *out, struct error *e)
{
    struct text *t = &out->text;
    const struct report_account *a = &r->players[options->player];
    struct meeting total = report_total(r, options->player);
    report_json_row(r, &r->results.standings.list[r->places[options->player]], t);
    static const char *const seats[SEATS] = {"with_first_seat", "with_second_seat"};
    for (int seat = 0; seat < SEATS; seat++) {
        struct counts played = meeting_with_seat(&total, seat);
        meeting_json_games(t, seats[seat], &played);
    }
    report_json_places(r, options->player, t);
    report_json_length(t, "shortest", &a->shortest);
    report_json_length(t, "longest", &a->longest);
    report_json_pairs(r, options, out);
    bool well = report_faulty_json(r, options->player, out, e);
    text_string(t, ",\"contest\":{\"name\":");
    text_json(t, r->archive->name);
    report_slug_json(r, options, t);
    json_key_text(t, "game", r->definition->game->name);
    json_key_text(t, "variant", r->definition->game->variant(&r->definition->start));
    text_char(t, '}');
    well = well && (options->brief || report_history_json(r, options->player, t, e)) &&
        report_player_json(r, options->player, t, e) &&
        (options->brief || report_explanation_json(r, options->player, t, e));
    json_schema(t, "player/1");
    text_string(t, "}\n");
    return well;
}

bool report_json(const struct report *r, const struct report_options *options,
    struct report_output *out, struct error *e)
{
    return options->player == NO_PLAYER ? report_json_all(r, options, out, e)
                                        : report_json_player(r, options, out, e);
}

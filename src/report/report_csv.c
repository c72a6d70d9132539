// A report as comma-separated values (RFC 4180), one table at a time. Numbers are plain: what is
// not known is empty.
#include "report/report_tables.h"

#include "report/csv.h"

#include <inttypes.h>
#include <string.h>

static void report_csv_cell(
    struct text *out, const struct report_options *options, const char *text)
{
    csv_text(out, text, options->is_built_in);
}

static void report_csv_estimate(struct text *out, struct estimate x)
{
    if (x.known)
        text_format(out, ",%.2f,%.2f", x.value, x.error);
    else
        text_string(out, ",,");
}

static void report_csv_end_row(struct report_output *out)
{
    text_string(&out->text, "\r\n");
    report_flow(out);
}

static void report_csv_heading(struct report_output *out, const char *titles)
{
    text_string(&out->text, titles);
    report_csv_end_row(out);
}

// --- Standings ---

static void report_csv_standing(const struct report *r, const struct report_options *options,
    const struct standing *row, struct text *out)
{
    const struct standings *s = &r->results.standings;
    const struct account *l = &row->line;
    const struct rating *rating = &s->ratings[row->player];
    const struct report_account *a = &r->players[row->player];
    text_format(out, "%d,", row->rank);
    report_csv_cell(out, options, report_name(r, row->player));
    text_format(out, ",%.1f,%.1f,%.1f,%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64,
        rating->value, rating->error, (double)l->half_points / 2, l->wins + l->draws + l->losses,
        l->wins, l->draws, l->losses, a->faults);
    for (int v = 0; v < VERDICTS; v++) {
        if (verdict_is_fault((enum verdict)v))
            text_format(out, ",%" PRId64, a->faults_by[v]);
    }
    if (standings_by_glicko(s))
        text_format(out, ",%.1f,%.1f", row->glicko.rating, row->glicko.deviation);
    else if (standings_by_buchholz(s))
        text_format(out, ",%.2f,%.2f", row->buchholz, row->sonneborn_berger);
}

static bool report_csv_standings(const struct report *r, const struct report_options *options,
    struct report_output *out, struct error *e)
{
    (void)e;
    const struct standings *s = &r->results.standings;
    struct text *t = &out->text;
    text_string(t, "rank,player,rating,error,points,games,wins,draws,losses,faults");
    for (int v = 0; v < VERDICTS; v++) {
        if (verdict_is_fault((enum verdict)v))
            text_format(t, ",%s", verdicts[v].code);
    }
    text_string(t,
        standings_by_glicko(s)         ? ",glicko,deviation"
            : standings_by_buchholz(s) ? ",buchholz,sonneborn_berger"
                                       : "");
    report_csv_end_row(out);
    for (size_t i = 0; i < s->players; i++) {
        report_csv_standing(r, options, &s->list[i], t);
        report_csv_end_row(out);
    }
    return true;
}

// --- Crosstable: points of the row's player against the column's ---

static bool report_csv_crosstable(const struct report *r, const struct report_options *options,
    struct report_output *out, struct error *e)
{
    (void)e;
    size_t count = r->definition->count;
    text_string(&out->text, "player");
    for (size_t i = 0; i < count; i++) {
        text_char(&out->text, ',');
        report_csv_cell(&out->text, options, report_name(r, r->results.standings.list[i].player));
    }
    report_csv_end_row(out);
    for (size_t i = 0; i < count; i++) {
        int player = r->results.standings.list[i].player;
        report_csv_cell(&out->text, options, report_name(r, player));
        for (size_t j = 0; j < count; j++) {
            struct meeting m =
                crosstable_between(&r->meetings, player, r->results.standings.list[j].player);
            struct counts played = meeting_games(&m);
            text_char(&out->text, ',');
            if (counts_total(&played) > 0)
                text_format(&out->text, "%.1f", counts_points(&played));
        }
        report_csv_end_row(out);
    }
    return true;
}

// --- Pairs of players ---

static void report_csv_pair(const struct report *r, const struct report_options *options,
    const struct meeting *m, struct report_output *out)
{
    struct counts played = meeting_games(m), pairs = meeting_pairs(m);
    struct counts first = meeting_first_seat(m);
    struct text *t = &out->text;
    report_csv_cell(t, options, report_name(r, (int)m->a));
    text_char(t, ',');
    report_csv_cell(t, options, report_name(r, (int)m->b));
    text_format(t, ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64, counts_total(&played),
        played.of[2], played.of[1], played.of[0]);
    for (int kind = 0; kind < COUNTED_PAIRS; kind++)
        text_format(t, ",%" PRId64, pairs.of[kind]);
    text_format(t, ",%.4f", counts_score(&played));
    report_csv_estimate(t, statistics_elo(&pairs));
    report_csv_estimate(t, statistics_normalised_elo(&pairs));
    text_format(t, ",%.4f,%.4f", statistics_los(&pairs), statistics_draws(&played).value);
    report_csv_estimate(t, statistics_elo(&first));
    report_csv_end_row(out);
}

static bool report_csv_pairs(const struct report *r, const struct report_options *options,
    struct report_output *out, struct error *e)
{
    (void)e;
    report_csv_heading(out,
        "player,against,games,wins,draws,losses,LL,LD,level,WD,WW,score,elo,elo_error,"
        "normalised_elo,normalised_elo_error,los,draw_ratio,first_seat_elo,"
        "first_seat_elo_error");
    size_t count = r->definition->count;
    for (size_t i = 0; i < count; i++) {
        int player = r->results.standings.list[i].player;
        for (size_t j = options->player == NO_PLAYER ? i + 1 : 0; j < count; j++) {
            int other = r->results.standings.list[j].player;
            if ((options->player != NO_PLAYER && player != options->player) || other == player)
                continue;
            struct meeting m = crosstable_between(&r->meetings, player, other);
            struct counts played = meeting_games(&m);
            if (counts_total(&played) > 0)
                report_csv_pair(r, options, &m, out);
        }
    }
    return true;
}

// --- Games ---

struct report_csv_walk {
    const struct report_options *options;
    struct report_output *out;
};

static bool report_csv_game(void *user, const struct store_game *g)
{
    const struct report_csv_walk *walk = user;
    const struct report_options *options = walk->options;
    struct text *t = &walk->out->text;
    int player = options->player;
    if ((player != NO_PLAYER && g->first_id != player && g->second_id != player) ||
        (options->game != 0 && g->play != options->game))
        return true;
    text_format(t, "%" PRId64 ",%" PRId64 ",", g->play, g->pair + 1);
    report_csv_cell(t, options, g->first_name);
    text_char(t, ',');
    report_csv_cell(t, options, g->second_name);
    text_format(t, ",%s,", g->winner == 0 ? "1-0" : g->winner == 1 ? "0-1" : "1/2-1/2");
    report_csv_cell(t, options, g->verdict);
    text_char(t, ',');
    if (g->blame != STORE_NOBODY)
        report_csv_cell(t, options, g->blame == 0 ? g->first_name : g->second_name);
    text_char(t, ',');
    report_csv_cell(t, options, g->rule);
    text_format(t, ",%" PRId64 ",%.6f,", g->plies, (double)g->wall_ns / 1e9);
    report_csv_cell(t, options, g->explanation);
    report_csv_end_row(walk->out);
    return !walk->out->failed;
}

static bool report_csv_games(const struct report *r, const struct report_options *options,
    struct report_output *out, struct error *e)
{
    report_csv_heading(
        out, "game,pair,first,second,result,verdict,blame,rule,moves,seconds,explanation");
    struct report_csv_walk walk = {options, out};
    return reader_walk_games(r->archive->reader, READER_BY_PAIR, report_csv_game, &walk, e);
}

// --- Which ---

static report_writer *const writers[] = {
    report_csv_standings, report_csv_crosstable, report_csv_pairs, report_csv_games};

const char *const report_csv_tables[] = {"standings", "crosstable", "pairs", "games", NULL};

bool report_csv(const struct report *r, const struct report_options *options,
    struct report_output *out, struct error *e)
{
    for (int i = 0; report_csv_tables[i]; i++) {
        if (strcmp(report_csv_tables[i], options->table) == 0)
            return writers[i](r, options, out, e);
    }
    return error_set(e, "no table \"%.40s\"", options->table);
}

// A report as comma-separated values (RFC 4180), one table at a time. Numbers are plain: what is
// not known is empty.
#include "cli/report.h"

#include "base/nearest.h"
#include "brains/brain.h"

#include <inttypes.h>
#include <string.h>

// Would a spreadsheet take this text for a formula and compute it? Names come from bots. Those of
// built-in players are none.
static bool is_formula(const char *text)
{
    struct error ignored;
    if (text[0] == '@')
        return brain_find(text, &ignored) == NULL;
    return text[0] != '\0' && strchr("=+-\t\r\n", text[0]) != NULL;
}

// Text in quotes where it must be; with an apostrophe before it where a spreadsheet would compute
// it.
static void put_text(struct text *out, const char *text)
{
    const char *guard = is_formula(text) ? "'" : "";
    if (text[strcspn(text, "\",\r\n")] == '\0') {
        text_string(out, guard);
        text_string(out, text);
        return;
    }
    text_char(out, '"');
    text_string(out, guard);
    for (; *text != '\0'; text++) {
        if (*text == '"')
            text_char(out, '"');
        text_char(out, *text);
    }
    text_char(out, '"');
}

static void put_estimate(struct text *out, struct estimate x)
{
    if (x.known)
        text_format(out, ",%.2f,%.2f", x.value, x.error);
    else
        text_string(out, ",,");
}

static void end_row(struct report_output *out)
{
    text_string(&out->text, "\r\n");
    report_flow(out);
}

static void head(struct report_output *out, const char *titles)
{
    text_string(&out->text, titles);
    end_row(out);
}

// --- Standings ---

static bool put_standings(
    struct report *r, const struct report_wish *w, struct report_output *out, struct error *e)
{
    (void)w;
    (void)e;
    struct text *t = &out->text;
    text_string(t, "rank,player,rating,error,points,games,wins,draws,losses,faults");
    for (int v = 0; v < VERDICTS; v++) {
        if (verdict_is_fault((enum verdict)v))
            text_format(t, ",%s", verdicts[v].code);
    }
    bool glicko = standings_by_glicko(&r->results.standings);
    bool buchholz = standings_by_buchholz(&r->results.standings);
    text_string(t, glicko ? ",glicko,deviation" : buchholz ? ",buchholz,sonneborn_berger" : "");
    end_row(out);
    for (size_t i = 0; i < r->archive.definition.count; i++) {
        const struct standing *row = &r->results.standings.list[i];
        const struct line *l = &row->line;
        const struct rating *rating = &r->results.standings.ratings[row->player];
        const struct report_account *a = &r->players[row->player];
        text_format(t, "%d,", row->rank);
        put_text(t, report_name(r, row->player));
        text_format(t, ",%.1f,%.1f,%.1f,%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64,
            rating->value, rating->error, (double)l->half_points / 2,
            l->wins + l->draws + l->losses, l->wins, l->draws, l->losses, a->faults);
        for (int v = 0; v < VERDICTS; v++) {
            if (verdict_is_fault((enum verdict)v))
                text_format(t, ",%" PRId64, a->faults_by[v]);
        }
        if (glicko)
            text_format(t, ",%.1f,%.1f", row->glicko.rating, row->glicko.deviation);
        else if (buchholz)
            text_format(t, ",%.2f,%.2f", row->buchholz, row->sonneborn_berger);
        end_row(out);
    }
    return true;
}

// --- Crosstable: points of the row's player against the column's ---

static bool put_crosstable(
    struct report *r, const struct report_wish *w, struct report_output *out, struct error *e)
{
    (void)w;
    (void)e;
    size_t count = r->archive.definition.count;
    text_string(&out->text, "player");
    for (size_t i = 0; i < count; i++) {
        text_char(&out->text, ',');
        put_text(&out->text, report_name(r, r->results.standings.list[i].player));
    }
    end_row(out);
    for (size_t i = 0; i < count; i++) {
        int player = r->results.standings.list[i].player;
        put_text(&out->text, report_name(r, player));
        for (size_t j = 0; j < count; j++) {
            struct meeting m =
                crosstable_between(&r->meetings, player, r->results.standings.list[j].player);
            struct counts played = meeting_games(&m);
            text_char(&out->text, ',');
            if (counts_total(&played) > 0)
                text_format(&out->text, "%.1f", counts_points(&played));
        }
        end_row(out);
    }
    return true;
}

// --- Pairs of players ---

static void put_pair(const struct report *r, const struct meeting *m, struct report_output *out)
{
    struct counts played = meeting_games(m), pairs = meeting_pairs(m);
    struct counts first = meeting_first_seat(m);
    struct text *t = &out->text;
    put_text(t, report_name(r, (int)m->a));
    text_char(t, ',');
    put_text(t, report_name(r, (int)m->b));
    text_format(t, ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64, counts_total(&played),
        played.of[2], played.of[1], played.of[0]);
    for (int kind = 0; kind < COUNTED_PAIRS; kind++)
        text_format(t, ",%" PRId64, pairs.of[kind]);
    text_format(t, ",%.4f", counts_score(&played));
    put_estimate(t, statistics_elo(&pairs));
    put_estimate(t, statistics_normalised_elo(&pairs));
    text_format(t, ",%.4f,%.4f", statistics_los(&pairs), statistics_draws(&played).value);
    put_estimate(t, statistics_elo(&first));
    end_row(out);
}

static bool put_pairs(
    struct report *r, const struct report_wish *w, struct report_output *out, struct error *e)
{
    (void)e;
    head(out,
        "player,against,games,wins,draws,losses,LL,LD,level,WD,WW,score,elo,elo_error,"
        "normalised_elo,normalised_elo_error,los,draw_ratio,first_seat_elo,"
        "first_seat_elo_error");
    size_t count = r->archive.definition.count;
    for (size_t i = 0; i < count; i++) {
        int player = r->results.standings.list[i].player;
        for (size_t j = w->player == NO_PLAYER ? i + 1 : 0; j < count; j++) {
            int other = r->results.standings.list[j].player;
            if ((w->player != NO_PLAYER && player != w->player) || other == player)
                continue;
            struct meeting m = crosstable_between(&r->meetings, player, other);
            struct counts played = meeting_games(&m);
            if (counts_total(&played) > 0)
                put_pair(r, &m, out);
        }
    }
    return true;
}

// --- Games ---

struct game_walk {
    const struct report_wish *wish;
    struct report_output *out;
};

static bool put_game(void *user, const struct store_game *g)
{
    const struct game_walk *walk = user;
    struct text *t = &walk->out->text;
    int player = walk->wish->player;
    if ((player != NO_PLAYER && g->first_id != player && g->second_id != player) ||
        (walk->wish->game != 0 && g->play != walk->wish->game))
        return true;
    text_format(t, "%" PRId64 ",%" PRId64 ",", g->play, g->pair + 1);
    put_text(t, g->first_name);
    text_char(t, ',');
    put_text(t, g->second_name);
    text_format(t, ",%s,", g->winner == 0 ? "1-0" : g->winner == 1 ? "0-1" : "1/2-1/2");
    put_text(t, g->verdict);
    text_char(t, ',');
    if (g->blame != STORE_NOBODY)
        put_text(t, g->blame == 0 ? g->first_name : g->second_name);
    text_char(t, ',');
    put_text(t, g->rule);
    text_format(t, ",%" PRId64 ",%.6f,", g->plies, (double)g->wall_ns / 1e9);
    put_text(t, g->explanation);
    end_row(walk->out);
    return !walk->out->failed;
}

static bool put_games(
    struct report *r, const struct report_wish *w, struct report_output *out, struct error *e)
{
    head(out, "game,pair,first,second,result,verdict,blame,rule,moves,seconds,explanation");
    struct game_walk walk = {w, out};
    return reader_walk_games(r->archive.reader, READER_BY_PAIR, put_game, &walk, e);
}

// --- Which ---

static report_writer *const writers[] = {put_standings, put_crosstable, put_pairs, put_games};

const char *const report_csv_tables[] = {"standings", "crosstable", "pairs", "games", NULL};

bool report_csv(
    struct report *r, const struct report_wish *w, struct report_output *out, struct error *e)
{
    for (int i = 0; report_csv_tables[i]; i++) {
        if (strcmp(report_csv_tables[i], w->table) == 0)
            return writers[i](r, w, out, e);
    }
    return error_set(e, "no table \"%.40s\"", w->table);
}

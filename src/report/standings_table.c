#include "report/standings_table.h"

#include "contest/account.h"
#include "report/json.h"

#include <inttypes.h>

// --- For people ---

void standings_progress(struct text *out, const struct results *r)
{
    const struct standings *s = &r->standings;
    text_number(out, s->games);
    if (s->pairs.all != PAIRS_UNKNOWN)
        text_format(out, " of %" PRId64, s->pairs.all * GAMES_PER_PAIR);
    text_format(out, " game%s played", s->games == 1 && s->pairs.all == PAIRS_UNKNOWN ? "" : "s");
    if (s->pairs.forfeits > 0)
        text_format(out, ", %" PRId64 " forfeited", s->pairs.forfeits * GAMES_PER_PAIR);
    if (s->pairs.waiting > 0)
        text_format(out, ", %" PRId64 " waiting for players who are suspended", r->waiting_games);
    int64_t half = s->games - standings_played_pairs(s) * GAMES_PER_PAIR;
    if (half > 0)
        text_format(out, "; %" PRId64 " of them count%s pair is complete%s", half,
            half == 1 ? "s when its" : " when their",
            account_is_strict(&s->plan) ? ", and all before it" : "");
    text_char(out, '.');
}

// "game 37" or "round 4"
static void standings_text_place(struct text *out, const struct standings *s, int64_t at)
{
    bool fixed = s->plan.format->at != NULL;
    text_format(
        out, "%s %" PRId64, fixed ? "game" : "round", fixed ? at * GAMES_PER_PAIR + 1 : at + 1);
}

static const char *standings_comma(const struct text *note)
{
    return note->length > 0 ? ", " : "";
}

static bool standings_is_removed(const struct contest_player *p)
{
    return p->until != INT64_MAX && !p->suspended;
}

void standings_note(struct text *out, const struct standings *s, const struct definition *d,
    const struct standing *row)
{
    const struct contest_player *p = &d->file.players[row->player];
    const char *word = standings_out(s, row);
    text_string(out, word ? word : "");
    if (p->added) {
        text_format(out, "%sadded at ", standings_comma(out));
        standings_text_place(out, s, p->from);
    }
    if (p->version > 1)
        text_format(out, "%sversion %d", standings_comma(out), p->version);
    bool removed = standings_is_removed(p);
    if (removed || p->suspended) {
        text_format(out, "%s%s at ", standings_comma(out), removed ? "removed" : "suspended");
        bool absent = p->suspended && p->absence_count > 0;
        standings_text_place(out, s, absent ? p->absences[p->absence_count - 1].from : p->until);
    }
}

static void standings_add_heading(struct text_table *table, bool glicko, bool buchholz)
{
    static const char *const titles[] = {
        "rank", "player", "points", "games", "W-D-L", "faults", "rating", "+/-"};
    for (size_t i = 0; i < sizeof titles / sizeof *titles; i++)
        text_table_text(table, titles[i]);
    if (glicko || buchholz) {
        text_table_text(table, glicko ? "glicko" : "buchholz");
        text_table_text(table, glicko ? "deviation" : "s-b");
    }
    text_table_text(table, "");
}

static void standings_add_row(struct text_table *table, const struct standings *s,
    const struct definition *d, const struct standing *row)
{
    const struct account *line = &row->line;
    const struct rating *rating = &s->ratings[row->player];
    text_table_cell(table, "%d", row->rank);
    text_table_text(table, d->names[row->player]);
    text_table_cell(table, "%.1f", (double)line->half_points / 2);
    text_table_cell(table, "%" PRId64, line->wins + line->draws + line->losses);
    text_table_cell(
        table, "%" PRId64 "-%" PRId64 "-%" PRId64, line->wins, line->draws, line->losses);
    text_table_cell(table, "%" PRId64, s->faults[row->player]);
    text_table_cell(table, "%.0f", rating->value);
    text_table_cell(table, "%.0f", rating->error);
    if (standings_by_glicko(s)) {
        text_table_cell(table, "%.0f", row->glicko.rating);
        text_table_cell(table, "%.0f", row->glicko.deviation);
    } else if (standings_by_buchholz(s)) {
        text_table_cell(table, "%.1f", row->buchholz);
        text_table_cell(table, "%.2f", row->sonneborn_berger);
    }
    char array[STANDINGS_NOTE_BYTES];
    struct text note = TEXT_IN(array);
    standings_note(&note, s, d, row);
    text_table_text(table, array);
}

struct text_table standings_table(const struct standings *s, const struct definition *d)
{
    bool glicko = standings_by_glicko(s), buchholz = standings_by_buchholz(s);
    struct text_table table = text_table_empty(glicko || buchholz ? "rnrrrrrrrrl" : "rnrrrrrrl");
    standings_add_heading(&table, glicko, buchholz);
    for (size_t i = 0; i < s->players; i++)
        standings_add_row(&table, s, d, &s->list[i]);
    return table;
}

bool standings_text(
    struct text *out, const struct results *r, const struct definition *d, struct error *e)
{
    struct text_table table = standings_table(&r->standings, d);
    standings_progress(out, r);
    text_string(out, "\n\n");
    text_table_print(&table, TEXT_TABLE_WIDTH, out);
    text_format(out, "\nfingerprint %s\nhead %s\n", r->fingerprint, r->head);
    bool well = !table.failed && !out->cut;
    text_table_destroy(&table);
    return well || error_set(e, "out of memory");
}

// --- For programs ---

static void standings_changes_json(struct text *out, const struct contest_player *p)
{
    text_format(out, ",\"added\":%s,\"removed\":%s,\"suspended\":%s,\"version\":%d",
        p->added ? "true" : "false", standings_is_removed(p) ? "true" : "false",
        p->suspended ? "true" : "false", p->version);
}

void standings_row_json(struct text *out, const struct standings *s, const struct definition *d,
    const struct standing *row)
{
    const struct account *line = &row->line;
    const struct rating *rating = &s->ratings[row->player];
    text_format(out, "{\"rank\":%d,\"player\":", row->rank);
    text_json(out, d->names[row->player]);
    text_format(out,
        ",\"points\":%.1f,\"wins\":%" PRId64 ",\"draws\":%" PRId64 ",\"losses\":%" PRId64
        ",\"faults\":%" PRId64,
        (double)line->half_points / 2, line->wins, line->draws, line->losses,
        s->faults[row->player]);
    text_format(out, ",\"rating\":%.1f,\"error\":%.1f,\"buchholz\":%.2f,\"sonneborn_berger\":%.2f",
        rating->value, rating->error, row->buchholz, row->sonneborn_berger);
    if (account_is_strict(&s->plan) || d->changes > 0) {
        const char *word = standings_out(s, row);
        text_format(out, ",\"forfeits_won\":%" PRId64 ",\"forfeits_lost\":%" PRId64 ",\"out\":",
            line->forfeits_won, line->forfeits_lost);
        word ? text_json(out, word) : text_string(out, "null");
    }
    if (d->changes > 0)
        standings_changes_json(out, &d->file.players[row->player]);
    if (standings_by_glicko(s))
        text_format(out, ",\"glicko\":%.1f,\"deviation\":%.1f,\"volatility\":%.4f",
            row->glicko.rating, row->glicko.deviation, row->glicko.volatility);
}

void standings_waiting_json(struct text *out, const struct results *r)
{
    if (r->standings.pairs.waiting > 0)
        text_format(out, ",\"waiting\":%" PRId64, r->waiting_games);
}

void standings_json(struct text *out, const struct results *r, const struct definition *d)
{
    const struct standings *s = &r->standings;
    text_format(out, "{\"games\":%" PRId64 ",\"pairs\":%" PRId64 ",\"over\":%s", s->games,
        s->pairs.counted - s->pairs.left_out, s->over ? "true" : "false");
    standings_waiting_json(out, r);
    text_string(out, ",\"standings\":[");
    for (size_t i = 0; i < s->players; i++) {
        if (i > 0)
            text_char(out, ',');
        standings_row_json(out, s, d, &s->list[i]);
        text_char(out, '}');
    }
    text_format(out,
        "],\"first_seat\":{\"rating\":%.1f,\"error\":%.1f},\"fingerprint\":\"%s\",\"head\":\"%s\"",
        s->summary.first_seat.value, s->summary.first_seat.error, r->fingerprint, r->head);
    json_schema(out, "standings/1");
    text_string(out, "}\n");
}

// Why a player has its rating, and what its next game would do.
#include "report/report_parts.h"

#include "contest/rating_explanation.h"

#include <inttypes.h>
#include <math.h>

// To a tenth, and never -0.0.
static double report_explanation_round(double elo)
{
    return round(10 * elo) / 10 + 0.0;
}

static bool report_explanation_find(
    const struct report *r, int player, struct rating_explanation *x, struct error *e)
{
    return rating_explain(x, &r->results.standings.tally, r->definition->count, player, e);
}

bool report_explanation_json(const struct report *r, int player, struct text *out, struct error *e)
{
    struct rating_explanation x;
    if (!report_explanation_find(r, player, &x, e))
        return false;
    const struct rating *rating = &r->results.standings.ratings[player];
    text_format(out,
        ",\"explain\":{\"rating\":%.1f,\"error\":%.1f,\"prior\":%.1f,\"opponents\":%zu,\"parts\":[",
        rating->value, rating->error, STANDINGS_MEAN_ELO, x.opponents);
    for (size_t i = 0; i < x.part_count; i++) {
        const struct rating_part *part = &x.parts[i];
        text_string(out, i > 0 ? ",{\"against\":" : "{\"against\":");
        text_json(out, report_name(r, part->against));
        text_format(out, ",\"games\":%" PRId64 ",\"score\":%.1f,\"expected\":%.2f,\"moved\":%.1f}",
            part->games, part->score, part->expected, report_explanation_round(part->moved));
    }
    text_string(out, "],\"next\":[");
    for (size_t i = 0; i < x.next_count; i++) {
        const struct rating_next *next = &x.next[i];
        text_string(out, i > 0 ? ",{\"against\":" : "{\"against\":");
        text_json(out, report_name(r, next->against));
        text_format(out, ",\"win\":%.1f,\"draw\":%.1f,\"loss\":%.1f}",
            report_explanation_round(next->win), report_explanation_round(next->draw),
            report_explanation_round(next->loss));
    }
    text_string(out, "]}");
    return true;
}

// --- For people ---

bool report_explanation_tables(const struct report *r, int player, size_t most,
    struct text_table *moved, struct text_table *next, struct error *e)
{
    static const char *const moved_heading[] = {
        "moved most by", "games", "points", "expected", "moved"};
    static const char *const next_heading[] = {"next game against", "won", "drawn", "lost"};
    struct rating_explanation x;
    if (!report_explanation_find(r, player, &x, e))
        return false;
    for (size_t i = 0; x.part_count > 0 && i < sizeof moved_heading / sizeof *moved_heading; i++)
        text_table_text(moved, moved_heading[i]);
    for (size_t i = 0; i < x.part_count && i < most; i++) {
        const struct rating_part *part = &x.parts[i];
        text_table_text(moved, report_name(r, part->against));
        text_table_cell(moved, "%" PRId64, part->games);
        text_table_cell(moved, "%.1f", part->score);
        text_table_cell(moved, "%.1f", part->expected);
        text_table_cell(moved, "%+.1f", report_explanation_round(part->moved));
    }
    for (size_t i = 0; x.next_count > 0 && i < sizeof next_heading / sizeof *next_heading; i++)
        text_table_text(next, next_heading[i]);
    for (size_t i = 0; i < x.next_count && i < most; i++) {
        text_table_text(next, report_name(r, x.next[i].against));
        text_table_cell(next, "%+.1f", report_explanation_round(x.next[i].win));
        text_table_cell(next, "%+.1f", report_explanation_round(x.next[i].draw));
        text_table_cell(next, "%+.1f", report_explanation_round(x.next[i].loss));
    }
    return true;
}

// Ratings over time.
#include "report/report_parts.h"

#include <inttypes.h>
#include <stdlib.h>

static struct rating_result *report_history_results(const struct report *r)
{
    struct rating_result *results = calloc(r->pair_count + 1, sizeof *results);
    for (size_t i = 0; results && i < r->pair_count; i++)
        results[i] = r->pairs[i].result;
    return results;
}

static void report_history_player(
    const struct rating_history *h, size_t shown, const char *name, struct text *out)
{
    text_string(out, "{\"player\":");
    text_json(out, name);
    text_string(out, ",\"ratings\":[");
    for (size_t i = 0; i < h->points; i++) {
        size_t at = i * h->shown + shown;
        text_string(out, i > 0 ? "," : "");
        if (h->known[at])
            text_format(out, "%.1f", h->ratings[at].value);
        else
            text_string(out, "null");
    }
    text_string(out, "],\"errors\":[");
    for (size_t i = 0; i < h->points; i++) {
        size_t at = i * h->shown + shown;
        text_string(out, i > 0 ? "," : "");
        if (h->known[at])
            text_format(out, "%.1f", h->ratings[at].error);
        else
            text_string(out, "null");
    }
    text_string(out, "]}");
}

static void report_history_print(
    const struct report *r, const struct rating_history *h, const int *shown, struct text *out)
{
    text_string(out, ",\"history\":{\"games\":[");
    for (size_t i = 0; i < h->points; i++)
        text_format(out, "%s%" PRId64, i > 0 ? "," : "", h->pairs[i] * GAMES_PER_PAIR);
    text_string(out, "],\"players\":[");
    for (size_t i = 0; i < h->shown; i++) {
        text_string(out, i > 0 ? "," : "");
        report_history_player(h, i, report_name(r, shown[i]), out);
    }
    text_string(out, "]}");
}

bool report_history_json(const struct report *r, int only, struct text *out, struct error *e)
{
    int shown[REPORT_HISTORY_PLAYERS] = {only};
    size_t count = r->definition->count;
    count = only != NO_PLAYER ? 1 : count < REPORT_HISTORY_PLAYERS ? count : REPORT_HISTORY_PLAYERS;
    for (size_t i = 0; only == NO_PLAYER && i < count; i++)
        shown[i] = r->results.standings.list[i].player;
    struct rating_result *results = report_history_results(r);
    if (!results)
        return error_set(e, "out of memory");
    const struct rating_history_setup setup = {.players = r->definition->count,
        .results = results,
        .count = r->pair_count,
        .shown = shown,
        .shown_count = count,
        .mean = STANDINGS_MEAN_ELO};
    struct rating_history history;
    bool well = rating_history_fit(&history, &setup, e);
    if (well)
        report_history_print(r, &history, shown, out);
    rating_history_destroy(&history);
    free(results);
    return well;
}

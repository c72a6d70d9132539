// Where a contest stands, as a page tells it.
#include "report/report_parts.h"

#include "report/json.h"

#include <inttypes.h>
#include <string.h>

void report_slug(const struct report *r, struct text *out)
{
    const char *path = r->archive->path, *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path, *dot = strrchr(name, '.');
    size_t length = dot && dot > name ? (size_t)(dot - name) : strlen(name);
    text_bytes(out, name, length);
}

void report_slug_json(
    const struct report *r, const struct report_options *options, struct text *out)
{
    struct text slug = text_growing();
    report_slug(r, &slug);
    json_key_text(out, "slug", options->place ? options->place->slug : slug.bytes);
    out->cut = out->cut || slug.cut;
    text_destroy(&slug);
}

static void report_place_time(struct text *out, const char *key, const struct calendar_time *time)
{
    json_key_utc(out, key, calendar_is_given(time) ? calendar_unix_s(time) : 0);
}

static void report_place_progress(
    const struct report *r, const struct report_place *place, struct text *out)
{
    int64_t all = standings_planned_games(&r->results.standings);
    text_format(out, ",\"progress\":{\"games\":%" PRId64 ",\"games_in_all\":", r->whole.games);
    all == PAIRS_UNKNOWN ? text_string(out, "null") : text_number(out, all);
    json_rate(out, place ? place->rate : -1);
    if (place && place->left_s >= 0)
        text_format(out, ",\"left_s\":%" PRId64, place->left_s);
    else
        text_string(out, ",\"left_s\":null");
    report_place_time(out, "starts", &r->definition->file.starts);
    report_place_time(out, "entries_until", &r->definition->file.entries_until);
    text_char(out, '}');
}

void report_place_json(
    const struct report *r, const struct report_options *options, struct text *out)
{
    const struct report_place *place = options->place;
    report_slug_json(r, options, out);
    const char *state = r->results.standings.over ? "over" : "stopped";
    json_key_text(out, "state", place && place->state ? place->state : state);
    if (place && place->words)
        json_key_text(out, "words", place->words);
    else
        text_string(out, ",\"words\":null");
    report_place_progress(r, place, out);
    text_string(out, ",\"live\":[");
    for (size_t i = 0; place && i < place->live_count; i++)
        text_format(out, "%s%" PRId64, i > 0 ? "," : "", place->live[i]);
    text_char(out, ']');
}

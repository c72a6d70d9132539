#include "report/meeting_json.h"

#include "report/json.h"

#include <inttypes.h>

static void meeting_json_estimate(struct text *out, const char *key, struct estimate x)
{
    if (x.known)
        text_format(out, ",\"%s\":{\"value\":%.2f,\"error\":%.2f,\"low\":%.2f,\"high\":%.2f}", key,
            x.value, x.error, x.low, x.high);
    else
        text_format(out, ",\"%s\":null", key);
}

void meeting_json_share(struct text *out, const char *key, struct estimate x)
{
    if (x.known)
        text_format(out, ",\"%s\":{\"value\":%.4f,\"low\":%.4f,\"high\":%.4f}", key, x.value, x.low,
            x.high);
    else
        text_format(out, ",\"%s\":null", key);
}

void meeting_json_games(struct text *out, const char *key, const struct counts *c)
{
    text_format(out,
        ",\"%s\":{\"games\":%" PRId64 ",\"wins\":%" PRId64 ",\"draws\":%" PRId64
        ",\"losses\":%" PRId64 ",\"points\":%.1f}",
        key, counts_total(c), c->of[2], c->of[1], c->of[0], counts_points(c));
}

void meeting_json(struct text *out, const struct meeting *m, const char *a, const char *b)
{
    struct counts played = meeting_games(m), pairs = meeting_pairs(m);
    struct counts first = meeting_first_seat(m);
    text_string(out, "{\"player\":");
    text_json(out, a);
    json_key_text(out, "against", b);
    meeting_json_games(out, "result", &played);
    text_format(out,
        ",\"pairs\":[%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 "],\"score\":%.4f",
        pairs.of[0], pairs.of[1], pairs.of[2], pairs.of[3], pairs.of[4], counts_score(&played));
    meeting_json_estimate(out, "elo", statistics_elo(&pairs));
    meeting_json_estimate(out, "normalised_elo", statistics_normalised_elo(&pairs));
    text_format(out, ",\"los\":%.4f", statistics_los(&pairs));
    meeting_json_share(out, "draws", statistics_draws(&played));
    meeting_json_games(out, "first_seat", &first);
    meeting_json_estimate(out, "first_seat_elo", statistics_elo(&first));
    text_char(out, '}');
}

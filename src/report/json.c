#include "report/json.h"

#include "base/calendar.h"

#include <inttypes.h>

void json_schema(struct text *out, const char *schema)
{
    text_format(out, ",\"schema\":\"%s\"", schema);
}

void json_key_text(struct text *out, const char *key, const char *value)
{
    text_format(out, ",\"%s\":", key);
    text_json(out, value);
}

void json_estimate(struct text *out, const char *key, struct estimate x)
{
    if (x.known)
        text_format(out, ",\"%s\":%.4f,\"%s_error\":%.4f", key, x.value, key, x.error);
    else
        text_format(out, ",\"%s\":null,\"%s_error\":null", key, key);
}

void json_key_utc(struct text *out, const char *key, int64_t unix_s)
{
    text_format(out, unix_s != 0 ? ",\"%s\":\"" : ",\"%s\":null", key);
    if (unix_s == 0)
        return;
    calendar_print_utc(out, unix_s);
    text_char(out, '"');
}

void json_rate(struct text *out, double per_second)
{
    text_string(out, ",\"rate\":");
    if (per_second >= 0)
        text_format(out, per_second < 1 ? "%.6f" : "%.2f", per_second);
    else
        text_string(out, "null");
}

void json_pairs(struct text *out, const struct counts *pairs)
{
    const int64_t *of = pairs->of;
    text_format(out, ",\"pairs\":[%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 "]",
        of[0], of[1], of[2], of[3], of[4]);
}

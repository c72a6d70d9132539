#include "web/site/verdict_line.h"

#include "report/json.h"

#include <inttypes.h>

static void verdict_line_seat(struct text *out, const char *key, int64_t seat)
{
    text_format(out, ",\"%s\":", key);
    seat == STORE_NOBODY ? text_string(out, "null") : text_number(out, seat);
}

bool verdict_line_init(struct verdict_line *line, const struct store_game *g)
{
    struct text out = text_growing();
    text_format(&out, "\"number\":%" PRId64, g->play);
    json_key_text(&out, "first", g->first_name);
    json_key_text(&out, "second", g->second_name);
    verdict_line_seat(&out, "winner", g->winner);
    json_key_text(&out, "verdict", g->verdict);
    verdict_line_seat(&out, "blame", g->blame);
    json_key_text(&out, "rule", g->rule);
    json_key_text(&out, "explanation", g->explanation);
    text_format(&out, ",\"moves\":%" PRId64 "}", g->plies);
    *line = (struct verdict_line){.number = g->play, .json = blob_of_text(&out)};
    text_destroy(&out);
    return line->json != NULL;
}

void verdict_line_destroy(struct verdict_line *line)
{
    blob_release(line->json);
    *line = (struct verdict_line){0};
}

void verdict_line_put(struct text *out, const struct verdict_line *line, const char *slug)
{
    text_string(out, "{\"contest\":");
    text_json(out, slug);
    text_char(out, ',');
    text_bytes(out, line->json->bytes, line->json->length);
}

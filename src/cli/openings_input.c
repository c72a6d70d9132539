#include "cli/openings_input.h"

#include "base/whole_file.h"
#include "cli/options.h"

#include <string.h>

// Everybody must be able to begin there. Players of the same wire are asked about once.
static bool check_players(
    const struct openings *o, const struct openings_setting *s, struct error *e)
{
    struct error why;
    for (size_t i = 0; i < s->count; i++) {
        const struct wire *wire = s->players[i].wire;
        bool asked = !wire;
        for (size_t k = 0; k < i && !asked; k++)
            asked = s->players[k].wire == wire;
        for (size_t k = 0; k < o->count && !asked; k++) {
            if (!wire_can_begin(wire, &o->list[k], &why))
                return error_set(e, "%.40s, who speaks %s, cannot begin in one of them: %s",
                    s->players[i].name, wire->name, why.words);
        }
    }
    return true;
}

bool openings_input_take(struct openings *o, const char *name, const struct text *text,
    const struct openings_setting *s, struct error *e)
{
    struct error why;
    return (openings_read(o, s->game, s->start, text->bytes, text->length, s->seed, &why) &&
               check_players(o, s, &why)) ||
        error_set(e, "openings: %.60s: %.180s", name, why.words);
}

bool openings_input_draw(
    struct openings *o, int64_t moves, const struct openings_setting *s, struct error *e)
{
    struct error why;
    return openings_draw(o, s->game, s->start, moves, &why) ||
        error_set(e, "openings: %s", why.words);
}

bool openings_input_read(
    struct openings *o, const char *typed, const struct openings_setting *s, struct error *e)
{
    *o = (struct openings){0};
    if (!typed || strcmp(typed, "none") == 0)
        return true;
    const char *number = openings_drawn(typed);
    if (number) {
        int64_t moves;
        return options_number("--openings random:K", number, 1, OPENINGS_MOVES_MOST, &moves, e) &&
            openings_input_draw(o, moves, s, e);
    }
    struct text text = text_growing();
    struct error why;
    bool well = whole_file_read(typed, OPENINGS_TEXT_BYTES_MOST, &text, &why)
        ? openings_input_take(o, typed, &text, s, e)
        : error_set(e, "openings: %.200s", why.words);
    text_destroy(&text);
    return well;
}

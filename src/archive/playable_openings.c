#include "archive/playable_openings.h"

// Players of the same wire are asked about once.
static bool playable_openings_check_wires(
    const struct openings *o, const struct openings_setting *s, struct error *e)
{
    struct error why;
    for (size_t i = 0; i < s->count; i++) {
        const struct wire *wire = s->wires[i];
        bool asked = !wire;
        for (size_t k = 0; k < i && !asked; k++)
            asked = s->wires[k] == wire;
        for (size_t k = 0; k < o->count && !asked; k++) {
            if (!wire_can_begin(wire, &o->list[k], &why))
                return error_set(e, "%.40s, who speaks %s, cannot begin in one of them: %s",
                    s->names[i], wire->name, why.words);
        }
    }
    return true;
}

bool playable_openings_check_start(const struct openings_setting *s, struct error *e)
{
    struct error why;
    for (size_t i = 0; i < s->count; i++) {
        if (s->wires[i] && s->wires[i]->engine && !wire_can_begin(s->wires[i], s->start, &why))
            return error_set(e, "%.40s, who speaks %s, cannot play here: %s", s->names[i],
                s->wires[i]->name, why.words);
    }
    return true;
}

bool playable_openings_read(struct openings *o, const char *name, const struct text *text,
    const struct openings_setting *s, struct error *e)
{
    struct error why;
    bool read = openings_read(o, s->game, s->start, text->bytes, text->length, &why);
    openings_shuffle(o, s->seed);
    return (read && playable_openings_check_wires(o, s, &why)) ||
        error_set(e, "openings: %.60s: %.180s", name, why.words);
}

bool playable_openings_draw(
    struct openings *o, int64_t moves, const struct openings_setting *s, struct error *e)
{
    struct error why;
    return (playable_openings_check_start(s, &why) &&
               openings_draw(o, s->game, s->start, moves, &why)) ||
        error_set(e, "openings: %s", why.words);
}

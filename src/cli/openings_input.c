#include "cli/openings_input.h"

#include "base/number.h"
#include "base/whole_file.h"

#include <string.h>

bool openings_input_read(
    struct openings *o, const char *typed, const struct openings_setting *s, struct error *e)
{
    *o = (struct openings){0};
    if (!typed || strcmp(typed, "none") == 0)
        return playable_openings_check_start(s, e);
    const char *number = openings_drawn(typed);
    if (number) {
        int64_t moves;
        return number_read("--openings random:K", number, 1, OPENINGS_MOVES_MOST, &moves, e) &&
            playable_openings_draw(o, moves, s, e);
    }
    struct text text = text_growing();
    struct error why;
    bool well = whole_file_read(typed, OPENINGS_TEXT_BYTES_MOST, &text, &why)
        ? playable_openings_read(o, typed, &text, s, e)
        : error_set(e, "openings: %.200s", why.words);
    text_destroy(&text);
    return well;
}

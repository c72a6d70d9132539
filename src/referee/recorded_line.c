#include "referee/recorded_line.h"

#include <string.h>

void recorded_line_without_seed(struct text *out, const char *bytes, size_t length)
{
    static const char name[] = "\"seed\":";
    const char *key = memmem(bytes, length, name, strlen(name));
    if (!key) {
        text_bytes(out, bytes, length);
        return;
    }
    const char *digits = key + strlen(name), *end = bytes + length, *rest = digits;
    while (rest < end && *rest >= '0' && *rest <= '9')
        rest++;
    text_bytes(out, bytes, (size_t)(digits - bytes));
    text_char(out, '0');
    text_bytes(out, rest, (size_t)(end - rest));
}

bool recorded_line_without_nul(struct text *out, const char *bytes, size_t length)
{
    static const char nul[] = "\\u0000", instead[] = "\\ufffd";
    if (!memmem(bytes, length, nul, strlen(nul)))
        return false;
    for (size_t at = 0; at < length;) {
        bool here = length - at >= strlen(nul) && memcmp(bytes + at, nul, strlen(nul)) == 0;
        // A backslash takes the next character with it, which may be another backslash.
        size_t taken = here ? strlen(nul) : bytes[at] == '\\' && at + 1 < length ? 2 : 1;
        text_bytes(out, here ? instead : bytes + at, taken);
        at += taken;
    }
    return true;
}

bool recorded_line_play(
    const struct game *game, position *p, int seat, const char *word, move *m, struct error *e)
{
    struct refusal why;
    if (game->outcome(p).over || seat != game->turn(p))
        return error_set(e, "it is not the turn of seat %d", seat);
    if (!game->parse_move(p, word, m, e))
        return false;
    if (!game->legal(p, *m, &why))
        return error_set(e, "the move is not legal: %s", why.words);
    game->apply(p, *m);
    return true;
}

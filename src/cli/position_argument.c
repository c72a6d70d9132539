#include "cli/position_argument.h"

#include "cli/terminal.h"

const char *position_argument_games(void)
{
    static char words[160];
    struct text out = TEXT_IN(words);
    for (int i = 0; games[i]; i++)
        text_format(&out, "%s%s", i == 0 ? "" : games[i + 1] ? ", " : " or ", games[i]->name);
    return words;
}

bool position_argument_read(struct position_argument *p, const char *game, const char *variant,
    const char *text, struct error *e)
{
    p->game = game_find(game, e);
    if (!p->game || !p->game->start(&p->position, variant, e))
        return false;
    if (!text)
        return true;
    const char *wanted = p->game->variant(&p->position);
    struct error why;
    if (!p->game->parse(&p->position, text, &why))
        return error_in_text(e, "position", text, &why);
    const char *seen = p->game->variant(&p->position);
    return !variant || seen == wanted ||
        error_set(e, "--variant says %s, but the position is %s", wanted, seen);
}

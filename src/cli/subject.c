#include "cli/subject.h"

#include "cli/terminal.h"

const char *subject_games(void)
{
    static char words[160];
    struct text out = TEXT_IN(words);
    for (int i = 0; games[i]; i++)
        text_format(&out, "%s%s", i == 0 ? "" : games[i + 1] ? ", " : " or ", games[i]->name);
    return words;
}

bool subject_read(struct subject *s, const char *game, const char *variant, const char *text)
{
    struct error e;
    s->game = game_find(game, &e);
    if (!s->game || !s->game->start(&s->position, variant, &e)) {
        wrong_input(&e);
        return false;
    }
    if (!text)
        return true;
    const char *wanted = s->game->variant(&s->position);
    if (!s->game->parse(&s->position, text, &e)) {
        wrong_text("position", text, &e);
        return false;
    }
    if (variant && s->game->variant(&s->position) != wanted) {
        error_set(&e, "--variant says %s, but the position is %s", wanted,
            s->game->variant(&s->position));
        wrong_input(&e);
        return false;
    }
    return true;
}

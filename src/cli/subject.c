#include "cli/subject.h"

#include "cli/terminal.h"

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
